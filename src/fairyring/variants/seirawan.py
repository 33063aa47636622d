"""Seirawan Chess: a hawk and an elephant come in behind the pieces that move first."""

from fairyring.kernels.orthodox.rules import usual_pieces
from fairyring.mechanics import Gating
from fairyring.pieces import Piece
from fairyring.variants import chess
from fairyring.variants.definition import Definition

HAWK = Piece("H", "hawk", "BN", drawing="archbishop", note="It moves as a bishop or as a knight.")
ELEPHANT = Piece("E", "elephant", "RN", drawing="chancellor", note="It moves as a rook or as a knight.")


def variant() -> Definition:
    """The game."""
    return chess.variant().but(
        title="Seirawan Chess",
        summary="A hawk and an elephant come in behind the pieces that move first.",
        mechanics=[Gating()],
        inventor="Yasser Seirawan and Bruce Harper",
        year=2007,
        notes=("The board, the array and the moves of the usual pieces are those of chess.",),
        sources=("https://www.chessvariants.com/large.dir/seirawan.html",),
        rules={
            "pieces": usual_pieces(HAWK, ELEPHANT),
            "promotions": "QERHBN",
            "minor": "",
            "bound": "",
        },
    )
