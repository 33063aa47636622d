"""Makruk, the chess of Thailand."""

from fairyring.board import Board, Side
from fairyring.kernels.orthodox.rules import usual_pieces
from fairyring.mechanics import Counting, Results
from fairyring.pieces import Piece
from fairyring.variants import chess
from fairyring.variants.definition import Definition, Group
from fairyring.variants.shatranj import PAWN

ARRAY = "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR"
MET = Piece("M", "met", "F", drawing="ferz", note="It moves one square diagonally.")
KHON = Piece("S", "khon", "FfW", drawing="silver", note="It moves one square diagonally or straight ahead.")
HONOURS = (("R", 2, 8), ("R", 1, 16), ("S", 2, 22), ("N", 2, 32), ("S", 1, 44))


def on_third_rank(board: Board, site: int, side: Side) -> bool:
    """Where pawns start."""
    return board.rank(site, side) == 2


def on_last_ranks(board: Board, site: int, side: Side) -> bool:
    """Where pawns promote: three ranks before the end."""
    return board.rank(site, side.other) <= 2


def variant() -> Definition:
    """The game."""
    usual = [piece for piece in usual_pieces(pawn=(PAWN,)) if piece.letter not in "BQ"]
    return chess.variant().but(
        title="Makruk",
        group=Group.OLD,
        summary="The chess of Thailand: pawns promote early, and moves are counted in the endgame.",
        mechanics=[Counting(64, HONOURS), Results(plies=None)],
        array=ARRAY,
        notes=("The board is that of chess, and so are king, rook and knight.",),
        rulings=("Counting begins by itself, as in Fairy-Stockfish; players need not claim it.",),
        sources=("https://en.wikipedia.org/wiki/Makruk",),
        rules={"pieces": (*usual, KHON, MET), "promotions": "M", "starts": on_third_rank}
        | {"far": on_last_ranks, "castlings": (), "minor": "", "bound": ""},
    )
