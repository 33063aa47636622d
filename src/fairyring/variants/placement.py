"""Placement Chess: the players put their pieces on the first rank one by one."""

from fairyring.mechanics import Setup
from fairyring.variants import chess
from fairyring.variants.definition import Definition


def variant() -> Definition:
    """The game."""
    return chess.variant().but(
        title="Placement Chess",
        summary="The players first place their pieces on their first ranks, one by one, and then play chess.",
        mechanics=[Setup("KQRRBBNN", ranks=1, apart="B")],
        array="8/pppppppp/8/8/8/8/PPPPPPPP/8",
        inventor="Pal Benko",
        year=1978,
        notes=("The board, the pieces and their moves are those of chess.",),
        rulings=(
            "You may castle if you have put the king on e1 and a rook on a1 or h1, or on e8, a8 or h8.",
        ),
        sources=("https://www.chessvariants.com/link/placement-chess",),
        rules={"minor": "", "bound": ""},
    )
