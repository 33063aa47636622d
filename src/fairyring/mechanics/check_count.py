"""Check counting: the player who has given check a number of times wins."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from fairyring.kernels.base import PieceRules
from fairyring.kernels.compiling import I, U, inlined
from fairyring.kernels.contract import CHECKS_GIVEN, MOVER_LOSES, ONGOING, SIDE, in_check
from fairyring.kernels.declared import Counter, State, set_field
from fairyring.kernels.law import Draft, Mechanic, slots
from fairyring.kernels.rules import Topic
from fairyring.messages import Message

# CHECKS: White's field of the checks that are left to give; 0 in a game that does not count them.
(CHECKS,) = slots(1)
CHECK_BONUS = 420  # for one check of three, in hundredths of a pawn; more, the fewer are left


@dataclass(frozen=True)
class CheckCount(Mechanic):
    """The player who gives the last of a number of checks wins.

    Attributes:
        checks: how many checks win.
    """

    checks: int = 3
    title: ClassVar[str] = "check counting"

    def usual_captures(self) -> str:
        """It looks at what a move leaves on the board."""
        return ""

    def rides(self) -> bool:
        """Riders give check, too."""
        return True

    def pilots(self) -> bool:
        """Big pieces give check, too."""
        return True

    def _counter(self) -> Counter:
        note = "The checks that White and Black have left to give, with a plus between them."
        return Counter("checks left", self.checks, note)

    def state(self) -> tuple[State, ...]:
        """The checks that each side has left to give."""
        return (self._counter(),)

    def check(self, rules: PieceRules) -> None:
        """Refuse a game without kings, and numbers that no game can begin with.

        Raises:
            ValueError: there is no royal piece, or the number of checks is not between 1 and 20.
        """
        if not rules.has_checks:
            raise ValueError("check counting: there is no royal piece, so there are no checks")
        if not 1 <= self.checks <= 20:
            raise self.fault("{title}: from 1 to 20 checks, not {checks}", checks=self.checks)

    def write(self, draft: Draft) -> None:
        """Write where the checks are counted."""
        draft.set(CHECKS, draft.layout.field(self._counter().fields((), 0)[0]))

    def decides(self, rules: PieceRules) -> bool:
        """By the last check."""
        return True

    def wins_with_little(self, rules: PieceRules) -> bool:
        """A lone piece can give checks."""
        return True

    def topics(self, rules: PieceRules) -> tuple[Topic, ...]:
        """How checks win."""
        text = Message(
            "A player who has given check {number} times has won. A double check is one check.",
            number=self.checks,
        )
        if self.checks == 1:
            text = Message("A player who gives check has won.")
        return (Topic("Checks win", (text,), (text,)),)


@inlined
def turned(words: Any, tables: Any, states: Any, ply: Any) -> None:
    """The other side has given check, or not."""
    if words[CHECKS] != U(0) and in_check(tables, states, ply):
        field = words[CHECKS] + U(1) - states.info[ply, SIDE]
        if states.info[ply, field] != U(0):
            set_field(states, ply, field, states.info[ply, field] - U(1))


@inlined
def over(words: Any, states: Any, ply: Any) -> Any:
    """The other side has given its last check."""
    if words[CHECKS] != U(0) and states.info[ply, words[CHECKS] + U(1) - states.info[ply, SIDE]] == U(0):
        return CHECKS_GIVEN | MOVER_LOSES
    return ONGOING


@inlined
def weighed(words: Any, states: Any, ply: Any) -> Any:
    """The fewer checks a side has left to give, the better for it."""
    if words[CHECKS] == U(0):
        return I(0)
    white = I(2) * I(CHECK_BONUS) // (I(1) + I(states.info[ply, words[CHECKS]]))
    black = I(2) * I(CHECK_BONUS) // (I(1) + I(states.info[ply, words[CHECKS] + U(1)]))
    return white - black
