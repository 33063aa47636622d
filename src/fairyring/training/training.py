"""Training from beginning to end: games, positions, terms, a match, and the text of a file of weights."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import closing, nullcontext
from dataclasses import dataclass
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from fairyring.errors import LabError, expect, whole_number
from fairyring.game import Variant
from fairyring.kernels.base import PieceRules
from fairyring.kernels.contract import family_of
from fairyring.kernels.learned import Learned, fingerprint
from fairyring.kernels.terms import Term, changed
from fairyring.lab.statistics import Estimate, elo, mean
from fairyring.lab.study import claim
from fairyring.search import Stop, prepare
from fairyring.training.fitting import Design, Fit, evaluated, fitted, measured
from fairyring.training.network import Learnt, check_units, learnt
from fairyring.training.playing import match
from fairyring.training.samples import GAMES_AT_ONCE, TOLD, Batch, Samples, played, together
from fairyring.variants.weights import written
from fairyring.workers import Workers, opened

MOST_POSITIONS, PER_GAME = 500_000, 100  # for terms: more positions of a game say hardly more
MOST_SLOPES = 700_000_000  # of positions and terms, four bytes each
MOST_FOR_NETWORK = 4_000_000
FEWEST_POSITIONS, FEWEST_GAMES = 750, 25  # positions of one game are much alike
MOST_HOURS = 10**6
NUMBERS = (int, float, np.integer, np.floating)


class Progress(NamedTuple):
    """How far training is.

    Attributes:
        stage: what it does, in words.
        share: which part of it is done, from 0 to 1.
    """

    stage: str
    share: float


@dataclass(frozen=True)
class Trained:
    """What training has come to.

    Attributes:
        fit: the fit.
        games: how many games were played.
        elo: by how many Elo points the weights beat the formulas, or those from which training went on, in so
            many games; None if there was no match.
        text: the text of the file of weights.
        network: what came of a network; None if none was asked for.
    """

    fit: Fit
    games: int
    elo: Estimate | None
    text: str
    network: Learnt | None = None

    @property
    def anything(self) -> bool:
        """Whether anything foretells games better than the formulas, or what training went on from."""
        return bool(self.fit.values) or (self.network is not None and self.network.weights is not None)


class _Shelf:
    """A folder in which the positions of games are kept, one file for each task."""

    def __init__(self, folder: Path, plan: dict[str, object]) -> None:
        """Open it.

        Raises:
            LabError: it has positions of something else.
        """
        self._folder = folder
        claim(folder, plan, "other players")

    def tasks(self) -> list[int]:
        """The numbers of the tasks that were done."""
        return sorted(int(path.stem) for path in self._folder.glob("*.npz"))

    def left(self, most: int | None) -> Iterator[int]:
        """The numbers of tasks that are still to be done: below a number, or without end."""
        done = set(self.tasks())
        return (task for task in (count() if most is None else range(most)) if task not in done)

    def add(self, task: int, batch: Batch) -> None:
        """Keep the positions of a task."""
        path = self._folder / f"{task:06}.part"
        with path.open("wb") as file:
            np.savez_compressed(file, **batch._asdict())
        path.rename(path.with_suffix(".npz"))

    def batches(self) -> list[Batch]:
        """All positions.

        Raises:
            LabError: a file has something else.
        """
        found = []
        for task in self.tasks():
            path = self._folder / f"{task:06}.npz"
            try:
                with np.load(path, allow_pickle=False) as file:
                    found.append(Batch(*(file[name] for name in Batch._fields)))
            except (ValueError, KeyError, OSError, EOFError) as error:
                raise LabError(f"{path}: no positions of games: {error}; delete it") from error
        return found


def train(
    variant: Variant,
    hours: float,
    folder: Path | str,
    nodes: int = 500,
    games: int | None = None,
    seed: int = 0,
    pairs: int = 100,
    workers: Workers | None = None,
    stop: Stop | None = None,
    units: int = 0,
    further: bool = False,
) -> Generator[Progress, None, Trained]:
    """Learn an evaluation; yields how far it is, and returns what was learned.

    The engine plays with what was learned before, if anything was. What is learned now builds on it only with
    ``further``.

    Args:
        variant: the game.
        hours: how long games are played; fitting takes some minutes more.
        folder: where positions of games are kept: the same call goes on from there, and uses all of them.
        nodes: how many nodes the players search for each move.
        games: how many are played at most, a multiple of `GAMES_AT_ONCE` or rounded up to one.
        seed: the same seed gives the same games.
        pairs: how many pairs of games the weights play against the formulas at the end; a game with secrets
            has no such match.
        workers: who plays, still open afterwards; processes on this machine, one for each processor, if None.
        stop: ends the games once its ``is_set()`` is true; what was played is used.
        units: how many units each view of a network has, a multiple of four; 0 for no network.
        further: whether to go on from the game's weights: terms are drawn towards their present values, which
            takes fewer games, and the match is against these weights.

    Raises:
        LabError: the game's evaluation cannot be learned, a number is out of range, there are too few
            games, the folder has games of other players or of another game, a network is asked for that
            cannot be, or there are no weights to go on from, or they have a network or are of other rules.
        TypeError: an argument is not a variant or a folder, as it should be.
    """
    expect(variant, Variant, "an evaluation is that of a variant, which load finds by its name")
    _check_hours(hours)
    nodes = whole_number("nodes", nodes, 1, kind=LabError)
    games = None if games is None else whole_number("games", games, 1, kind=LabError)
    seed, pairs = whole_number("seed", seed, kind=LabError), whole_number("pairs", pairs, 0, kind=LabError)
    folder = Path(folder)
    rules, tables = _formulas(variant)
    if units:
        check_units(tables, units)
    known = fingerprint(rules, tables)
    before = _before(variant, known, units) if further else None
    shelf = _Shelf(folder, _plan(variant, known, nodes, seed))
    yield Progress("compiling the rules", 0.0)
    prepare(variant)
    most = None if games is None else -(-games // GAMES_AT_ONCE)
    yield Progress("playing", 0.0)
    with opened() if workers is None else nullcontext(workers) as players:
        yield from _play(variant, shelf, players, hours, most, nodes, seed, stop)
        number = GAMES_AT_ONCE * len(shelf.tasks())
        yield Progress("collecting positions", 0.0)
        batches = shelf.batches()
        terms = rules.terms(tables)
        found = together(variant, batches, most_positions(number, len(terms)), TOLD)
        if len(found) < FEWEST_POSITIONS or number < FEWEST_GAMES:
            raise LabError(
                f"{len(found)} quiet positions in {number} games are too few to learn from: play longer"
            )
        present = tables._replace(worth=changed(tables.worth, terms, before.values)) if before else tables
        design = yield from _measure(present, terms, found, alone=not rules.layout.spare)
        yield Progress("fitting terms", 0.0)
        fit = fitted(design, found)
        network = None
        if units:
            yield Progress("learning a network", 0.0)
            more = together(variant, batches, MOST_FOR_NETWORK)
            worth = changed(tables.worth, terms, fit.values)
            usual = evaluated(tables._replace(worth=worth), more.rows, range(len(more)))
            network = learnt(rules, more, usual, units)
        weights = None if network is None else network.weights
        values = fit.values if before is None else _sum(before.values, fit.values)
        learned = Learned(values, known, network=weights)
        results: list[float] = []
        if (fit.values or weights) and rules.secrets is None:
            yield Progress("playing a match", 0.0)
            fought = partial(_fought, variant, learned, further, nodes, seed)
            for _, points in players.map(fought, range(pairs)):
                results.append(points)
                yield Progress("playing a match", len(results) / pairs)
    made: dict[str, object] = {
        "command": _command(variant, further, nodes, number, seed),
        "games": number,
        "positions": len(found),
        "foretold": [round(fit.before, 4), round(fit.after, 4)],
    }
    stronger = elo(mean(results)) if results else None
    if stronger is not None:
        made["match"] = [2 * pairs, round(stronger.value), round(stronger.width / 2)]  # games, Elo, error
    if network is not None:
        made["network"] = [round(network.before, 4), round(network.after, 4)]
    if before is not None:
        made["from"] = before.made
    text = written(variant.name, learned.rules, values, made, weights)
    return Trained(fit, number, stronger, text, network)


def most_positions(games: int, terms: int) -> int:
    """How many positions of some games are used to fit some terms."""
    return min(MOST_POSITIONS, PER_GAME * games, MOST_SLOPES // max(terms, 1))


def _play(
    variant: Variant,
    shelf: _Shelf,
    players: Workers,
    hours: float,
    most: int | None,
    nodes: int,
    seed: int,
    stop: Stop | None,
) -> Generator[Progress, None, None]:
    """Play games until there are enough, the time is over, or it is to stop, and keep their positions."""
    began, done = time.monotonic(), len(shelf.tasks())
    with closing(players.map(partial(played, variant, nodes, seed), shelf.left(most))) as playing:
        for task, batch in playing:
            shelf.add(task, batch)
            done += 1
            by_time = (time.monotonic() - began) / max(3600 * hours, 1e-6)
            share = min(1.0, max(by_time, done / most if most else 0.0))
            yield Progress("playing", share)
            if share == 1 or (stop is not None and stop.is_set()):
                break


def _measure(
    tables: Any, terms: Sequence[Term], found: Samples, alone: bool
) -> Generator[Progress, None, Design]:
    """Measure what positions owe to terms."""
    shares = measured(tables, terms, found.rows, len(found), alone)
    while True:
        try:
            yield Progress("measuring terms", next(shares))
        except StopIteration as end:
            design: Design = end.value
            return design


def _command(variant: Variant, further: bool, nodes: int, games: int, seed: int) -> str:
    """The command that learns the same."""
    options = "".join(f" --option {name}={value}" for name, value in variant.options.items())
    options += " --further" if further else ""
    return f"fairyring train {variant.name}{options} --nodes {nodes} --games {games} --seed {seed}"


def _check_hours(hours: object) -> None:
    """Refuse a number of hours that is not one, or is out of bounds.

    Raises:
        LabError: ``hours`` is not a number from 0 to `MOST_HOURS`.
    """
    if isinstance(hours, bool) or not isinstance(hours, NUMBERS) or not 0 <= hours <= MOST_HOURS:
        raise LabError(f"hours: a number from 0 to {MOST_HOURS}, not {hours!r}")


def _fought(variant: Variant, learned: Learned, further: bool, nodes: int, seed: int, pair: int) -> float:
    """The points a game of weights against the formulas, or the present weights, in a pair of games."""
    rules, _ = _formulas(variant)
    opponent = variant.rules if further and isinstance(variant.rules, PieceRules) else rules
    (points,) = match(variant, (rules.taught(learned), opponent), [pair], nodes, seed)
    return sum(points) / 2


def _before(variant: Variant, known: str, units: int) -> Learned:
    """The weights from which training goes on.

    Raises:
        LabError: the game has none, or they cannot be gone on from.
    """
    rules = variant.rules
    learned = rules.learned if isinstance(rules, PieceRules) else None
    if learned is None:
        raise LabError(f"{variant.title}: this game has no weights to go on from")
    if learned.rules and learned.rules != known:
        raise LabError(
            f"{variant.title}: its weights are of other rules and not in use; learn from the formulas"
        )
    if units or learned.network is not None:
        raise LabError("a network is learned from the beginning, not further")
    return learned


def _sum(before: Mapping[str, int], more: Mapping[str, int]) -> dict[str, int]:
    """The values of terms that have changed by some."""
    found = {name: before.get(name, 0) + more.get(name, 0) for name in {**before, **more}}
    return {name: value for name, value in found.items() if value}


def _formulas(variant: Variant) -> tuple[PieceRules, Any]:
    """The rules and tables of a game without what was learned.

    Raises:
        LabError: its evaluation cannot be learned.
    """
    known = variant.rules
    if (
        not isinstance(known, PieceRules)
        or not hasattr(known.tables, "worth")
        or family_of(type(known.tables)).derive is None
    ):
        raise LabError(f"{variant.title}: this game's evaluation cannot be learned")
    rules = known.taught(None)
    return rules, rules.tables


def _plan(variant: Variant, rules: str, nodes: int, seed: int) -> dict[str, object]:
    """What the games in a folder have in common."""
    known = variant.rules
    learned = known.learned.values if isinstance(known, PieceRules) and known.learned else {}
    players = hashlib.sha256(json.dumps(sorted(learned.items())).encode()).hexdigest()[:16]
    return {"game": repr(variant), "rules": rules, "players": players, "nodes": nodes, "seed": seed}
