"""Flips and growth: pieces change sides when one arrives next to them, and new ones come next to others."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

import numpy as np
import numpy.typing as npt

from fairyring.board import Side
from fairyring.errors import shown
from fairyring.kernels.base import PieceRules
from fairyring.kernels.compiling import I, U, inlined, internal, lowest_bit, popcount
from fairyring.kernels.contract import FILLED, ONGOING, SIDE, States
from fairyring.kernels.law import Draft, Mechanic
from fairyring.kernels.orthodox.attacks import occupied
from fairyring.kernels.orthodox.codes import (
    BYTE_MASK,
    DROP,
    FIELD_MASK,
    GOAL_SHIFT,
    PROMOTION_SHIFT,
    TAG_MASK,
    TAG_SHIFT,
    encode,
)
from fairyring.kernels.orthodox.edit import put_piece, remove_piece
from fairyring.kernels.orthodox.tables import KEEP
from fairyring.kernels.rules import Change, Topic, Words
from fairyring.kernels.stages import carried, landed, register_part
from fairyring.messages import Message, listed
from fairyring.pieces import betza

EXPOSED = I(12)  # off for a piece next to which one may arrive and turn it, in hundredths of a pawn


class Neighbours(NamedTuple):
    """The part of games in which pieces turn or grow.

    Attributes:
        near: uint64[site, word]; the sites next to each site.
        rules: uint64[2]; whether pieces flip, and the number of the kind that grows, from 1; 0 for none.
    """

    near: npt.NDArray[np.uint64]
    rules: npt.NDArray[np.uint64]


@dataclass(frozen=True)
class Flips(Mechanic):
    """When a piece arrives on a square, the enemy pieces next to it change sides. A full board ends the game.

    In place of a move, a new piece may come on an empty square next to one of its side, as in Ataxx. Where
    points count, they decide on a full board.

    Attributes:
        grows: the letter of the kind that new pieces are of; empty if there are none.
    """

    grows: str = ""
    title: ClassVar[str] = "flips"

    def foresees(self) -> bool:
        """What has arrived must be known."""
        return True

    def check(self, rules: PieceRules) -> None:
        """Refuse royal pieces, unknown ones, and mechanics by which a drop is something else.

        Raises:
            ValueError: so it is.
        """
        if self.grows and self.grows not in rules.kinds:
            raise ValueError(f"flips: no piece has the letter {shown(self.grows)}")
        if any(piece.royal for piece in rules.pieces):
            raise ValueError("flips: there is a royal piece, and nothing says what it is to change sides")
        for other in getattr(rules, "mechanics", ()):
            if other.royals or (self.grows and other.fate):
                raise ValueError(
                    f"mechanics: {other.title} and flips cannot be combined, because nothing says"
                    + (
                        " what it is for a royal piece to change sides"
                        if other.royals
                        else " whether a piece that is dropped is new or from the hand"
                    )
                )

    def part(self, draft: Draft) -> Neighbours:
        """What is next to what."""
        board = draft.rules.board
        near = [
            draft.site_words({way.goal for way in betza("K").ways(board, site, Side.WHITE)})
            for site in range(len(board))
        ]
        grows = draft.rules.kinds[self.grows] + 1 if self.grows else 0
        return Neighbours(np.array(near, np.uint64), np.array([1, grows], np.uint64))

    def words(self, rules: Any, states: States, ply: int, move: int, found: Words) -> Words:
        """A new piece is chosen by its square alone."""
        if not self.grows or move >> int(TAG_SHIFT) & int(TAG_MASK) != int(DROP):
            return found
        return found._replace(choices=found.choices[1:])

    def tells(self, rules: PieceRules, change: Change) -> tuple[Message, ...]:
        """Where pieces changed sides."""
        flipped = [after for before, after in change.turned if before.side is not after.side]
        change.turned = [(one, two) for one, two in change.turned if one.side is two.side]
        if not flipped:
            return ()
        if len(flipped) == 1:
            return (Message("the piece on {site} changes sides", site=flipped[0].site),)
        sites = listed("{first} and {last}", [token.site for token in flipped])
        return (Message("the pieces on {sites} change sides", sites=sites),)

    def topics(self, rules: PieceRules) -> tuple[Topic, ...]:
        """What changes sides, and what is new."""
        flip = Message(
            "When a piece comes to a square, all enemy pieces on the squares next to it change sides. When"
            " the board is full, the game has ended."
        )
        grow = Message(
            "In place of a move, you may put a new piece on an empty square next to one of your own. Choose"
            " the square; it is written with a letter, an at sign and the square, such as P@b2."
        )
        return (Topic(Message("Changing sides"), (*[grow] * bool(self.grows), flip)),)


@internal
def new_squares(part: Any, states: Any, ply: Any, word: Any) -> Any:
    """A word of the set of the empty sites next to a piece of the mover."""
    found, side = U(0), states.info[ply, SIDE]
    for other in range(U(states.bits.shape[2])):
        pieces = states.bits[ply, side, other]
        while pieces != U(0):
            found |= part.near[(other << U(6)) + lowest_bit(pieces), word]
            pieces &= pieces - U(1)
    return found & ~occupied(states, ply, word)


@internal
def generated(part: Any, tables: Any, states: Any, ply: Any, checks: Any, moves: Any, n: Any) -> Any:
    """New pieces."""
    if part.rules[U(1)] != U(0):
        for word in range(U(states.bits.shape[2])):
            free = new_squares(part, states, ply, word)
            while free != U(0):
                site = (word << U(6)) + lowest_bit(free)
                free &= free - U(1)
                moves[n] = encode(site, site, part.rules[U(1)], DROP, U(0))
                n += U(1)
    return n


@inlined
def bulk(part: Any, tables: Any, states: Any, ply: Any, moves: Any, n: Any) -> Any:
    """New pieces, too."""
    if part.rules[U(1)] != U(0):
        for word in range(U(states.bits.shape[2])):
            n += popcount(new_squares(part, states, ply, word))
    return n


@inlined
def arrived(part: Any, tables: Any, states: Any, ply: Any, move: Any, taken: Any, kept: Any) -> Any:
    """The enemies next to the goal change sides, unless the move is a pass."""
    goal = (move >> GOAL_SHIFT) & FIELD_MASK
    dropped = (move >> PROMOTION_SHIFT) & BYTE_MASK != U(0)
    return kept if move & FIELD_MASK == goal and not dropped else turn(part, tables, states, ply, goal, kept)


@internal
def turn(part: Any, tables: Any, states: Any, ply: Any, goal: Any, kept: Any) -> Any:
    """The enemies next to a site change sides; returns the castling rights that this leaves."""
    enemy = U(1) - states.info[ply, SIDE]
    for word in range(U(states.bits.shape[2])):
        pieces = part.near[goal, word] & states.bits[ply, enemy, word]
        while pieces != U(0):
            site = (word << U(6)) + lowest_bit(pieces)
            pieces &= pieces - U(1)
            load = U(carried(tables, states, ply, site, U(0)))
            piece = remove_piece(tables, states, ply, site)
            put_piece(tables, states, ply, site, piece ^ U(1))
            landed(tables, states, ply, site, load)
            kept &= tables.sites[site, KEEP]
    return kept


@inlined
def over(part: Any, tables: Any, states: Any, ply: Any) -> Any:
    """The board is full."""
    pieces = U(0)
    for word in range(U(states.bits.shape[2])):
        pieces += popcount(occupied(states, ply, word))
    return FILLED if pieces == U(part.near.shape[0]) else ONGOING


@internal
def weighed(part: Any, tables: Any, states: Any, ply: Any, score: Any) -> Any:
    """Pieces next to empty squares are in danger."""
    size = U(states.bits.shape[2])
    for side in range(U(2)):
        for word in range(size):
            pieces = states.bits[ply, side, word]
            while pieces != U(0):
                site = (word << U(6)) + lowest_bit(pieces)
                pieces &= pieces - U(1)
                open_sites = U(0)
                for other in range(size):
                    open_sites |= part.near[site, other] & ~occupied(states, ply, other)
                if open_sites != U(0):
                    score += -EXPOSED if side == U(0) else EXPOSED
    return score


register_part(Neighbours, globals())
