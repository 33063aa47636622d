"""The names of the games that come with fairyring, and what other programs call some of them.

They are found by the files of the games, and nothing else is imported for that, so engines list them at once.
"""

from __future__ import annotations

import pkgutil
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

OTHER_NAMES = {"normal": "chess", "fischerandom": "chess960", "cylinder": "cylindrical"}
"""The names that XBoard and Fairy-Stockfish give to games that have other names here."""

NAMES_IN_RECORDS = {
    "standard": "chess",
    "from position": "chess",
    "three-check": "3check",
    "king of the hill": "kingofthehill",
    "racing kings": "racingkings",
}
"""What else Lichess calls games in its records, in small letters."""

# The modules in `fairyring.variants` that are not games.
_APART = frozenset(
    {
        "definition",
        "difficulty",
        "self_play",
        "solved",
        "stage_faults",
        "toml",
        "user_faults",
        "user_files",
        "weights",
    }
)


def folder() -> Traversable:
    """Where the games are."""
    return files(__package__) / "variants"


@cache
def variants() -> tuple[str, ...]:
    """The names of the variants that come with fairyring, sorted."""
    modules = {module.name for module in pkgutil.iter_modules([str(folder())])} - _APART
    games = {name.replace("_", "-") for name in modules} | _written(folder())
    return tuple(sorted(games.union(library())))


@cache
def library() -> tuple[str, ...]:
    """The names of the games of the library, sorted."""
    return tuple(sorted(_written(folder() / "library")))


def _written(where: Traversable) -> set[str]:
    """The names of the game files of a folder."""
    found = (file.name for file in where.iterdir() if file.name.endswith(".toml"))
    return {name.removesuffix(".toml").replace("_", "-") for name in found}
