"""What batches are given, checked: numbers, actions and viewers."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from fairyring.batch.numbering import Numbering
from fairyring.board import Side
from fairyring.errors import BatchError
from fairyring.game import Position
from fairyring.game.telling import SPECTATOR
from fairyring.kernels import batches

MOVER, ALL = "mover", "all"  # viewers besides the sides and a spectator
NOBODY, EVERYTHING = 2, int(batches.EVERYTHING)
MOST_GAMES, MOST_PLIES = 10**9, 10**6
Viewer = Side | str


def seeds_from(seed: int, games: int) -> npt.NDArray[np.uint64]:
    """The random numbers that the games begin with.

    Raises:
        BatchError: it is not a seed.
    """
    try:
        sequence = np.random.SeedSequence(seed)
    except (TypeError, ValueError):
        raise BatchError(f"seed: a whole number from 0, not {seed!r}") from None
    return sequence.generate_state(games, np.uint64).astype(np.uint64)


def one_each(name: str, values: Any, games: int) -> None:
    """Check that there is a value for each game.

    Raises:
        BatchError: there is not.
    """
    if values.shape != (games,):
        raise BatchError(f"{name}: {games} numbers, one for each game, not {values.shape}")


def whole_actions(
    name: str, actions: npt.ArrayLike, games: int, numbering: Numbering
) -> npt.NDArray[np.int32]:
    """Actions as compiled code reads them; whether they are legal is for it to see.

    Raises:
        BatchError: there is not one for each game, or one is not a whole number or not an action.
    """
    if isinstance(actions, np.ndarray) and actions.dtype == np.int32:
        one_each(name, actions, games)
        return np.ascontiguousarray(actions)
    try:
        given = np.asarray(actions)
    except (TypeError, ValueError) as error:
        raise BatchError(f"{name}: {games} numbers, one for each game ({error})") from error
    one_each(name, given, games)
    if given.dtype.kind not in "iuf":
        raise BatchError(f"{name}: whole numbers in 32 bits, not {given.dtype.name}")
    with np.errstate(invalid="ignore"):  # those become others, and are found
        chosen = given.astype(np.int32)
    wrong = np.flatnonzero(chosen != given)
    if wrong.size:
        said = f"an action from 0 to {len(numbering) - 1}, not {given[wrong[0]]}"
        raise BatchError(f"{name}[{wrong[0]}]: {said}")
    return chosen


def illegal(numbering: Numbering, action: int, position: Position) -> str:
    """Why an action cannot be played."""
    if not 0 <= action < len(numbering):
        return f"an action from 0 to {len(numbering) - 1}, not {action}"
    return f"action {action} ({numbering.text(action)}) is not legal in {position}"


def viewer_number(viewer: object) -> int | None:
    """The number of a viewer for compiled code; None for the side to move in each game.

    Raises:
        BatchError: there is no such viewer.
    """
    numbers: dict[Viewer, int | None] = {side: side.number for side in Side}
    numbers |= {SPECTATOR: NOBODY, ALL: EVERYTHING, MOVER: None}
    if not isinstance(viewer, str) or viewer not in numbers:
        raise BatchError(f"a viewer is 'white', 'black', 'mover', 'spectator' or 'all', not {viewer!r}")
    return numbers[viewer]
