"""Duck Chess: nobody can capture the duck, and it is always in the way."""

from fairyring.mechanics import Duck, Extinction, Results
from fairyring.variants import chess
from fairyring.variants.antichess import common_king
from fairyring.variants.definition import Definition, Figure, Group


def variant() -> Definition:
    """The game."""
    return chess.variant().but(
        title="Duck Chess",
        group=Group.EFFECTS,
        summary="After each move, the player moves the duck to block a square.",
        mechanics=[Duck(), Extinction("K"), Results(stalemate="win")],
        inventor="Tim Paulden",
        year=2016,
        notes=("The board, the pieces and their moves are those of chess, with a rubber duck.",),
        figures=(
            Figure(
                "4k3/P7/8/8/2*5/8/8/2R1K3 w - - 0 1",
                "c1",
                "The duck on c4 stops the rook. After its move, the duck goes to another empty square.",
            ),
        ),
        rulings=("A king may castle over squares that are attacked.",),
        sources=("https://duckchess.com/",),
        rules=common_king("It is never in check, and may stay or go where it can be captured."),
    )
