"""Joust: two knights, and no square is used twice."""

from fairyring.board import grid
from fairyring.kernels.orthodox.rules import Orthodox
from fairyring.mechanics import Results, Trail
from fairyring.notation.orthodox import orthodox_form
from fairyring.pieces import Piece
from fairyring.variants.definition import Definition, Group

ARRAY = "8/8/8/4n3/3N4/8/8/8"
KNIGHT = Piece("N", "knight", "mN", note="It leaps over anything in between, and never captures.")


def variant() -> Definition:
    """The game."""
    mechanics = (Trail(), Results(stalemate="loss", plies=None))
    rules = Orthodox(grid(8, 8), (KNIGHT,), promotions="", mechanics=mechanics)
    return Definition(
        title="Joust",
        group=Group.OTHER,
        summary="Two knights leave walls behind them; the player who cannot move has lost.",
        rules=rules,
        form=orthodox_form(rules, ARRAY),
        start=f"{ARRAY} w - - 0 1",
        notes=("The board is that of chess, and each side has one knight.",),
        sources=("https://www.chessvariants.com/programs.dir/joust.html",),
    )
