"""Two people who play each other by link, in two browsers, and a spectator."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from fairyring.web.match import CHATTER
from tests.web.browsing import COMPILING, moves, square, visiting

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.fixture
def stranger(browser: Browser, address: str, complaints: list[str]) -> Iterator[Page]:
    """A browser that has never been here."""
    with visiting(browser, address, complaints) as page:
        yield page


class Wire:
    """The path of a page's live connection; it can be cut."""

    def __init__(self, page: Page) -> None:
        self._ends: tuple[WebSocketRoute, ...] = ()
        self._whole = True
        page.route_web_socket("**/live", self._connect)

    def _connect(self, line: WebSocketRoute) -> None:
        if self._whole:
            self._ends = (line, line.connect_to_server())
        else:
            line.close(code=3001, reason="cut")

    def cut(self) -> None:
        self._whole = False
        for end in self._ends:
            end.close(code=3001, reason="cut")

    def mend(self) -> None:
        self._whole = True


def invite(page: Page, title: str, *wishes: str) -> str:
    """Start a game by link; the link for the opponent."""
    page.goto("/")
    page.get_by_label("Search games").fill(title)
    page.get_by_role("button", name=f"Play {title}", exact=True).click()
    dialog = page.get_by_role("dialog", name=title)
    for wish in ("By link", *wishes):
        dialog.get_by_role("radio", name=wish, exact=True).check()
    dialog.get_by_role("button", name="Play", exact=True).click()
    waiting = page.get_by_role("region", name="Waiting for your opponent")
    expect(waiting).to_be_visible(timeout=COMPILING)
    link = waiting.get_by_label("For your opponent", exact=True).input_value()
    assert re.fullmatch(r"http://127\.0\.0\.1:\d+/play/[\w-]{16}#join=[\w-]{43}", link)
    return link


def play(page: Page, *sites: str) -> None:
    for site in sites:
        square(page, site).click()


def test_two_people_play_by_link(page: Page, other: Page, phone: Page, complaints: list[str]) -> None:
    link = invite(page, "Chess", "White", "Per game")
    line = Wire(other)
    other.goto(link)
    expect(page.get_by_role("region", name="Waiting for your opponent")).to_be_hidden(timeout=COMPILING)
    assert "#" not in other.url, "the invitation has left the address"
    expect(other.get_by_text("Your opponent’s move")).to_be_visible()
    expect(page.get_by_text("Your move", exact=True)).to_be_visible()
    expect(page.get_by_role("timer")).to_have_count(2)
    play(page, "e2", "e4")
    expect(moves(other)).to_have_text(["e4"])
    play(other, "e7", "e5")
    expect(moves(page)).to_have_text(["e4", "e5"])
    # Neither can move the other's pieces.
    assert page.locator(".square.movable[aria-label^=black]").count() == 0
    assert other.locator(".square.movable").count() == 0

    # A third person opens the link too late and becomes a spectator.
    phone.goto(link)
    expect(phone.get_by_role("alert")).to_contain_text("you can watch")
    assert "409" in complaints.pop(), "the browser's own message"
    expect(phone.get_by_text("Spectating")).to_be_visible()
    expect(moves(phone)).to_have_count(2)
    assert phone.locator(".square.movable").count() == 0
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")

    # A spectator who looks at an earlier position stays there.
    phone.get_by_role("button", name="Previous move").click()
    expect(phone.get_by_text("Viewing move 1 of 2")).to_be_visible()

    # One page is cut off, misses a move, and catches up by itself.
    line.cut()
    expect(other.get_by_text("Connection lost")).to_be_visible()
    expect(page.locator(".player.far")).to_contain_text("away")
    play(page, "g1", "f3")
    expect(moves(phone)).to_have_count(3)
    expect(phone.get_by_text("Viewing move 1 of 3")).to_be_visible()
    expect(square(phone, "e5")).to_have_attribute("aria-label", re.compile("^empty"))
    expect(moves(other)).to_have_count(2)
    line.mend()
    expect(moves(other)).to_have_count(3)
    expect(page.locator(".player.far")).not_to_contain_text("away")
    play(other, "b8", "c6")
    expect(moves(page)).to_have_count(4)

    # A declined takeback. The rest of a game is in test_browser_whole_life.
    other.get_by_role("button", name="Ask for a takeback").click()
    offer = page.locator(".offer")
    expect(offer).to_contain_text("Your opponent asks for a takeback")
    offer.get_by_role("button", name="Decline").click()
    expect(other.locator(".offer")).to_have_text("Your opponent declined the takeback.")
    expect(page.locator(".offer")).to_have_text("You declined the takeback.")
    expect(phone.locator(".offer")).to_have_text("White declined the takeback.")
    expect(moves(phone)).to_have_count(4)

    # Chat is plain text, for the two players only.
    page.get_by_label("Message your opponent").fill("<b>Hello</b> & <img src=x onerror=alert(1)>")
    page.get_by_role("button", name="Send", exact=True).click()
    expect(other.get_by_role("log")).to_have_text("Opponent <b>Hello</b> & <img src=x onerror=alert(1)>")
    assert phone.get_by_text("Hello").count() == 0
    # A message that is refused is not lost.
    field = page.get_by_label("Message your opponent")
    for number in range(CHATTER[0]):
        field.fill(f"{number}")
        page.get_by_role("button", name="Send", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("too many messages")
    expect(field).to_have_value(f"{CHATTER[0] - 1}")

    # A draw, and a rematch with sides swapped, which the spectator can follow.
    page.get_by_role("button", name="Offer a draw").click()
    other.locator(".offer").get_by_role("button", name="Accept").click()
    for each in (page, other, phone):
        expect(each.get_by_role("dialog", name="Game over")).to_contain_text("by agreement")
    page.get_by_role("button", name="Rematch").click()
    # The one who has left the board sees it on the home page.
    other.goto("/")
    own = other.get_by_role("region", name="Your games")
    expect(own.locator(".standing")).to_have_text("Draw by agreement · Your opponent offers a rematch.")
    own.get_by_role("link", name="Chess").click()
    other.locator(".offer").get_by_role("button", name="Accept").click()
    expect(moves(other)).to_have_count(0)
    expect(other.get_by_text("Your move", exact=True)).to_be_visible()
    play(other, "d2", "d4")
    expect(moves(page)).to_have_text(["d4"])
    phone.get_by_role("dialog", name="Game over").get_by_role("button", name="Close").click()
    phone.get_by_role("button", name="Next game").click()
    expect(moves(phone)).to_have_text(["d4"])


def test_an_open_challenge_is_accepted_on_the_home_page(page: Page, other: Page) -> None:
    other.goto("/")
    challenges = other.get_by_role("region", name="Open challenges")
    expect(other.locator(".card").first).to_be_visible()
    expect(challenges).to_be_hidden()
    page.goto("/")
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Your name").fill("Ann")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Play Mini Meta Chess", exact=True).click()
    for wish in ("Anyone", "White", "Per move"):
        page.get_by_role("dialog").get_by_role("radio", name=wish, exact=True).check()
    page.get_by_role("dialog").get_by_role("button", name="Play", exact=True).click()
    expect(page.get_by_text("anyone may accept it")).to_be_visible(timeout=COMPILING)
    row = challenges.get_by_role("listitem")
    expect(row).to_contain_text("Mini Meta Chess Ann")
    expect(row).to_contain_text("1:00 per move · you play Black")
    # Nobody waits while the player is elsewhere.
    url = page.url
    page.goto("/games")
    expect(challenges).to_be_hidden()
    page.goto(url)
    row.get_by_role("button", name="Accept").click()
    expect(other.locator(".player.far")).to_contain_text("Ann", timeout=COMPILING)
    expect(page.get_by_text("anyone may accept it")).to_be_hidden()
    other.goto("/")
    expect(other.get_by_role("region", name="Your games")).to_contain_text("Ann")
    expect(challenges).to_be_hidden()


def test_a_premove_is_played_in_its_time_and_not_sent_before(page: Page, other: Page) -> None:
    link = invite(page, "Chess", "White", "No clock")
    sent: list[str] = []
    other.on("websocket", lambda socket: socket.on("framesent", lambda text: sent.append(str(text))))
    other.goto(link)
    expect(square(other, "e2")).to_be_visible(timeout=COMPILING)
    expect(page.locator(".square.movable").first).to_be_visible(timeout=COMPILING)
    planned = other.locator(".square.planned")
    expect(other.get_by_text("Your opponent’s move")).to_be_visible()
    for button in (False, True):
        play(other, "e7", "e5")
        expect(planned).to_have_count(2)
        if button:
            square(other, "a3").click(button="right")
        else:
            other.keyboard.press("Escape")
        expect(planned).to_have_count(0)
    play(other, "e7", "e5")
    expect(other.get_by_text("Premove set")).to_be_visible()
    assert not [text for text in sent if "move" in text or "e5" in text]
    play(page, "e2", "e4")
    expect(moves(page)).to_have_text(["e4", "e5"])
    assert [text for text in sent if "e7-e5" in text]
    # One that is not legal when its time comes is not played.
    play(other, "e5", "e4")
    play(page, "d2", "d4")
    expect(other.get_by_role("alert")).to_have_text("Your premove is not possible here.")
    expect(planned).to_have_count(0)
    play(other, "e5", "d4")
    expect(moves(page)).to_have_text(["e4", "e5", "d4", "exd4"])


def test_a_seat_on_another_device(page: Page, phone: Page, other: Page, stranger: Page) -> None:
    link = invite(page, "Chess", "Black", "Days")
    page.get_by_role("button", name="View board").click()
    page.get_by_role("button", name="Game links").click()
    links = page.get_by_role("dialog", name="Game links")
    own = links.get_by_label("Your seat on another device", exact=True).input_value()
    watch = links.get_by_label("For spectators", exact=True).input_value()
    board = links.get_by_label("A board for your own page", exact=True).input_value()
    assert f'src="{watch.replace("/play/", "/embed/game/")}"' in board
    other.goto(watch)
    expect(other.get_by_text("Spectating")).to_be_visible(timeout=COMPILING)
    assert other.get_by_role("button", name="Resign").count() == 0
    other.goto(link)
    expect(other.locator(".square.movable").first).to_be_visible()
    play(other, "e2", "e4")
    phone.goto(own)
    assert "#" not in phone.url
    square(phone, "e7").tap()
    square(phone, "e5").tap()
    for each in (page, phone, other):
        expect(moves(each)).to_have_text(["e4", "e5"])
    phone.reload()
    expect(phone.get_by_text("Your opponent’s move")).to_be_visible()
    # Players find the game on the home page later; spectators do not.
    phone.goto("/")
    games = phone.get_by_role("region", name="Your games")
    expect(games.locator(".standing")).to_contain_text("Your opponent’s move")
    expect(games.locator(".piece").first).to_be_visible()
    games.get_by_role("link", name="Chess").click()
    expect(moves(phone)).to_have_count(2)
    stranger.goto(watch)
    expect(stranger.get_by_text("Spectating")).to_be_visible()
    stranger.goto("/")
    expect(stranger.get_by_role("button", name="Play Chess", exact=True)).to_be_visible()
    assert stranger.get_by_role("region", name="Your games").count() == 0


def test_an_invitation_is_cancelled(page: Page, other: Page, complaints: list[str]) -> None:
    link = invite(page, "Chess", "White", "No clock")
    page.get_by_role("button", name="Cancel invitation").click()
    expect(page.get_by_text("Aborted").first).to_be_visible()
    other.goto(link)
    expect(other.get_by_role("alert")).to_contain_text("over")
    assert "409" in complaints.pop(), "the browser's own message"
