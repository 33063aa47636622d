"""Walls: things on the board that block, belong to nobody and cannot be captured."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from fairyring.board import Side
from fairyring.kernels.base import PieceRules
from fairyring.kernels.compiling import U, inlined, internal, lowest_bit, popcount
from fairyring.kernels.contract import SIDE, States
from fairyring.kernels.declared import Blocker, State
from fairyring.kernels.law import Draft, Mechanic, slots
from fairyring.kernels.orthodox.attacks import add_to_set, occupied
from fairyring.kernels.orthodox.codes import (
    DROP,
    FIELD_MASK,
    GOAL_SHIFT,
    TAG_MASK,
    TAG_SHIFT,
    UNDECIDED,
    captures,
    third_of,
    third_site,
    with_third,
)
from fairyring.kernels.orthodox.effects import standing_after
from fairyring.kernels.orthodox.tables import LINE, WALLS, code_of
from fairyring.kernels.rules import Topic, Words
from fairyring.messages import Message

# WALL: the code of a wall that faces White; 0 in a game without. BOARD: all sites, as a set.
WALL, BOARD = slots(2)


@dataclass(frozen=True)
class Duck(Mechanic):
    """After each move, the player puts the duck, the only wall, on another empty square.

    It is Tim Paulden's Duck Chess (2016): nothing moves onto the duck or through it, knights jump over it.
    """

    title: ClassVar[str] = "duck"
    further: ClassVar[bool] = True

    def state(self) -> tuple[State, ...]:
        """The duck."""
        return (Blocker("duck", "*"),)

    def one_royal(self) -> str:
        """Where the duck leaves, a line opens."""
        return "where the duck leaves a line, a royal piece may be attacked at once"

    def check(self, rules: PieceRules) -> None:
        """Refuse royal pieces.

        Raises:
            ValueError: there is one: what opens when the duck leaves could check it.
        """
        for piece in rules.pieces:
            if piece.royal:
                raise ValueError(
                    f"duck: the {piece.name} is royal, but where the duck leaves a line it may be attacked at"
                    " once; let it be captured instead (Extinction)"
                )

    def write(self, draft: Draft) -> None:
        """Write the code of walls."""
        draft.set(WALL, code_of(len(draft.rules.pieces), Side.WHITE))
        draft.append(BOARD, draft.site_words(range(len(draft.rules.board))))

    def words(self, rules: Any, states: States, ply: int, move: int, found: Words) -> Words:
        """The duck's square is the last choice."""
        goal = rules.board.names[move >> int(GOAL_SHIFT) & int(FIELD_MASK)]
        third = rules.board.names[third_site(move)]
        uci = f"{found.uci},{goal}{third}" if found.uci else ""
        return Words(f"{found.text},{third}", (*found.choices, third), uci)

    def topics(self, rules: PieceRules) -> tuple[Topic, ...]:
        """Where the duck goes."""
        duck = Message(
            "A move has two parts: you move a piece, and then you put the duck on another empty square,"
            " which may be the one that your piece has just left. At the start the duck is beside the"
            " board. No piece captures the duck, stands on its square or moves through it; pieces that leap,"
            " leap over it."
        )
        written = Message(
            "The duck's square follows the move after a comma: e2-e4,d5. In a position, the duck is an"
            " asterisk."
        )
        return (Topic("The duck", (duck, written)),)


@inlined
def derived(words: Any, tables: Any, states: Any, ply: Any) -> None:
    """The set of walls, and what they add to the key. They face the mover."""
    if words[WALL] == U(0):
        return
    for word in range(U(states.bits.shape[2])):
        states.bits[ply, WALLS, word] = U(0)
    for site in range(U(states.cells.shape[2])):
        if U(states.cells[ply, U(0), site]) | U(1) == words[WALL] | U(1):
            raise_wall(words, tables, states, ply, site, states.info[ply, SIDE])


@inlined
def raise_wall(words: Any, tables: Any, states: Any, ply: Any, site: Any, side: Any) -> None:
    """Put a wall on an empty site. It has the side's own code, so that the side cannot capture it."""
    states.cells[ply, U(0), site] = words[WALL] | side
    states.key[ply] ^= tables.keys.zobrist[words[WALL], site]
    add_to_set(states, ply, WALLS, site)


@internal
def set_down(words: Any, tables: Any, states: Any, ply: Any, move: Any) -> None:
    """The duck goes where the move says."""
    if third_of(move) == UNDECIDED:
        return
    for word in range(U(states.bits.shape[2])):
        if states.bits[ply, WALLS, word] != U(0):
            site = (word << U(6)) + lowest_bit(states.bits[ply, WALLS, word])
            states.bits[ply, WALLS, word] = U(0)
            states.cells[ply, U(0), site] = 0
            states.key[ply] ^= tables.keys.zobrist[words[WALL], site]
    raise_wall(words, tables, states, ply, third_of(move), U(1) - states.info[ply, SIDE])


@internal
def face(words: Any, states: Any, ply: Any, side: Any) -> None:
    """Turn the walls to the side that moves next, where that is not the other side."""
    for word in range(U(states.bits.shape[2])):
        sites = states.bits[ply, WALLS, word]
        while sites != U(0):
            states.cells[ply, U(0), (word << U(6)) + lowest_bit(sites)] = words[WALL] | side
            sites &= sites - U(1)


@inlined
def free(words: Any, states: Any, ply: Any, word: Any) -> Any:
    """A word of the set of the sites that are empty before a move."""
    return words[words[BOARD] + word] & ~occupied(states, ply, word)


@internal
def completed(
    words: Any, tables: Any, states: Any, ply: Any, noisy: Any, moves: Any, begin: Any, n: Any
) -> Any:
    """Each move with every square of the duck; in a quiescence search, with one."""
    end = n
    for i in range(begin, n):
        standing_after(tables, states, ply, moves[i])
        first = end
        for word in range(U(states.bits.shape[2])):
            sites = words[words[BOARD] + word] & ~states.bits[ply, LINE, word]
            while sites != U(0) and not (noisy and end > first):
                moves[end] = with_third(moves[i], (word << U(6)) + lowest_bit(sites))
                end += U(1)
                sites &= sites - U(1)
    for i in range(n, end):
        moves[begin + i - n] = moves[i]
    return begin + end - n


@inlined
def choices(words: Any, states: Any, ply: Any, moves: Any, begin: Any, end: Any) -> Any:
    """How many moves `completed` makes of those from begin to end."""
    total = U(0)
    for word in range(U(states.bits.shape[2])):
        total += popcount(free(words, states, ply, word))
    number = U(0)
    for i in range(begin, end):
        number += total + U(captures(states, ply, moves[i])) - U((moves[i] >> TAG_SHIFT) & TAG_MASK == DROP)
    return number
