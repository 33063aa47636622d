"""Carousel Chess: momentum, a board that is a cylinder, and a spinner in its middle."""

from fairyring.board import Edge, Edges, grid
from fairyring.kernels.drifting.motion import Spinner
from fairyring.kernels.drifting.rules import Drifting
from fairyring.kernels.orthodox.rules import usual_castlings, usual_pieces
from fairyring.notation.drifting import drifting_form
from fairyring.variants.chess import ARRAY
from fairyring.variants.definition import Definition, Group, Ride
from fairyring.variants.momentum import RULINGS

RIDES = (
    Ride(
        "4k3/8/8/8/8/8/5B2/K7 w - - 0 1",
        "f2",
        ("f2-g3", "e8-e7", "a1-a2", "e7-e8", "a2-a1", "e8-e7", "a1-a2", "e7-e8"),
        "There are no left and right edges: the bishop leaves the h-file and comes back on the a-file.",
    ),
    Ride(
        "k7/8/8/8/8/3R4/8/K7 w - - 0 1",
        "d3",
        ("d3-d4", "a8-a7", "a1-a2", "a7-a8", "a2-a1", "a8-a7"),
        (
            "The rook moves to d4 by 0,1, is carried to d5, and moves on to e5 by 1,0. Carried to e4, it"
            " heads towards White's side and moves on to e3 by 0,-1."
        ),
    ),
)


def variant() -> Definition:
    """The game."""
    board = grid(8, 8, edges=Edges(right=Edge.CYLINDER, left=Edge.CYLINDER))
    rules = Drifting(
        board,
        usual_pieces(),
        promotions="QRBN",
        castlings=usual_castlings(board),
        spinner=Spinner(("d4", "d5", "e5", "e4")),
    )
    return Definition(
        title="Carousel Chess",
        group=Group.STRANGE,
        summary=(
            "Pieces in motion on a board without left and right edges, whose four middle squares rotate."
        ),
        rules=rules,
        form=drifting_form(rules, ARRAY),
        start=f"{ARRAY} w KQkq - 0 1",
        inventor="the fairyring authors",
        year=2026,
        notes=(
            (
                "This game is our own, made from parts of others: the pieces and the starting"
                " position of chess, the momentum of Momentum Chess, the sides of Cylindrical Chess,"
                " and a spinner as in Minigolf Chess, on d4, d5, e5 and e4."
            ),
            (
                "Files a and h are next to each other, for pieces in motion too: a rook set in motion"
                " along a rank goes round and round until something blocks it. No piece passes the"
                " first or last rank."
            ),
            (
                "All pieces can move over the edge, even the king, which can move from h1 to a1 or"
                " a2. A pawn can capture over it: a white pawn on h4 captures on a5, also en passant,"
                " and gives check there."
            ),
            (
                "The four squares in the middle rotate after each of Black's turns. A white pawn that"
                " moves to d4 is carried to d5, and its motion then points to the right."
            ),
        ),
        rulings=(
            *RULINGS,
            (
                "A pawn that moved two squares and was then carried by the spinner cannot be captured"
                " en passant. So Black's d7-d5 and e7-e5 can never be answered en"
                " passant, but all of White's double steps can."
            ),
            "Castling is as in chess: it does not cross the edge.",
        ),
        rides=RIDES,
    )
