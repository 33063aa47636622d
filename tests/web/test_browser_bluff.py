"""Monster Bluff Chess in the browser: secrets, chips, and one large board."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, Response, expect

from tests.web.browsing import COMPILING, begin, made, square
from tests.web.test_browser_between_people import invite, play

pytestmark = [pytest.mark.browser, pytest.mark.slow]

FOUR = "Monster Bluff Chess on four boards"
CHIPS = (  # both have promoted; a demand on 2d5, an offer on 1d4
    "4k3/8/3p4/8/8/2P5/8/4K3|4k3/8/8/8/8/8/8/4K3|8/8/8/8/8/8/8/R6r|8/8/8/8/8/8/8/8 w - -"
    " 1d4:5x2+10x1,2d5:25x1 wb W:18/9/3,B:20/10/4 -,- 0 1"
)


class Tap:
    """All that a browser receives: live messages, and answers to its requests for data."""

    def __init__(self, page: Page) -> None:
        self.frames: list[str] = []
        self.answers: list[Response] = []
        page.on(
            "websocket", lambda line: line.on("framereceived", lambda frame: self.frames.append(str(frame)))
        )
        page.on("response", lambda answer: self.answers.append(answer) if "/api/" in answer.url else None)

    @property
    def heard(self) -> list[str]:
        return self.frames + [answer.text() for answer in self.answers]

    @property
    def views(self) -> list[dict[str, Any]]:
        messages = [json.loads(frame) for frame in self.frames]
        return [message["view"] for message in messages if "view" in message]


def choose(page: Page, king: str) -> None:
    square(page, king).click()
    page.get_by_role("menuitem", name=f"Make the king on {king} my True King").click()


def marked(page: Page) -> int:
    return page.locator(".star").count()


def begun(page: Page, title: str, variant: str, position: str = "") -> None:
    """A game at one screen, from a position."""
    order = {"variant": variant, "white": "human", "black": "human"} | (
        {"position": position} if position else {}
    )
    page.goto(f"/play/{made(page, order)}")
    expect(page.get_by_role("dialog", name="Pass the screen")).to_be_visible(timeout=COMPILING)
    expect(page).to_have_title(re.compile(title))


def test_neither_browser_receives_the_opponents_secret(page: Page, other: Page) -> None:
    taps = {"white": Tap(page), "black": Tap(other)}
    other.goto(invite(page, FOUR, "White", "No clock"))
    expect(page.get_by_text("Choose your True King")).to_be_visible(timeout=COMPILING)
    choose(page, "2e1")
    expect(other.get_by_text("Choose your True King")).to_be_visible(timeout=COMPILING)
    choose(other, "3d1")
    expect(page.get_by_text("Your move", exact=True)).to_be_visible()
    turns = [("1e2", "1e4"), ("1e7", "1e5"), ("2g1", "2f3"), ("3b1", "3c3"), ("1f1", "1c4"), ("2b8", "2c6")]
    for ply, sites in enumerate(turns):
        mover, waiter = ((page, other), (other, page))[ply % 2]
        expect(mover.get_by_text("Your move", exact=True)).to_be_visible()
        play(mover, *sites)
        expect(waiter.locator(".move")).to_have_count(ply + 3)
    # Each player sees the star of their own True King only.
    for each, king in ((page, "2e1"), (other, "3d1")):
        assert marked(each) == 1
        expect(each.locator(".king-entry[data-true]")).to_have_text(f"{king} ★")
    expect(page.locator(".move").nth(1)).to_have_text("true@?")
    expect(other.locator(".move").nth(0)).to_have_text("true@?")
    # Viewing earlier moves and copying reveal no more.
    for each in (page, other):
        for _ in range(3):
            each.keyboard.press("ArrowLeft")
        each.keyboard.press("End")
    path = f"/api/games/{page.url.rsplit('/', 1)[1]}/pgn"
    records = {"white": page.request.get(path).text(), "black": other.request.get(path).text()}
    assert "true@2e1" in records["white"]
    assert "true@3d1" in records["black"]
    for name, place, own, hidden in (("white", 0, "2e1", "3d1"), ("black", 1, "3d1", "2e1")):
        said = [*taps[name].heard, records[name]]
        assert any(f"true@{own}" in text for text in said)
        assert not any(f"true@{hidden}" in text for text in said)
        assert len(taps[name].views) > len(turns)
        for view in taps[name].views:
            kings = view["text"].split()[-3].split(",")
            assert kings[place] in ("-", own)
            assert kings[1 - place] in ("-", "?")
            assert [token["site"] for token in view["tokens"] if token["marked"]] in ([], [own])
    # Guesses about the opponent's kings stay in the browser.
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url))
    page.get_by_role("button", name="black king on 1e8: no guess yet").click()
    expect(page.locator(".doubt")).to_have_text("?")
    assert sent == []
    page.reload()
    expect(page.locator(".doubt")).to_have_text("?")
    # At the end both True Kings are shown to both players.
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("group", name="Resign?").get_by_role("button", name="Resign").click()
    for each in (page, other):
        expect(each.locator(".star")).to_have_count(2)


def test_chips_and_the_curtain(page: Page) -> None:
    begun(page, FOUR, "monster-bluff-4", CHIPS)
    page.get_by_role("button", name="I am White").click()
    expect(page.get_by_text("White is choosing")).to_be_visible()
    choose(page, "1e1")
    curtain = page.get_by_role("dialog", name="Pass the screen")
    expect(curtain).to_be_visible()
    expect(page.locator(".large-board").first).to_be_hidden()
    page.keyboard.press("ArrowLeft")
    page.get_by_role("button", name="I am Black").click()
    expect(curtain).to_be_hidden()
    assert marked(page) == 0
    page.get_by_role("button", name="Choose for me").click()
    page.get_by_role("button", name="I am White").click()
    assert marked(page) == 1
    # Offers and demands look different and show their worth.
    expect(page.locator(".piece.chips-offer .worth")).to_have_text("20")
    expect(page.locator(".piece.chips-demand .worth")).to_have_text("25")
    # A chip is placed by two clicks.
    page.get_by_role("button", name=re.compile("^10 .*place a chip")).click()
    square(page, "4d4").click()
    expect(curtain).to_contain_text("chip10@4d4")
    page.get_by_role("button", name="I am Black").click()
    expect(page.locator(".piece.chips-offer .worth")).to_have_text(["20", "10"])
    expect(page.locator(".player.near .purse-sum")).to_have_text("245")
    # A chip on a stack adds to its worth.
    page.get_by_role("button", name=re.compile("^5 .*place a chip")).click()
    square(page, "1d4").click()
    expect(curtain).to_contain_text("chip5@1d4")
    page.get_by_role("button", name="I am White").click()
    expect(page.locator(".piece.chips-offer").filter(has_text="25")).to_have_count(1)
    expect(page.locator(".piece.chips-offer")).to_have_count(2)
    # Another click puts a chip back.
    page.get_by_role("button", name=re.compile("^25 .*place a chip")).click()
    expect(page.locator(".square.goal").first).to_be_visible()
    page.locator(".chip[aria-pressed=true]").click()
    expect(page.locator(".square.goal")).to_have_count(0)


@pytest.mark.parametrize("title", ["Ravioli Chess", "Meta Chess"])
def test_other_boards_have_none_of_this(page: Page, title: str) -> None:
    begin(page, title)
    for part in (".large-board", ".seam", ".board-number", ".star", ".purse:visible", ".curtain:visible"):
        expect(page.locator(part)).to_have_count(0)


def test_ten_boards_on_a_phone(phone: Page) -> None:
    begun(phone, "Monster Bluff Chess", "monster-bluff")
    phone.get_by_role("button", name="I am White").tap()
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    king = square(phone, "9e1")
    expect(king).not_to_be_in_viewport()
    phone.get_by_role("button", name="Go to the white king on 9e1").tap()
    expect(king).to_be_in_viewport()
    box = king.bounding_box()
    assert box is not None
    assert box["width"] >= 29, "large enough for a finger"
    king.tap()
    phone.get_by_role("menuitem").tap()
    phone.get_by_role("button", name="I am Black").tap()
    phone.get_by_role("button", name="Choose for me").tap()
    phone.get_by_role("button", name="I am White").tap()
    phone.get_by_role("button", name="Whole board").tap()
    inside = phone.locator(".panel-board").bounding_box()
    assert inside is not None
    assert inside["width"] <= 390
    # The overview shows the part in view, and a tap there scrolls.
    for _ in range(4):
        phone.get_by_role("button", name="Zoom in").tap()
    overview = phone.get_by_role("img", name="Board overview")

    def tap(across: float, down: float) -> None:
        box = overview.bounding_box()
        assert box is not None
        phone.touchscreen.tap(box["x"] + box["width"] * across, box["y"] + box["height"] * down)

    tap(0.5, 0.08)
    expect(square(phone, "2d8")).to_be_in_viewport()
    tap(0.9, 0.5)
    expect(square(phone, "2d8")).not_to_be_in_viewport()


def test_the_buttons_of_four_boards_are_in_view(page: Page) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    order = {"variant": "monster-bluff-4", "white": "human", "black": "beginner"}
    page.goto(f"/play/{made(page, order)}")
    expect(page.get_by_role("button", name="Choose for me")).to_be_visible(timeout=COMPILING)
    for name in ("Undo", "Hint", "Flip", "Resign"):
        expect(page.get_by_role("button", name=name, exact=True)).to_be_in_viewport(ratio=1)


def test_after_the_game_the_computers_guesses_are_shown(page: Page) -> None:
    begun(page, FOUR, "monster-bluff-4", CHIPS.replace("-,-", "1e1,2e8"))
    page.get_by_role("button", name="I am White, show the board").click(timeout=COMPILING)
    expect(page.get_by_text("True King was")).to_have_count(0)
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("group", name="Resign?").get_by_role("button", name="Resign").click()
    ending = page.get_by_role("dialog", name="Game over")
    expect(ending.get_by_text("Purses: White 255, Black 345")).to_be_visible()
    told = ending.get_by_role("listitem")
    expect(told.first).to_contain_text(
        "White's True King was on 1e1 (the computer's guess: 50%)", timeout=COMPILING
    )
    expect(told).to_have_count(2)


def test_the_true_king_is_captured(page: Page) -> None:
    boards = CHIPS.replace("-,-", "1e1,2e8").replace("/R6r", "/7r")
    begun(page, FOUR, "monster-bluff-4", boards.replace("|4k3/8/8/8/8/8/8/4K3|", "|4k3/8/8/8/4R3/8/8/4K3|"))
    page.get_by_role("button", name="I am White").click(timeout=COMPILING)
    square(page, "2e4").click()
    square(page, "2e8").click()
    ending = page.get_by_role("dialog", name="Game over")
    expect(ending).to_contain_text("White wins")
    expect(ending).to_contain_text("by capturing the True King")
