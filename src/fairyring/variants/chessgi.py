"""Chessgi: captured pieces change sides, and promoted ones stay what they are."""

from fairyring.mechanics import Hands
from fairyring.variants import chess
from fairyring.variants.definition import Definition, Group


def variant() -> Definition:
    """The game."""
    return chess.variant().but(
        title="Chessgi",
        group=Group.HANDS,
        summary="Captured pieces are yours to drop, pawns even on the first rank.",
        mechanics=[Hands(keeps=True, behind=True)],
        notes=("The board, the pieces and their moves are those of chess.",),
        sources=("https://www.chessvariants.com/other.dir/chessgi.html",),
        rules={"minor": "", "bound": ""},
    )
