"""Mini Meta Chess: a small chess set on the backs of a big one, on 5x6 squares."""

from fairyring.kernels.piloting.rules import Piloting, riding_pieces
from fairyring.kernels.piloting.tables import stacked
from fairyring.notation.piloting import array_of, piloting_form
from fairyring.variants.definition import Definition, Figure, Group

ARRAY = (
    "k[...k]q[...q]b[...b]n[...n]r[...r]/p[...p]p[...p]p[...p]p[...p]p[...p]/5/5/"
    "P[P...]P[P...]P[P...]P[P...]P[P...]/R[R...]N[N...]B[B...]Q[Q...]K[K...]"
)

INVENTOR = "Joe Larson"
SOURCES = ("https://pinshape.com/items/31179-3d-printed-metachess-chess-on-chess-game-variant",)
NOTES = (
    (
        "There are two chess sets, a big one and a small one. Every big piece carries a board of 2x2"
        " small squares, and the small pieces stand on these. Players move only small pieces: in each"
        " turn, a small piece either steps over the small squares from back to back, or pilots the"
        " big piece under it."
    ),
    (
        "The player who checkmates the small enemy king wins; a king is captured together with the"
        " big piece that carries it. The big king is a piece like any other. Small pieces may step"
        " onto big enemy pieces and pilot them, even against pieces of their own side that ride"
        " there."
    ),
    (
        "d4 is a big square, and d4:a2 is a small square on it. As White sees it, a1 and b1 are the"
        " lower row, and a2 and b2 the upper row."
    ),
)
RULINGS = (
    (
        "A pawn may pilot toward its own side if a second rider of its side, other than a pawn, is on"
        " the same big piece. A second pawn does not lift the limit, and neither does an enemy rider."
    ),
    (
        "A king is threatened by a big piece regardless of who rides it, friend or enemy. But a big"
        " piece threatens nothing that none of its riders could make it capture."
    ),
    "It makes no difference which rider pilots: two riders of one side have one move, not two.",
    (
        "A pawn that reaches its far rank when no kind is available stays a pawn, unless it leaves"
        " and comes back. A pawn that is carried along the far rank, or to it by the enemy, does not"
        " promote."
    ),
    "Threefold repetition and 100 plies without progress are draws, as in chess.",
)

OPTIONS = {
    "friendly_fire_check": (
        "A king is in check from a big piece regardless of who rides it, friend or enemy. Without"
        " this option, only enemy riders give check."
    ),
}
FIGURES = (
    Figure(
        "k[...k]4/5/5/P[...R]1n[..n.]2/5/4K[K...] w 0 1",
        "a3:b1",
        (
            "The rook cannot capture the knight: b3 is empty, so there are no small squares between"
            " the two. It can step on the pawn that carries it, or pilot it."
        ),
    ),
    Figure(
        "k[...k]4/5/5/P[...R]p[....]n[..n.]2/5/4K[K...] w 0 1",
        "a3:b1",
        "With a big piece in between, even an enemy piece, the rook can cross it and capture the knight.",
    ),
    Figure(
        "k[...k]4/5/2r[...r]2/1P[...B]3/5/4K[K...] w 0 1",
        "b3:b1",
        (
            "The big pieces touch at a corner, but this bishop cannot capture the rook: c3:a2, the"
            " next square of the diagonal, is missing. It can pilot the big pawn instead and capture"
            " the big rook with everything on it."
        ),
    ),
    Figure(
        "k[...k]4/5/2r[.R..]2/1p[.b..]3/5/4K[K...] b 0 1",
        "b3:b2",
        (
            "From the square of this bishop, the diagonal is complete. A diagonal step needs only the"
            " square where it ends, so the bishop crosses the corner and can capture the rook."
        ),
    ),
    Figure(
        "k[...k]4/5/Q[....]1P[p...]2/1P[.N..]3/5/4K[K...] w 0 1",
        "b3:b2",
        (
            "The knight jumps over everything, and over missing squares too: it needs only a small square"
            " to land on."
        ),
    ),
)


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
        group=Group.FIRST,
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
