"""Pieces: their movement, in Betza's notation or in code, and the ways that it gives them on a board."""

from fairyring.pieces.betza import BetzaError, betza
from fairyring.pieces.movement import (
    Bent,
    BySide,
    Flat,
    Hop,
    Hurdle,
    Landing,
    Leap,
    Link,
    Movement,
    Way,
    Where,
    Within,
    together,
)
from fairyring.pieces.piece import Piece

__all__ = [
    "Bent",
    "BetzaError",
    "BySide",
    "Flat",
    "Hop",
    "Hurdle",
    "Landing",
    "Leap",
    "Link",
    "Movement",
    "Piece",
    "Way",
    "Where",
    "Within",
    "betza",
    "together",
]
