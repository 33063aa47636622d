"""The page with an invented game: triangular sites, moves of one to three choices, chips."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.web.browsing import square

pytestmark = [pytest.mark.browser, pytest.mark.slow]

CORNERS = {
    "left": [[0, 0], [2, 2], [0, 4]],
    "top": [[0, 0], [4, 0], [2, 2]],
    "right": [[4, 0], [4, 4], [2, 2]],
}
PIECE: dict[str, object] = {
    "letter": "K",
    "name": "white king",
    "picture": "king",
    "side": "white",
    "level": "",
    "momentum": None,
    "chips": [],
    "marked": False,
}
TURNS = [
    ["left", "top"],
    ["left", "top", "right"],
    ["left", "right", "gold"],
    ["left", "right", "lead"],
    ["pass"],
]


def details() -> dict[str, Any]:
    sites = [
        {
            "name": name,
            "file": "",
            "rank": "",
            "label": "",
            "shade": 0,
            "region": "",
            "tint": 0,
            "carrier": "",
            "outlines": [{"panel": 0, "points": points}],
        }
        for name, points in CORNERS.items()
    ]
    return {
        "name": "odd",
        "title": "Odd",
        "summary": "",
        "inventor": "",
        "year": 0,
        "board": {
            "panels": [{"title": "", "width": 4, "height": 4}],
            "sites": sites,
            "places": {},
            "turning": [],
            "borders": [],
        },
        "pieces": [],
        "levels": [],
        "options": [],
        "start": [],
    }


def state() -> dict[str, Any]:
    return {
        "type": "state",
        "id": "odd",
        "variant": "odd",
        "options": {},
        "seats": {"white": "human", "black": "human"},
        "you": ["white", "black"],
        "shared": False,
        "ply": 0,
        "number": 1,
        "movers": [],
        "moves": [],
        "notations": [],
        "aftermaths": [],
        "choices": 0,
        "choosing": False,
        "knows": "",
        "view": {
            "text": "odd",
            "side": "white",
            "checked": [],
            "last": [],
            "said": [],
            "touched": [],
            "earlier": [],
            "checks": [],
            "trays": None,
            "course": [],
            "purses": None,
            "panels": [],
            "tokens": [
                {**PIECE, "site": "left"},
                {**PIECE, "site": "left", "name": "white tower", "level": "big"},
            ],
        },
        "turns": [{"text": "-".join(choices), "choices": choices} for choices in TURNS],
        "labels": {
            "gold": {"name": "gold", "picture": "king"},
            "lead": {"name": "lead", "picture": ""},
            "pass": {"name": "pass the turn", "picture": ""},
        },
        "names": {"white": "", "black": ""},
        "listed": False,
        "thinking": False,
        "clock": None,
        "offers": [],
        "declined": [],
        "can": [],
        "next": "",
        "result": None,
    }


@pytest.fixture
def sent(page: Page) -> list[str]:
    """The texts of the moves that the page sends; each is refused."""
    texts: list[str] = []

    def talk(line: WebSocketRoute) -> None:
        def receive(message: str | bytes) -> None:
            said = json.loads(message)
            if said["type"] == "course":
                line.send(json.dumps({**said, "course": [], "reply": []}))
                return
            texts.append(said["text"])
            line.send(
                json.dumps({"type": "error", "error": "refused", "message": "refused, to see what happens"})
            )

        line.on_message(receive)
        line.send(json.dumps(state()))

    page.route_web_socket("**/api/games/*/live", talk)
    page.route("**/api/variants/odd", lambda route: route.fulfill(json=details()))
    # Any game page will do: the server need not know this game.
    page.route(
        "**/play/odd",
        lambda route: route.fulfill(response=route.fetch(url=route.request.url[: -len("play/odd")])),
    )
    page.goto("/play/odd")
    expect(page.locator(".square.movable")).to_have_count(1)
    return texts


def test_a_move_that_may_end_or_continue_is_asked_about(page: Page, sent: list[str]) -> None:
    square(page, "left").click()
    expect(page.locator(".square.goal")).to_have_count(2)
    square(page, "top").click()
    expect(page.locator(".square.goal")).to_have_count(1)
    page.get_by_role("menuitem", name="left-top").click()
    expect(page.get_by_role("alert")).to_have_text("refused, to see what happens")
    expect(square(page, "left")).to_have_attribute("aria-label", "white tower on white king, left")
    for site in ("left", "top", "right"):
        square(page, site).click()
    expect(page.get_by_role("alert")).to_be_visible()
    assert sent == ["left-top", "left-top-right"]


def test_choices_that_are_not_sites_come_from_a_menu_or_a_bar(page: Page, sent: list[str]) -> None:
    page.get_by_role("group", name="Choices").get_by_role("button", name="pass the turn").click()
    expect(page.get_by_role("alert")).to_be_visible()
    square(page, "left").click()
    square(page, "right").click()
    page.get_by_role("menuitem", name="lead").click()
    expect(page.get_by_role("menu")).to_be_hidden()
    assert sent == ["pass", "left-right-lead"]


def test_the_arrow_keys_work_on_squares_of_any_shape(page: Page, sent: list[str]) -> None:
    square(page, "left").focus()
    for key, site in (("ArrowRight", "right"), ("ArrowUp", "top"), ("ArrowDown", "left")):
        page.keyboard.press(key)
        assert page.evaluate("document.activeElement.dataset.site") == site
    assert sent == []
