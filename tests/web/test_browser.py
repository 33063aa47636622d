"""The page in a real browser, with the real server and the computer that plays there."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.web.browsing import COMPILING, begin, made, moves, square

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def ask(page: Page, title: str, *wishes: str) -> None:
    """Start a game from the home page, as a visitor does."""
    page.goto("/")
    page.get_by_role("button", name=f"Play {title}", exact=True).click()
    dialog = page.get_by_role("dialog", name=title)
    for wish in wishes:
        dialog.get_by_role("radio", name=wish, exact=True).check()
    dialog.get_by_role("button", name="Play", exact=True).click()
    ready(page)


def begin_at(page: Page, position: str) -> None:
    """Start a game of chess at one screen from a position, by the dialog."""
    page.goto("/")
    page.get_by_role("button", name="Play Chess", exact=True).click()
    dialog = page.get_by_role("dialog", name="Chess")
    dialog.get_by_role("radio", name="Same screen").check()
    dialog.get_by_text("Start from a position or PGN").click()
    dialog.get_by_label("Position or PGN").fill(position)
    dialog.get_by_role("button", name="Play", exact=True).click()
    ready(page)


def test_games_are_found_by_their_groups_and_by_words_of_their_titles(page: Page) -> None:
    page.goto("/")
    games = page.get_by_role("article")
    expect(page.get_by_role("button", name="Play Ravioli Chess", exact=True)).to_be_visible()
    expect(page.get_by_role("button", name="Play Shogi", exact=True)).to_have_count(0)
    page.get_by_role("heading", name="Shogi").click()
    expect(page.get_by_role("button", name="Play Shogi", exact=True)).to_be_visible()
    page.reload()
    expect(page.get_by_role("button", name="Play Shogi", exact=True)).to_be_visible()
    search = page.get_by_role("searchbox", name="Search games")
    search.fill("MISÈRE")
    expect(games).to_have_count(1)
    expect(page.get_by_role("status").filter(has_text="found")).to_have_text("1 game found")
    expect(games.get_by_role("heading")).to_have_text("Misère Chess")
    search.fill("misere ches")
    expect(games).to_have_count(1)
    search.fill("no such game")
    expect(games).to_have_count(0)
    search.fill("metachess")
    page.get_by_label("How much is new").select_option("Easy to learn")
    expect(games).to_have_count(0)
    search.fill("three-check")
    expect(games).to_contain_text(["Easy to learn"])
    page.get_by_label("How much is new").select_option("All games")
    search.fill("")
    expect(page.get_by_role("button", name="Play Ravioli Chess", exact=True)).to_be_visible()


def test_a_phone_shows_all_groups_on_a_few_screens(phone: Page) -> None:
    phone.goto("/")
    expect(phone.get_by_role("button", name="Play Ravioli Chess", exact=True)).to_be_visible()
    assert phone.evaluate("document.documentElement.scrollHeight / innerHeight") < 4
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")


def ready(page: Page) -> None:
    expect(page.locator(".square.movable").first).to_be_visible(timeout=COMPILING)


def seen_by_black(page: Page) -> bool:
    """Whether the board is flipped, with Black's king below White's."""
    expect(page.locator(".boards")).to_have_attribute("data-flipped", "")
    black, white = square(page, "e8").bounding_box(), square(page, "e1").bounding_box()
    return black is not None and white is not None and black["y"] > white["y"]


def names(page: Page) -> list[str]:
    """The label of each square."""
    found = page.locator(".square").evaluate_all("all => all.map(each => each.getAttribute('aria-label'))")
    return [str(label) for label in found]


def test_ten_moves_of_ravioli_against_the_computer_then_undo_then_reload(page: Page) -> None:
    ask(page, "Ravioli Chess", "Computer", "Beginner", "White")
    for number in range(1, 11):
        # Knights first: the king stays behind its pawns and is not mated within ten moves.
        knights = page.locator('.square.movable[aria-label^="white knight"]')
        movable = knights if knights.count() else page.locator(".square.movable")
        movable.nth(number % movable.count()).click()
        page.locator(".square.goal, .square.capture").first.click()
        expect(moves(page)).to_have_count(2 * number, timeout=COMPILING)
        ready(page)
    page.get_by_role("button", name="Undo").click()
    expect(moves(page)).to_have_count(18)
    ready(page)
    before, where = names(page), page.url
    page.reload()
    expect(moves(page)).to_have_count(18)
    ready(page)
    assert (names(page), page.url) == (before, where)


def test_a_phone_has_room_for_both_boards_and_is_played_by_taps(phone: Page) -> None:
    ask(phone, "Ravioli Chess", "Same screen")
    upper, lower = square(phone, "a1", 0).bounding_box(), square(phone, "a8", 1).bounding_box()
    assert upper is not None
    assert lower is not None
    assert upper["y"] < lower["y"], "the boards are stacked"
    assert lower["width"] > 35, "large enough for a finger"
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    square(phone, "e3d", 1).tap()
    square(phone, "e4d", 1).tap()
    expect(moves(phone)).to_have_text(["e3d-e4d"])
    square(phone, "d6u", 0).tap()
    square(phone, "d5u", 0).tap()
    expect(moves(phone)).to_have_text(["e3d-e4d", "d6u-d5u"])


def test_a_promotion_is_chosen_from_a_menu(page: Page) -> None:
    begin_at(page, "4k3/1P6/8/8/8/8/8/4K2R w K - 0 1")
    square(page, "b7").click()
    square(page, "b8").click()
    menu = page.get_by_role("menu")
    expect(menu.get_by_role("menuitem")).to_have_count(4)
    page.keyboard.press("Escape")
    expect(menu).to_be_hidden()
    square(page, "b7").click()
    square(page, "b8").click()
    menu.get_by_role("menuitem", name="queen").click()
    expect(moves(page)).to_have_text(["b8=Q+"])
    expect(square(page, "b8")).to_have_attribute("aria-label", "white queen, b8, last move")
    expect(square(page, "e8")).to_have_attribute("aria-label", "black king, e8, in check")


def test_a_promotion_is_chosen_with_the_keyboard_alone(page: Page) -> None:
    begin(page, "Chess", "4k3/1P6/8/8/8/8/8/4K2R w K - 0 1")
    square(page, "b7").focus()
    for key in ("Enter", "ArrowUp", "Enter"):
        page.keyboard.press(key)
    expect(page.get_by_role("menuitem", name="queen")).to_be_focused()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(moves(page)).to_have_text(["b8=R+"])


def test_moves_are_made_with_the_keyboard_alone(page: Page) -> None:
    begin(page, "Chess")
    for _ in range(12):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.dataset.site"):
            break
    assert page.evaluate("document.activeElement.dataset.site") == "a1"
    for key in ["ArrowUp", *["ArrowRight"] * 4, "Enter"]:
        page.keyboard.press(key)
    expect(square(page, "e4")).to_have_attribute("aria-label", "empty, e4, can move here")
    for key in ("ArrowUp", "ArrowUp", "Enter"):
        page.keyboard.press(key)
    expect(moves(page)).to_have_text(["e4"])
    expect(page.locator("[aria-live=polite]")).to_have_text("White pawn moves from e2 to e4. Black to move.")
    written = page.get_by_label("Type a move")
    written.fill("e7-e6-e5")
    written.press("Enter")
    expect(page.get_by_role("alert").filter(has_text="e7-e6-e5")).to_be_visible()
    expect(written).to_have_value("e7-e6-e5")
    written.fill("e7-e5")
    written.press("Enter")
    expect(moves(page)).to_have_text(["e4", "e5"])


def test_the_keyboard_cursor_moves_from_board_to_board(page: Page) -> None:
    begin(page, "Ravioli Chess")
    square(page, "h4", 0).focus()
    page.keyboard.press("ArrowRight")
    at = "[document.activeElement.dataset.site, document.activeElement.closest('.panel').dataset.panel]"
    assert page.evaluate(at) == ["a4", "1"]


def test_a_ring_square_is_highlighted_on_both_boards(page: Page) -> None:
    begin(page, "Ravioli Chess")
    square(page, "h8", 1).hover()
    lit = page.locator("[data-lit]")
    expect(lit).to_have_count(2)
    assert lit.evaluate_all("all => all.map(each => each.dataset.site)") == ["h8", "h8"]
    square(page, "c3u", 0).hover()
    expect(lit).to_have_count(1)
    for panel in (0, 1):
        expect(square(page, "h8", panel)).to_have_attribute("aria-label", "black rook, h8")
        expect(page.locator(f'[data-panel="{panel}"] .piece')).to_have_count(36)


def test_pieces_glide_between_the_boards_and_arrive(page: Page) -> None:
    begin(page, "Ravioli Chess")
    page.emulate_media(reduced_motion="no-preference")
    glides = "document.getAnimations().some(each => each.effect.target.closest('.piece'))"
    # Watched for from before the click: it may be over by the time the click returns.
    page.evaluate(
        f"const look = () => {{ window.glided ||= {glides}; requestAnimationFrame(look); }}; look()"
    )
    square(page, "e2u", 0).click()
    square(page, "f3d", 1).click()
    page.wait_for_function("() => window.glided")
    page.wait_for_function(f"() => !{glides}")
    expect(square(page, "f3d", 1)).to_have_attribute("aria-label", "white wazird, f3d, last move")
    expect(page.locator('[data-panel="1"] .piece')).to_have_count(37)


def test_pieces_are_dragged_the_board_is_flipped_and_moves_are_stepped_through(page: Page) -> None:
    begin(page, "Chess")
    square(page, "g1").drag_to(square(page, "f3"))
    expect(moves(page)).to_have_text(["Nf3"])
    expect(page.get_by_text("Black to move", exact=True)).to_be_visible()
    page.get_by_role("button", name="Flip").click()
    assert seen_by_black(page)
    square(page, "g8").drag_to(square(page, "f6"))
    expect(moves(page)).to_have_text(["Nf3", "Nf6"])
    square(page, "f6").drag_to(square(page, "f5"))
    expect(square(page, "f6")).to_have_attribute("aria-label", "black knight, f6, last move")
    page.keyboard.press("Home")
    expect(square(page, "g1")).to_have_attribute("aria-label", "white knight, g1")
    page.keyboard.press("ArrowRight")
    expect(square(page, "f3")).to_have_attribute("aria-label", "white knight, f3, last move")
    expect(moves(page).first).to_have_attribute("aria-current", "true")
    page.keyboard.press("End")
    expect(square(page, "f6")).to_have_attribute("aria-label", "black knight, f6, last move")


def test_the_pgn_and_the_position_are_copied(page: Page) -> None:
    begin(page, "Ravioli Chess")
    square(page, "b2u").click()
    square(page, "b4u").click()
    expect(moves(page)).to_have_text(["b2u-b4u"])
    clipboard = "navigator.clipboard.readText()"
    page.get_by_role("button", name="Copy PGN").click()
    expect(page.locator("[aria-live=polite]")).to_contain_text("clipboard")
    record = page.evaluate(clipboard)
    assert '[Variant "ravioli"]' in record
    assert "1. b2u-b4u" in record
    with page.expect_download() as download:
        page.get_by_role("link", name="Download PGN").click()
    assert download.value.suggested_filename.startswith("ravioli-")
    assert download.value.path().read_text(encoding="utf-8") == record
    page.get_by_role("button", name="Copy position").click()
    page.wait_for_function(f"async () => !(await {clipboard}).includes('Variant')")
    assert page.evaluate(clipboard).split(" ")[1:] == ["b", "KQkq", "b3u", "0", "1"]


def test_a_printed_game_has_the_board_and_all_moves_and_no_buttons(page: Page) -> None:
    record = " ".join(f"{2 * n + 1}. {x}3 {x}6 {2 * n + 2}. {x}4 {x}5" for n, x in enumerate("abcdefgh"))
    order = {"variant": "chess", "white": "human", "black": "human", "pgn": f"{record} *"}
    page.goto(f"/play/{made(page, order)}")
    expect(moves(page)).to_have_count(32, timeout=COMPILING)
    listed, cut = page.locator(".moves"), "list => list.scrollHeight > list.clientHeight + 1"
    assert listed.evaluate(cut)  # on the screen the list scrolls
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 720, "height": 1000})  # a page of A4
    expect(square(page, "g1")).to_be_visible()
    assert not listed.evaluate(cut)
    expect(page.locator("button:visible, input:visible, .actions:visible")).to_have_count(32)  # the moves


def test_a_bad_position_is_refused_in_the_dialog_and_nothing_is_lost(
    page: Page, complaints: list[str]
) -> None:
    begin(page, "Chess")
    square(page, "e2").click()
    square(page, "e4").click()
    expect(moves(page)).to_have_text(["e4"])
    page.get_by_role("button", name="Import a position or PGN").click()
    dialog = page.get_by_role("dialog", name="Chess")
    text = "8/8/8/8/8/8/8/8 w - - 0 1"
    dialog.get_by_label("Position or PGN").fill(text)
    dialog.get_by_role("button", name="Play", exact=True).click()
    expect(dialog.get_by_role("alert")).to_contain_text("king")
    expect(dialog.get_by_label("Position or PGN")).to_have_value(text)
    dialog.get_by_role("button", name="Cancel").click()
    expect(moves(page)).to_have_text(["e4"])
    # The browser logs each refused request, whatever the page does with it.
    assert len(complaints) == 1
    assert "400" in complaints.pop()


def test_what_the_computer_thinks_is_shown_only_on_request(page: Page) -> None:
    clock = {"kind": "game", "seconds": 3600}
    order = {"variant": "chess", "white": "limitless", "black": "human", "clock": clock}
    page.goto(f"/play/{made(page, order)}")
    show = page.get_by_role("button", name="Show thinking")
    expect(show).to_be_visible(timeout=COMPILING)
    expect(page.locator(".clock").first).to_have_text("1:00:00")
    expect(page.locator(".numbers")).to_have_text("")
    show.click()
    expect(page.locator(".numbers")).to_contain_text("depth")
    page.get_by_role("button", name="Move now").click()
    expect(moves(page)).to_have_count(1)


def test_a_hint_then_resignation_then_a_rematch(page: Page) -> None:
    ask(page, "Chess", "Computer", "Beginner", "White")
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".arrow")).to_have_count(1)
    expect(page.locator(".numbers")).to_contain_text("Hint")
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Keep playing").click()
    expect(page.get_by_text("Your move", exact=True)).to_be_visible()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("group", name="Resign?").get_by_role("button", name="Resign").click()
    ending = page.get_by_role("dialog", name="Game over")
    expect(ending).to_contain_text("You lost")
    expect(ending).to_contain_text("by resignation")
    expect(page.locator(".arrow")).to_have_count(0)
    expect(page.locator(".numbers")).to_be_hidden()
    before = page.url
    ending.get_by_role("button", name="Rematch").click()
    expect(page).not_to_have_url(before)
    # The sides are swapped: the computer begins, and Black is below.
    expect(moves(page)).to_have_count(1)
    assert seen_by_black(page)


def test_a_phone_keeps_on_the_screen_what_to_do_next(phone: Page) -> None:
    begin(phone, "Minigolf Chess")
    for down in (0, 300):
        phone.evaluate("down => scrollTo(0, down)", down)
        for part in (".player.far", ".player.near", ".status"):
            expect(phone.locator(part)).to_be_in_viewport(ratio=0.9)
    copy = phone.get_by_role("button", name="Copy position")
    expect(copy).to_be_hidden()
    phone.get_by_text("More", exact=True).tap()
    expect(copy).to_be_visible()


def test_the_end_is_shown_wherever_a_phone_is_scrolled(phone: Page) -> None:
    begin(phone, "Ravioli Chess")
    phone.evaluate("scrollTo(0, document.body.scrollHeight)")
    phone.get_by_role("button", name="Resign").tap()
    phone.get_by_role("group", name="Resign?").get_by_role("button", name="Resign").tap()
    ending = phone.get_by_role("dialog", name="Game over")
    expect(ending).to_be_in_viewport(ratio=1)
    phone.evaluate("scrollTo(0, 0)")
    expect(ending).to_be_in_viewport(ratio=1)


def test_checkmate_is_announced_and_the_game_can_be_viewed(page: Page) -> None:
    begin(page, "Chess", "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1")
    board = page.locator(".boards")
    before = board.bounding_box()
    square(page, "a1").click()
    square(page, "a8").click()
    ending = page.get_by_role("dialog", name="Game over")
    expect(ending).to_contain_text("White wins")
    expect(ending).to_contain_text("by checkmate")
    beside, after = ending.bounding_box(), board.bounding_box()
    assert beside is not None
    assert after is not None
    assert beside["x"] > after["x"] + after["width"], "the final position can be seen"
    assert after == before, "the board stays where it was"
    ending.get_by_role("button", name="Close").click()
    expect(ending).to_be_hidden()
    page.keyboard.press("ArrowLeft")
    expect(square(page, "a1")).to_have_attribute("aria-label", "white rook, a1")
    # A finished game stays among the visitor's games until its seat is given up.
    page.goto("/")
    page.get_by_role("link", name="All your games (1)").click()
    games = page.get_by_role("region", name="Finished")
    expect(games.locator(".standing")).to_have_text("White wins by checkmate")
    expect(games.locator(".piece").first).to_be_visible()
    search = page.get_by_role("searchbox", name="Search games")
    search.fill("by stalemate")
    expect(games).to_be_hidden()
    search.fill("same screen checkmate")
    games.get_by_role("button", name="Give up seat: Chess").click()
    games.get_by_role("button", name="Give up seat", exact=True).click()
    expect(page.get_by_text("This browser has given up its seat in Chess.")).to_be_visible()
    page.reload()
    expect(page.get_by_text("You have not played any games in this browser yet.")).to_be_visible()


def test_a_lost_connection_comes_back(page: Page) -> None:
    lines: list[WebSocketRoute] = []

    def connect(line: WebSocketRoute) -> None:
        line.connect_to_server()
        lines.append(line)

    page.route_web_socket("**/api/games/*/live", connect)
    begin(page, "Chess")
    lines[0].close(code=1001, reason="the test cuts it")
    expect(page.get_by_text("Connection lost")).to_be_visible()
    ready(page)
    expect(page.get_by_text("Connection lost")).to_be_hidden()
    assert len(lines) == 2
    square(page, "e2").click()
    square(page, "e4").click()
    expect(moves(page)).to_have_text(["e4"])


def test_a_game_that_no_longer_exists(page: Page, complaints: list[str]) -> None:
    answer = page.goto("/play/nowhere")
    assert answer is not None
    assert answer.status == 404
    expect(page.get_by_role("heading", level=1)).to_have_text("Page not found")
    expect(page.get_by_text("There is no game 'nowhere'")).to_be_visible()
    expect(page.locator(".board")).to_have_count(0)
    assert len(complaints) == 1
    assert "404" in complaints.pop(), "the browser's own message"
    page.get_by_role("link", name="All games").click()
    expect(page.get_by_role("button", name="Play Chess", exact=True)).to_be_visible()


@pytest.mark.parametrize("path", ["/analysis/nope", "/rules/nope", "/nope"])
def test_an_unknown_address_links_to_all_games(page: Page, complaints: list[str], path: str) -> None:
    answer = page.goto(path)
    assert answer is not None
    assert answer.status == 404
    expect(
        page.get_by_text("there is no game 'nope'").or_(page.get_by_text("no game or page"))
    ).to_be_visible()
    assert all("404" in complaint for complaint in complaints)
    complaints.clear()  # the browser's own messages
    page.get_by_role("link", name="All games").click()
    expect(page.get_by_role("button", name="Play Chess", exact=True)).to_be_visible()


def test_the_theme_is_remembered(page: Page) -> None:
    page.goto("/")
    root = page.locator("html")
    expect(root).to_have_attribute("data-theme", "light")
    page.get_by_role("button", name="Dark theme").click()
    expect(root).to_have_attribute("data-theme", "dark")
    page.reload()
    expect(root).to_have_attribute("data-theme", "dark")


def test_a_clock_runs_against_the_computer_and_a_game_is_lost_on_time(page: Page) -> None:
    clock = {"kind": "move", "seconds": 5}
    order = {"variant": "chess", "white": "human", "black": "beginner", "clock": clock}
    page.goto(f"/play/{made(page, order)}")
    square(page, "e2").click(timeout=COMPILING)
    square(page, "e4").click()
    expect(moves(page)).to_have_count(2)
    own = page.locator(".player.near .clock")
    expect(own).to_have_attribute("data-running", "")
    expect(page.locator(".player.far .clock")).not_to_have_attribute("data-running", "")
    expect(own).to_have_text("0:00.0")
    expect(page.locator(".status")).to_contain_text("on time")
