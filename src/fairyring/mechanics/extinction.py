"""Extinction: a side that has no pieces left has lost, or won."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from fairyring.board import Side
from fairyring.kernels.base import PieceRules
from fairyring.kernels.compiling import U, inlined
from fairyring.kernels.contract import EXTINCT, MOVER_LOSES, MOVER_WINS, ONGOING, SIDE
from fairyring.kernels.law import Draft, Mechanic, slots
from fairyring.kernels.rules import Topic
from fairyring.messages import Message

# BARE: the code of the result for a mover without pieces; 0 in a game without extinction.
(BARE,) = slots(1)


@dataclass(frozen=True)
class Extinction(Mechanic):
    """A side without pieces has lost or won.

    Attributes:
        wins: whether it has won, rather than lost.
        kingless: the sides that have no king from the start.
    """

    wins: bool = False
    kingless: tuple[Side, ...] = ()
    title: ClassVar[str] = "extinction"

    def fewest_royals(self, side: Side) -> int:
        """A side may have no king from the start."""
        return 0 if side in self.kingless else 1

    def write(self, draft: Draft) -> None:
        """Write what it is to have no pieces."""
        draft.set(BARE, int(EXTINCT | (MOVER_WINS if self.wins else MOVER_LOSES)))

    def topics(self, rules: PieceRules) -> tuple[Topic, ...]:
        """What it is to have no pieces."""
        won, lost = "A player who has no pieces left has won.", "A player who has no pieces left has lost."
        return (Topic("Without pieces", (Message(won if self.wins else lost),)),)


@inlined
def over(words: Any, states: Any, ply: Any) -> Any:
    """The mover has no pieces."""
    if words[BARE] == U(0) or has_pieces(states, ply, states.info[ply, SIDE]):
        return ONGOING
    return words[BARE]


@inlined
def won(words: Any, states: Any, ply: Any) -> Any:
    """Whether a side has no pieces: the turn ends, and with it the game."""
    return words[BARE] != U(0) and not (has_pieces(states, ply, U(0)) and has_pieces(states, ply, U(1)))


@inlined
def has_pieces(states: Any, ply: Any, side: Any) -> Any:
    """Whether a side has a piece on the board."""
    left = U(0)
    for word in range(U(states.bits.shape[2])):
        left |= states.bits[ply, side, word]
    return left != U(0)
