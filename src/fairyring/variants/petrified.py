"""Petrified Chess: pieces that capture turn to stone."""

from dataclasses import replace

from fairyring.kernels.orthodox.rules import PAWN, usual_pieces
from fairyring.mechanics import Results, Stone
from fairyring.pieces import Piece
from fairyring.variants import chess
from fairyring.variants.definition import Definition, Group

STEPPER = replace(
    PAWN,
    movement="mfsWimfnDcfF",
    note=(
        "It moves one square straight ahead or to the side, and captures one square diagonally ahead. From"
        " its own second rank it may move two squares straight ahead, if both are empty."
    ),
)
KING = Piece("K", "king", "mK", royal=True, note="It never captures. Kings may stand next to each other.")


def variant() -> Definition:
    """The game."""
    others = [KING if piece.royal else piece for piece in usual_pieces(pawn=(STEPPER,))]
    return chess.variant().but(
        title="Petrified Chess",
        group=Group.EFFECTS,
        summary="A piece that captures turns to stone and blocks its square for good; pawns do not.",
        mechanics=[Stone("NBRQ"), Results(undone=True)],
        notes=("The board is that of chess. Pawns step to the side, too, and the king does not capture.",),
        sources=("https://www.chess.com/variants/petrified",),
        rules={"pieces": tuple(others), "minor": "", "bound": ""},
    )
