"""The computer player: search for any game whose kernels keep the contract, and levels of strength.

In the package above, the name ``search`` is the function and not this module: write
``from fairyring.search import LEVELS``, never ``import fairyring.search as …``.
"""

from fairyring.search.analysis import Analysis, Line, Stop, search
from fairyring.search.beliefs import Clue, clues, explained
from fairyring.search.kept import Kept, KeptGames
from fairyring.search.levels import LEVELS, Level, Limits
from fairyring.search.preparing import prepare

__all__ = [
    "LEVELS",
    "Analysis",
    "Clue",
    "Kept",
    "KeptGames",
    "Level",
    "Limits",
    "Line",
    "Stop",
    "clues",
    "explained",
    "prepare",
    "search",
]
