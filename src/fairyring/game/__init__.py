"""What Python users work with: variants, positions, moves, games, and walks over them."""

from fairyring.game.lesson import Lesson, lessons
from fairyring.game.position import Move, Position, Result, Variant, View, load
from fairyring.game.puzzle import Puzzle, puzzles
from fairyring.game.record import Game, read_pgn
from fairyring.game.setup import Setup
from fairyring.game.tree import Node, Tree, read_trees
from fairyring.game.walks import Playouts, divide, perft, playouts, prepare
from fairyring.names import variants

__all__ = [
    "Game",
    "Lesson",
    "Move",
    "Node",
    "Playouts",
    "Position",
    "Puzzle",
    "Result",
    "Setup",
    "Tree",
    "Variant",
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
    "variants",
]
