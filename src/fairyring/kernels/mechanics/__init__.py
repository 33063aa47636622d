"""The mechanics of chess variants: each is a room with its declaration, its stages and its words.

Those here are data: what they are in a game stands in one array, the `Law`, which one compiled kernel reads.
So games that differ in them share their machine code. `stages` says in which order they act.
"""

from fairyring.kernels.mechanics import stages
from fairyring.kernels.mechanics.check_count import CheckCount
from fairyring.kernels.mechanics.explosion import Explosion
from fairyring.kernels.mechanics.extinction import Extinction
from fairyring.kernels.mechanics.goals import Goal
from fairyring.kernels.mechanics.hands import Hands
from fairyring.kernels.mechanics.law import Law, Mechanic
from fairyring.kernels.mechanics.must_capture import MustCapture
from fairyring.kernels.mechanics.no_checks import NoChecks
from fairyring.kernels.mechanics.results import Results

__all__ = [
    "CheckCount",
    "Explosion",
    "Extinction",
    "Goal",
    "Hands",
    "Law",
    "Mechanic",
    "MustCapture",
    "NoChecks",
    "Results",
    "stages",
]
