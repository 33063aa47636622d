"""The rides of the rules pages are what the kernel plays, and the arrows on pieces show where they go."""

from __future__ import annotations

import random
from xml.etree import ElementTree

import pytest

import fairyring
from fairyring.board import Heading, Side, path
from fairyring.drawing import THEME, board_svg
from fairyring.drawing.rides import ride_marks, ride_picture, stages
from fairyring.kernels.drifting.rules import Drifting
from fairyring.mechanics import Duck, SeveralMoves
from fairyring.variants.definition import Ride
from tests import lanes

RIDES = [(name, ride) for name in lanes.GAMES for ride in fairyring.load(name).definition.rides]
each_ride = pytest.mark.parametrize(("name", "ride"), lanes.of_games(RIDES))  # pytest.mark.kernel for some
MOVING = [name for name in lanes.GAMES if isinstance(fairyring.load(name).rules, Drifting)]


def test_there_are_rides() -> None:
    # Where a turn is more than one of Momentum's, the rules page refers to Momentum for the rides.
    longer = {
        name
        for name in MOVING
        if {SeveralMoves, Duck} & set(map(type, getattr(fairyring.load(name).rules, "mechanics", ())))
    }
    assert {name for name, _ in RIDES} == set(MOVING) - longer
    assert longer == {"momentum-duck", "marseillais-momentum"}


@each_ride
def test_the_piece_ends_where_its_last_step_leads(name: str, ride: Ride) -> None:
    variant = fairyring.load(name)
    position = variant.position(ride.position)
    (rider,) = [token for token in position.view().tokens if token.site == ride.start]
    found = list(stages(variant, ride))
    assert len(found) >= 3
    for turn in ride.turns:
        position = position.play(turn)
    standing = {token.site: token for token in position.view().tokens}
    assert standing[found[-1][0]].letter == rider.letter


@each_ride
def test_each_way_begins_where_the_last_one_ended(name: str, ride: Ride) -> None:
    variant = fairyring.load(name)
    board = variant.board
    site = ride.start
    for goal, legs in stages(variant, ride):
        start, end = (board.places[board.numbers[each]][0] for each in (site, goal))
        assert legs[0][0] == pytest.approx((start.x, start.y))
        assert legs[-1][-1] == pytest.approx((end.x, end.y))
        site = goal


@each_ride
def test_every_step_is_drawn_and_numbered(name: str, ride: Ride) -> None:
    variant = fairyring.load(name)
    marks = ride_marks(variant, ride)
    steps = sorted(int(number) for text in marks.steps.values() for number in text.split(", "))
    assert steps == list(range(1, len(marks.rides) + 1))
    words = {element.text for element in ElementTree.fromstring(ride_picture(variant, ride)).iter()}
    assert set(marks.steps.values()) <= words


def test_a_whole_turn_of_the_spinner() -> None:
    variant = fairyring.load("minigolf")
    (whole,) = [ride for ride in variant.definition.rides if ride.start == "a1.d8"]
    assert [site for site, _ in stages(variant, whole)] == ["a2.d1", "a2.e1", "a1.e8", "a1.d8"]


def test_the_inventors_ride() -> None:
    """The source: momentum 2 that arrives on a1.e8 becomes a1.d8-a1.f8, a1.f8-a1.h8, a1.h8-a1.f8 (Halb)."""
    variant = fairyring.load("minigolf")
    (ride,) = [ride for ride in variant.definition.rides if ride.start == "a1.e6"]
    assert [site for site, _ in stages(variant, ride)] == ["a1.e8", "a1.d8", "a1.f8", "a1.h8", "a1.f8"]


@pytest.mark.parametrize("name", lanes.of_games((name,) for name in MOVING))
def test_arrows_show_where_pieces_go(name: str) -> None:
    """A piece's arrow, made from its vector and the edges, is the path that the kernel gives."""
    variant = fairyring.load(name)
    board = variant.board
    lots = random.Random(name)
    position, compared = variant.start(), 0
    for _ in range(120):
        tokens = {token.site: token for token in position.view().tokens}
        for event in position.course():
            if event.what != "drift":
                continue
            token = tokens[event.sites[0]]
            assert token.momentum is not None
            assert token.side is not None
            assert token.momentum.charts == event.charts
            for place in board.places[board.numbers[token.site]]:
                if place.chart in event.charts:
                    drawn = path(board, Heading(place, *token.momentum[:2]), token.side)
                    assert [_corners(line) for line in drawn] == [_corners(line) for line in event.legs]
            compared += 1
        moves = position.legal_moves()
        position = variant.start() if position.result else position.play(lots.choice(moves))
    assert compared > 50


def _corners(line: object) -> list[tuple[float, float]]:
    """A line reduced to its corners."""
    points = [(float(x), float(y)) for x, y in line]  # type: ignore[attr-defined]
    kept = [points[0]]
    for before, here, after in zip(points, points[1:], points[2:], strict=False):
        across = (here[0] - before[0]) * (after[1] - here[1]) - (here[1] - before[1]) * (after[0] - here[0])
        along = (here[0] - before[0]) * (after[0] - here[0]) + (here[1] - before[1]) * (after[1] - here[1])
        if abs(across) > 1e-9 or along < 0:
            kept.append(here)
    return [*kept, points[-1]]


def test_a_moving_piece_has_an_arrow_and_a_number() -> None:
    variant = fairyring.load("momentum")
    still = board_svg(variant)
    assert 'class="impulse"' not in still
    position = variant.start().play("e2-e4").play("a7-a6")
    drawn = board_svg(position)
    assert drawn.count('class="impulse"') == 2
    assert f'fill="{THEME.ink(Side.BLACK).fill}" stroke="{THEME.ink(Side.BLACK).arrow}"' in drawn


def test_the_spinner_is_drawn_in_the_middle_of_its_squares() -> None:
    drawn = ElementTree.fromstring(board_svg(fairyring.load("minigolf")))
    (table,) = [element for element in drawn.iter() if element.get("class") == "turntable"]
    disc = next(element for element in table.iter() if element.tag.endswith("circle"))
    size = 48
    assert float(disc.get("cx", 0)) == THEME.margin + 4 * size
    assert float(disc.get("cy", 0)) == THEME.margin + 8 * size
    assert 'class="turntable"' not in board_svg(fairyring.load("chess"))
