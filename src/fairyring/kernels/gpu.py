"""The kernels of games on a GPU, a thread a game: each calls `batches` with a view of that game alone.

Importing this needs numba-cuda.
"""

# mypy: allow-untyped-calls, allow-untyped-decorators

from __future__ import annotations

from typing import Any

import numpy as np
from numba import cuda as _cuda

from fairyring.kernels import batches
from fairyring.kernels.compiling import U
from fairyring.kernels.contract import States

cuda: Any = _cuda  # Numba's own module of this name, from before numba-cuda, has no types


@cuda.jit(device=True)
def _rows(states: Any, game: Any) -> Any:
    return States(states.cells[game], states.info[game], states.key[game], states.bits[game])


@cuda.jit(device=True)
def _games(games: Any, game: Any) -> Any:
    return batches.Games(
        games.keys[game],
        games.plies[game],
        games.seeds[game],
        games.first[game],
        games.count[game],
        games.codes[game],
        games.actions[game],
        games.over[game],
        games.ended[game],
        games.occurred[game],
        games.bound,
    )


@cuda.jit(device=True)
def _look(tables: Any, states: Any, numbers: Any, games: Any, game: Any, wrong: Any) -> None:
    own, room = _games(games, game), U(games.codes.shape[1])
    if batches.look(tables, _rows(states, game), numbers, own, U(0), U(0), room) >> U(63) != U(0):
        cuda.atomic.min(wrong, 0, game)


@cuda.jit
def restart(tables: Any, states: Any, numbers: Any, games: Any, chosen: Any, wrong: Any) -> None:
    """Start the games again that are ``chosen`` (uint8[game]), and list moves."""
    game = cuda.grid(1)
    if game < games.plies.shape[0]:
        batches.restart(_rows(states, game), _games(games, game), chosen[game : game + 1])
        _look(tables, states, numbers, games, game, wrong)


@cuda.jit
def find(games: Any, actions: Any, taken: Any, places: Any, wrong: Any) -> None:
    """Find the moves of some actions (int[game]), which are copied to ``taken`` (int64[game])."""
    game = cuda.grid(1)
    if game < games.plies.shape[0]:
        taken[game] = actions[game]
        found = batches.find(_games(games, game), taken[game : game + 1], places[game : game + 1])
        if found == U(0):
            cuda.atomic.min(wrong, 0, game)


@cuda.jit
def step(tables: Any, states: Any, numbers: Any, games: Any, places: Any, wrong: Any) -> None:
    """Make the moves at some places in the lists, and list moves."""
    game = cuda.grid(1)
    if game < games.plies.shape[0]:
        batches.advance(tables, _rows(states, game), _games(games, game), places[game : game + 1])
        _look(tables, states, numbers, games, game, wrong)


@cuda.jit
def tell(games: Any, rewards: Any, terminated: Any, truncated: Any, reasons: Any) -> None:
    """Say what a step did, as `fairyring.batch.Steps` has it."""
    game = cuda.grid(1)
    if game < games.plies.shape[0]:
        batches.tell(
            games.ended[game],
            rewards[game : game + 1],
            terminated[game : game + 1],
            truncated[game : game + 1],
            reasons[game : game + 1],
        )


@cuda.jit
def choose(games: Any, actions: Any) -> None:
    """Fill ``actions`` (int32[game]) with random legal ones."""
    game = cuda.grid(1)
    if game < games.plies.shape[0]:
        batches.choose(_games(games, game), actions[game : game + 1])


@cuda.jit
def mask(games: Any, found: Any) -> None:
    """Fill ``found`` (uint8[game, action]) with 1 for each legal action."""
    game = cuda.grid(1)
    if game < games.plies.shape[0]:
        batches.mask(_games(games, game), found[game : game + 1])


@cuda.jit
def sides(states: Any, found: Any) -> None:
    """Fill ``found`` (uint8[game]) with the sides to move."""
    game = cuda.grid(1)
    if game < found.shape[0]:
        batches.sides(_rows(states, game), found[game : game + 1])


@cuda.jit
def observe(
    states: Any, games: Any, pieces: Any, program: Any, values: Any, viewers: Any, found: Any
) -> None:
    """Fill ``found`` (uint8[game, plane, site]); see `batches.observe`."""
    game = cuda.grid(1)
    if game < games.plies.shape[0]:
        rows, own, viewer = _rows(states, game), _games(games, game), viewers[game : game + 1]
        batches.observe(rows, own, pieces, program, values, viewer, found[game : game + 1])


def on_device(value: Any) -> Any:
    """A value whose arrays, however deep in tuples, are copies on the GPU."""
    if isinstance(value, np.ndarray):
        return cuda.to_device(np.ascontiguousarray(value))
    if isinstance(value, tuple):
        parts = map(on_device, value)
        return type(value)(*parts) if hasattr(value, "_fields") else tuple(parts)
    return value
