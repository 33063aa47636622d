"""Games of the library that are the first with some mechanic."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from .game import Game
from .janggi import janggi

LIBRARY: Mapping[str, Callable[[], Game]] = {
    "janggi": janggi,
}
"""Games that Fairy-Stockfish has, by its names."""
