"""Three Kings: each side has three kings, and cannot afford to lose one."""

from fairyring.mechanics import Extinction
from fairyring.variants import chess
from fairyring.variants.antichess import common_king
from fairyring.variants.definition import Definition, Group


def variant() -> Definition:
    """The game."""
    return chess.variant().but(
        title="Three Kings",
        group=Group.GOALS,
        summary="Each side has three kings, and loses when one is captured.",
        mechanics=[Extinction("K", most=2)],
        array="knbqkbnk/pppppppp/8/8/8/8/PPPPPPPP/KNBQKBNK",
        notes=(
            "Kings stand in place of the rooks, too. In everything else, the moves are those of chess.",
            "No king is ever in check, and there is no castling.",
        ),
        sources=(
            "https://github.com/cutechess/cutechess/blob/master/projects/lib/src/board/threekingsboard.h",
        ),
        rules={**common_king(), "castlings": ()},
    )
