"""Pieces: their movement, in Betza's notation or in code, and the ways that it gives them on a board."""

from fairyring.pieces.betza import BetzaError, Dialect, UnplayedError, betza
from fairyring.pieces.legs import Curve, Jump, Leg, Legs, Ski
from fairyring.pieces.lending import Borrows, Lends
from fairyring.pieces.listed import Listed
from fairyring.pieces.movement import (
    Anywhere,
    BySide,
    Flat,
    Hop,
    Hurdle,
    Landing,
    Leap,
    Link,
    Movement,
    Round,
    Swap,
    Way,
    Where,
    Whose,
    Within,
    together,
)
from fairyring.pieces.piece import Piece
from fairyring.pieces.slip import HalflingSlip

__all__ = [
    "Anywhere",
    "BetzaError",
    "Borrows",
    "BySide",
    "Curve",
    "Dialect",
    "Flat",
    "HalflingSlip",
    "Hop",
    "Hurdle",
    "Jump",
    "Landing",
    "Leap",
    "Leg",
    "Legs",
    "Lends",
    "Link",
    "Listed",
    "Movement",
    "Piece",
    "Round",
    "Ski",
    "Swap",
    "UnplayedError",
    "Way",
    "Where",
    "Whose",
    "Within",
    "betza",
    "together",
]
