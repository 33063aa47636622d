"""Boards of any outline: what a board may be made of, and what is refused."""

from __future__ import annotations

import re
from collections.abc import Callable
from math import dist

import pytest

from fairyring.board import (
    HOLE,
    Board,
    Chart,
    Edge,
    Edges,
    Place,
    Side,
    end_to_end,
    file_end,
    file_second,
    grid,
    hexagons,
    levels,
    sewn,
    shared_ring,
)
from fairyring.pieces import Leap

LOOP = Board(("a", "b", "c"), (Chart("", ((0, 1, 0, 2),)),))
"""Four squares in a row, of which the first and the third are one site."""


def goals(board: Board, name: str, leap: Leap) -> list[str]:
    site = board.numbers[name]
    return [board.names[way.goal] for way in leap.ways(board, site, Side.WHITE)]


def test_a_site_may_lie_twice_on_a_chart_and_is_left_from_both_places() -> None:
    assert LOOP.places[0] == (Place(0, 0, 0), Place(0, 2, 0))
    assert goals(LOOP, "a", Leap(1, 0)) == ["b", "c"]
    assert goals(LOOP, "b", Leap(1, 0)) == goals(LOOP, "b", Leap(-1, 0)) == ["a"]
    assert goals(LOOP, "b", Leap(1, 0, limit=0)) == ["a", "c"]
    assert goals(LOOP, "a", Leap(1, 0, limit=0)) == ["b", "c", "c"], "a rider passes its own square"
    assert LOOP.rank(0, Side.WHITE) == LOOP.shade(0) == 0, "of several places the first one's"


def test_holes_are_no_sites() -> None:
    board = Board(("a1", "c1"), (Chart("", ((0, HOLE, 1), (HOLE, HOLE, HOLE))),))
    assert [board.at(Place(0, x, 0)) for x in range(4)] == [0, None, 1, None]
    assert goals(board, "a1", Leap(2, 0)) == ["c1"]
    assert goals(board, "a1", Leap(1, 0, limit=0)) == []
    assert [board.file_name(board.charts[0], x) for x in range(3)] == ["a", "", "c"]
    assert [board.rank_name(board.charts[0], y) for y in range(2)] == ["1", ""]


def test_a_carried_chart_may_have_holes() -> None:
    squares, backs = Chart("", ((0, 1),)), Chart("", ((2, HOLE, 3, 4),), carried=True)
    board = Board(("a", "b", "c", "d", "e"), (squares, backs))
    assert board.carriers == {2: 0, 3: 1, 4: 1}
    assert board.backs == {0: (2,), 1: (3, 4)}


ONE = Chart("", ((0, 1),))


@pytest.mark.parametrize(
    ("names", "charts", "more", "said"),
    [
        (("a", "a"), (ONE,), {}, "2 sites of the board have the name 'a'"),
        (("a", ""), (ONE,), {}, "a site's name has no spaces.* not ''"),
        (("a", "b{"), (ONE,), {}, "a site's name has no spaces.* not 'b{'"),
        (("a", "1.b"), (ONE,), {}, "no number with a dot at its beginning: not '1.b'"),
        (("a", "b"), (ONE,), {"usual": ("a1",)}, "usual: 1 entries for 2 sites"),
        (("a", "b 1"), (ONE,), {}, "a site's name has no spaces.* not 'b 1'"),
        (("a", "b-1"), (ONE,), {}, "a site's name has no spaces.* not 'b-1'"),
        (("a", "b"), (), {}, "a board needs a chart"),
        (("a", "b"), (Chart("", ()),), {}, "the chart has no squares"),
        (("a", "b"), (Chart("Moon", ((),)),), {}, "chart 'Moon' has no squares"),
        (("a", "b"), (Chart("", ((0, 1), (1,))),), {}, "row 1 has 1 squares and row 0 has 2; .* with HOLE"),
        (("a", "b"), (Chart("", ((0, 2),)),), {}, "row 0 holds 2; write a site from 0 to 1, or HOLE"),
        (("a", "b"), (Chart("", ((0, -2),)),), {}, "row 0 holds -2"),
        (("a", "b"), (Chart("", ((0, "b"),)),), {}, "row 0 holds b"),  # type: ignore[arg-type]
        (("a", "b"), (Chart("", ((0, HOLE),)),), {}, "site b lies on no chart"),
        (("a", "b"), (ONE,), {"links": {"up": ((1,),)}}, "link 'up': 1 entries for 2 sites"),
        (("a", "b"), (ONE,), {"links": {"up": ((1,), (2,))}}, "link 'up': b leads to 2, which is not a site"),
        (("a", "b"), (ONE,), {"regions": ("moon",)}, "regions: 1 entries for 2 sites"),
        (
            ("a", "b"),
            (ONE,),
            {"edges": {Side.WHITE: Edges()}},
            "edges: none for black; give Edges, or a mapping",
        ),
        (("a", "b"), (Chart("", ((0, 1),), carried=True),), {}, "the chart before it cannot carry it"),
        (("a", "b", "c"), (ONE, Chart("", ((2, 2, 2),), carried=True)), {}, "cannot carry it"),
        (
            ("a", "b", "c"),
            (Chart("", ((0, HOLE),)), Chart("", ((1, 2),), carried=True)),
            {},
            "c is carried by a hole",
        ),
    ],
)
def test_bad_boards_are_refused(
    names: tuple[str, ...], charts: tuple[Chart, ...], more: dict[str, object], said: str
) -> None:
    with pytest.raises(ValueError, match=said):
        Board(names, charts, **more)  # type: ignore[arg-type]


def test_builders_say_which_sizes_they_take() -> None:
    with pytest.raises(ValueError, match="files: a whole number from 1 to 26, not 27"):
        grid(27, 8)
    with pytest.raises(ValueError, match="files: a whole number from 1 to 26, not '8'"):
        grid("8", 8)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="ranks: a whole number of at least 1, not 0"):
        end_to_end(8, 0, 2)
    with pytest.raises(ValueError, match="ranks: a whole number of at least 3, not 2"):
        shared_ring(8, 2)
    with pytest.raises(ValueError, match="rows: at least one row"):
        sewn(8, 8, ())
    with pytest.raises(ValueError, match="rows: boards 3 files wide cannot be centred"):
        sewn(3, 8, (2, 1))
    with pytest.raises(ValueError, match="edges: two opposite HALB edges"):
        grid(1, 8, Edges(left=Edge.HALB, right=Edge.HALB))


def test_hexagons_are_drawn_beside_their_neighbours() -> None:
    board = hexagons(6)
    (chart,) = board.charts
    assert len(board) == 91
    assert [board.names[0], board.names[-1]] == ["a1", "l6"]
    assert chart.size == pytest.approx((11 * 3**-0.5 * 1.5 + 3**-0.5 / 2, 11))
    middles = {site: chart.middle(*places[0][1:]) for site, places in enumerate(board.places)}
    for site, (place, *_) in enumerate(board.places):
        steps = [(0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0)]
        walked = {board.at(place._replace(x=place.x + x, y=place.y + y)) for x, y in steps} - {None}
        near = {other for other in middles if 0 < dist(middles[site], middles[other]) < 1.1}
        assert walked == near, board.names[site]
        assert all(board.shade(site) != board.shade(other) for other in near)
    corners = [point for site in board.places for point in chart.outline(*site[0][1:])]
    assert min(map(min, corners)) == pytest.approx(0)
    assert [max(axis) for axis in zip(*corners, strict=True)] == pytest.approx(chart.size)
    ends = [name for site, name in enumerate(board.names) if file_end(board, site, Side.WHITE)]
    assert sorted(ends) == sorted("a6 b7 c8 d9 e10 f11 g10 h9 i8 k7 l6".split())
    assert [file_end(board, board.numbers[name], Side.BLACK) for name in ("f1", "f2")] == [True, False]
    seconds = {
        side: {name for site, name in enumerate(board.names) if file_second(board, site, side)}
        for side in Side
    }
    assert seconds[Side.WHITE] == {f"{file}2" for file in "abcdefghikl"}
    assert seconds[Side.BLACK] == set("a5 b6 c7 d8 e9 f10 g9 h8 i7 k6 l5".split())


def test_levels_are_drawn_as_neighbours_and_are_far_apart_for_vectors() -> None:
    board = levels(5, 5, 3)
    (chart,) = board.charts
    assert len(board) == 75
    assert list(chart.size) == [17, 5]
    assert list(chart.middle(*board.places[board.numbers["Bc2"]][0][1:])) == [8.5, 1.5]
    assert goals(board, "Ac2", Leap(9, 0)) == ["Bc2"]
    assert [name[0] for name in goals(board, "Be2", Leap(1, 0)) + goals(board, "Be2", Leap(4, 0))] == []
    assert list(board.sheets(chart)) == [(range(5), "A"), (range(9, 14), "B"), (range(18, 23), "C")]
    titled = levels(5, 5, 3, ("Cellar", "Ground floor", "Attic"))
    assert [title for _, title in titled.sheets(*titled.charts)] == ["Cellar", "Ground floor", "Attic"]
    assert [titled.regions[titled.numbers[name]] for name in ("Aa1", "Ce5")] == ["Cellar", "Attic"]


@pytest.mark.parametrize(
    ("build", "said"),
    [
        (lambda: hexagons(1), "edge: a whole number from 2 to 13, not 1"),
        (lambda: hexagons(14), "edge: a whole number from 2 to 13, not 14"),
        (lambda: levels(5, 5, 2, ("Cellar",)), "titles: a different one for each of 2 levels"),
        (lambda: levels(5, 5, 2, ("Cellar", "Cellar")), "titles: a different one for each of 2 levels"),
        (lambda: levels(5, 5, 0), "boards: a whole number from 1 to 26, not 0"),
        (lambda: levels(0, 5, 5), "files: a whole number from 1 to 26, not 0"),
    ],
)
def test_impossible_boards_of_other_shapes(build: Callable[[], Board], said: str) -> None:
    with pytest.raises(ValueError, match=re.escape(said)):
        build()
