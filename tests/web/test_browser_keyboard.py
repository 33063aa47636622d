"""Whole moves with the keyboard and a screen reader: by roles, names and announcements."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.web.browsing import COMPILING, made, moves, square

pytestmark = [pytest.mark.browser, pytest.mark.slow]

MOST = 300  # keys until something is reached: the page of all games has many buttons


def said(page: Page) -> str:
    """What a screen reader says of the focused element: its role and name."""
    snapshot = page.locator(":focus").aria_snapshot()
    return snapshot.strip().removeprefix("- ").strip("'")


def tab(page: Page, wanted: str) -> None:
    """Press the tab key until this is announced."""
    for _ in range(MOST):
        if page.locator(":focus").count() and re.search(wanted, said(page)):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"the tab key does not come to {wanted!r}")


def begin(page: Page, game: str) -> None:
    """Start a game at one screen from the home page, by keyboard."""
    page.goto("/")
    expect(page.get_by_role("button", name=f"Play {game}", exact=True)).to_be_visible()
    tab(page, f'^button "Play {re.escape(game)}"')
    page.keyboard.press("Enter")
    page.get_by_role("dialog", name=game).wait_for()
    page.keyboard.press("Shift+Tab")
    for _ in range(MOST):
        if "Same screen" in said(page):
            break
        if said(page).startswith("radio") and "Computer" in said(page):
            page.keyboard.press("ArrowRight")
        else:
            page.keyboard.press("Shift+Tab")
    tab(page, '^button "Play"')
    page.keyboard.press("Enter")
    expect(page.locator(".square.movable").first).to_be_visible(timeout=COMPILING)
    tab(page, r'^button ".*, a1(:|\.|\b)')


def walk(page: Page, site: str) -> None:
    """Go to a site by the arrow keys, guided by what is announced."""
    goal = page.get_by_role("button", name=re.compile(rf", {re.escape(site)}(,|$)")).bounding_box()
    assert goal is not None
    for _ in range(MOST):
        if re.search(rf', {re.escape(site)}(,|"|$)', said(page)):
            return
        here = page.locator(":focus").bounding_box()
        assert here is not None
        right = goal["x"] + goal["width"] / 2 - here["x"] - here["width"] / 2
        down = goal["y"] + goal["height"] / 2 - here["y"] - here["height"] / 2
        across, along = ("ArrowRight" if right > 0 else "ArrowLeft"), ("ArrowDown" if down > 0 else "ArrowUp")
        page.keyboard.press(across if abs(right) > abs(down) else along)
    raise AssertionError(f"the arrows do not come to {site}")


def turn(page: Page, *sites: str) -> None:
    for site in sites:
        walk(page, site)
        page.keyboard.press("Enter")


@pytest.mark.parametrize(
    ("game", "sites", "heard", "stands"),
    [
        ("Chess", ["e2", "e4"], "White pawn moves from e2 to e4. Black to move.", "white pawn, e4"),
        (
            "MetaChess #4",
            ["b1", "d2"],
            "White knight moves from b1 to the back of d2. Black to move.",
            "white knight on white pawn, d2",
        ),
        (
            "Mini Meta Chess",
            ["c2:a2", "c3"],
            "Big white pawn with white pawn moves from c2 to c3. Black to move.",
            "big white pawn, c3",
        ),
        (
            "Minigolf Chess",
            ["a1.g1", "a1.f3"],
            "White knight moves from a1.g1 to a1.f3. Black to move.",
            r"white knight, moving .*, a1\.f3",
        ),
    ],
)
def test_a_move_is_played_and_announced(
    page: Page, game: str, sites: list[str], heard: str, stands: str
) -> None:
    begin(page, game)
    walk(page, sites[0])
    page.keyboard.press("Enter")
    expect(page.locator(".square.selected")).to_have_attribute("aria-label", re.compile(", selected"))
    turn(page, *sites[1:])
    expect(moves(page)).to_have_count(1)
    expect(page.locator("[aria-live=polite]")).to_have_text(heard)
    # The focus is still on the board, and a stack is read from top to bottom.
    assert said(page).startswith("button")
    assert page.get_by_role("button", name=re.compile(stands)).count() > 0


def test_what_is_wrong_with_a_typed_move_is_said_while_it_stands_there(page: Page) -> None:
    field, alert = page.get_by_label("Type a move"), page.locator(".status .trouble")
    mends: list[Callable[[], None]] = [
        lambda: field.fill(""),
        lambda: field.press("Backspace"),
        lambda: page.get_by_role("button", name="Previous move").click(),
    ]
    for mend in mends:
        order = {"variant": "ravioli", "white": "human", "black": "human"}
        page.goto(f"/play/{made(page, order)}")
        expect(square(page, "e3d", 1)).to_contain_class("movable", timeout=COMPILING)
        field.fill("e3d-e4d")
        field.press("Enter")
        expect(moves(page)).to_have_count(1)
        field.fill("e2e9")
        field.press("Enter")
        expect(alert).to_contain_text("not a legal move")
        mend()
        expect(alert).to_be_hidden()
