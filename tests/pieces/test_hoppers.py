"""Hoppers and bent riders: their ways equal a walk over the board, step by step, with every kind of edge."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from fairyring.board import Board, Edge, Edges, Side, grid
from fairyring.pieces import Hurdle, Movement, Piece, Way, Where, Within, betza
from fairyring.pieces.hops import HopStep, hop_attack_lines, hop_lines
from tests.oracle import edges as plain
from tests.oracle import hoppers

DIAGONAL = ((1, 1), (1, -1), (-1, -1), (-1, 1))
STRAIGHT = ((0, 1), (1, 0), (0, -1), (-1, 0))
KINDS = {
    "pR": (STRAIGHT, False),
    "pB": (DIAGONAL, False),
    "gR": (STRAIGHT, True),
    "gQ": (STRAIGHT + DIAGONAL, True),
    "pQ": (STRAIGHT + DIAGONAL, False),
}


def reached(board: Board, movement: Movement, site: int, pieces: set[int]) -> set[int]:
    """The goals of the ways that are open."""
    return {
        way.goal
        for way in movement.ways(board, site, Side.WHITE)
        if pieces.isdisjoint(way.through)
        and (way.hurdle is None or way.hurdle.site in pieces)
        and (way.capture if way.goal in pieces else way.move)
    }


@pytest.mark.parametrize("edge", Edge)
@pytest.mark.parametrize("text", [*KINDS, "t[FR]"])
def test_walks(edge: Edge, text: str) -> None:
    width, height = 7, 6
    board = grid(width, height, edges=Edges(left=edge, right=edge))
    axis = plain.Axis(width, edge.value, edge.value)
    edges = plain.Edges(axis, plain.Axis(height, plain.STANDARD, plain.STANDARD))
    chance, movement, hopped = random.Random(4), betza(text), 0
    for density in (0.1, 0.2, 0.4) * 4:
        pieces = {site for site in range(len(board)) if chance.random() < density}
        places = {(site % width, site // width) for site in pieces}
        for site in range(len(board)):
            place = site % width, site // width
            if text == "t[FR]":
                goals = set(hoppers.griffon(edges, place, places))
            else:
                directions, near = KINDS[text]
                goals = {
                    goal for each in directions for goal in hoppers.hops(edges, place, each, places, near)
                }
            # A way may not end on a site that it passes; where that is a piece, the piece is in the way.
            found = reached(board, movement, site, pieces - {site})
            assert found == {x + width * y for x, y in goals}, (board.names[site], sorted(places))
            hopped += len(goals)
    assert hopped > 500


def test_a_cannon_has_one_line_in_each_direction_and_a_grasshopper_one_for_each_hurdle() -> None:
    board = grid(5, 1)
    cannon, grasshopper = (
        [(way, 1) for way in betza(text).ways(board, 0, Side.WHITE)] for text in ("pR", "gR")
    )
    assert hop_lines(cannon) == (
        (HopStep(1, 0, True), HopStep(2, 1, True), HopStep(3, 1, True), HopStep(4, 1, False)),
    )
    assert set(hop_lines(grasshopper)) == {
        (HopStep(1, 0, True), HopStep(2, 1, False)),
        (HopStep(1, 0, False), HopStep(2, 0, True), HopStep(3, 1, False)),
        (HopStep(1, 0, False), HopStep(2, 0, False), HopStep(3, 0, True), HopStep(4, 1, False)),
    }
    back = [
        (source, way, 1)
        for source in range(4)
        for way in betza("gR").ways(board, source, Side.WHITE)
        if way.goal == 4
    ]
    assert hop_attack_lines(back) == (
        (HopStep(3, 0, True), HopStep(2, 1, False), HopStep(1, 1, False), HopStep(0, 1, False)),
    )


def test_a_mount_is_not_on_the_goal() -> None:
    class Odd:
        def ways(self, board: Board, site: int, side: Side) -> Iterator[Way]:
            yield Way(site + 1, hurdle=Hurdle(site + 1, 0))

    with pytest.raises(ValueError, match="has its hurdle on its goal"):
        list(Piece("X", "odd", Odd()).ways(grid(3, 1), 0, Side.WHITE))


def test_areas() -> None:
    board = grid(3, 3)

    def ahead(board: Board, site: int, side: Side) -> bool:
        return board.rank(site, side) > 0

    def names(movement: Movement, site: str, side: Side) -> set[str]:
        return {board.names[way.goal] for way in movement.ways(board, board.numbers[site], side)}

    assert names(Within(betza("W"), ahead), "b2", Side.WHITE) == {"a2", "c2", "b3"}
    assert names(Within(betza("W"), ahead), "b2", Side.BLACK) == {"a2", "c2", "b1"}
    assert names(Within(betza("W"), ahead), "b1", Side.WHITE) == set()
    soldier = Where(ahead, betza("fsW"), betza("fW"))
    assert names(soldier, "b1", Side.WHITE) == {"b2"}
    assert names(soldier, "b2", Side.WHITE) == {"a2", "c2", "b3"}
    assert names(soldier, "b2", Side.BLACK) == {"a2", "c2", "b1"}
