"""Connection: a side wins, or loses, when its pieces connect two parts of the board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

import numpy as np
import numpy.typing as npt

from fairyring.board import Side
from fairyring.board.graph import SquareName
from fairyring.errors import reason_of
from fairyring.kernels.base import PieceRules
from fairyring.kernels.compiling import U, inlined, internal, lowest_bit
from fairyring.kernels.contract import CONNECTED, MOVER_LOSES, MOVER_WINS, ONGOING, SIDE
from fairyring.kernels.law import Draft, Mechanic, check_letters, check_squares, letters_in
from fairyring.kernels.orthodox.attacks import add_to_set
from fairyring.kernels.orthodox.tables import BLOCKS, LINE, code_of
from fairyring.kernels.rules import Topic
from fairyring.kernels.stages import register_part
from fairyring.messages import Message
from fairyring.pieces import betza


class Connecting(NamedTuple):
    """The part of games with connections.

    Attributes:
        near: uint64[site, word]; the sites that connect with each site.
        ends: uint64[side, end, word]; the two parts of the board that each side connects.
        counted: uint64[1]; the codes of the pieces that count, a bit each.
        result: uint64[1]; the result for the side that has moved, which is the one to move no longer.
    """

    near: npt.NDArray[np.uint64]
    ends: npt.NDArray[np.uint64]
    counted: npt.NDArray[np.uint64]
    result: npt.NDArray[np.uint64]


@dataclass(frozen=True)
class Connection(Mechanic):
    """A player whose pieces form a chain between two parts of the board wins.

    The connection counts when the player has moved.

    Attributes:
        start: the names of the squares of one part.
        end: those of the other.
        black_start: the names of Black's squares, if they are different.
        black_end: those of Black's other part.
        along: what is next to a square: the leaps of a piece in Betza's notation, such as ``"W"`` or ``"K"``.
        pieces: the letters of the pieces that count; empty for all.
        wins: whether the side has won, rather than lost.
    """

    start: Sequence[SquareName]
    end: Sequence[SquareName]
    black_start: Sequence[SquareName] = ()
    black_end: Sequence[SquareName] = ()
    along: str = "W"
    pieces: str = ""
    wins: bool = True
    title: ClassVar[str] = "connection"

    def usual_captures(self) -> str:
        """It looks at what a move leaves on the board."""
        return ""

    def check(self, rules: PieceRules) -> None:
        """Refuse squares and pieces that do not exist.

        Raises:
            ValueError: there is no such square, piece or leap, or a part is empty.
        """
        check_squares(self.title, (*self.start, *self.end, *self.black_start, *self.black_end), rules)
        if not self.start or not self.end:
            raise ValueError("connection: start and end are the squares of the two parts of the board")
        check_letters("connection", letters_in(self.pieces), rules)
        try:
            betza(self.along)
        except ValueError as error:
            raise self.fault(
                "{title}: along is a piece's movement, such as 'W': {error}", error=reason_of(error)
            ) from None

    def ends(self, side: Side) -> tuple[Sequence[str], Sequence[str]]:
        """The squares of the two parts that a side connects."""
        if side is Side.WHITE:
            return self.start, self.end
        return self.black_start or self.start, self.black_end or self.end

    def part(self, draft: Draft) -> Connecting:
        """What is next to what, and what is to be connected."""
        rules, board = draft.rules, draft.rules.board
        step = betza(self.along)
        near = [
            draft.site_words({way.goal for side in Side for way in step.ways(board, site, side)})
            for site in range(len(board))
        ]
        ends = [
            [draft.site_words(board.numbers[name] for name in names) for names in self.ends(side)]
            for side in Side
        ]
        kinds = [rules.kinds[letter] for letter in letters_in(self.pieces)] or range(len(rules.pieces))
        counted = sum(1 << code_of(kind, side) for kind in kinds for side in Side)
        result = CONNECTED | (MOVER_LOSES if self.wins else MOVER_WINS)
        return Connecting(
            np.array(near, np.uint64),
            np.array(ends, np.uint64),
            np.array([counted], np.uint64),
            np.array([int(result)], np.uint64),
        )

    def decides(self, rules: PieceRules) -> bool:
        """By a connection."""
        return True

    def wins_with_little(self, rules: PieceRules) -> bool:
        """Few pieces may connect."""
        return True

    def topics(self, rules: PieceRules) -> tuple[Topic, ...]:
        """What is to be connected."""
        goals = tuple(
            Message(
                {
                    (Side.WHITE, True): "White wins by connecting {start} with {end}.",
                    (Side.WHITE, False): "White loses by connecting {start} with {end}.",
                    (Side.BLACK, True): "Black wins by connecting {start} with {end}.",
                    (Side.BLACK, False): "Black loses by connecting {start} with {end}.",
                }[side, self.wins],
                start=", ".join(self.ends(side)[0]),
                end=", ".join(self.ends(side)[1]),
            )
            for side in Side
        )
        how = Message(
            "Squares are connected by a row of pieces of one side, each next to the one before it along a"
            " file or rank."
            if self.along == "W"
            else "Squares are connected by a row of pieces of one side, each next to the one before it."
        )
        return (Topic(Message("Connection"), (*goals, how), goals),)


@inlined
def over(part: Any, tables: Any, states: Any, ply: Any) -> Any:
    """The side that has moved has connected its parts of the board."""
    return part.result[U(0)] if connected(part, states, ply, U(1) - states.info[ply, SIDE]) else ONGOING


@inlined
def concluded(part: Any, tables: Any, states: Any, ply: Any) -> Any:
    """The mover has connected its parts of the board."""
    return connected(part, states, ply, states.info[ply, SIDE])


@internal
def connected(part: Any, states: Any, ply: Any, side: Any) -> Any:
    """Whether pieces of a side connect its two parts: LINE has what is reached, BLOCKS what has been seen."""
    size, place = U(states.bits.shape[2]), U(0)
    for word in range(size):
        states.bits[ply, LINE, word] = part.ends[side, U(0), word] & states.bits[ply, side, word]
        states.bits[ply, BLOCKS, word] = U(0)
    while place < size:
        left = states.bits[ply, LINE, place] & ~states.bits[ply, BLOCKS, place]
        if left == U(0):
            place += U(1)
            continue
        site = (place << U(6)) + lowest_bit(left)
        add_to_set(states, ply, BLOCKS, site)
        if (part.counted[U(0)] >> U(states.cells[ply, U(0), site])) & U(1) == U(0):
            continue
        if (part.ends[side, U(1), site >> U(6)] >> (site & U(63))) & U(1) != U(0):
            return True
        for word in range(size):
            states.bits[ply, LINE, word] |= part.near[site, word] & states.bits[ply, side, word]
        place = U(0)
    return False


register_part(Connecting, globals())
