"""Must capture: a player who can capture has no other move."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from fairyring.kernels.base import PieceRules
from fairyring.kernels.compiling import U, inlined
from fairyring.kernels.law import Draft, Mechanic, slots
from fairyring.kernels.orthodox.codes import captures
from fairyring.kernels.rules import Topic

(MUST,) = slots(1)  # 1 in a game in which a player must capture


@dataclass(frozen=True)
class MustCapture(Mechanic):
    """A player who has a legal capture must capture."""

    title: ClassVar[str] = "must capture"

    def usual_captures(self) -> str:
        """It asks whether a move captures, and not where."""
        return ""

    def rides(self) -> bool:
        """Captures on backs count."""
        return True

    def write(self, draft: Draft) -> None:
        """Write that it is so."""
        draft.set(MUST, 1)

    def topics(self, rules: PieceRules) -> tuple[Topic, ...]:
        """Captures come first: those by moves, not what pieces capture that move by themselves."""
        text = "A player who has a move that captures must make such a move, and may choose which."
        return (Topic("Captures are forced", (text,)),)


@inlined
def filtered(words: Any, states: Any, ply: Any, moves: Any, begin: Any, n: Any) -> Any:
    """Only the captures, if there are any."""
    if words[MUST] == U(0):
        return n
    end = begin
    for i in range(begin, n):
        move = moves[i]
        if captures(states, ply, move):
            moves[i] = moves[end]
            moves[end] = move
            end += U(1)
    return end if end > begin else n
