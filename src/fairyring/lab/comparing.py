"""Two versions of a game side by side."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from fairyring.lab.report import Report
from fairyring.lab.statistics import Estimate, Z


@dataclass(frozen=True)
class Difference:
    """One measure of two games.

    Attributes:
        measure: what it is, in words.
        one: of the first game.
        other: of the second.
        sure: whether they differ by more than chance would explain once in twenty times.
    """

    measure: str
    one: Estimate
    other: Estimate
    sure: bool


def compared(one: Report, other: Report) -> list[Difference]:
    """The measures that both reports have."""
    theirs = dict(_measures(other))
    return [
        Difference(name, mine, theirs[name], _differ(mine, theirs[name]))
        for name, mine in _measures(one)
        if name in theirs
    ]


def _differ(one: Estimate, other: Estimate) -> bool:
    """Whether two estimates differ: by the normal approximation, from the widths of their intervals."""
    error = math.hypot(one.width, other.width) / 2 / Z
    return bool(error > 0 and abs(one.value - other.value) > Z * error)


def _measures(report: Report) -> Iterator[tuple[str, Estimate]]:
    if report.results is not None:
        yield "White's points", report.results.points
        yield "draws", report.results.draw
    if report.size is not None:
        yield "legal moves in a position", report.size.branching
        yield "captures in a game", report.size.captures
        yield "checks in a game", report.size.checks
    if report.course is not None:
        yield "drama", report.course.drama
        yield "comebacks", report.course.comebacks
        yield "lead changes", report.course.lead_changes
        yield "uncertainty", report.course.uncertainty
        yield "decided after", report.course.decided
    for piece in report.pieces:
        if piece.value is not None:
            yield f"value of the {piece.name}", piece.value
    for rung in report.ladder:
        yield f"Elo of {2 * rung.nodes} nodes over {rung.nodes}", rung.rating
