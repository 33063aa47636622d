"""A whole game between two people, of every family, on PostgreSQL: from the link to the rematch."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, Page, WebSocket, expect
from sqlalchemy import Engine, create_engine, make_url

import fairyring
from tests import lanes
from tests.web.browsing import COMPILING, begin, moves, visiting
from tests.web.databases import kept, postgresql
from tests.web.test_browser_between_people import invite
from tests.web.test_killed import running

pytestmark = [pytest.mark.browser, pytest.mark.slow]

MOVABLE = ".square.movable"
MENU = ".menu:not([hidden]) [role=menuitem]"
GOALS = ".square:is(.goal, .capture, .mount, .under, .unseat, .berth, .ram)"
STEPS = 6  # clicks; no first move takes more

DRAWN = "() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))"
# How a move continues: the first of these ways that the page offers, once it is drawn.
OPEN = """([made, ...ways]) =>
    document.querySelectorAll(".move").length > made
        ? "made" : ways.find((way) => document.querySelector(way)) ?? false"""
LABELS = """() => {
    const squares = [...document.querySelectorAll(".square:not([data-away])")];
    return squares.map((square) => square.getAttribute("aria-label")).sort();
}"""


class People(NamedTuple):
    """Two browsers, the moves they have sent by the id of each game, and errors in their consoles."""

    one: Page
    other: Page
    sent: dict[str, list[str]]
    complaints: list[str]


@pytest.fixture(scope="module")
def database() -> Iterator[Engine]:
    with postgresql() as url:
        engine = create_engine(make_url(url).set(drivername="postgresql+psycopg"))
        yield engine
        engine.dispose()


@pytest.fixture(scope="module")
def people(browser: Browser, database: Engine) -> Iterator[People]:
    sent: dict[str, list[str]] = defaultdict(list)
    complaints: list[str] = []

    def hear(line: WebSocket) -> None:
        game = line.url.split("/")[-2]

        def note(frame: str | bytes) -> None:
            message = json.loads(frame)
            if message["type"] == "move":
                sent[game].append(message["text"])

        line.on("framesent", note)

    with running(database.url.render_as_string()) as server:
        address = server.url.rstrip("/").replace("localhost", "127.0.0.1")
        with visiting(browser, address, complaints) as one, visiting(browser, address, complaints) as other:
            for page in (one, other):
                page.on("websocket", hear)
            yield People(one, other, sent, complaints)


def make_turn(mover: Page, waiter: Page) -> None:
    """Enter a move by clicks on what the page offers; the other page shows it."""
    made = moves(mover).count()
    way = MOVABLE
    expect(mover.locator(way).first).to_be_visible(timeout=COMPILING)
    for _ in range(STEPS):
        offered = mover.locator(way)
        offered.nth(offered.count() // 2).click()
        mover.evaluate(DRAWN)
        way = mover.wait_for_function(OPEN, arg=[made, MENU, GOALS]).json_value()
        if way == "made":
            expect(moves(waiter)).to_have_count(made + 1)
            return
    raise AssertionError(f"no turn after {STEPS} clicks")


def choose_kings(white: Page, black: Page) -> None:
    """Each player chooses a True King, in games that have them."""
    expect(white.locator(MOVABLE).first).to_be_visible(timeout=COMPILING)
    if white.get_by_text("Choose your True King").count():
        make_turn(white, black)
        make_turn(black, white)


def stands(page: Page) -> tuple[list[str], list[str], str]:
    """The state of a game on a page: the moves, what is on the board, and the status."""
    return moves(page).all_inner_texts(), page.evaluate(LABELS), page.locator(".status-line").inner_text()


def key(page: Page) -> str:
    return page.url.rsplit("/", 1)[1]


# The page knows no rules: games of one family differ there in their boards and panels alone. Between servers,
# one game with each kind of tables goes this whole way in test_processes, and every game in make thorough.
WHOLE = sorted(
    {type(fairyring.load(name).rules): name for name in lanes.one_a_family(lanes.GAMES)[::-1]}.values()
)
# Where there is a True King to choose, a game begins with a move more.
SECRET = [name for name in WHOLE if fairyring.load(name).rules.secrets]


@pytest.mark.parametrize("name", WHOLE if lanes.EVERY else [*SECRET, WHOLE[0]])
def test_a_game_from_the_invitation_to_the_rematch(people: People, database: Engine, name: str) -> None:
    white, black, sent, complaints = people
    black.goto(invite(white, fairyring.load(name).title, "White", "No clock"))
    choose_kings(white, black)
    make_turn(white, black)
    make_turn(black, white)
    count = moves(white).count()

    black.get_by_role("button", name="Ask for a takeback").click()
    white.locator(".offer").get_by_role("button", name="Accept").click()
    for each in (white, black):
        expect(moves(each)).to_have_count(count - 1)
    make_turn(black, white)
    white.get_by_role("button", name="Offer a draw").click()
    black.locator(".offer").get_by_role("button", name="Decline").click()
    expect(white.locator(".offer")).to_contain_text("declined")
    expect(white.locator(".offer button")).to_have_count(0)
    stood, movable = stands(white), white.locator(MOVABLE).count()
    white.reload()
    expect(moves(white)).to_have_count(count)
    expect(white.locator(MOVABLE)).to_have_count(movable)  # the board comes a little after the moves
    assert stands(white) == stood

    black.get_by_role("button", name="Resign").click()
    black.get_by_role("group", name="Resign?").get_by_role("button", name="Resign").click()
    for each, outcome in ((white, "You won"), (black, "You lost")):
        ending = each.get_by_role("dialog", name="Game over")
        expect(ending).to_contain_text(outcome)
        expect(ending).to_contain_text("by resignation")
    assert stands(white) == stands(black)
    assert len(sent[key(white)]) == count + 1, "the move taken back is kept, too"
    assert kept(database, key(white)) == sent[key(white)]

    first = white.url
    white.get_by_role("button", name="Rematch").click()
    black.get_by_role("button", name="Accept rematch").click()
    for each in (white, black):
        expect(each).not_to_have_url(first)
        expect(moves(each)).to_have_count(0)
    choose_kings(black, white)
    make_turn(black, white)
    assert kept(database, key(white)) == sent[key(white)]
    assert complaints == []


# Ten boards are seen on a phone in test_browser_bluff; four boards are as much of a game here. Where True
# Kings are chosen at one screen, a curtain comes between the players, and test_browser_bluff goes past it.
# What a page has for riders, hands, walls, motion and so on has tests of its own.
@pytest.mark.thorough
@pytest.mark.parametrize(
    "name",
    [
        name
        for name in lanes.one_a_look(lanes.GAMES)
        if name not in WHOLE and not lanes.vast(name) and not fairyring.load(name).rules.secrets
    ],
)
def test_moves_are_made_by_clicks_on_every_other_board(page: Page, name: str) -> None:
    begin(page, fairyring.load(name).title)
    make_turn(page, page)
    make_turn(page, page)
