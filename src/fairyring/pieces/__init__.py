"""Pieces: their movement, in Betza's notation or in code, and the ways that it gives them on a board."""

from fairyring.pieces.betza import BetzaError, betza
from fairyring.pieces.movement import BySide, Flat, Landing, Leap, Link, Movement, Way, together
from fairyring.pieces.piece import Piece

__all__ = [
    "BetzaError",
    "BySide",
    "Flat",
    "Landing",
    "Leap",
    "Link",
    "Movement",
    "Piece",
    "Way",
    "betza",
    "together",
]
