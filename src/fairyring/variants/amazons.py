"""Amazons: pieces that move as queens shoot arrows, which stay where they are."""

from fairyring.board import grid
from fairyring.kernels.orthodox.rules import Orthodox
from fairyring.mechanics import Results, Walls
from fairyring.notation.orthodox import orthodox_form
from fairyring.pieces import Piece
from fairyring.variants.definition import Definition, Figure, Group

ARRAY = "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3"
AMAZON = Piece(
    "Q", "amazon", "mQ", drawing="queen", note="It moves any distance over empty squares, and never captures."
)


def variant() -> Definition:
    """The game."""
    mechanics = (Walls(shot=True), Results(stalemate="loss", plies=None))
    rules = Orthodox(grid(10, 10), (AMAZON,), promotions="", mechanics=mechanics)
    return Definition(
        title="Amazons",
        group=Group.OTHER,
        summary="Each amazon that moves shoots an arrow that stays on its square; who cannot move has lost.",
        rules=rules,
        form=orthodox_form(rules, ARRAY),
        start=f"{ARRAY} w - - 0 1",
        inventor="Walter Zamkauskas",
        year=1988,
        notes=("The board has ten files and ten ranks, and each side has four amazons.",),
        figures=(
            Figure(
                "10/10/10/10/2*7/4Q5/10/2*1*5/10/10 w - - 0 1",
                "e5",
                "Walls stop the amazon. After its move, it shoots from its new square.",
            ),
        ),
        sources=("https://en.wikipedia.org/wiki/Game_of_the_Amazons",),
    )
