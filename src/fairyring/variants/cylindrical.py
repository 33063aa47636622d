"""Cylindrical Chess: the left and right edges of the board are joined."""

from fairyring.board import Edge, Edges, grid
from fairyring.kernels.orthodox.rules import Orthodox, usual_castlings, usual_pieces
from fairyring.notation.orthodox import orthodox_form
from fairyring.variants.chess import ARRAY
from fairyring.variants.definition import Definition, Figure, Group


def variant() -> Definition:
    """The game."""
    board = grid(8, 8, edges=Edges(right=Edge.CYLINDER, left=Edge.CYLINDER))
    rules = Orthodox(board, usual_pieces(), promotions="QRBN", castlings=usual_castlings(board))
    return Definition(
        title="Cylindrical Chess",
        group=Group.STRANGE,
        summary="The board is a cylinder: pieces that leave it on one side come back on the other.",
        rules=rules,
        form=orthodox_form(rules, ARRAY),
        start=f"{ARRAY} w KQkq - 0 1",
        notes=(
            (
                "Chess, but files a and h are next to each other. Every piece can move over the edge"
                " between them: a rook on h4 moves one square to the right to a4, a knight on g1"
                " leaps to a2, a pawn on h4 captures on a5. No piece passes the first or last rank."
            ),
            (
                "A rook, bishop or queen can move around the board as long as the squares are empty."
                " Its own square counts as empty, but it cannot end its move there. If two ways lead"
                " to a square, one of them must be open; moving there is one move, whichever way it"
                " takes."
            ),
            (
                "A pawn that has just moved two squares can also be captured en passant over the"
                " edge: after h7-h5 by a white pawn on a5, which moves to h6."
            ),
        ),
        rulings=(
            (
                "Castling is as in chess. It does not cross the edge, so there is no castling with the"
                " rook on the other side."
            ),
            (
                "The king must be safe after castling. On a cylinder, the rook that leaves its corner"
                " can open a line to an enemy piece across the edge; then castling is illegal."
            ),
            "There is no draw by insufficient material.",
        ),
        sources=("https://www.chessvariants.com/boardrules.dir/cylindrical.html",),
        figures=(
            Figure(
                "4k3/8/8/1p6/4p2R/8/8/4K3 w - - 0 1",
                "h4",
                (
                    "The rook on h4 moves right over the edge to a4 and on to d4, and it can capture"
                    " on e4 from either side."
                ),
            ),
            Figure(
                "4k3/8/8/P6p/8/8/8/4K3 w - h6 0 2",
                "a5",
                "Black has just played h7-h5. The pawn on a5 can capture en passant over the edge, on h6.",
            ),
        ),
    )
