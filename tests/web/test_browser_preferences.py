"""The settings: language, board, pieces, sounds, and notifications."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from fairyring.messages import Message
from fairyring.web.languages import phrase, translator
from tests.web.browsing import COMPILING, begin, moves, square
from tests.web.test_browser_between_people import invite, play

pytestmark = [pytest.mark.browser, pytest.mark.slow]

# Sounds and notifications are recorded instead of played and shown.
LISTEN = """
    window.heard = [];
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (at) { heard.push(this.type); start.call(this, at); };
    window.notified = [];
    window.Notification = class {
        static permission = 'default';
        static async requestPermission() { window.asked = true; return this.permission = 'granted'; }
        constructor(title, { body }) { notified.push([title, body]); }
        close() {}
    };
"""
HIDE = """
    Object.defineProperty(document, 'hidden', { configurable: true, value: true });
    document.dispatchEvent(new Event('visibilitychange'));
"""
SHOW = HIDE.replace("value: true", "value: false")
SAID = [
    Message(
        "{what}; try again in {seconds} seconds",
        what=Message("too many requests from your address"),
        seconds=3,
    ),
    Message("capture {piece} with {riders}", piece=Message("big white rook"), riders="e4"),
    "white pawn",
    "nobody has said this before",
]


def test_keys_and_settings_of_the_board(page: Page) -> None:
    begin(page, "Chess")
    board = page.locator(".boards")
    coordinate = page.locator(".coordinate").first
    expect(coordinate).to_be_visible()
    page.keyboard.press("f")
    expect(board).to_have_attribute("data-flipped", "")
    page.keyboard.press("f")
    expect(board).not_to_have_attribute("data-flipped", "")
    page.keyboard.press("h")
    expect(page.locator(".arrow")).to_have_count(1, timeout=COMPILING)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keyboard shortcuts")).to_contain_text("Previous and next move")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Coordinates").uncheck()
    page.get_by_label("Animation").select_option("Fast")
    expect(coordinate).to_be_hidden()
    page.reload()
    expect(page.locator(".square.movable").first).to_be_visible(timeout=COMPILING)
    expect(coordinate).to_be_hidden()
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_label("Animation")).to_have_value("fast")
    page.get_by_role("button", name="Keyboard shortcuts").click()
    expect(page.get_by_role("dialog")).to_have_count(1)


def test_language_and_board_are_remembered(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("dialog").get_by_label("Board").select_option("High contrast")
    expect(page.locator("html")).to_have_attribute("data-board", "contrast")
    page.get_by_label("Language").select_option("Deutsch")
    expect(page.get_by_role("heading", level=1)).to_have_text("Schach, bei dem das Brett nicht stillhält.")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.locator("html")).to_have_attribute("data-board", "contrast")
    page.get_by_role("button", name="MetaChess Nr. 4 spielen").click()
    page.get_by_role("radio", name="Gleiches Gerät").check()
    page.get_by_role("button", name="Spielen", exact=True).click()
    expect(page.locator(".square.movable").first).to_be_visible(timeout=COMPILING)
    expect(square(page, "d1")).to_have_attribute("aria-label", "weiße Dame, d1")
    square(page, "b1").click()
    square(page, "d2").click()
    expect(square(page, "d2")).to_have_attribute(
        "aria-label", "weißer Springer, darunter weißer Bauer, d2, letzter Zug"
    )
    expect(moves(page)).to_have_count(1)
    page.get_by_label("Zug eingeben").fill("e7-e3")
    page.get_by_role("button", name="Spielen", exact=True).click()
    expect(page.get_by_role("alert")).to_have_text(
        "Zug 'e7-e3': kein erlaubter Zug; von e7 aus gibt es e7-e5, e7-e6"
    )
    # The page translates texts as the server does.
    asked = (
        "async (texts) => { const page = await import('/static/language.js'); return texts.map(page.tr); }"
    )
    assert page.evaluate(asked, [phrase(text) for text in SAID]) == [*map(translator("de"), SAID)]


def test_pieces_can_be_characters_where_a_game_has_them(page: Page) -> None:
    begin(page, "Shogi")
    king = page.locator("use[data-picture=king][data-side=black]").first
    expect(king).to_have_attribute("href", "#piece-king")
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("dialog").get_by_label("Pieces in shogi and xiangqi").select_option("characters")
    page.get_by_role("dialog").get_by_label("Piece set").select_option("Blocks")
    page.keyboard.press("Escape")
    expect(king).to_have_attribute("href", "#blocks-koma-738b")
    expect(page.locator("#blocks-koma-738b path")).to_have_count(2)
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("dialog").get_by_label("Pieces in shogi and xiangqi").select_option("pictures")
    expect(king).to_have_attribute("href", "#blocks-king")
    page.get_by_role("dialog").get_by_label("Pieces in shogi and xiangqi").select_option("characters")
    page.get_by_role("dialog").get_by_label("Piece set").select_option("Classic")
    page.keyboard.press("Escape")
    expect(king).to_have_attribute("href", "#piece-koma-738b")
    expect(page.locator("#piece-koma-738b path")).to_have_count(2)
    page.reload()
    expect(king).to_have_attribute("href", "#piece-koma-738b")
    page.goto("/")
    expect(page.locator("use[data-picture=king]").first).to_have_attribute("href", "#piece-king")


def test_sounds_are_played_after_a_gesture_and_can_be_turned_off(page: Page) -> None:
    page.add_init_script(LISTEN)
    begin(page, "Chess")
    play(page, "e2", "e4")
    expect(moves(page)).to_have_count(1)
    assert page.evaluate("heard.splice(0)") == ["triangle"]
    play(page, "d7", "d5")
    play(page, "e4", "d5")
    expect(moves(page)).to_have_count(3)
    assert page.evaluate("heard.splice(0)") == ["triangle", "triangle", "square"], "a move, then a capture"
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Sounds").uncheck()
    page.keyboard.press("Escape")
    play(page, "d8", "d5")
    expect(moves(page)).to_have_count(4)
    assert page.evaluate("heard") == []


def test_a_player_on_another_page_is_alerted(page: Page, other: Page) -> None:
    page.add_init_script(LISTEN)
    link = invite(page, "Chess", "White")
    page.evaluate(HIDE)
    other.goto(link)
    expect(page).to_have_title("● Your opponent has joined · Chess")
    page.evaluate(SHOW)
    play(page, "e2", "e4")
    expect(moves(other)).to_have_count(1)
    page.evaluate(HIDE)
    other.get_by_role("button", name="Offer a draw").click()
    expect(page).to_have_title("● Your opponent offers a draw. · Chess")
    page.evaluate(SHOW)
    other.get_by_role("button", name="Withdraw").click()
    page.evaluate(HIDE)
    play(other, "e7", "e5")
    expect(page).to_have_title("● Your move · Chess")
    assert page.evaluate("[window.asked ?? false, notified]") == [False, []], "not asked for"
    page.evaluate(SHOW)
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Notify me").check()
    page.keyboard.press("Escape")
    play(page, "g1", "f3")
    expect(moves(other)).to_have_count(3)
    page.evaluate(HIDE)
    play(other, "b8", "c6")
    expect(page).to_have_title("● Your move · Chess")
    assert page.evaluate("notified") == [["Chess", "Your move"]]
    page.evaluate(SHOW)
    expect(page).to_have_title("Your move · Chess · fairyring")
