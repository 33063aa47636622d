"""No escape: a king in check may not walk away."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from fairyring.kernels.base import PieceRules
from fairyring.kernels.compiling import U, inlined
from fairyring.kernels.contract import SIDE
from fairyring.kernels.law import Draft, Mechanic, slots
from fairyring.kernels.orthodox.attacks import in_set, is_in_check, looked
from fairyring.kernels.orthodox.codes import FIELD_MASK, GOAL_SHIFT
from fairyring.kernels.orthodox.tables import BLOCKS, KING
from fairyring.kernels.rules import Topic

(STAYS,) = slots(1)  # 1 in a game in which a king in check moves only to capture what gives check


@dataclass(frozen=True)
class NoEscape(Mechanic):
    """A king in check may not move, except to capture the only piece that gives check.

    That is the rule of Makpong: checks are answered by other pieces, or by that capture.
    """

    title: ClassVar[str] = "no escape"

    def foresees(self) -> bool:
        """It looks at what gives check."""
        return True

    def one_royal(self) -> str:
        """Which king may move is asked of the one whose site a row knows."""
        return "a king in check is recognised by one king of each side"

    def check(self, rules: PieceRules) -> None:
        """Refuse a game without kings.

        Raises:
            ValueError: there is no royal piece.
        """
        if not any(piece.royal for piece in rules.pieces):
            raise ValueError("no escape: there is no royal piece that could be in check")

    def write(self, draft: Draft) -> None:
        """Write that it is so."""
        draft.set(STAYS, 1)

    def topics(self, rules: PieceRules) -> tuple[Topic, ...]:
        """What a king in check may do."""
        text = (
            "A king in check may not step out of it. It may capture the piece that gives check, if no other"
            " piece gives check, too; otherwise another piece must end the check."
        )
        return (Topic("No escape", (text,)),)


@inlined
def filtered(tables: Any, states: Any, ply: Any, moves: Any, begin: Any, n: Any) -> Any:
    """Without the moves of a king in check, except captures of the piece that alone gives it."""
    checks = looked(tables, states, ply)
    if checks == U(0) or not is_in_check(tables, states, ply, states.info[ply, SIDE]):
        return n  # not in check, or attacked while the kings touch and captures explode
    king = states.info[ply, KING + states.info[ply, SIDE]]
    end = begin
    for i in range(begin, n):
        goal = (moves[i] >> GOAL_SHIFT) & FIELD_MASK
        captures = states.cells[ply, U(0), goal] != 0 and in_set(states, ply, BLOCKS, goal)
        if moves[i] & FIELD_MASK != king or (captures and checks == U(1)):
            moves[end] = moves[i]
            end += U(1)
    return end
