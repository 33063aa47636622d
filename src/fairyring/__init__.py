"""fairyring: chess whose board misbehaves.

Plays, analyses and lets people invent chess variants whose boards fold, spin, stack and lie::

    import fairyring

    position = fairyring.load("ravioli").start()
    position = position.play("b2u-b4u")

What needs the compiler is imported when it is first asked for.
"""

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

from fairyring.board import Side
from fairyring.errors import (
    AmbiguousMoveError,
    BatchError,
    EndgameError,
    FairyringError,
    IllegalMoveError,
    MoveError,
    PositionError,
    PuzzleError,
    RecordError,
    SearchError,
    SetupError,
    UnknownSecretError,
    VariantError,
)

if TYPE_CHECKING:
    from fairyring.endgames import Endgame, Ending, solve_endgame
    from fairyring.game import (
        Game,
        Lesson,
        Move,
        Node,
        Playouts,
        Position,
        Puzzle,
        Result,
        Setup,
        Tree,
        Variant,
        View,
        divide,
        lessons,
        load,
        perft,
        playouts,
        puzzles,
        read_pgn,
        read_trees,
    )
    from fairyring.names import variants
    from fairyring.search import LEVELS, Analysis, Level, prepare, search

__version__ = "0.1.0"

__all__ = [
    "LEVELS",
    "AmbiguousMoveError",
    "Analysis",
    "BatchError",
    "Endgame",
    "EndgameError",
    "Ending",
    "FairyringError",
    "Game",
    "IllegalMoveError",
    "Lesson",
    "Level",
    "Move",
    "MoveError",
    "Node",
    "Playouts",
    "Position",
    "PositionError",
    "Puzzle",
    "PuzzleError",
    "RecordError",
    "Result",
    "SearchError",
    "Setup",
    "SetupError",
    "Side",
    "Tree",
    "UnknownSecretError",
    "Variant",
    "VariantError",
    "View",
    "divide",
    "lessons",
    "load",
    "perft",
    "playouts",
    "prepare",
    "puzzles",
    "read_pgn",
    "read_trees",
    "search",
    "solve_endgame",
    "variants",
]

if not TYPE_CHECKING:
    # Where the other names are; the first imports no compiler.
    _LATER = ("fairyring.names", "fairyring.search", "fairyring.game", "fairyring.endgames")

    def __getattr__(name):
        if name in __all__:
            from fairyring.kernels.gc_pause import collector_paused

            with collector_paused():  # it would take a sixth of the time, and find nothing
                for home in map(import_module, _LATER):
                    if hasattr(home, name):
                        globals()[name] = getattr(home, name)
                        return globals()[name]
        raise AttributeError(f"module 'fairyring' has no attribute {name!r}")

    class _Package(ModuleType):
        """Keeps `variants` and `search` the functions when Python binds the packages of the same names."""

        def __setattr__(self, name, value):
            if not (name in __all__ and isinstance(value, ModuleType)):
                super().__setattr__(name, value)

    sys.modules[__name__].__class__ = _Package
