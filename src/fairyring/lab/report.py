"""The report on a game: numbers as plain values, made of the games that were played."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from fairyring.game import Playouts, Variant
from fairyring.lab.course import Course, course
from fairyring.lab.mates import Mate
from fairyring.lab.plan import DOUBLINGS, HANDICAP, LADDER, PLAY, Plan, Record
from fairyring.lab.statistics import Estimate, elo, mean, score, share, variety
from fairyring.lab.values import Worth, worths

STOPPED = "stopped because of its length"
DEPTHS = (1, 2, 4, 8)  # plies after which openings are counted
EARLY = 10  # plies


@dataclass(frozen=True)
class Results:
    """Who wins.

    Attributes:
        white: the share of games that White won.
        draw: the share of draws, games that were stopped included.
        black: the share of games that Black won.
        points: White's points a game: 1 for a win, a half for a draw.
        reasons: how games ended, "1-0", "0-1" or "1/2-1/2" and why, with their number, the most frequent
            first.
    """

    white: Estimate
    draw: Estimate
    black: Estimate
    points: Estimate
    reasons: list[tuple[str, str, int]]


@dataclass(frozen=True)
class Size:
    """How long and wide games are.

    Attributes:
        plies: the length of a game in plies: the least, the quartiles and the most.
        lengths: the length of each game.
        branching: legal moves in a position.
        by_ply: the mean number of legal moves, ply by ply, while half of the games go on.
        forced: the share of positions with a single legal move.
        captures: captures in a game.
        checks: checks in a game.
    """

    plies: tuple[int, int, int, int, int]
    lengths: list[int]
    branching: Estimate
    by_ply: list[float]
    forced: float
    captures: Estimate
    checks: Estimate


@dataclass(frozen=True)
class Acts:
    """How often a mechanic matters: in what share of games, and in how many moves a game."""

    title: str
    games: Estimate
    moves: float


@dataclass(frozen=True)
class Openings:
    """How games begin.

    Attributes:
        moves: the legal moves of the start.
        forced: the share of positions of the first plies with a single legal move.
        variety: after 1, 2, 4 and 8 plies, how many equally frequent openings would be as varied.
        first: White's first moves, how often they were played, and White's points, the most frequent first.
        sure: plies in which the side to move at the start wins by force, negative if it loses so; None if a
            search of ``searched`` nodes found neither.
        searched: the nodes of that search.
    """

    moves: int
    forced: float
    variety: list[float]
    first: list[tuple[str, int, float]]
    sure: int | None
    searched: int


@dataclass(frozen=True)
class Rung:
    """Players of which one searches twice as many nodes as the other.

    Attributes:
        nodes: what the weaker one searches for each move.
        points: the stronger one's points a game.
        rating: the difference in Elo.
    """

    nodes: int
    points: Estimate
    rating: Estimate


@dataclass(frozen=True)
class Report:
    """What the laboratory found out about a game. What was not played is None or empty.

    Attributes:
        name: the game's name.
        title: its title for people.
        options: its options.
        plan: what was to be played.
        played: how many games of each kind were played.
        finished: whether that is all.
        results: who wins, between equal players.
        random: the same for random players.
        random_plies: the median length of random games.
        size: how long and wide games are.
        mechanics: how often each mechanic matters.
        pieces: what pieces are worth, and how much they move.
        mates: what a king and one piece do against a lone king; empty where that cannot be worked out.
        openings: how games begin.
        course: drama, lead changes and the like.
        ladder: whether more thinking wins.
        look: sentences that say what to look at.
    """

    name: str
    title: str
    options: dict[str, object]
    plan: Plan
    played: dict[str, int]
    finished: bool
    results: Results | None
    random: Results | None
    random_plies: int
    size: Size | None
    mechanics: list[Acts]
    pieces: list[Worth]
    mates: list[Mate]
    openings: Openings
    course: Course | None
    ladder: list[Rung]
    look: list[str]

    def said(self) -> dict[str, Any]:
        """The report as a dictionary for JSON; numbers that are not known are None."""
        said: dict[str, Any] = _known(asdict(self))
        return said


def _known(value: Any) -> Any:
    if isinstance(value, Estimate):
        return {name: _known(each) for name, each in value._asdict().items()}
    if isinstance(value, dict):
        return {name: _known(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [_known(each) for each in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value


def made(
    variant: Variant,
    plan: Plan,
    records: Sequence[Record],
    chances: Playouts | None,
    sure: tuple[int | None, int],
    solved: list[Mate],
    finished: bool,
) -> Report:
    """The report on some games; ``look`` is still empty.

    Args:
        variant: the game.
        plan: the plan.
        records: the games that were played, in any order.
        chances: the random games.
        sure: what the search of the start found; see `Openings`.
        solved: which pieces win against a lone king.
        finished: whether all games of the plan were played.
    """
    kinds = {
        kind: sorted((each for each in records if each.kind == kind), key=lambda each: each.number)
        for kind in (PLAY, LADDER, HANDICAP)
    }
    games = kinds[PLAY]
    return Report(
        name=variant.name,
        title=variant.title,
        options=variant.options,
        plan=plan,
        played={kind: len(found) for kind, found in kinds.items()},
        finished=finished,
        results=_results([(each.winner, each.reason) for each in games]) if games else None,
        random=_random(chances) if chances is not None else None,
        random_plies=int(np.median(chances.plies)) if chances is not None else 0,
        size=_size(games) if games else None,
        mechanics=_acts(variant, games),
        mates=solved,
        pieces=worths(variant, games, kinds[HANDICAP], plan.seed),
        openings=_openings(variant, games, sure),
        course=course(games) if games else None,
        ladder=_ladder(plan, kinds[LADDER]),
        look=[],
    )


def _results(ended: Sequence[tuple[int, str]]) -> Results:
    """Results of games: 1, 0 or -1 for White, and the reason."""
    games = len(ended)
    winners = [winner for winner, _ in ended]
    said = {1: "1-0", 0: "1/2-1/2", -1: "0-1"}
    reasons = Counter((said[winner], reason or STOPPED) for winner, reason in ended)
    return Results(
        white=share(winners.count(1), games),
        draw=share(winners.count(0), games),
        black=share(winners.count(-1), games),
        points=score(winners),
        reasons=[
            (how, why, number) for (how, why), number in sorted(reasons.items(), key=lambda each: -each[1])
        ],
    )


def _random(chances: Playouts) -> Results:
    return _results(list(zip(chances.winners.tolist(), chances.reasons, strict=True)))


def _size(games: Sequence[Record]) -> Size:
    lengths = [record.plies for record in games]
    branching = [number for record in games for number in record.branching]
    half = int(np.median(lengths))
    by_ply = [
        float(np.mean([record.branching[ply] for record in games if ply < record.plies]))
        for ply in range(half)
    ]
    quartiles = [int(each) for each in np.quantile(lengths, (0, 0.25, 0.5, 0.75, 1))]
    return Size(
        plies=(quartiles[0], quartiles[1], quartiles[2], quartiles[3], quartiles[4]),
        lengths=lengths,
        branching=mean([float(np.mean(record.branching)) for record in games if record.branching]),
        by_ply=by_ply,
        forced=branching.count(1) / max(1, len(branching)),
        captures=mean([float(record.captures) for record in games]),
        checks=mean([float(record.checks) for record in games]),
    )


def _acts(variant: Variant, games: Sequence[Record]) -> list[Acts]:
    titles = dict.fromkeys(mechanic.title for mechanic in getattr(variant.rules, "mechanics", ()))
    number = max(1, len(games))
    return [
        Acts(
            title,
            share(sum(title in record.acts for record in games), len(games)),
            sum(record.acts.get(title, 0) for record in games) / number,
        )
        for title in titles
    ]


def _openings(variant: Variant, games: Sequence[Record], sure: tuple[int | None, int]) -> Openings:
    early = [number for record in games for number in record.branching[:EARLY]]
    points: dict[str, list[int]] = {}
    for record in games:
        if record.moves:
            points.setdefault(record.moves[0], []).append(record.winner)
    first = sorted(points.items(), key=lambda each: (-len(each[1]), each[0]))
    return Openings(
        moves=len(variant.start().codes),
        forced=early.count(1) / max(1, len(early)),
        variety=[variety([" ".join(record.moves[:depth]) for record in games]) for depth in DEPTHS],
        first=[(move, len(won), score(won).value) for move, won in first],
        sure=sure[0],
        searched=sure[1],
    )


def _ladder(plan: Plan, games: Sequence[Record]) -> list[Rung]:
    found = []
    for weak in plan.rungs[:DOUBLINGS]:
        won = [
            record.winner if record.nodes[0] > record.nodes[1] else -record.winner
            for record in games
            if min(record.nodes) == weak
        ]
        if won:
            points = score(won)
            found.append(Rung(weak, points, elo(points)))
    return found
