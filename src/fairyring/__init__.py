"""fairyring: chess whose board misbehaves.

Plays, analyses and lets people invent chess variants whose boards fold, spin, stack and lie::

    import fairyring

    position = fairyring.load("ravioli").start()
    position = position.play("b2u-b4u")
"""

from fairyring.board import Side
from fairyring.errors import (
    AmbiguousMoveError,
    FairyringError,
    IllegalMoveError,
    MoveError,
    PositionError,
    RecordError,
    VariantError,
)
from fairyring.game import (
    Game,
    Move,
    Playouts,
    Position,
    Result,
    Variant,
    View,
    divide,
    load,
    perft,
    playouts,
    prepare,
    read_pgn,
    variants,
)

__version__ = "0.1.0"

__all__ = [
    "AmbiguousMoveError",
    "FairyringError",
    "Game",
    "IllegalMoveError",
    "Move",
    "MoveError",
    "Playouts",
    "Position",
    "PositionError",
    "RecordError",
    "Result",
    "Side",
    "Variant",
    "VariantError",
    "View",
    "divide",
    "load",
    "perft",
    "playouts",
    "prepare",
    "read_pgn",
    "variants",
]
