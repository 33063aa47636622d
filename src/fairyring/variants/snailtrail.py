"""Snailtrail: two snails, and nobody crosses a trail."""

from fairyring.board import grid
from fairyring.kernels.orthodox.rules import Orthodox
from fairyring.mechanics import Results, Trail
from fairyring.notation.orthodox import orthodox_form
from fairyring.pieces import Piece
from fairyring.variants.definition import Definition, Group

ARRAY = "6p/7/7/7/7/7/P6"
SNAIL = Piece("P", "snail", "mK", note="It moves one square in any direction, and never captures.")


def variant() -> Definition:
    """The game."""
    mechanics = (Trail(), Results(stalemate="loss", plies=None))
    rules = Orthodox(grid(7, 7), (SNAIL,), promotions="", mechanics=mechanics)
    return Definition(
        title="Snailtrail",
        group=Group.OTHER,
        summary="Two snails leave trails that neither can cross; the player who cannot move loses.",
        rules=rules,
        form=orthodox_form(rules, ARRAY),
        start=f"{ARRAY} w - - 0 1",
        notes=("The board has seven files and seven ranks, and each side has one snail.",),
        sources=("https://boardgamegeek.com/boardgame/37135/snailtrail",),
    )
