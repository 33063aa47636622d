"""The conformance suite: what every game here guarantees, for inventors to test their own games.

::

    import fairyring.testing

    fairyring.testing.check("my_game.py")

`check` runs all of it, and `look` takes about a second. The single ``check_…`` functions are for tests of
your own: those that take a position look at that position and one move ahead, those that take a variant play
random games.
Each raises `ConformanceError` at the first fault, and returns None if there is none.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fairyring.game import Variant, load
from fairyring.testing.fault import ConformanceError
from fairyring.testing.games import check_load, check_playouts, check_record, check_walk, random_walk
from fairyring.testing.kernels import check_hash, check_kernel
from fairyring.testing.look import look
from fairyring.testing.positions import (
    check_choices,
    check_counts,
    check_equality,
    check_moves,
    check_position,
    check_texts,
    check_views,
)

if TYPE_CHECKING:
    from fairyring.testing.searching import check_search, check_searches

__all__ = [
    "ConformanceError",
    "Step",
    "check",
    "check_choices",
    "check_counts",
    "check_equality",
    "check_hash",
    "check_kernel",
    "check_load",
    "check_moves",
    "check_playouts",
    "check_position",
    "check_record",
    "check_search",
    "check_searches",
    "check_texts",
    "check_views",
    "check_walk",
    "look",
    "random_walk",
    "steps",
]

Step = tuple[str, Callable[[], None]]
"""A part of the suite: what is checked, and the function that does it, which raises what `check` raises."""


def __getattr__(name: str) -> Any:
    """What looks at the search, which is imported with the first of them: a look does not need it."""
    if name in ("check_search", "check_searches"):
        from fairyring.testing import searching

        return getattr(searching, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def check(
    variant: Variant | str | Path,
    *,
    walks: int = 4,
    plies: int = 40,
    seed: int = 0,
    report: Callable[[str, int, int], None] | None = None,
) -> None:
    """Run the whole suite on a game.

    Args:
        variant: the game, its name, or the path of a file that defines one.
        walks: how many random games are checked, position by position.
        plies: how long each of them is at most.
        seed: the same seed plays the same games.
        report: called before each step with its name, its number from 0, and how many steps there are.

    Raises:
        ConformanceError: the game has a fault; the message names the game, the position and the move.
        VariantError: there is no such game, or its file cannot be loaded.
    """
    game = variant if isinstance(variant, Variant) else load(variant)
    suite = steps(game, walks=walks, plies=plies, seed=seed)
    for number, (name, step) in enumerate(suite):
        if report:
            report(name, number, len(suite))
        step()


def steps(game: Variant, *, walks: int = 4, plies: int = 40, seed: int = 0) -> list[Step]:
    """The steps of `check`, each with its name, in their order; the arguments are those of `check`."""
    from fairyring.testing.searching import check_searches

    found: list[Step] = [
        ("loading", lambda: check_load(game)),
        ("the start", lambda: check_position(game.start())),
        ("counts", lambda: check_counts(game.start())),
    ]
    for walk in range(walks):
        found += [(f"walk {walk + 1}", partial(check_walk, game, plies, seed + walk))]
    return [
        *found,
        ("records", lambda: check_record(game, 4 * plies, seed)),
        ("playouts", lambda: check_playouts(game, plies, seed)),
        ("the search", lambda: check_searches(game, 2 * walks * plies, seed)),
    ]
