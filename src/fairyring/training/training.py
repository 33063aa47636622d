"""Training from beginning to end: games, positions, terms, and the text of a file of weights."""

from __future__ import annotations

import time
from collections.abc import Generator
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from fairyring.errors import LabError
from fairyring.game import Variant
from fairyring.kernels.base import PieceRules
from fairyring.kernels.contract import family_of
from fairyring.kernels.learned import fingerprint
from fairyring.lab import Plan, kept, study
from fairyring.search import Stop
from fairyring.training.fitting import Fit, fitted, measured
from fairyring.training.samples import samples
from fairyring.variants.weights import written
from fairyring.workers import Workers

MOST_GAMES, MOST_POSITIONS = 60_000, 120_000
FEWEST_POSITIONS = 500
GAME_PLIES, OPENING_PLIES = 250, 10


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
        text: the text of the file of weights.
    """

    fit: Fit
    games: int
    text: str


def plan_of(nodes: int, seed: int) -> Plan:
    """What is played: games from the start, and from starts that lack some pieces."""
    return Plan(
        games=MOST_GAMES * 2 // 3,
        nodes=max(nodes, 32),
        ladder=0,
        handicaps=MOST_GAMES // 3,
        handicap_nodes=nodes,
        random=0,
        openings=OPENING_PLIES,
        plies=GAME_PLIES,
        seed=seed,
    )


@dataclass
class _Ending:
    """When the games end: after some time, after so many, or when somebody says so."""

    hours: float
    games: int | None
    stop: Stop | None
    played: int = 0
    began: float = field(default_factory=time.monotonic)

    @property
    def share(self) -> float:
        """The part of the games that has been played."""
        by_time = (time.monotonic() - self.began) / max(3600 * self.hours, 1e-6)
        return min(1.0, max(by_time, self.played / self.games if self.games else 0.0))

    def is_set(self) -> bool:
        return self.share == 1 or (self.stop is not None and self.stop.is_set())


def train(
    variant: Variant,
    hours: float,
    folder: Path,
    nodes: int = 500,
    games: int | None = None,
    seed: int = 0,
    workers: Workers | None = None,
    stop: Stop | None = None,
) -> Generator[Progress, None, Trained]:
    """Learn an evaluation; yields how far it is, and returns what was learned.

    The engine plays with what was learned before, if anything was; what is learned now does not build on it.

    Args:
        variant: the game.
        hours: how long games are played; fitting takes some minutes more.
        folder: where games are kept: the same call goes on from there, and uses all of them.
        nodes: how many nodes the players search for each move.
        games: how many are played at most.
        seed: the same seed gives the same games.
        workers: who plays, as for `study`.
        stop: ends the games once its ``is_set()`` is true; what was played is used.

    Raises:
        LabError: the game's evaluation cannot be learned, there are too few games, or the folder has games of
            another plan or game.
    """
    known = variant.rules
    if (
        not isinstance(known, PieceRules)
        or not hasattr(known.tables, "worth")
        or family_of(type(known.tables)).derive is None
    ):
        raise LabError(f"{variant.title}: this game's evaluation cannot be learned")
    plan = plan_of(nodes, seed)
    ending = _Ending(hours, games, stop)
    for progress in study(variant, plan, folder, workers, ending):
        ending.played = progress.done
        yield Progress(progress.stage, ending.share)
    records = kept(folder)
    yield Progress("collecting positions", 0.0)
    found = samples(variant, records, plan.openings, MOST_POSITIONS)
    if len(found) < FEWEST_POSITIONS:
        raise LabError(
            f"{len(found)} quiet positions in {len(records)} games are too few to learn from: play longer"
        )
    rules = known.taught(None)
    tables = rules.tables
    yield Progress("measuring terms", 0.0)
    design = measured(tables, rules.terms(tables), found.rows, len(found), alone=not rules.layout.spare)
    yield Progress("fitting terms", 0.0)
    fit = fitted(design, found)
    options = "".join(f" --option {name}={value}" for name, value in variant.options.items())
    made = {
        "command": f"fairyring train {variant.name}{options} --nodes {nodes} --seed {seed}",
        "games": len(records),
        "positions": len(found),
        "foretold": [round(fit.before, 4), round(fit.after, 4)],
    }
    return Trained(fit, len(records), written(variant.name, fingerprint(rules, tables), fit.values, made))
