"""Small pieces on big ones in a real browser: moves, piloting, capturing a carrier, promotion, options."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from playwright.sync_api import Page, expect

from tests.web.browsing import COMPILING, begin, copied, moves, square

pytestmark = [pytest.mark.browser, pytest.mark.slow]

GAME = "Mini Meta Chess"

ACROSS = "k[...k]4/5/5/P[...R]p[....]n[..n.]2/5/4K[K...] w 0 1"
# On c4 a white rook; d4 carries a black queen and a white pawn, and the rook's rider could also move there.
TAKING = "k[...k]4/5/2R[R..p]n[.Pq.]1/5/5/4K[K...] w 0 1"
CARRIED = (
    "k[...k]q[...q]b[...b]n[...n]1/p[...p]p[...p]p[...p]1P[PP..]/5/5/1P[P...]P[P...]P[P...]1/"
    "R[....]1B[B...]1K[K...] w 0 1"
)


def ask(page: Page, options: Mapping[str, bool], record: str = "") -> None:
    """Start a game from the home page, with some options, or from a record."""
    page.goto("/")
    page.get_by_role("button", name=f"Play {GAME}", exact=True).click()
    dialog = page.get_by_role("dialog", name=GAME)
    dialog.get_by_role("radio", name="Same screen").check()
    for label, chosen in options.items():
        dialog.get_by_role("checkbox", name=label).set_checked(chosen)
    if record:
        dialog.get_by_text("Start from a position or PGN").click()
        dialog.get_by_label("Position or PGN").fill(record)
    dialog.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator(".square.movable").first).to_be_visible(timeout=COMPILING)


def test_a_knight_is_piloted_by_its_rider(page: Page) -> None:
    begin(page, GAME)
    expect(square(page, "b1:a2")).to_have_attribute("aria-label", "white knight on big white knight, b1:a2")
    square(page, "b1:a2").click()
    expect(page.locator(".square.goal")).to_have_count(6)
    expect(page.locator(".square.berth")).to_have_count(2)
    expect(square(page, "a3")).to_have_attribute("aria-label", "empty, a3, can pilot here")
    square(page, "a3").click()
    expect(moves(page)).to_have_text(["Nb1-a3"])
    expect(square(page, "a3:a2")).to_have_attribute("aria-label", "white knight on big white knight, a3:a2")
    expect(square(page, "b1")).to_have_attribute("aria-label", "empty, b1, last move")
    assert (
        copied(page).split(" ")[0].endswith("/N[N...]4/" + "P[P...]" * 5 + "/R[R...]1B[B...]Q[Q...]K[K...]")
    )


def test_small_squares_are_there_only_on_big_pieces(page: Page) -> None:
    begin(page, GAME)
    expect(page.locator(".square.back:not([data-away])")).to_have_count(80)
    expect(page.locator(".square.carrying:not([data-away])")).to_have_count(10)
    expect(square(page, "c3:a1")).to_be_hidden()
    expect(square(page, "c3")).to_be_visible()
    big, small = square(page, "c2").bounding_box(), square(page, "c2:a1").bounding_box()
    assert big is not None
    assert small is not None
    assert big["width"] > 1.8 * small["width"]
    assert big["x"] <= small["x"] < big["x"] + big["width"] / 2
    assert page.locator(".piece.big").count() == 20


def test_a_rook_crosses_two_big_pieces(page: Page) -> None:
    begin(page, GAME, ACROSS)
    square(page, "a3:b1").click()
    expect(square(page, "c3:a1")).to_have_attribute(
        "aria-label", "black knight on big black knight, c3:a1, can capture here"
    )
    expect(square(page, "b3:b1")).to_have_attribute(
        "aria-label", "no piece on big black pawn, b3:b1, can move here"
    )
    square(page, "c3:a1").click()
    expect(moves(page)).to_have_text(["Pa3:rb1xNc3:na1"])
    expect(square(page, "c3:a1")).to_have_attribute(
        "aria-label", "white rook on big black knight, c3:a1, last move"
    )


def test_a_big_piece_is_captured_with_all_its_riders(page: Page) -> None:
    begin(page, GAME, TAKING)
    square(page, "c4:a2").click()
    expect(page.locator(".square.ram")).to_have_count(1)
    square(page, "d4:a2").click()
    menu = page.get_by_role("menu")
    expect(menu.get_by_role("menuitem")).to_have_text(
        ["move to d4:a2", "capture big black knight with black queen, white pawn"]
    )
    menu.get_by_role("menuitem").last.click()
    expect(moves(page)).to_have_text(["Rc4xNd4(qa1 pb2)"])
    said = (
        "Big white rook with black pawn and white rook captures big black knight with black queen and white"
        " pawn on d4."
    )
    expect(page.locator(".told")).to_have_text(said)
    expect(page.locator("[aria-live=polite]")).to_have_text(f"{said} Black to move.")
    expect(square(page, "d4:b1")).to_have_attribute("aria-label", "black pawn on big white rook, d4:b1")
    square(page, "a6:b1").click()
    square(page, "a6:b2").click()
    expect(page.locator(".told")).not_to_have_text(said)
    page.get_by_role("button", name="Previous move").click()
    expect(page.locator(".told")).to_have_text(said)


def test_a_piloted_move_is_predicted_before_the_server_answers(page: Page) -> None:
    begin(page, GAME, TAKING)
    square(page, "c4:a2").click()
    # The server never answers here: the page shows its prediction.
    page.evaluate("WebSocket.prototype.send = () => {}")
    square(page, "d4:a1").click()
    labels = {
        "d4:a2": "white rook on big white rook, d4:a2",
        "d4:b1": "black pawn on big white rook, d4:b1",
        "d4:b2": "no piece on big white rook, d4:b2",
        "c4": "empty, c4, last move",
    }
    for site, label in labels.items():
        expect(square(page, site)).to_have_attribute("aria-label", label)
    expect(moves(page)).to_have_count(0)


def test_no_menu_for_a_single_goal(page: Page) -> None:
    begin(page, GAME, TAKING)
    square(page, "c4:a2").click()
    square(page, "d4:a1").click()
    expect(moves(page)).to_have_text(["Rc4xNd4(qa1 pb2)"])


def test_an_own_piece_on_a_carrier_that_can_be_captured_may_be_selected_instead(page: Page) -> None:
    begin(page, GAME, TAKING)
    square(page, "c4:a2").click()
    square(page, "d4:b2").click()
    menu = page.get_by_role("menu")
    menu.get_by_role("menuitem", name="select the piece on this square").click()
    expect(menu).to_be_hidden()
    expect(page.locator(".square.selected")).to_have_count(1)
    expect(square(page, "d4:b2")).to_have_class("square back movable selected")
    expect(moves(page)).to_have_count(0)


def test_any_rider_may_pilot(page: Page) -> None:
    begin(page, GAME, CARRIED)
    for rider in ("e5:a2", "e5:b2"):
        square(page, rider).click()
        expect(page.locator(".square.berth")).to_have_count(1)
        expect(page.locator(".square.ram")).to_have_count(1)


def test_carried_pawns_are_promoted_with_their_carrier(page: Page) -> None:
    begin(page, GAME, CARRIED)
    square(page, "e5:b2").click()
    square(page, "e6").click()
    page.get_by_role("menuitem", name="queen", exact=True).click()
    page.get_by_role("menuitem", name="rook on a2").click()
    page.get_by_role("menuitem", name="knight on b2").click()
    expect(moves(page)).to_have_text(["Pe5-e6=Q+a2=R+b2=N"])
    expect(square(page, "e6:b2")).to_have_attribute("aria-label", "white knight on big white queen, e6:b2")


def test_a_piece_is_piloted_with_the_keyboard_alone(page: Page) -> None:
    begin(page, GAME)
    square(page, "b1:a2").focus()
    for key in ("Enter", "ArrowUp", "ArrowUp", "ArrowUp"):
        page.keyboard.press(key)
    assert page.evaluate("document.activeElement.dataset.site") == "b3"
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(moves(page)).to_have_text(["Nb1-c3"])
    expect(page.locator("[aria-live=polite]")).to_have_text(
        "Big white knight with white knight moves from b1 to c3. Black to move."
    )
    # The hole is gone: the cursor is on the back that covers it.
    assert page.evaluate("document.activeElement.dataset.site").startswith("c3:")


def test_a_rider_dragged_to_a_hole_pilots(page: Page) -> None:
    begin(page, GAME)
    square(page, "b1:a2").drag_to(square(page, "c3"))
    expect(moves(page)).to_have_text(["Nb1-c3"])
    square(page, "d6:b1").drag_to(square(page, "c4"))
    expect(moves(page)).to_have_text(["Nb1-c3", "Nd6-c4"])


def test_it_is_played_by_taps_on_a_phone(phone: Page) -> None:
    phone.set_viewport_size({"width": 360, "height": 740})
    begin(phone, "Meta Chess")
    square(phone, "g1:a2").tap()
    square(phone, "f3").tap()
    expect(moves(phone)).to_have_text(["Ng1-f3"])  # else it is not Black's move yet
    square(phone, "b8:b1").tap()
    square(phone, "c6").tap()
    expect(moves(phone)).to_have_text(["Ng1-f3", "Nb8-c6"])
    assert phone.evaluate("document.documentElement.scrollWidth") <= 360
    widths = phone.locator(".square.back").evaluate_all(
        "all => all.map(one => one.getBoundingClientRect().width)"
    )
    assert min(widths) == 360 / 16  # from edge to edge


def test_the_options_of_a_game_stay(page: Page) -> None:
    ask(page, {"Friendly fire check": False})
    chosen = page.locator(".game-options")
    expect(chosen).to_have_text("without friendly fire check")
    page.reload()
    expect(chosen).to_have_text("without friendly fire check")
    expect(page.locator(".square.movable").first).to_be_visible()
    square(page, "b1:a2").click()
    square(page, "a3").click()
    expect(moves(page)).to_have_count(1)
    record = copied(page, "Copy PGN")
    assert '[Options "friendly_fire_check=False"]' in record
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("group", name="Resign?").get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Rematch").click()
    expect(moves(page)).to_have_count(0)
    expect(chosen).to_have_text("without friendly fire check")
    page.get_by_role("button", name="New game").click()
    dialog = page.get_by_role("dialog", name="Mini Meta Chess")
    expect(dialog.get_by_role("checkbox", name="Friendly fire check")).not_to_be_checked()
    dialog.get_by_role("button", name="Close").click()
    ask(page, {}, record)  # a record is played as it was, whatever the dialog says
    expect(moves(page)).to_have_text(["Nb1-a3"])
    expect(chosen).to_have_text("without friendly fire check")


def test_only_a_game_with_options_asks_for_them(page: Page) -> None:
    page.goto("/")
    for game, count in (("Chess", 0), ("MetaChess #4", 1)):
        page.get_by_role("button", name=f"Play {game}", exact=True).click()
        dialog = page.get_by_role("dialog", name=game)
        expect(dialog.get_by_role("checkbox")).to_have_count(count)
        dialog.get_by_role("button", name="Close").click()
