"""Pieces: their movement, in Betza's notation or in code, and the ways that it gives them on a board."""

from fairyring.pieces.betza import BetzaError, betza
from fairyring.pieces.movement import (
    Area,
    Bent,
    BySide,
    Flat,
    Hop,
    Landing,
    Leap,
    Link,
    Mount,
    Movement,
    Way,
    Where,
    Within,
    together,
)
from fairyring.pieces.piece import Piece

__all__ = [
    "Area",
    "Bent",
    "BetzaError",
    "BySide",
    "Flat",
    "Hop",
    "Landing",
    "Leap",
    "Link",
    "Mount",
    "Movement",
    "Piece",
    "Way",
    "Where",
    "Within",
    "betza",
    "together",
]
