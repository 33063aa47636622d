"""Results: what it means to have no legal move, and after how many plies a game is drawn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from fairyring.kernels.base import PieceRules
from fairyring.kernels.compiling import U, inlined
from fairyring.kernels.contract import CHECKMATE, MOVER_LOSES, MOVER_WINS, ONGOING, STALEMATE
from fairyring.kernels.law import Draft, Mechanic, slots
from fairyring.kernels.rules import Topic
from fairyring.messages import Message

# STUCK and MATED: the code of the result for a mover without a legal move, out of check and in check; 0 for
# those of chess. PLIES: the number of plies, or 0 for that of chess.
STUCK, MATED, LIMIT = slots(3)
NEVER = 1 << 40  # more plies than any game has

Value = Literal["win", "loss", "draw"]
WINNERS = {"win": MOVER_WINS, "loss": MOVER_LOSES, "draw": ONGOING}
STALEMATED = {
    "win": "A player who has no legal move has won.",
    "loss": "A player who has no legal move has lost, in check or not.",
    "draw": "If the player to move has no legal move and is not in check, the game is drawn.",
}
MATES = {
    "win": "A player who is checkmated has won.",
    "loss": "A player who is checkmated has lost.",
    "draw": "Checkmate is a draw.",
}


@dataclass(frozen=True)
class Results(Mechanic):
    """How games end that end by themselves.

    Attributes:
        stalemate: what it is for the player who is stalemated.
        checkmate: what it is for the player who is checkmated.
        plies: after how many plies without a capture or a pawn move the game is drawn; None for never.
    """

    stalemate: Value = "draw"
    checkmate: Value = "loss"
    plies: int | None = 100
    title: ClassVar[str] = "results"
    settles: ClassVar[bool] = True

    def rides(self) -> bool:
        """It has nothing to do with places."""
        return True

    def check(self, rules: PieceRules) -> None:
        """Refuse values that are none.

        Raises:
            ValueError: a result is not "win", "loss" or "draw", or a number of plies is less than 1.
        """
        for name in ("stalemate", "checkmate"):
            if (value := getattr(self, name)) not in WINNERS:
                raise ValueError(f"results: {name} is 'win', 'loss' or 'draw' for the player, not {value!r}")
        if self.plies is not None and self.plies < 1:
            raise ValueError(f"results: a number of plies from 1 on, not {self.plies}")

    def write(self, draft: Draft) -> None:
        """Write the results' codes."""
        draft.set(STUCK, int(STALEMATE | WINNERS[self.stalemate]))
        draft.set(MATED, int(CHECKMATE | WINNERS[self.checkmate]))
        draft.set(LIMIT, NEVER if self.plies is None else self.plies)

    def topics(self, rules: PieceRules) -> tuple[Topic, ...]:
        """How the game ends."""
        paragraphs = [Message(STALEMATED[self.stalemate])]
        if rules.has_checks and self.checkmate != "loss":
            paragraphs.append(Message(MATES[self.checkmate]))
        if self.plies is not None:
            paragraphs.append(
                Message(
                    "The game is drawn after {plies} plies ({moves} moves by each side) without a capture or"
                    " a pawn move.",
                    plies=self.plies,
                    moves=self.plies // 2,
                )
            )
        return (Topic("Without a legal move", tuple(paragraphs)),)


@inlined
def stuck(words: Any, checked: Any) -> Any:
    """The result for a mover without a legal move."""
    return words[MATED] if checked else words[STUCK]


@inlined
def plies(words: Any, limit: Any) -> Any:
    """The number of plies after which the game is drawn."""
    return words[LIMIT] if words[LIMIT] != U(0) else limit
