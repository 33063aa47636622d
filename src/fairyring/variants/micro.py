"""Micro Shogi: four files, and pieces that turn over when they capture."""

from fairyring.board import grid
from fairyring.kernels.orthodox.rules import Orthodox
from fairyring.mechanics import Hands, PerpetualCheck, Promotions, Results
from fairyring.notation.orthodox import orthodox_form, start_text
from fairyring.variants.definition import Definition, Group
from fairyring.variants.kyotoshogi import RULINGS, two_faced

FACES = (("B", "G"), ("R", "G"), ("P", "N"), ("L", "S"))


def variant() -> Definition:
    """The game."""
    array = "kb+r+l/p3/4/3P/+L+RBK"
    pieces, to = two_faced(FACES)
    mechanics = (
        Promotions(to, ranks=5, leaving=True, capturing=True),
        Hands(becomes={f"+{letter}": letter for letter, _ in FACES}, either=True, idle=True),
        Results(stalemate="loss", plies=None, times=4),
        PerpetualCheck(),
    )
    rules = Orthodox(grid(4, 5), pieces, promotions="", mechanics=mechanics)
    return Definition(
        title="Micro Shogi",
        group=Group.SHOGI,
        summary="The smallest shogi: a piece that captures turns over and becomes another piece.",
        rules=rules,
        form=orthodox_form(rules, array),
        start=start_text(rules, array),
        notes=("The board has four files and five ranks.",),
        rulings=RULINGS,
        sources=("https://en.wikipedia.org/wiki/Micro_shogi",),
    )
