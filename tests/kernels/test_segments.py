"""Segments show what walking along the lines does."""

import random
from typing import Any

import numpy as np
import pytest

import fairyring
from fairyring.kernels.compiling import U, compiled
from fairyring.kernels.orthodox.codes import ACTION_SHIFT, CAPTURE, SITE_MASK, SKIP_MASK, SKIP_SHIFT
from fairyring.kernels.orthodox.segment_tables import GOALS, HEAD, IN_WORD, TAKES, Segments, segments_of
from fairyring.kernels.orthodox.segments import seen_along
from fairyring.kernels.orthodox.worth import members

GAMES = "chess ravioli billiards-halb cylindrical xiangqi shogi minigolf carousel".split()


@pytest.mark.kernel
@pytest.mark.parametrize("name", GAMES)
def test_segments_lead_where_lines_do(name: str) -> None:
    rules = fairyring.load(name).rules
    ways, sites = rules.tables.ways, len(rules.board)
    chance = random.Random(name)
    met = 0
    for _ in range(6):
        full = {site for site in range(sites) if chance.random() < 0.25}
        for at in range(len(ways.ray_start) - 1):
            expected = _walked(ways, at, full)
            assert _seen(ways.segments, at, full) == expected, (at // sites, rules.board.names[at % sites])
            met += len(expected[0] & full)
    assert met


def _walked(ways: Any, at: int, full: set[int]) -> tuple[set[int], set[int]]:
    """A piece's goals, and those of captures, step by step."""
    goals, takes = set[int](), set[int]()
    place, end = (int(ways.ray_start[at + more]) for more in (0, 1))
    while place < end:
        step = int(ways.rays[place])
        site = step & int(SITE_MASK)
        if step >> int(ACTION_SHIFT) & 3:
            goals.add(site)
        if step & int(CAPTURE):
            takes.add(site)
        place += step >> int(SKIP_SHIFT) & int(SKIP_MASK) if site in full else 1
    return goals, takes


def _seen(segments: Segments, at: int, full: set[int]) -> tuple[set[int], set[int]]:
    """The same by segments."""
    words = max(full) // 64 + 2
    occupied, found = np.zeros(words, np.uint64), np.zeros((2, words), np.uint64)
    for site in full:
        occupied[site >> 6] |= U(1 << (site & 63))
    mark_seen(segments, U(at), occupied, found)
    goals, takes = ({*members(each)} for each in found)
    return goals, takes


@compiled
def mark_seen(segments: Any, at: Any, occupied: Any, found: Any) -> None:
    before = U(0)
    for number in range(U(segments.ends[at, U(0)]), U(segments.ends[at, U(1)])):
        word = segments.sets[number, HEAD] & IN_WORD
        seen, before = seen_along(segments, number, occupied[word], before)
        found[U(0), word] |= seen & segments.sets[number, GOALS]
        found[U(1), word] |= seen & segments.sets[number, TAKES]


def test_pieces_with_the_same_lines_share_segments() -> None:
    ways = fairyring.load("chess").rules.tables.ways
    ends = ways.segments.ends.reshape(-1, 64, 2)
    white, black = ends[10], ends[11]  # queens
    assert np.array_equal(white, black)
    assert (white[:, 1] > white[:, 0]).all()


def test_a_line_that_turns_back_is_cut_there() -> None:
    there_and_back = [0, 1, 2, 2, 1, 70]
    steps = [
        site | int(CAPTURE) | (len(there_and_back) - place) << int(SKIP_SHIFT)
        for place, site in enumerate(there_and_back)
    ]
    segments = segments_of(np.array([0, len(steps)], np.uint32), np.array(steps, np.uint32))
    lines = [int(line) for line in segments.sets[:, 1]]
    assert lines == [0b111, 0b110, 1 << 6]
    heads = [int(head) >> 8 for head in segments.sets[:, 0]]
    assert heads == [0, 3, 2]  # rising; falling, and going on; going on in the next word
    assert segments.ends.tolist() == [[0, 3]]
