"""The composed oracle: mechanics of chess variants, each from its own rules, and any combination of them."""

from .bare_king import BareKing
from .castling_anywhere import CastlingAnywhere
from .castlings import CastlingWins, OppositeCastling
from .checks import CheckCounting, NoChecks
from .counting import Counting
from .drop_limits import DropLimits
from .duck import Duck
from .explosion import Explosion
from .extinction import Extinction
from .facing import FacingKings
from .first_leaps import FirstLeaps
from .first_rank import FirstRankSteps
from .game import Game
from .games import CASTLINGS, GAMES, OTHERS, composed, ravioli, usual, with_board_of
from .gating import Gating
from .goals import Goals
from .hands import Hands, Setup, StartHands
from .library import LIBRARY, UNJUDGED, game
from .long_steps import LongSteps
from .mechanic import Mechanic
from .must_capture import MustCapture
from .no_escape import NoEscape
from .perpetual import PerpetualCheck
from .position import Castling, Move, Passed, Placed, Position, Result
from .promotions import Promotions
from .rebirth import Rebirth
from .results import Results
from .royals import NoEnPassant, Royals
from .several_moves import SeveralMoves
from .shak import Shak
from .walls import EdgeWalls, Stone, Trail, Walls

__all__ = [
    "CASTLINGS",
    "GAMES",
    "LIBRARY",
    "OTHERS",
    "UNJUDGED",
    "BareKing",
    "Castling",
    "CastlingAnywhere",
    "CastlingWins",
    "CheckCounting",
    "Counting",
    "DropLimits",
    "Duck",
    "EdgeWalls",
    "Explosion",
    "Extinction",
    "FacingKings",
    "FirstLeaps",
    "FirstRankSteps",
    "Game",
    "Gating",
    "Goals",
    "Hands",
    "LongSteps",
    "Mechanic",
    "Move",
    "MustCapture",
    "NoChecks",
    "NoEnPassant",
    "NoEscape",
    "OppositeCastling",
    "Passed",
    "PerpetualCheck",
    "Placed",
    "Position",
    "Promotions",
    "Rebirth",
    "Result",
    "Results",
    "Royals",
    "Setup",
    "SeveralMoves",
    "Shak",
    "StartHands",
    "Stone",
    "Trail",
    "Walls",
    "composed",
    "game",
    "ravioli",
    "usual",
    "with_board_of",
]
