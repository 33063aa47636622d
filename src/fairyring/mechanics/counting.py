"""Counting: a player who cannot be mated in a number of moves has a draw, as in makruk."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from fairyring.kernels.base import PieceRules
from fairyring.kernels.compiling import U, inlined, internal, lowest_bit, popcount
from fairyring.kernels.contract import CLOCK, SIDE
from fairyring.kernels.declared import Limit, State, set_field
from fairyring.kernels.law import Draft, Mechanic, check_letters, slots
from fairyring.kernels.orthodox.tables import PAWNS
from fairyring.kernels.rules import Topic
from fairyring.mechanics import dropping
from fairyring.mechanics.bare_king import number
from fairyring.messages import Message

# LIMIT: the field of the plies that are allowed, 0 in a game without counting. BOARD: the moves while both
# sides have pieces. HONOURS: the table for a lone king, three words each, and how many there are. WHOLE: 1 if
# the count against a lone king begins at the number of pieces. FEW: how many pieces the side has that counts
# while both have pieces; 0 if that is any number, without pawns. PAWN: the kinds of pawns, a bit each.
LIMIT, BOARD, HONOURS, ROWS, WHOLE, FEW, PAWN = slots(7)


@dataclass(frozen=True)
class Counting(Mechanic):
    """Once there are no pawns, plies are counted, and the game is drawn after a certain number.

    The rules are those of Fairy-Stockfish for makruk and its relatives. While both sides have pieces, the
    count begins at 0. When a king is alone and there are no pawns, it begins again, and how far it goes
    depends on the pieces against the king. It also begins so when that king captures the last pawn. While
    there is a count, it is the clock. Pieces in hand are pieces of their side, and a king with some is not
    alone.

    Attributes:
        moves: how many moves each side has while neither king is alone, and against a lone king with none of
            the ``honours``; 0 if nothing is counted then.
        honours: against a lone king: a piece's letter, how many of them at least, and how many moves each
            side has then; the first that fits counts.
        whole: whether the count against a lone king begins at the number of all pieces, and not at 0.
        few: while neither king is alone, a side counts when it has at most this many pieces, with pawns or
            without; 0 if it counts with any number, once there are no pawns.
    """

    moves: int = 64
    honours: Sequence[tuple[str, int, int]] = ()
    whole: bool = True
    few: int = 0
    title: ClassVar[str] = "counting"
    newness: ClassVar[int] = 0

    def usual_captures(self) -> str:
        """It counts what a move leaves on the board."""
        return ""

    def _limit(self) -> Limit:
        note = (
            "While plies are counted, the number after which the game is drawn; the next field then has the"
            " count. Otherwise a hyphen."
        )
        return Limit("count limit", note)

    def state(self) -> tuple[State, ...]:
        """How far the count goes."""
        return (self._limit(),)

    def one_move(self) -> str:
        """Each move counts."""
        return "nothing says whether the moves of a turn count one by one"

    def check(self, rules: PieceRules) -> None:
        """Refuse pieces and numbers that cannot be, and games with double steps.

        Raises:
            ValueError: there is no such piece, a number is less than 1, or pawns make double steps.
        """
        check_letters(self.title, [letter for letter, *_ in self.honours], rules)
        for letter, least, moves in self.honours:
            if least < 1 or moves < 1:
                raise self.fault(
                    "{title}: both numbers for {letter} must be at least 1, not {least} and {moves}",
                    letter=repr(letter),
                    least=least,
                    moves=moves,
                )
        if self.moves < 0 or not (self.moves or self.honours):
            raise self.fault("{title}: the number of moves must be at least 1, not {moves}", moves=self.moves)
        if self.few and (self.few < 2 or not self.moves):
            raise self.fault(
                "{title}: few is a number of pieces, at least 2, and needs moves; not {few}", few=self.few
            )
        if rules.steps_twice:
            raise ValueError("counting and double steps: both are written in the same field of a position")

    def write(self, draft: Draft) -> None:
        """Write the field and the table."""
        draft.set(LIMIT, draft.layout.field(self._limit().fields((), 0)[0]))
        draft.set(BOARD, self.moves)
        draft.set(WHOLE, int(self.whole))
        draft.set(FEW, self.few)
        draft.set(PAWN, sum(1 << kind for kind, piece in enumerate(draft.rules.pieces) if piece.pawn))
        rows = [(draft.rules.kinds[letter], least, moves) for letter, least, moves in self.honours]
        draft.set(ROWS, len(rows))
        draft.append(HONOURS, [word for row in rows for word in row])

    def topics(self, rules: PieceRules) -> tuple[Topic, ...]:
        """What is counted, and how far."""
        table = tuple(
            Message(
                "With {number} or more of {piece} against a lone king: {moves} moves."
                if least > 1
                else "With {piece} against a lone king: {moves} moves.",
                number=least,
                piece=Message(rules.pieces[rules.kinds[letter]].name),
                moves=moves,
            )
            for letter, least, moves in self.honours
        )
        rest = Message(
            "The first of these that fits counts; if none does, the limit is {moves} moves. A mate by the"
            " last move wins.",
            moves=self.moves,
        )
        if not self.moves:
            rest = Message("The first of these that fits counts. A mate by the last move wins.")
        return (Topic("Counting", (*self._begins(), *table, rest)),)

    def _begins(self) -> tuple[Message, ...]:
        """When a count begins, in words."""
        if not self.moves and not self.whole:
            return (
                Message(
                    "When a king is alone and no pawns are left, the moves of each side are counted. How"
                    " many are allowed depends on the pieces against the king."
                ),
            )
        if self.few:
            return (
                Message(
                    "When a side has {few} pieces or fewer, the moves of each side are counted, and the"
                    " game is drawn after {moves} moves by each side without mate.",
                    few=self.few,
                    moves=self.moves,
                ),
                Message(
                    "When its king is alone and no pawns are left, the count begins again at the number of"
                    " pieces on the board. How far it goes depends on the pieces against the king."
                ),
            )
        return (
            Message(
                "When no pawns are left, the moves of each side are counted, and the game is drawn after"
                " {moves} moves by each side without mate. When a king is alone, the count begins again at"
                " the number of pieces on the board. How far it goes depends on the pieces against the king.",
                moves=self.moves,
            ),
        )


@inlined
def pawns(states: Any, ply: Any) -> Any:
    """How many pawns there are."""
    found = U(0)
    for word in range(U(states.bits.shape[2])):
        found += popcount(states.bits[ply, PAWNS, word])
    return found


@internal
def of_kind(states: Any, ply: Any, side: Any, kind: Any) -> Any:
    """How many pieces of a kind a side has."""
    found = U(0)
    for word in range(U(states.bits.shape[2])):
        pieces = states.bits[ply, side, word]
        while pieces != U(0):
            site = (word << U(6)) + lowest_bit(pieces)
            pieces &= pieces - U(1)
            found += U(states.cells[ply, U(0), site] == U(2) * (kind + U(1)) + side)
    return found


@internal
def owned(words: Any, states: Any, ply: Any, side: Any) -> Any:
    """How many pieces a side has, on the board and in hand."""
    return number(states, ply, side) + dropping.held(words, states, ply, side)


@internal
def all_pawns(words: Any, states: Any, ply: Any) -> Any:
    """How many pawns there are, those in hand too."""
    found = pawns(states, ply)
    kinds = words[PAWN]
    while kinds != U(0):
        for side in range(U(2)):
            found += dropping.held_of(words, states, ply, side, lowest_bit(kinds))
        kinds &= kinds - U(1)
    return found


@internal
def allowed(words: Any, states: Any, ply: Any, side: Any) -> Any:
    """How many moves there are to mate a side; 0 while nothing is counted."""
    own = owned(words, states, ply, side)
    if owned(words, states, ply, U(1) - side) == U(1):
        return U(0)
    if own > U(1) and words[FEW] != U(0):
        return words[BOARD] if own <= words[FEW] else U(0)
    if all_pawns(words, states, ply) != U(0):
        return U(0)
    if own > U(1):
        return words[BOARD]
    for row in range(words[ROWS]):
        at = words[HONOURS] + U(3) * row
        there = of_kind(states, ply, U(1) - side, words[at])
        if there + dropping.held_of(words, states, ply, U(1) - side, words[at]) >= words[at + U(1)]:
            return words[at + U(2)]
    return words[BOARD]


@internal
def count(words: Any, states: Any, ply: Any) -> None:
    """Set limit and clock after a move; the row before has what was there before it."""
    side = states.info[ply, SIDE]
    before = ply - U(1)
    limit = states.info[before, words[LIMIT]]
    plies = states.info[before, CLOCK] + U(1) if limit != U(0) else states.info[ply, CLOCK]
    own = owned(words, states, ply, side)
    whole = number(states, ply, side) + number(states, ply, U(1) - side)
    captured = whole < number(states, before, side) + number(states, before, U(1) - side)
    fewer = all_pawns(words, states, ply) < all_pawns(words, states, before)
    bare = owned(words, states, ply, U(1) - side) == U(1)
    bare = bare and owned(words, states, before, U(1) - side) == U(1)  # its king has captured
    beaten = captured and fewer and bare and words[WHOLE] != U(0)
    if beaten and allowed(words, states, ply, U(1) - side) != U(0):
        limit = U(2) * allowed(words, states, ply, U(1) - side)
        plies = U(2) * whole - U(1)
    if limit == U(0) or ((captured or fewer) and own == U(1)):
        moves = allowed(words, states, ply, side)
        if moves != U(0):
            limit = U(2) * moves
            plies = U(2) * whole if own == U(1) and words[WHOLE] != U(0) else U(0)
    if limit != U(0):
        set_field(states, ply, words[LIMIT], limit)
        states.info[ply, CLOCK] = plies


@inlined
def turned(words: Any, states: Any, ply: Any) -> None:
    """A move has been made."""
    if words[LIMIT] != U(0):
        count(words, states, ply)


@inlined
def plies(words: Any, states: Any, ply: Any, limit: Any) -> Any:
    """The count that draws, if it is less than another limit."""
    if words[LIMIT] == U(0) or states.info[ply, words[LIMIT]] == U(0):
        return limit
    return min(limit, states.info[ply, words[LIMIT]] + U(1))
