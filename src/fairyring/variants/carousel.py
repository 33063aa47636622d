"""Carousel Chess: momentum, a board that is a cylinder, and a spinner in its middle."""

from fairyring.board import Edge, Edges, grid
from fairyring.kernels.drifting.motion import Spinner
from fairyring.kernels.drifting.rules import Drifting
from fairyring.kernels.orthodox.rules import usual_castlings, usual_pieces
from fairyring.notation.drifting import drifting_form
from fairyring.variants.chess import ARRAY
from fairyring.variants.definition import Definition, Ride, Standing
from fairyring.variants.momentum import RULINGS

RIDES = (
    Ride(
        "4k3/8/8/8/8/8/5B2/K7 w - - 0 1",
        "f2",
        ("f2-g3", "e8-e7", "a1-a2", "e7-e8", "a2-a1", "e8-e7", "a1-a2", "e7-e8"),
        "There are no sides: the bishop leaves the h-file, and comes on again at the a-file.",
    ),
    Ride(
        "k7/8/8/8/8/3R4/8/K7 w - - 0 1",
        "d3",
        ("d3-d4", "a8-a7", "a1-a2", "a7-a8", "a2-a1", "a8-a7"),
        "The rook comes to d4 by 0,1, is carried to d5, and goes on to e5 by 1,0; carried to e4 he heads for"
        " White's side, and goes on to e3 by 0,-1.",
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
        summary="Men in motion on a board without sides, whose four middle squares turn.",
        rules=rules,
        form=drifting_form(rules, ARRAY),
        start=f"{ARRAY} w KQkq - 0 1",
        standing=Standing.RELATED,
        inventor="the fairyring authors",
        year=2026,
        notes=(
            (
                "This game is ours, put together from parts of others: the men and the start of chess, the"
                " momentum of Momentum Chess, the sides of Cylindrical Chess, and a spinner as in Minigolf"
                " Chess, on d4, d5, e5 and e4."
            ),
            (
                "Files a and h lie side by side, for men in motion too: a rook that is set in motion along a"
                " rank goes round and round until something is in its way. Nothing passes the first and"
                " last ranks."
            ),
            (
                "The step over the edge is open to every man, the king too, who goes from h1 to a1 or a2. So"
                " is a pawn's capture: a white pawn on h4 takes on a5, en passant as well, and gives check"
                " there."
            ),
            (
                "Four squares in the middle turn after each of Black's turns. A white pawn that goes to d4"
                " is carried to d5, and its motion points to the right then."
            ),
        ),
        rulings=(
            *RULINGS,
            (
                "A pawn that stepped twice and was then carried by the spinner cannot be taken en passant."
                " So d7-d5 and e7-e5 never can, and White's double steps all can."
            ),
            "Castling is as in chess: it uses no edge.",
        ),
        rides=RIDES,
    )
