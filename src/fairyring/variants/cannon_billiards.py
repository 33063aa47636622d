"""Billiards Chess with cannons in place of bishops."""

from fairyring.pieces import Piece
from fairyring.variants import billiards_00
from fairyring.variants.chess import ARRAY
from fairyring.variants.definition import Definition, Figure, Group

JUMP = "It moves like a bishop. To capture, it jumps over exactly one piece of either side, far or near."


def variant() -> Definition:
    """The game."""
    billiards = billiards_00.variant()
    cannon = Piece("C", "cannon", "mBcpB", note=JUMP)
    pieces = tuple(cannon if piece.letter == "B" else piece for piece in billiards.rules.pieces)
    return billiards.but(
        title="Cannon Billiards",
        group=Group.MIXED,
        summary="Cannons jump to capture, and bounce off the sides before and after.",
        array=ARRAY.replace("B", "C").replace("b", "c"),
        inventor="fairyring",
        notes=billiards.notes,
        rulings=(
            *billiards.rulings,
            "A cannon never jumps twice over a piece, and does not capture the one that it jumps over.",
        ),
        rules={"pieces": pieces, "promotions": "QRCN"},
        figures=(
            Figure(
                "4k3/8/5p2/8/8/8/6P1/4KC2 w - - 0 1",
                "f1",
                "The cannon on f1 jumps over the pawn on g2, bounces from h3 to h4, and captures on f6.",
            ),
        ),
    )
