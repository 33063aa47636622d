"""The composed oracle: mechanics of chess variants, each from its own rules, and any combination of them."""

from .checks import CheckCounting, NoChecks
from .explosion import Explosion
from .extinction import Extinction
from .first_rank import FirstRankSteps
from .game import Game
from .games import CASTLINGS, GAMES, composed, game, ravioli, usual, with_board_of
from .goals import Goals
from .hands import Hands
from .mechanic import Mechanic
from .must_capture import MustCapture
from .position import Castling, Move, Passed, Placed, Position, Result
from .rebirth import Rebirth
from .results import Results

__all__ = [
    "CASTLINGS",
    "GAMES",
    "Castling",
    "CheckCounting",
    "Explosion",
    "Extinction",
    "FirstRankSteps",
    "Game",
    "Goals",
    "Hands",
    "Mechanic",
    "Move",
    "MustCapture",
    "NoChecks",
    "Passed",
    "Placed",
    "Position",
    "Rebirth",
    "Result",
    "Results",
    "composed",
    "game",
    "ravioli",
    "usual",
    "with_board_of",
]
