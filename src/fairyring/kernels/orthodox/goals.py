"""The tables read back: where a piece could go if it were alone on the board."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from fairyring.kernels.orthodox.codes import (
    CAPTURE,
    DOUBLE,
    HURDLE,
    MOVE,
    PROMOTE,
    SITE_MASK,
    SKIP_MASK,
    SKIP_SHIFT,
)
from fairyring.kernels.orthodox.hop_tables import Hops
from fairyring.kernels.orthodox.path_tables import EMPTY, ENEMY, OWN, Path, paths_of
from fairyring.kernels.orthodox.tables import Ways
from fairyring.kernels.rules import Goal, Over


def piece_goals(ways: Ways, names: Sequence[str], code: int, site: int) -> tuple[Goal, ...]:
    """The goals of the piece with this code on a site, in the order of its lines.

    A line ends at the step whose distance to the next line is 1. A step without flags is only crossed;
    a goal that several ways lead to has the flags of them all, except that ways by which a piece there is put
    down elsewhere are a goal of their own.
    """
    at = code * ((len(ways.ray_start) - 1) // len(ways.kinds)) + site
    steps = [int(step) for step in ways.rays[int(ways.ray_start[at]) : int(ways.ray_start[at + 1])]]
    found: dict[tuple[int, bool], Goal] = {}
    crossed: tuple[str, ...] = ()
    for step in steps:
        number = step & int(SITE_MASK)
        goal = Goal(
            names[number],
            (crossed,),
            move=bool(step & int(MOVE)),
            capture=bool(step & int(CAPTURE)),
            double=bool(step & int(DOUBLE)),
            promotion=bool(step & int(PROMOTE)),
        )
        if goal.move or goal.capture:
            at_goal = (number, False)
            found[at_goal] = _joined(found[at_goal], goal) if at_goal in found else goal
        last_of_line = step >> int(SKIP_SHIFT) & int(SKIP_MASK) == 1
        crossed = () if last_of_line else (*crossed, names[number])
    for path in paths_of(ways.parts, at):
        if all(allowed == EMPTY for _, allowed, _ in path.sites) and path.goal != site:
            goal = Goal(
                names[path.goal],
                (tuple(names[each] for each, _, _ in path.sites),),
                move=bool(path.allowed & EMPTY),
                capture=bool(path.allowed & ENEMY),
                friendly=bool(path.allowed & OWN),
                swap=path.unload is not None,
                royal=path.royal,
            )
            at_goal = (path.goal, goal.swap)
            found[at_goal] = _joined(found[at_goal], goal) if at_goal in found else goal
    return tuple(found.values())


def _joined(one: Goal, other: Goal) -> Goal:
    """Two ways to one goal as one."""
    return Goal(
        one.site,
        tuple(sorted({*one.ways, *other.ways}, key=lambda way: (len(way), way))),
        move=one.move or other.move,
        capture=one.capture or other.capture,
        double=one.double and other.double,
        promotion=one.promotion or other.promotion,
        friendly=one.friendly or other.friendly,
        swap=one.swap,
        royal=one.royal
        if other.royal is one.royal or not other.capture
        else other.royal
        if not one.capture
        else None,
    )


def goals_over(
    ways: Ways, names: Sequence[str], letters: Mapping[int, str], code: int, site: int
) -> tuple[Over, ...]:
    """The goals of the piece with this code on a site over other pieces, the nearest hurdles first."""
    found: dict[Over, None] = {}
    at = code * len(names) + site
    for hops in (part for part in ways.parts if isinstance(part, Hops)):
        line: list[int] = []
        for step in (int(step) for step in hops.rays[int(hops.rays[at]) : int(hops.rays[at + 1])]):
            line.append(step)
            if step >> int(SKIP_SHIFT) & int(SKIP_MASK) == 1:
                found.update(dict.fromkeys(_over(line, names)))
                line = []
    for path in paths_of(ways.parts, at):
        if any(allowed != EMPTY for _, allowed, _ in path.sites):
            found[_along(path, names, letters)] = None
    return tuple(found)


def _along(path: Path, names: Sequence[str], letters: Mapping[int, str]) -> Over:
    """The goal of one path."""
    held = {names[site]: allowed for site, allowed, code in path.sites if not code}
    return Over(
        names[path.goal],
        tuple(held),
        tuple(site for site, allowed in held.items() if allowed & (ENEMY | OWN)),
        bool(path.allowed & EMPTY),
        bool(path.allowed & ENEMY),
        tuple(site for site, allowed in held.items() if allowed == ENEMY),
        tuple(site for site, allowed in held.items() if allowed == OWN),
        "" if path.taken is None else names[path.taken],
        bool(path.allowed & OWN),
        path.unload is not None,
        path.royal,
        tuple((names[site], letters[code]) for site, _, code in path.sites if code),
    )


def _over(line: Sequence[int], names: Sequence[str]) -> Iterator[Over]:
    """The goals of one hop line."""
    sites = [names[step & int(SITE_MASK)] for step in line]
    for place, hurdle in enumerate(line):
        if not hurdle & int(HURDLE):
            continue
        for goal in range(place + 1, len(line)):
            move, capture = bool(line[goal] & int(MOVE)), bool(line[goal] & int(CAPTURE))
            if move or capture:
                yield Over(sites[goal], tuple(sites[:goal]), (sites[place],), move, capture)
