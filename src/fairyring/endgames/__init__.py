"""Endgames of a few pieces, solved for any game whose positions are no more than where the pieces are."""

from fairyring.endgames.endgame import Endgame, Ending
from fairyring.endgames.keeping import known_endgame, solve_endgame

__all__ = ["Endgame", "Ending", "known_endgame", "solve_endgame"]
