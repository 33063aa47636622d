"""Cylindrical Chess: the left and right edges of the board are joined."""

from fairyring.board import Edge, Edges, grid
from fairyring.kernels.orthodox.rules import Orthodox, usual_castlings, usual_pieces
from fairyring.notation.orthodox import orthodox_form
from fairyring.variants.chess import ARRAY
from fairyring.variants.definition import Definition, Figure, Standing


def variant() -> Definition:
    """The game."""
    board = grid(8, 8, edges=Edges(right=Edge.CYLINDER, left=Edge.CYLINDER))
    rules = Orthodox(board, usual_pieces(), promotions="QRBN", castlings=usual_castlings(board))
    return Definition(
        title="Cylindrical Chess",
        summary="The board is a cylinder: who leaves it on one side comes on again at the other.",
        rules=rules,
        form=orthodox_form(rules, ARRAY),
        start=f"{ARRAY} w KQkq - 0 1",
        standing=Standing.RELATED,
        notes=(
            (
                "Chess, but files a and h lie side by side. Every man may step over the edge between them:"
                " a rook on h4 goes one square to the right and stands on a4, a knight on g1 leaps to a2, a"
                " pawn on h4 takes on a5. Nothing passes the first and last ranks."
            ),
            (
                "A rook, bishop or queen may go around as far as the squares are empty. It passes its own"
                " square as an empty one and cannot end its move there. Where two ways lead to one square,"
                " one of them must be free; going there is one turn, whichever way it is."
            ),
            (
                "A pawn that has just stepped twice may be taken en passant over the edge as well: after"
                " h7-h5 by a white pawn on a5, which goes to h6."
            ),
        ),
        rulings=(
            "Castling is as in chess: it uses no edge, and there is none with the rook on the other side.",
            (
                "The king must be safe when castling is done. On a cylinder the rook that leaves its corner"
                " may open the way to an enemy on the far side of the edge; then castling is illegal."
            ),
            "There is no draw by insufficient material.",
        ),
        sources=("https://www.chessvariants.com/boardrules.dir/cylindrical.html",),
        figures=(
            Figure(
                "4k3/8/8/1p6/4p2R/8/8/4K3 w - - 0 1",
                "h4",
                (
                    "The rook on h4 goes to its right over the edge to a4 and on until d4, and may take on"
                    " e4 from either side."
                ),
            ),
            Figure(
                "4k3/8/8/P6p/8/8/8/4K3 w - h6 0 2",
                "a5",
                "Black has just played h7-h5. The pawn on a5 may take it en passant, over the edge on h6.",
            ),
        ),
    )
