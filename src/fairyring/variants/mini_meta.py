"""Mini Meta Chess: a small chess set on the backs of a big one, on 5x6 squares."""

from collections import Counter

from fairyring.kernels.piloting.rules import Piloting, riding_pieces
from fairyring.kernels.piloting.tables import stacked
from fairyring.notation.piloting import piloting_form
from fairyring.variants.definition import Definition, Figure

ARRAY = (
    "k[...k]q[...q]b[...b]n[...n]r[...r]/p[...p]p[...p]p[...p]p[...p]p[...p]/5/5/"
    "P[P...]P[P...]P[P...]P[P...]P[P...]/R[R...]N[N...]B[B...]Q[Q...]K[K...]"
)

INVENTOR = "Joe Larson"
SOURCES = ("https://pinshape.com/items/31179-3d-printed-metachess-chess-on-chess-game-variant",)
NOTES = (
    (
        "There are two chess sets, a big one and a small one. Every big piece carries a board of 2x2 small"
        " squares, and the small pieces stand on these. Only small pieces are moved: in a turn one of them"
        " either steps over the small squares, from back to back, or pilots the big piece it stands on."
    ),
    (
        "Whoever checkmates the small king of the enemy wins; a king falls with the big piece that carries"
        " him. The big king is a piece like any other. Small pieces may board the enemy's big ones and"
        " pilot them, even against their own side's men that ride there."
    ),
    (
        "d4 is a big square, d4:a2 a small one on it: as White sees it a1 and b1 are its lower row, a2 and b2"
        " its upper one."
    ),
)
RULINGS = (
    (
        "A pawn may pilot toward its own side if a second rider of its side stands beside it who is no pawn."
        " A second pawn does not lift the limit, nor does an enemy rider."
    ),
    (
        "A king is threatened by a big piece whoever rides it, friend or foe; but a big piece threatens"
        " nothing that none of its riders could make it take."
    ),
    "It makes no difference which rider pilots: two riders of one side have one move, not two.",
    (
        "A pawn that comes to its far rank when no kind is free stays a pawn, unless it leaves and comes"
        " again. Carried along the far rank, or there by the enemy, it does not promote."
    ),
    "Threefold repetition and 100 plies without progress are draws, as in chess.",
)

OPTIONS = {
    "friendly_fire_check": (
        "A king is in check from a big piece whoever rides it, friend or foe. Without this, only from those"
        " that enemies ride."
    ),
}
FIGURES = (
    Figure(
        "k[...k]4/5/5/P[...R]1n[..n.]2/5/4K[K...] w 0 1",
        "a3:b1",
        (
            "The rook cannot take the knight. Nobody stands on b3, so there are no small squares between the"
            " two. He may step on the pawn that carries him, or pilot it."
        ),
    ),
    Figure(
        "k[...k]4/5/5/P[...R]p[....]n[..n.]2/5/4K[K...] w 0 1",
        "a3:b1",
        "With a big piece in between, though it is an enemy's, the rook may cross it and take the knight.",
    ),
    Figure(
        "k[...k]4/5/2r[...r]2/1P[...B]3/5/4K[K...] w 0 1",
        "b3:b1",
        (
            "The big pieces touch at a corner, but this bishop cannot take the rook: c3:a2, the next square"
            " of the diagonal, is missing. The big pawn may be piloted to take the big rook instead, and"
            " whoever stands on it goes with it."
        ),
    ),
    Figure(
        "k[...k]4/5/2r[.R..]2/1p[.b..]3/5/4K[K...] b 0 1",
        "b3:b2",
        (
            "From the square on which this bishop stands the diagonal is whole. A diagonal step needs only"
            " the square that it comes to, so he crosses the corner and may take the rook."
        ),
    ),
    Figure(
        "k[...k]4/5/Q[....]1P[p...]2/1P[.N..]3/5/4K[K...] w 0 1",
        "b3:b2",
        "The knight hops over whatever is or is not there: he needs only a small square to land on.",
    ),
)


def array_of(placement: str) -> Counter[str]:
    """How many of each kind White's big set has in a placement; his small set and Black's are alike."""
    return Counter(letter for rank in placement.split("/") for letter in rank[::7] if letter.isupper())


def variant(friendly_fire_check: bool = True) -> Definition:
    """The game; without ``friendly_fire_check`` only enemy pilots threaten a king."""
    rules = Piloting(
        stacked(5, 6),
        riding_pieces(),
        promotions="QRBN",
        array=array_of(ARRAY),
        friendly_fire_check=friendly_fire_check,
    )
    return Definition(
        title="Mini Meta Chess",
        summary="A small chess set lives on the backs of a big one: step from back to back, or pilot.",
        rules=rules,
        form=piloting_form(rules),
        start=f"{ARRAY} w 0 1",
        inventor=INVENTOR,
        year=2019,
        notes=NOTES,
        rulings=RULINGS,
        sources=SOURCES,
        figures=FIGURES,
        options=OPTIONS,
    )
