"""What ends a game of itself, and what it means."""

from __future__ import annotations

from dataclasses import dataclass

from .position import Result, other


@dataclass(frozen=True)
class Results:
    """The results table of a game, from the view of the player who cannot move."""

    stalemate: str = "draw"  # "win", "draw" or "loss"; or "fewer" or "more" pieces win
    checkmate: str = "loss"
    plies: int | None = 100  # without a capture, pawn move or drop: a draw
    repetitions: int | None = 3  # of a position: the end
    repetition: str = "draw"  # "win", "draw" or "loss" for the player to move; or the side that has won
    undone: bool = False  # whether a pawn's move that it can take back is none of these
    insufficient: bool = False  # whether it is a draw if neither side could mate, as in chess
    draws: str | None = None  # the side that has won when it would be a draw

    def repeated(self, side: str) -> Result:
        """How a game ends by repetition when a side is to move."""
        winners = {"win": side, "loss": other(side), "draw": None, "white": "white", "black": "black"}
        usual = (self.repetitions, self.repetition) == (3, "draw")
        return Result(winners[self.repetition], "threefold repetition" if usual else "repetition")

    def without_a_move(self, side: str, in_check: bool, own: int = 0, theirs: int = 0) -> Result:
        """How a game ends whose player cannot move; ``own`` and ``theirs`` are numbers of pieces."""
        reason = "checkmate" if in_check else "stalemate"
        means = self.checkmate if in_check else self.stalemate
        if means in ("fewer", "more"):
            ahead = own < theirs if means == "fewer" else own > theirs
            means = "draw" if own == theirs else "win" if ahead else "loss"
        return Result({"win": side, "draw": None, "loss": other(side)}[means], reason)
