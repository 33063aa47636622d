"""No checks: a move that gives check is not legal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from fairyring.kernels.base import PieceRules
from fairyring.kernels.compiling import U, called, inlined
from fairyring.kernels.contract import SIDE
from fairyring.kernels.law import Draft, Mechanic, slots
from fairyring.kernels.orthodox.attacks import is_in_check
from fairyring.kernels.orthodox.codes import DROP, TAG_MASK, TAG_SHIFT
from fairyring.kernels.orthodox.effects import tried
from fairyring.kernels.rules import Topic

(NO_CHECKS,) = slots(1)  # 1 in a game in which no move may give check


@dataclass(frozen=True)
class NoChecks(Mechanic):
    """A move that gives check is not legal."""

    title: ClassVar[str] = "no checks"
    mates: ClassVar[bool] = False

    def usual_captures(self) -> str:
        """It looks at what a move leaves on the board."""
        return ""

    def rides(self) -> bool:
        """Riders give check, too."""
        return True

    def foresees(self) -> bool:
        """It looks at the other king after the move."""
        return True

    def asks_early(self) -> str:
        """Whether it gives check."""
        return "checks are forbidden"

    def check(self, rules: PieceRules) -> None:
        """Refuse a game without kings.

        Raises:
            ValueError: there is no royal piece.
        """
        if not rules.has_checks:
            raise ValueError("no checks: there is no royal piece, so there are no checks")

    def write(self, draft: Draft) -> None:
        """Write that it is so."""
        draft.set(NO_CHECKS, 1)

    def topics(self, rules: PieceRules) -> tuple[Topic, ...]:
        """Checks are forbidden."""
        return (Topic("No checks", ("A move that gives check is not legal, so no king is ever in check.",)),)


@inlined
def _checks(tables: Any, states: Any, ply: Any, spare: Any) -> Any:
    """Whether the mover attacks the other king, or another royal piece, on the row where a move was tried."""
    return is_in_check(tables, states, spare, U(1) - states.info[ply, SIDE])


@called
def gives_check(tables: Any, states: Any, ply: Any, move: Any) -> Any:
    """Whether a move gives check."""
    return _checks(tables, states, ply, tried(tables, states, ply, move))


@called
def checkless(tables: Any, states: Any, ply: Any, moves: Any, begin: Any, n: Any) -> Any:
    """Of the moves from ``begin``, only those that give no check."""
    end = begin
    for i in range(begin, n):
        if not _checks(tables, states, ply, tried(tables, states, ply, moves[i])):
            moves[end] = moves[i]
            end += U(1)
    return end


@called
def quiet_drops(tables: Any, states: Any, ply: Any, moves: Any, begin: Any, n: Any) -> Any:
    """Of the moves from ``begin``, all but the drops that give check."""
    end = begin
    for i in range(begin, n):
        if (moves[i] >> TAG_SHIFT) & TAG_MASK == DROP and gives_check(tables, states, ply, moves[i]):
            continue
        moves[end] = moves[i]
        end += U(1)
    return end


@inlined
def filtered(words: Any, tables: Any, states: Any, ply: Any, moves: Any, begin: Any, n: Any) -> Any:
    """Only the moves that give no check."""
    if words[NO_CHECKS] == U(0):
        return n
    return checkless(tables, states, ply, moves, begin, n)
