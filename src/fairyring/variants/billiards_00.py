"""Billiards Chess 00: pieces bounce off cushions along the border lines."""

from fairyring.board import Edge
from fairyring.kernels.orthodox.rules import RIDES
from fairyring.variants.billiards_halb import billiards
from fairyring.variants.definition import Definition, Figure


def variant() -> Definition:
    """The game."""
    return billiards(
        Edge.BILLIARDS_00,
        title="Billiards Chess 00",
        summary="Pieces bounce off the sides, from the border lines of the board.",
        notes=(
            (
                "Chess, but the left and right edges of the board are cushions along its border"
                " lines. A step over the edge bounces back onto the outer file: a bishop from g1"
                " moves to h2 and bounces to h3, g4 and on. So it changes from dark squares to light"
                " ones."
            ),
            (
                "Knights, kings and pawns bounce too; their whole move is reflected. A knight on g1"
                " that moves two to the right and one ahead lands on h2. A move that bounces back to"
                " its own square is not a move."
            ),
            (
                "So a pawn on file a or h also captures straight ahead: diagonally over the edge and"
                " back. It gives check and promotes that way, too."
            ),
        ),
        figures=(
            Figure(
                "4k3/8/8/8/3p4/8/8/K5B1 w - - 0 1",
                "g1",
                "The bishop on g1 moves to h2, bounces to h3, and is on light squares from there on.",
            ),
            Figure(
                "4k3/8/8/8/p7/P7/8/4K3 w - - 0 1",
                "a3",
                "The pawn on a3 captures straight ahead on a4; it cannot capture in any other way.",
            ),
        ),
        piece_notes={
            "B": f"{RIDES} It changes its shade when it bounces.",
            "P": (
                "It moves straight ahead, and captures one square diagonally ahead; from file a or h"
                " also straight ahead, because the diagonal over the edge bounces back onto its file."
                " From its own second rank it may move two squares, if both are empty."
            ),
        },
        weights="billiards-halb",
    )
