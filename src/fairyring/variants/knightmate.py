"""Knightmate: the king moves as a knight, and pieces that move as a king take the place of the knights."""

from fairyring.kernels.orthodox.rules import usual_pieces
from fairyring.pieces import Piece
from fairyring.variants import chess
from fairyring.variants.definition import Definition

ARRAY = "rmbqkbmr/pppppppp/8/8/8/8/PPPPPPPP/RMBQKBMR"
KING = Piece(
    "K",
    "king",
    "N",
    royal=True,
    note="It leaps as a knight, and must never be left where it could be captured.",
)
COMMONER = Piece("M", "commoner", "K", note="It moves one square in any direction, and is not royal.")


def variant() -> Definition:
    """The game."""
    usual = [piece for piece in usual_pieces() if piece.letter not in "NK"]
    return chess.variant().but(
        title="Knightmate",
        summary="The king moves as a knight, and two pieces that move as a king stand where knights do.",
        array=ARRAY,
        inventor="Bruce Zimov",
        year=1972,
        notes=("The board, pawns, bishops, rooks and queens are those of chess, and so is castling.",),
        sources=("https://www.chessvariants.com/diffobjective.dir/knightmate.html",),
        rules={"pieces": (*usual, KING, COMMONER), "promotions": "QRBM", "minor": "", "bound": ""},
    )
