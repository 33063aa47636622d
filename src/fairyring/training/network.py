"""A network that says what the fitted terms leave out, learned from the same positions with JAX.

It is trained on what terms are fitted to, points and scores, by gradient descent (D. Kingma, J. Ba:
"Adam", 2014). What it is worth is judged by games that were left out, after each pass through the others, and
the best of these networks is taken. Positions of one game are much alike, so more passes soon learn the games
by heart.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from fairyring.errors import LabError
from fairyring.kernels.base import PieceRules
from fairyring.kernels.compiling import U
from fairyring.kernels.contract import SIDE
from fairyring.kernels.network import LANES, ONE, OUTPUT_ONE
from fairyring.kernels.network_weights import MOST_UNITS, NetworkWeights, inputs
from fairyring.kernels.orthodox.tables import PHASE
from fairyring.kernels.orthodox.worth import WEIGHT
from fairyring.training.fitting import HELD_OUT, RESULT_SHARE, curves_of, entropy, points_of
from fairyring.training.samples import Samples

STAGES = 4
PASSES, BATCH, RATE, LAST_RATE = 4, 4096, 0.02, 0.05  # the last as a share of the first
SCALE = 400.0  # hundredths of a pawn that a full unit can say
SMALL, EMPTY = 0.05, 0.3  # weights at the beginning, and units without a piece
MOST_WEIGHT = 1.98  # so that the units of some forty pieces have room in a word's lane


class Learnt(NamedTuple):
    """What was learned.

    Attributes:
        weights: the network; None if it foretells games that were left out no better than the terms alone.
        before: how badly the terms foretell those games: the mean cross entropy.
        after: how badly the terms and the network do.
    """

    weights: NetworkWeights | None
    before: float
    after: float


class _Set(NamedTuple):
    """Positions as the network sees them, from the side to move.

    Attributes:
        own: int32[position, piece]; the inputs of its view, the last one where there is no piece.
        other: the same of the other side's view.
        stage: int32[position].
        usual: float64[position]; what they are worth without a network.
        curve: float64[position]; how many hundredths of a pawn raise the odds e-fold.
        wanted: float64[position]; the points that they should foretell.
    """

    own: npt.NDArray[np.int32]
    other: npt.NDArray[np.int32]
    stage: npt.NDArray[np.int32]
    usual: npt.NDArray[np.float64]
    curve: npt.NDArray[np.float64]
    wanted: npt.NDArray[np.float64]

    def at(self, chosen: npt.NDArray[Any]) -> _Set:
        """Some of them."""
        return _Set(*(part[chosen] for part in self))


def check_units(tables: Any, units: int) -> None:
    """Refuse a network that cannot be.

    Raises:
        LabError: a network cannot have this number of units, the game's family has no networks, or JAX is not
            installed.
    """
    if units <= 0 or units % LANES or units > MOST_UNITS:
        raise LabError(f"a network has {LANES} to {MOST_UNITS} units, a multiple of {LANES}, not {units}")
    if not hasattr(tables.worth, "network"):
        raise LabError("games of this family have no networks")
    try:
        for name in ("jax", "optax"):
            import_module(name)
    except ImportError as error:
        raise LabError("a network is learned with JAX: pip install 'fairyring[network]'") from error


def learnt(
    rules: PieceRules,
    samples: Samples,
    usual: npt.NDArray[np.float64],
    units: int,
) -> Learnt:
    """Learn a network.

    Args:
        rules: the game's rules, without what was learned.
        samples: positions; their sums of pieces are derived.
        usual: float64[position]; what they are worth without a network, for White.
        units: how many units each view has, a multiple of `LANES`.
    """
    held = samples.games % HELD_OUT == 0
    curve = curves_of(usual, samples)
    worth = rules.tables.worth
    shape, exchange = inputs(rules.places, worth)
    whole = _seen(samples, usual, curve, shape, exchange, int(worth.pieces[0, int(WEIGHT)]))
    judged, taught = whole.at(np.flatnonzero(held)), whole.at(np.flatnonzero(~held))
    before = entropy(judged.usual / judged.curve, judged.wanted)
    best, after = None, before
    for parameters, said in _passes(taught, judged, int(np.prod(shape)), units):
        found = entropy((judged.usual + said) / judged.curve, judged.wanted)
        if found < after:
            best, after = parameters, found
    return Learnt(None if best is None else _rounded(best, (*shape, units)), before, after)


def _seen(
    samples: Samples,
    usual: npt.NDArray[np.float64],
    curve: npt.NDArray[np.float64],
    shape: tuple[int, int, int],
    exchange: npt.NDArray[np.int64] | None,
    full: int,
) -> _Set:
    """Positions as the network sees them."""
    number = len(samples)
    _, codes, places = shape
    cells = samples.rows.cells[:number, 0].astype(np.int32)
    cells[cells >= codes] = 0  # walls
    most = int((cells > 0).sum(axis=1).max(initial=1))
    at = np.argsort(cells == 0, axis=1, kind="stable")[:, :most]
    piece = np.take_along_axis(cells, at, axis=1)
    nothing = int(np.prod(shape))
    white = piece * places + at
    black = codes * places + white if exchange is None else (piece ^ 1) * places + exchange[at]
    views = [np.where(piece > 0, view, nothing).astype(np.int32) for view in (white, black)]
    info = samples.rows.info[:number]
    moves = info[:, int(SIDE)] == U(0)
    phase = info[:, int(PHASE)].astype(np.int64)
    sign = np.where(moves, 1.0, -1.0)
    points = np.where(moves, samples.points, 1 - samples.points)
    wanted = RESULT_SHARE * points + (1 - RESULT_SHARE) * points_of(sign * samples.scores / curve)
    return _Set(
        np.where(moves[:, np.newaxis], *views),
        np.where(moves[:, np.newaxis], *views[::-1]),
        np.minimum(phase * STAGES // full, STAGES - 1).astype(np.int32),
        sign * usual,
        curve,
        wanted,
    )


def _passes(
    taught: _Set, judged: _Set, inputs: int, units: int
) -> Iterator[tuple[Mapping[str, Any], npt.NDArray[np.float32]]]:
    """The network after each pass, and what it says of the positions by which it is judged."""
    jax, optax = import_module("jax"), import_module("optax")
    jnp, chance = jax.numpy, np.random.default_rng(0)

    def said(parameters: Any, positions: _Set) -> Any:
        # The last input is not a piece.
        hidden = jnp.concatenate([parameters["hidden"], jnp.zeros((1, units))])
        views = [
            hidden[inputs].sum(axis=1) + parameters["empty"] for inputs in (positions.own, positions.other)
        ]
        full = jnp.clip(jnp.stack(views, axis=1), 0, 1) ** 2
        output = (full * parameters["output"][positions.stage]).sum(axis=(1, 2))
        return SCALE * (output + parameters["constant"][positions.stage])

    def error(parameters: Any, positions: _Set) -> Any:
        logits = (positions.usual + said(parameters, positions)) / positions.curve
        return jnp.mean(jnp.logaddexp(0.0, logits) - positions.wanted * logits)

    steps = -(-len(taught.wanted) // BATCH)
    adam = optax.adam(optax.cosine_decay_schedule(RATE, PASSES * steps, LAST_RATE))

    def step(parameters: Any, state: Any, positions: _Set) -> Any:
        changes, state = adam.update(jax.grad(error)(parameters, positions), state, parameters)
        changed = optax.apply_updates(parameters, changes)
        return {name: jnp.clip(part, -MOST_WEIGHT, MOST_WEIGHT) for name, part in changed.items()}, state

    parameters: Any = {
        "hidden": jnp.asarray(chance.normal(0, SMALL, (inputs, units)), jnp.float32),
        "empty": jnp.full(units, EMPTY),
        "output": jnp.asarray(chance.normal(0, SMALL, (STAGES, 2, units)), jnp.float32),
        "constant": jnp.zeros(STAGES),
    }
    state, judge, descend = adam.init(parameters), jax.jit(said), jax.jit(step)
    for _ in range(PASSES):
        # The last batch is filled up, since JAX compiles again for another size.
        order = np.resize(chance.permutation(len(taught.wanted)), steps * BATCH)
        for chosen in order.reshape(steps, BATCH):
            parameters, state = descend(parameters, state, taught.at(chosen))
        parts = np.array_split(np.arange(len(judged.wanted)), -(-len(judged.wanted) // BATCH))
        yield parameters, np.concatenate([np.asarray(judge(parameters, judged.at(part))) for part in parts])


def _rounded(parameters: Mapping[str, Any], shape: tuple[int, int, int, int]) -> NetworkWeights:
    """A network as the kernels have it: in whole numbers."""
    floats = {name: np.asarray(part, float) for name, part in parameters.items()}
    hidden = floats["hidden"].reshape(shape)
    hidden[:, :2] = 0  # no piece
    hidden[:, 0, 0] = floats["empty"]
    factor = SCALE * int(OUTPUT_ONE)
    return NetworkWeights(
        np.rint(int(ONE) * hidden).astype(np.int16),
        np.rint(factor * floats["output"]).astype(np.int32),
        np.rint(factor * floats["constant"]).astype(np.int32),
    )
