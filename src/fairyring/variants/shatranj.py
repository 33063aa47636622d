"""Shatranj: the chess of the Middle Ages, in which a bare king has lost."""

from fairyring.kernels.orthodox.rules import usual_pieces
from fairyring.mechanics import BareKing, Results
from fairyring.pieces import Piece
from fairyring.variants import chess
from fairyring.variants.definition import Definition, Group

ARRAY = "rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR"
PAWN = Piece("P", "pawn", "mfWcfF", pawn=True, note="It has no double step.")
FERZ = Piece("Q", "ferz", "F", note="It moves one square diagonally.")
ALFIL = Piece(
    "B", "alfil", "A", note="It leaps to the second square of a diagonal, over anything in between."
)


def variant() -> Definition:
    """The game."""
    usual = [piece for piece in usual_pieces(pawn=(PAWN,)) if piece.letter not in "BQ"]
    return chess.variant().but(
        title="Shatranj",
        group=Group.OLD,
        summary="The chess of the Middle Ages: weak pieces, and three ways to win.",
        mechanics=[BareKing(), Results(stalemate="loss", plies=140)],
        array=ARRAY,
        notes=("The board is that of chess. Mate, stalemate and baring the king all win.",),
        rulings=("The kings stand on the d-file, as in Fairy-Stockfish.",),
        sources=("https://www.chessvariants.com/historic.dir/shatranj.html",),
        rules={
            "pieces": (*usual, ALFIL, FERZ),
            "promotions": "Q",
            "castlings": (),
            "minor": "",
            "bound": "",
        },
    )
