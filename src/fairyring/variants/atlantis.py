"""Atlantis: the board sinks, square by square, from its edge."""

from fairyring.mechanics import EdgeWalls
from fairyring.variants import chess
from fairyring.variants.definition import Definition, Group


def variant() -> Definition:
    """The game."""
    return chess.variant().but(
        title="Atlantis",
        group=Group.EFFECTS,
        summary="Instead of moving, you may sink an empty square at the edge of the board.",
        mechanics=[EdgeWalls()],
        notes=(
            "The board, the pieces and their moves are those of chess; a wall is a square that has sunk.",
        ),
        sources=("https://www.chessvariants.com/boardrules.dir/atlantis.html",),
        inventor="Gerben Dirksen",
        year=1999,
        rules={"minor": "", "bound": ""},
    )
