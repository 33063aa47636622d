"""How much there is to learn before a first game, for somebody who plays chess.

It follows from what a game declares: its pieces, its board, its family and its mechanics.
"""

from __future__ import annotations

from enum import Enum

from fairyring.board import Board
from fairyring.board.edges import STANDARD
from fairyring.board.lattice import SQUARES
from fairyring.kernels.base import PieceRules
from fairyring.kernels.law import Mechanic
from fairyring.kernels.orthodox.rules import usual_pieces
from fairyring.variants.definition import Definition


class Difficulty(Enum):
    """How much is new, from little to much; ``least`` is what has to be learnt at least."""

    EASY = "easy", 0
    SOME = "some", 2
    MANY = "many", 4

    def __init__(self, label: str, least: int) -> None:
        self.label = label
        self.least = least


def difficulty(game: Definition) -> Difficulty:
    """How much is new in a game.

    What counts: two pieces that move as none of chess does, a board of another kind, what a family
    has beyond chess, and each mechanic, by its `newness`.
    """
    rules = game.rules
    known = [piece.movement for piece in usual_pieces()]
    for piece in rules.pieces:
        if piece.movement not in known:
            known.append(piece.movement)
    new = (len(known) - len(usual_pieces())) // 2 + _boards(rules.board)
    if isinstance(rules, PieceRules):
        mechanics: tuple[Mechanic, ...] = getattr(rules, "mechanics", ())
        new += rules.newness + sum(mechanic.newness for mechanic in mechanics)
    return max((each for each in Difficulty if each.least <= new), key=lambda each: each.least)


def _boards(board: Board) -> int:
    """How much is new about a board: its edges, further charts, and other cells than squares."""
    return sum(
        (
            any(edges != STANDARD for edges in board.edges.values()),
            sum(not chart.carried for chart in board.charts) > 1,
            any(chart.lattice != SQUARES for chart in board.charts),
        )
    )
