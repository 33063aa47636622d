"""Capablanca Chess: ten files, and two pieces that move as a knight, too."""

from fairyring.board import Side, grid
from fairyring.kernels.orthodox.rules import castling, usual_pieces
from fairyring.pieces import Piece
from fairyring.variants import chess
from fairyring.variants.definition import Definition, Group

ARRAY = "rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR"
ARCHBISHOP = Piece("A", "archbishop", "BN", note="It moves as a bishop or as a knight.")
CHANCELLOR = Piece("C", "chancellor", "RN", note="It moves as a rook or as a knight.")


def variant() -> Definition:
    """The game."""
    board = grid(10, 8)
    castlings = [
        castling(board, side, letter, (f"f{rank}", f"{goal}{rank}"), (f"{home}{rank}", f"{rook}{rank}"))
        for side, rank, letters in ((Side.WHITE, 1, "KQ"), (Side.BLACK, 8, "kq"))
        for letter, goal, home, rook in zip(letters, "ic", "ja", "hd", strict=True)
    ]
    return chess.variant().but(
        title="Capablanca Chess",
        group=Group.LARGE,
        summary="Chess on ten files, with an archbishop and a chancellor added to the usual pieces.",
        array=ARRAY,
        inventor="José Raúl Capablanca",
        year=1924,
        notes=("The board has ten files and eight ranks. In everything else, the rules are those of chess.",),
        rulings=("The pieces start as in Fairy-Stockfish; Capablanca tried other arrangements, too.",),
        sources=("https://www.chessvariants.com/large.dir/capablanca.html",),
        rules={
            "board": board,
            "pieces": usual_pieces(ARCHBISHOP, CHANCELLOR),
            "promotions": "QCARBN",
            "castlings": tuple(castlings),
        },
    )
