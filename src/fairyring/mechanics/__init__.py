"""The mechanics of chess variants: each is a room with its declaration, its stages and its words.

Those here are data: what they are in a game stands in one array, the `Law`, which one compiled kernel reads.
So games that differ in them share their machine code. `stages` says in which order they act.
"""

from fairyring.kernels.law import Law, Mechanic
from fairyring.mechanics import stages
from fairyring.mechanics.bare_king import BareKing
from fairyring.mechanics.bikjang import Bikjang
from fairyring.mechanics.cannon_rule import CannonRule
from fairyring.mechanics.castling_rules import CastlingWins, OppositeCastling
from fairyring.mechanics.chase import Chase
from fairyring.mechanics.check_count import CheckCount
from fairyring.mechanics.connection import Connection
from fairyring.mechanics.counting import Counting
from fairyring.mechanics.drop_limits import DropLimits
from fairyring.mechanics.explosion import Explosion
from fairyring.mechanics.extinction import Extinction
from fairyring.mechanics.facing_kings import FacingKings
from fairyring.mechanics.first_leaps import FirstLeaps
from fairyring.mechanics.flips import Flips
from fairyring.mechanics.gating import Gating
from fairyring.mechanics.goals import Goal
from fairyring.mechanics.hands import Hands, StartHands
from fairyring.mechanics.hidden_royal import HiddenRoyal
from fairyring.mechanics.immunity import Immunity
from fairyring.mechanics.in_a_row import InARow
from fairyring.mechanics.in_place import InPlace
from fairyring.mechanics.long_steps import LongSteps
from fairyring.mechanics.must_capture import MustCapture
from fairyring.mechanics.no_checks import NoChecks
from fairyring.mechanics.no_escape import NoEscape
from fairyring.mechanics.partners import Partners
from fairyring.mechanics.passing import Pass
from fairyring.mechanics.perpetual_check import PerpetualCheck
from fairyring.mechanics.points import Points
from fairyring.mechanics.promotions import Promotions
from fairyring.mechanics.rebirth import Rebirth
from fairyring.mechanics.results import Results
from fairyring.mechanics.riding import Riding
from fairyring.mechanics.royals import Royals
from fairyring.mechanics.setup import Setup
from fairyring.mechanics.several_moves import SeveralMoves
from fairyring.mechanics.shak import Shak
from fairyring.mechanics.to_and_fro import ToAndFro
from fairyring.mechanics.walls import Duck, EdgeWalls, Stone, Trail, Walls

__all__ = [
    "BareKing",
    "Bikjang",
    "CannonRule",
    "CastlingWins",
    "Chase",
    "CheckCount",
    "Connection",
    "Counting",
    "DropLimits",
    "Duck",
    "EdgeWalls",
    "Explosion",
    "Extinction",
    "FacingKings",
    "FirstLeaps",
    "Flips",
    "Gating",
    "Goal",
    "Hands",
    "HiddenRoyal",
    "Immunity",
    "InARow",
    "InPlace",
    "Law",
    "LongSteps",
    "Mechanic",
    "MustCapture",
    "NoChecks",
    "NoEscape",
    "OppositeCastling",
    "Partners",
    "Pass",
    "PerpetualCheck",
    "Points",
    "Promotions",
    "Rebirth",
    "Results",
    "Riding",
    "Royals",
    "Setup",
    "SeveralMoves",
    "Shak",
    "StartHands",
    "Stone",
    "ToAndFro",
    "Trail",
    "Walls",
    "stages",
]
