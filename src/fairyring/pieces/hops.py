"""Ways over a hurdle become hop lines: the form in which the kernels read the movement of hoppers.

A *hop line* is walked site by site. The first piece on it must stand where the line allows a hurdle; the
sites behind that are goals, until the next piece. So all the ways of a hopper in one direction are one line,
if the goals behind a hurdle are the same for every hurdle, as a cannon's are. Where they are not, as with a
grasshopper, which lands right behind its hurdle, hurdles with other goals have lines of their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from fairyring.pieces.movement import Way


class HopStep(NamedTuple):
    """One site of a hop line.

    Attributes:
        site: the site.
        bits: flags or piece codes for a goal behind the hurdle; 0 if it is only passed.
        hurdle: whether a piece there can be the hurdle.
    """

    site: int
    bits: int
    hurdle: bool


HopLine = tuple[HopStep, ...]

_Path = tuple[int, ...]
_Goals = dict[int, int]  # the bits of goals behind one hurdle, by their places on the line


def hop_lines(flagged: Iterable[tuple[Way, int]]) -> tuple[HopLine, ...]:
    """The hop lines of one piece from one site, from its ways with hurdles, each with its flags."""
    return _lines(
        (way.through[: way.hurdle.after], way.hurdle.site, way.through[way.hurdle.after :], way.goal, bits)
        for way, bits in flagged
        if way.hurdle
    )


def hop_attack_lines(ways: Iterable[tuple[int, Way, int]]) -> tuple[HopLine, ...]:
    """The hop lines outward from one site, from (source, way, bits) for every way that captures on it.

    A way that passes its own goal cannot capture there, and is left out.
    """
    return _lines(
        (
            way.through[way.hurdle.after :][::-1],
            way.hurdle.site,
            way.through[: way.hurdle.after][::-1],
            source,
            bits,
        )
        for source, way, bits in ways
        if way.hurdle and way.goal not in way.through
    )


def _lines(ways: Iterable[tuple[_Path, int, _Path, int, int]]) -> tuple[HopLine, ...]:
    """The lines of ways, each a path to the hurdle, the hurdle, a path behind it, a goal, and bits."""
    hurdles: dict[_Path, _Goals] = {}  # by the path to a goal: bits by the place of the hurdle
    for before, hurdle, between, goal, bits in ways:
        head = tuple(dict.fromkeys(before))
        path = (*dict.fromkeys((*head, hurdle, *between)), goal)
        found = hurdles.setdefault(path, {})
        found[len(head)] = found.get(len(head), 0) | bits
    inner = {path[:length] for path in hurdles for length in range(1, len(path))}
    lines: list[HopLine] = []
    for path in [path for path in hurdles if path not in inner]:
        behind: dict[int, _Goals] = {}
        for place in range(len(path)):
            # What several paths share is on the first of them only.
            for number, bits in hurdles.pop(path[: place + 1], {}).items():
                behind.setdefault(number, {})[place] = bits
        lines += [_line(path, *group) for group in _groups(behind)]
    return tuple(lines)


def _groups(behind: dict[int, _Goals]) -> Iterator[tuple[set[int], _Goals]]:
    """Hurdles that can be on one line, with the goals of all of them."""
    groups: list[tuple[set[int], _Goals]] = []
    for hurdle in sorted(behind, reverse=True):
        goals = behind[hurdle]
        for together, known in groups:
            nearest = min(together)
            if {place: bits for place, bits in goals.items() if place > nearest} == known:
                together.add(hurdle)
                known.update(goals)
                break
        else:
            groups.append(({hurdle}, dict(goals)))
    yield from groups


def _line(path: _Path, hurdles: set[int], goals: _Goals) -> HopLine:
    return tuple(
        HopStep(site, goals.get(place, 0), place in hurdles)
        for place, site in enumerate(path[: max(goals) + 1])
    )
