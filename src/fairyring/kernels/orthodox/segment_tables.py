"""Segments: lines of movement as sets of sites, so that what a piece reaches is found without walking them.

A line is cut into segments, each within one word of a set and with sites that only rise or only fall. What
blocks a segment is then its lowest or its highest occupied site. Lines of one step block nothing, so those
of a piece are one segment for each word, unless they lead to one site twice.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from fairyring.kernels.compiling import U
from fairyring.kernels.orthodox.codes import CAPTURE, MOVE, SITE_MASK, SKIP_MASK, SKIP_SHIFT
from fairyring.kernels.packed import packed

# The columns of `Segments.sets`: the word that the others are of, with two flags; the sites that can block;
# the goals; and those of captures.
HEAD, LINE, GOALS, TAKES = (U(n) for n in range(4))
IN_WORD, FALLS, GOES_ON = U(0xFF), U(1 << 8), U(1 << 9)


@packed
class Segments(NamedTuple):
    """The segments of all pieces. Pieces with the same lines share them.

    Attributes:
        ends: uint32[code * sites + site, 2]; the number of a piece's first segment, and of the one after its
            last.
        sets: uint64[segment, column].
    """

    ends: npt.NDArray[np.uint32]
    sets: npt.NDArray[np.uint64]


NO_SEGMENTS = Segments(np.zeros((0, 2), np.uint32), np.zeros((0, 4), np.uint64))

Row = tuple[int, ...]  # of `Segments.sets`
Line = list[tuple[int, int, int]]  # steps: word and bit of a site, and the step's flags


def segments_of(ray_start: npt.NDArray[np.uint32], rays: npt.NDArray[np.uint32]) -> Segments:
    """The segments of lines that are given as in `tables.Ways`."""
    site = rays & np.uint32(SITE_MASK)
    flags = rays & np.uint32(MOVE | CAPTURE)
    last = (rays >> np.uint32(SKIP_SHIFT) & np.uint32(SKIP_MASK) == 1).tolist()
    steps = list(zip((site >> 6).tolist(), (site & 63).tolist(), flags.tolist(), strict=True))
    numbers: dict[tuple[Row, ...], int] = {}
    sets: list[Row] = []
    ends = np.zeros((len(ray_start) - 1, 2), np.uint32)
    for at, (begin, end) in enumerate(itertools.pairwise(ray_start.tolist())):
        if begin == end:
            continue
        rows = tuple(_segments(steps[begin:end], last[begin:end]))
        if rows not in numbers:
            numbers[rows] = len(sets)
            sets += rows
        ends[at] = numbers[rows], numbers[rows] + len(rows)
    return Segments(ends, np.array(sets, np.uint64).reshape(-1, 4))


def _segments(steps: Line, last: list[bool]) -> list[Row]:
    """The segments of a piece's lines, in an order of their own; ``last`` says where each line ends."""
    chains: list[list[Row]] = []
    single: dict[int, Line] = {}  # by words
    begin = 0
    for place, ends in enumerate(last):
        if not ends:
            continue
        word, bit, _ = steps[begin]
        if place > begin:
            chains.append([*_cut(steps[begin : place + 1])])
        elif any(bit == other for _, other, _ in single.get(word, ())):
            chains.append([_row(steps[begin : place + 1], 0)])
        else:
            single.setdefault(word, []).append(steps[begin])
        begin = place + 1
    chains += [[(word, 0, *_row(goals, 0)[2:])] for word, goals in single.items()]
    chains.sort(key=lambda chain: (chain[0][0] & int(IN_WORD), chain))
    return [row for chain in chains for row in chain]


def _cut(line: Line) -> Iterator[Row]:
    """The segments of a line."""
    begin, falls = 0, False
    for place in range(1, len(line)):
        (before, last, _), (word, bit, _) = line[place - 1 : place + 1]
        one = place == begin + 1  # so far
        if word == before and bit != last and (one or falls == (bit < last)):
            falls = bit < last
            continue
        yield _row(line[begin:place], _flags(falls and not one, begin > 0))
        begin = place
    yield _row(line[begin:], _flags(falls and begin < len(line) - 1, begin > 0))


def _flags(falls: bool, goes_on: bool) -> int:
    return int(FALLS) * falls | int(GOES_ON) * goes_on


def _row(steps: Line, flags: int) -> Row:
    line = goals = takes = 0
    for _, bit, step in steps:
        line |= 1 << bit
        if step:
            goals |= 1 << bit
            if step & int(CAPTURE):
                takes |= 1 << bit
    return steps[0][0] | flags, line, goals, takes
