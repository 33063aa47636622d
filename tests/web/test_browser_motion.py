"""Pieces in motion in a real browser: aiming over cushions, stops, the spinner, a choice of momentum."""

from __future__ import annotations

import itertools
import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

import fairyring
from fairyring.kernels.rules import Event
from tests.web.browsing import WIDE, begin, copied, moves, square

pytestmark = [pytest.mark.browser, pytest.mark.slow]

GAME = "Minigolf Chess"

# A bishop whose path beyond h4 bounces, another piece in motion, and one of Black's.
BOUNCE = "4k3/8/8/8/8/8/3p{0,-1#1}4/8/8/8/8/8/8/1P{0,1#1}6/6B1/K7 w - - 0 1"
MOVING = "k7/8/8/8/8/8/8/8/8/8/8/8/2F{0,2#1}5/8/5B{1,1#2}2/K7 w - - 0 1"
SPINNER = "7k/8/8/8/8/8/8/8/3F4/8/8/8/8/8/8/K7 w - - 0 1"
# A black rook on f can reach h by two steps, or by three over the cushion 00 on Black's left.
TWO_WAYS = "7k/8/8/8/8/5r2/8/8/8/8/8/8/8/8/8/K7 b - - 0 1"


def ways(page: Page) -> list[dict[str, Any]]:
    """The paths on the page: whose, when, from where to where."""
    found = page.locator(".forecast .way").evaluate_all(
        "all => all.map(way => ({names: [...way.classList], from: way.dataset.from, to: way.dataset.to,"
        " path: way.querySelector('.line').getAttribute('d')}))"
    )
    assert isinstance(found, list)
    return found


def told(events: tuple[Event, ...]) -> list[tuple[str, str, str]]:
    return [(event.what, event.sites[0], event.sites[-1]) for event in events if event.legs]


def seen(page: Page, part: str) -> list[tuple[str, str, str]]:
    return [(way["names"][1], way["from"], way["to"]) for way in ways(page) if part in way["names"]]


def test_the_forecast_is_the_kernels(page: Page) -> None:
    position = fairyring.load("minigolf").position(BOUNCE)
    begin(page, GAME, BOUNCE)
    square(page, "a1.g2").click()
    for turn in ("a1.g2-a1.h3", "a1.g2-a1.g4"):
        move = position.parse_move(turn)
        square(page, move.choices[1]).hover()
        expect(page.locator(f'.way.move[data-to="{move.choices[1]}"]')).to_have_count(1)
        assert seen(page, "now") == told(position.course(move))
        assert seen(page, "next") == told(position.play(move).course())
    # The board lies on its side, White on the left: the path goes up to the cushion in the middle of the
    # h-file, and comes back.
    (bounced,) = [way for way in ways(page) if way["names"][1] == "move"]
    corners = [tuple(map(float, pair.split(" "))) for pair in bounced["path"].removeprefix("M").split("L")]
    legs = [event.legs for event in position.course("a1.g2-a1.g4") if event.what == "move"]
    assert legs == [(((6.0, 1.0), (7.0, 2.0), (6.0, 3.0)),)]
    assert corners[1] == (2.5, 7.5)
    expect(page.locator('.ghost.now[data-at="a1.g4"]')).to_have_count(1)
    expect(page.locator('.ghost.now[data-at="a1.b4"]')).to_have_count(1)
    square(page, "a1.g4").click()
    expect(moves(page)).to_have_text(["a1.g2-a1.g4"])
    expect(page.locator(".forecast > *")).to_have_count(0)
    expect(square(page, "a1.g4")).to_have_attribute(
        "aria-label", "white B4, moving -2,2, launch number 2, a1.g4, last move"
    )
    assert copied(page) == str(position.play("a1.g2-a1.g4"))


def test_every_piece_in_motion_has_an_arrow_and_its_launch_number(page: Page) -> None:
    begin(page, GAME, MOVING)
    expect(page.locator(".impulse.white")).to_have_count(2)
    expect(page.locator(".impulse[data-from='a1.c4'] .launch")).to_have_text("1")
    expect(page.locator(".impulse[data-from='a1.f2'] .launch")).to_have_text("2")
    # Two squares long, less what is cut off at both ends; the board lies on its side.
    box = page.locator(".impulse[data-from='a1.c4'] .line").bounding_box()
    unit = square(page, "a1.a1").bounding_box()
    assert box is not None
    assert unit is not None
    assert 1.2 < box["width"] / unit["width"] < 1.9


def test_a_piece_in_motion_is_stopped_by_two_clicks(page: Page) -> None:
    begin(page, GAME, MOVING)
    square(page, "a1.f2").hover()
    expect(page.locator('.stopped.stop.now[data-at="a1.f2"]')).to_have_count(1)
    assert seen(page, "now") == [("drift", "a1.c4", "a1.c6")]
    square(page, "a1.f2").click()
    sure = page.get_by_role("button", name="Yes, stop")
    expect(sure).to_be_visible()
    page.keyboard.press("Escape")
    expect(sure).to_be_hidden()
    expect(moves(page)).to_have_count(0)
    square(page, "a1.f2").click()
    expect(sure).to_be_visible()
    square(page, "a1.f2").click()
    expect(moves(page)).to_have_text(["stop@a1.f2"])
    expect(page.locator(".impulse")).to_have_count(1)
    expect(square(page, "a1.f2")).to_have_attribute("aria-label", "white B4, a1.f2, last move")


def test_a_piece_is_stopped_by_the_keyboard(page: Page) -> None:
    begin(page, GAME, MOVING)
    expect(square(page, "a1.c4")).to_have_attribute(
        "aria-label", "white ferz, moving 0,2, launch number 1, a1.c4, can stop"
    )
    square(page, "a1.c4").focus()
    expect(page.locator('.stopped.stop[data-at="a1.c4"]')).to_have_count(1)
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Yes, stop").click()
    expect(moves(page)).to_have_text(["stop@a1.c4"])


def test_a_first_tap_shows_the_move_and_a_second_plays_it(phone: Page) -> None:
    begin(phone, GAME, MOVING)
    board, shown = phone.locator(".panel-board").bounding_box(), phone.viewport_size
    assert board is not None
    assert shown is not None
    assert board["height"] == pytest.approx(2 * board["width"], rel=0.01), "the board is upright"
    assert board["width"] <= shown["width"]
    assert board["y"] + board["height"] <= shown["height"]
    square(phone, "a1.f2").tap()
    expect(phone.locator('.stopped.stop[data-at="a1.f2"]')).to_have_count(1)
    expect(phone.locator(".status-line")).to_have_text("Tap again to play")
    expect(moves(phone)).to_have_count(0)
    square(phone, "a1.c4").tap()
    expect(phone.locator('.stopped.stop[data-at="a1.c4"]')).to_have_count(1)
    expect(moves(phone)).to_have_count(0)
    square(phone, "a1.c4").tap()
    expect(moves(phone)).to_have_text(["stop@a1.c4"])


def test_a_whole_turn_of_the_spinner(page: Page) -> None:
    position = fairyring.load("minigolf").position(SPINNER)
    begin(page, GAME, SPINNER)
    expect(page.locator(".spinner")).to_have_count(1)
    way = ["a1.d8"]
    kings = itertools.cycle((("a1.a1", "a1.a2"), ("a2.h8", "a2.h7"), ("a1.a2", "a1.a1"), ("a2.h7", "a2.h8")))
    for ply, (start, goal) in zip(range(8), kings, strict=False):
        square(page, start).click()
        square(page, goal).click()
        expect(moves(page)).to_have_count(ply + 1)
        position = position.play(f"{start}-{goal}")
        (here,) = [token.site for token in position.view().tokens if token.name == "white ferz"]
        expect(square(page, here)).to_have_attribute("aria-label", f"white ferz, {here}")
        if ply % 2:
            way.append(here)
    assert way == ["a1.d8", "a2.d1", "a2.e1", "a1.e8", "a1.d8"]
    assert copied(page) == str(position)


def test_two_ways_to_one_goal_are_chosen_with_their_forecasts(page: Page) -> None:
    position = fairyring.load("minigolf").position(TWO_WAYS)
    begin(page, GAME, TWO_WAYS)
    square(page, "a2.f3").click()
    square(page, "a2.h3").click()
    menu = page.get_by_role("menu")
    items = menu.get_by_role("menuitem")
    expect(items).to_have_count(2)
    for number, choice in enumerate(position.choices(("a2.f3", "a2.h3"))):
        items.nth(number).hover()
        turn = next(move for move in position.legal_moves() if move.choices == ("a2.f3", "a2.h3", choice))
        expect(page.locator(".forecast .way.move")).to_have_count(1)
        length = sum(
            abs(x - to_x)
            for leg in position.course(turn)[0].legs
            for (x, _), (to_x, _) in itertools.pairwise(leg)
        )
        assert length == (2 if choice == "~2,0" else 3)
        expect(items.nth(number)).to_contain_text(choice.removeprefix("~"))
    items.nth(0).click()
    expect(moves(page)).to_have_count(1)


def test_a_turn_is_shown_part_by_part_and_can_be_skipped(browser: Browser, address: str) -> None:
    context = browser.new_context(
        base_url=address,
        viewport={"width": WIDE["width"], "height": WIDE["height"]},
        reduced_motion="no-preference",
    )
    page = context.new_page()
    begin(page, GAME, MOVING)
    position = fairyring.load("minigolf").position(MOVING)
    square(page, "a1.a1").click()
    square(page, "a1.a2").hover()
    expect(page.locator(".forecast .way")).to_have_count(3)
    square(page, "a1.a2").click()
    page.wait_for_function("document.getAnimations().length > 0")
    page.keyboard.press("End")
    assert (
        page.evaluate("document.getAnimations().filter(one => one.effect.target.closest('.pieces')).length")
        == 0
    )
    for token in position.play("a1.a1-a1.a2").view().tokens:
        expect(square(page, token.site)).to_have_attribute(
            "aria-label", re.compile(f"^{re.escape(token.name)}")
        )
    context.close()


def test_on_boards_that_share_squares_each_way_is_drawn_on_the_boards_that_show_it(page: Page) -> None:
    # One bishop inside the lower board, one rook on the ring, and a queen whose way is open on one board.
    rows = "7k/8/8/8/8/R{0,-1#1}7/2P5/3Q3K|6/6/6/1B{1,1#2}4/6/6"
    begin(page, "Ravioli Momentum", f"{rows} w - - 0 1")
    panels = [page.locator(f'.panel[data-panel="{number}"]') for number in (0, 1)]
    for panel, sites in zip(panels, (["a3"], ["a3", "c4d"]), strict=True):
        found = panel.locator(".impulse").evaluate_all("all => all.map(arrow => arrow.dataset.from)")
        assert sorted(found) == sites
    square(page, "d1").first.click()
    square(page, "a4").first.hover()
    expect(panels[1].locator('.way.move[data-to="a4"]')).to_have_count(1)
    expect(panels[0].locator('.way.move[data-to="a4"]')).to_have_count(0)
    for panel, number in zip(panels, (1, 2), strict=True):  # the rook's way, and the bishop's
        expect(panel.locator(".way.drift")).to_have_count(number)
