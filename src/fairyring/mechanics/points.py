"""Points: a game without mate is won by the side whose pieces are worth more."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

import numpy as np
import numpy.typing as npt

from fairyring.kernels.base import PieceRules
from fairyring.kernels.compiling import I, U, inlined, internal, lowest_bit
from fairyring.kernels.contract import MOVER_LOSES, MOVER_WINS, ONGOING, POINTS, SIDE
from fairyring.kernels.law import Draft, Mechanic, check_letters
from fairyring.kernels.rules import Topic
from fairyring.kernels.stages import register_part
from fairyring.mechanics.results import Results
from fairyring.messages import Message, listed

LEAD = I(40)  # for being ahead, in hundredths of a pawn; and for each half point:
HALF_POINT = I(5)


class Values(NamedTuple):
    """The part of games with points.

    Attributes:
        halves: int64[code]; what a piece is worth, in half points for White; for code 0, what Black has more.
    """

    halves: npt.NDArray[np.int64]


@dataclass(frozen=True)
class Points(Mechanic):
    """A game that would be drawn by passing, facing kings, repetition or lack of progress goes by points.

    Only pieces on the board count. With equal points it is a draw.

    Attributes:
        values: what the pieces are worth, by their letters; the others are worth nothing.
        half_points: how many half points Black has in addition, because White moves first.
    """

    values: Mapping[str, int]
    half_points: int = 0
    title: ClassVar[str] = "points"

    def usual_captures(self) -> str:
        """It counts what a move leaves on the board."""
        return ""

    def foresees(self) -> bool:
        """Games end in another way where pieces move by themselves."""
        return True

    def check(self, rules: PieceRules) -> None:
        """Refuse pieces that do not exist.

        Raises:
            ValueError: no piece has that letter.
        """
        check_letters("points", self.values, rules)
        for other in getattr(rules, "mechanics", ()):
            if isinstance(other, Results) and other.draws != "draw":
                raise ValueError(
                    "points: they say who has won where the game would be drawn, and so do results"
                )

    def part(self, draft: Draft) -> Values:
        """What each piece is worth."""
        kinds = draft.rules.kinds
        halves = np.zeros(2 * (len(kinds) + 2), np.int64)
        halves[0] = self.half_points
        for letter, value in self.values.items():
            halves[2 * (kinds[letter] + 1) :][:2] = (2 * value, -2 * value)
        return Values(halves)

    def decides(self, rules: PieceRules) -> bool:
        """By points."""
        return True

    def topics(self, rules: PieceRules) -> tuple[Topic, ...]:
        """What counts, and how much."""
        worth = [
            Message("{piece} {points}", piece=Message(rules.pieces[rules.kinds[letter]].name), points=value)
            for letter, value in self.values.items()
        ]
        when = Message(
            "A game that ends without mate is won by the player whose pieces on the board are worth more:"
            " {values}. With equal points it is a draw."
            if rules.has_checks
            else "If nobody has won in another way when the game ends, the player whose pieces on the board"
            " are worth more has won: {values}. With equal points it is a draw.",
            values=listed("{first}, {last}", worth),
        )
        more = Message("Black has {points} points more, because White moves first.", points=self._more)
        return (Topic(Message("Points"), (when, *[more] * bool(self.half_points)), (when,)),)

    @property
    def _more(self) -> str:
        """Black's points besides, as people write them."""
        whole, half = divmod(self.half_points, 2)
        return f"{whole or ''}{'½' * half}"


@internal
def difference(values: Any, states: Any, ply: Any) -> Any:
    """How many half points White has more."""
    found = -values.halves[U(0)]
    for side in range(U(2)):
        for word in range(U(states.bits.shape[2])):
            pieces = states.bits[ply, side, word]
            while pieces != U(0):
                site = (word << U(6)) + lowest_bit(pieces)
                pieces &= pieces - U(1)
                found += values.halves[U(states.cells[ply, U(0), site])]
    return found


@inlined
def settled(values: Any, tables: Any, states: Any, ply: Any, back: Any, code: Any) -> Any:
    """Who has more, if the game has ended and nobody has won."""
    if code == ONGOING or code & (MOVER_WINS | MOVER_LOSES) != U(0):
        return code
    more = difference(values, states, ply)
    if more == I(0):
        return code
    return POINTS | (MOVER_WINS if U(more < I(0)) == states.info[ply, SIDE] else MOVER_LOSES)


@inlined
def weighed(values: Any, tables: Any, states: Any, ply: Any, score: Any) -> Any:
    """Who is ahead, and by how much."""
    more = difference(values, states, ply)
    if more != I(0):
        score += LEAD if more > I(0) else -LEAD
    return score + HALF_POINT * more


register_part(Values, globals())
