"""The analysis page in a real browser: lines, branches, the computer, PGN and comments."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, WebSocketRoute, expect

import fairyring
from fairyring.game.writing import notation
from tests.web.browsing import COMPILING, copied, moves, square

pytestmark = [pytest.mark.browser, pytest.mark.slow]

FOOLS_MATE = "f2-f3 e7-e5 g2-g4 d8-h4".split()
PGN = """[White "A"]
[Variant "{variant}"]

1. {first} $1 {{so it begins}} ({other}) {reply} *
"""


MOVES = ".variations .move"


def analyse(page: Page, game: str, at: str = "") -> None:
    page.goto(f"/analysis/{game}{at}")
    expect(page.locator(".square.movable").first).to_be_visible(timeout=COMPILING)


def play(page: Page, *turns: str) -> None:
    for turn in turns:
        start, goal = turn.split("-")
        expect(square(page, start)).to_contain_class("movable", timeout=COMPILING)
        known = page.locator(".variations .move").count()
        square(page, start).click()
        square(page, goal).click()
        expect(page.locator(".variations .move")).to_have_count(known + 1)


def record(page: Page) -> str:
    """The PGN in the dialog."""
    page.get_by_role("button", name="Export or import PGN").click()
    area = page.get_by_role("textbox", name="PGN")
    expect(area).not_to_have_value("")
    said = area.input_value()
    page.keyboard.press("Escape")
    return said


def test_a_line_and_a_branch_with_signs_and_comments_through_pgn_and_back(page: Page) -> None:
    analyse(page, "chess")
    play(page, "e2-e4", "e7-e5", "g1-f3")
    page.get_by_role("button", name="! Good move").click()
    page.get_by_label("Comment").fill("develops")
    page.get_by_role("button", name="Previous move").click()
    play(page, "f2-f4", "e5-f4")
    expect(page.locator(MOVES)).to_have_text(["e4", "e5", "Nf3!", "f4", "exf4"])
    expect(page.locator(".branch .move")).to_have_text(["f4", "exf4"])
    said = record(page)
    assert " ".join(said.split("\n\n")[1].split()) == ("1. e4 e5 2. Nf3 $1 {develops} (2. f4 exf4) *")
    # A branch becomes the main line; a move is deleted with all that follows it.
    page.locator(".branch .move").first.click()
    page.get_by_role("button", name="Make main line").click()
    expect(page.locator(".branch .move")).to_have_text(["Nf3!"])
    page.get_by_role("button", name="Delete from here").click()
    expect(page.locator(MOVES)).to_have_text(["e4", "e5", "Nf3!"])
    # All of it is still there after a reload, and can be imported elsewhere.
    page.wait_for_timeout(600)
    page.reload()
    expect(page.locator(MOVES)).to_have_text(["e4", "e5", "Nf3!"])
    page.get_by_role("button", name="Export or import PGN").click()
    page.get_by_role("textbox", name="PGN").fill(said)
    page.get_by_role("button", name="Import", exact=True).click()
    expect(page.locator(".branch .move")).to_have_text(["f4", "exf4"])
    # A link has all of it, and begins at the end of the main line.
    link = copied(page, "Copy a link to this analysis")
    page.evaluate("sessionStorage.clear()")
    page.goto("about:blank")
    page.goto(link)
    expect(page.locator(".branch .move")).to_have_text(["f4", "exf4"])
    expect(page.locator(".variations [aria-current]")).to_have_text("Nf3!")
    expect(page.get_by_label("Comment")).to_have_value("develops")
    assert "#" not in page.url
    page.keyboard.press("ArrowDown")
    expect(page.locator(".variations [aria-current]")).to_have_text("f4")


@pytest.mark.parametrize("game", ["chess", "mini-meta", "minigolf"])
def test_pgn_is_imported_and_the_computer_searches_deeper_and_deeper(page: Page, game: str) -> None:
    variant = fairyring.load(game)
    start = variant.start()
    first, other, *_ = start.legal_moves()
    reply = start.play(first).legal_moves()[0]
    analyse(page, game)
    page.get_by_role("button", name="Export or import PGN").click()
    said = PGN.format(variant=game, first=first, other=other, reply=reply)
    page.get_by_role("textbox", name="PGN").fill(said)
    page.get_by_role("button", name="Import", exact=True).click()
    shown = [notation(start, first), notation(start, other), notation(start.play(first), reply)]
    wanted = [f"{shown[0]}!", *shown[1:]]
    expect(page.locator(".variations .move")).to_have_text(wanted)
    expect(page.locator(".comment")).to_have_text("so it begins")
    page.get_by_role("button", name="More lines").click()
    expect(page.locator(".best-lines li")).to_have_count(4, timeout=COMPILING)
    depths = set()
    for _ in range(40):
        depths.add(page.locator(".engine .numbers").inner_text().partition("·")[0])
        page.wait_for_timeout(50)
    assert len(depths) > 1, depths
    expect(page.locator(".arrow[data-rank='0']")).not_to_have_count(0)
    # The list can change at any moment: read and click in one step.
    worth = "['.verdict', '.best-lines .score'].map(each => document.querySelector(each).textContent)"
    verdict, best = page.evaluate(worth)
    assert verdict == best
    # A click on a move of the computer's line plays the line up to that move.
    move = page.locator(".best-lines li").first.locator(".move").nth(1)
    second = move.evaluate("move => { move.click(); return move.textContent; }")
    expect(page.locator(".variations [aria-current]")).to_have_text(second)
    (again,) = fairyring.read_trees(record(page))
    assert again.root.children[0].sign == "!"
    assert len(again.root.children[0].children) >= 1


def test_the_evaluation_graph(page: Page) -> None:
    analyse(page, "chess")
    page.get_by_role("switch", name="Computer").click()
    play(page, *FOOLS_MATE[:-1])
    square(page, "d8").click()
    square(page, "h4").click()
    expect(page.locator(".verdict")).to_have_text("0–1")
    expect(page.get_by_role("meter", name="Evaluation")).to_have_attribute("aria-valuenow", "-100")
    expect(page.get_by_text("Black wins by checkmate", exact=True)).to_be_visible()
    page.wait_for_timeout(600)
    page.reload()  # now only the position on the board has been evaluated
    expect(page.locator(".verdict")).to_have_text("0–1")
    page.get_by_role("button", name="Analyse game").click()
    graph = page.get_by_role("img", name="5 of 5 positions analysed")
    expect(graph).to_be_visible(timeout=COMPILING)
    expect(page.get_by_role("button", name="Analyse game")).to_be_visible()
    page.get_by_role("button", name="Mark mistakes").click()
    expect(page.locator(".variations .move").nth(2)).to_have_text("g4??")  # it lets White be mated
    graph.click(position={"x": 2, "y": 30})
    expect(page.locator(".variations [aria-current]")).to_have_count(0)
    expect(page.locator(".unseen[aria-live]")).to_have_text("White to move.")  # before what is copied is told
    assert copied(page) == str(fairyring.load("chess").start())


def test_a_finished_game_is_analysed_and_an_unfinished_one_is_not(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name="Play Chess", exact=True).click()
    dialog = page.get_by_role("dialog", name="Chess")
    dialog.get_by_role("radio", name="Same screen").check()
    dialog.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator(".square.movable").first).to_be_visible(timeout=COMPILING)
    expect(page.get_by_role("link", name="Review game")).to_be_hidden()
    key = page.url.rpartition("/")[2]
    other = page.context.new_page()
    other.goto(f"/analysis/chess#game={key}")
    expect(other.get_by_role("alert")).to_contain_text("still being played")
    other.close()
    for number, turn in enumerate(FOOLS_MATE, 1):
        start, goal = turn.split("-")
        square(page, start).click()
        square(page, goal).click()
        expect(moves(page)).to_have_count(number)
    page.get_by_role("dialog", name="Game over").get_by_role("link", name="Review game").click()
    expect(page.locator(".variations .move")).to_have_text(["f3", "e5", "g4", "Qh4#"])
    # It begins at the end, and the computer looks at every position.
    expect(page.locator(".variations [aria-current]")).to_have_text("Qh4#")
    graph = page.get_by_role("img", name="5 of 5 positions analysed")
    expect(graph).to_be_visible(timeout=COMPILING)


def test_a_position_in_the_address_and_an_invalid_one(page: Page) -> None:
    analyse(page, "chess", "#4k3/1P6/8/8/8/8/8/4K2R_w_K_-_0_1")
    square(page, "b7").click()
    square(page, "b8").click()
    page.get_by_role("menuitem", name="queen").click()
    expect(square(page, "e8")).to_have_attribute("aria-label", re.compile("^black king, e8, in check"))
    # What is copied for other pages shows the position.
    board = copied(page, "Embed: copy a board with this position, for your own page")
    source = re.search(r'<iframe src="([^"]+)"', board)
    assert source is not None
    page.goto(source[1])
    picture = page.get_by_role("img")
    expect(picture).to_have_attribute("aria-label", "Chess: 1Q2k3/8/8/8/8/8/8/4K2R b K - 0 1")
    page.goto("/")
    page.goto("/analysis/chess#8/8")
    expect(page.get_by_role("alert")).to_contain_text("position text, column")
    expect(page.get_by_text("Setting up the board")).to_be_hidden()
    page.get_by_role("button", name="Go to the start position").click()
    expect(square(page, "e2")).to_have_attribute("aria-label", re.compile("^white pawn, e2"))
    expect(page.get_by_role("alert")).to_have_count(0)


def test_every_game_can_be_analysed_from_the_home_page(page: Page) -> None:
    page.goto("/")
    links = page.get_by_role("link", name="Analyse ")
    expect(links.first).to_be_visible()
    for folded in page.locator("details:not([open]) > summary").all()[::-1]:
        folded.click()
    expect(links).to_have_count(len(fairyring.variants()))
    links.first.click()
    expect(page.locator(".square.movable").first).to_be_visible(timeout=COMPILING)


def drag(page: Page, start: Locator, goal: Locator) -> None:
    start.hover()  # waits until the layout is stable
    there = goal.bounding_box()
    assert there is not None
    page.mouse.down()
    page.mouse.move(there["x"] + there["width"] / 2, there["y"] + there["height"] / 2, steps=5)
    page.mouse.up()


def arrange(page: Page) -> Locator:
    """Start to set up a position; the field with its text."""
    page.get_by_role("button", name="Set up a position").click()
    text = page.get_by_label("Position text")
    expect(text).not_to_have_value("")
    return text


def test_a_position_is_set_up_by_dragging(page: Page) -> None:
    analyse(page, "chess")
    text = arrange(page)
    drag(page, square(page, "e2"), square(page, "e4"))
    expect(text).to_have_value("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1")
    page.get_by_role("button", name="Clear board").click()
    expect(page.locator(".palette-verdict")).to_have_text("White needs a king")
    expect(page.get_by_role("button", name="Analyse position")).to_be_disabled()
    drag(page, page.get_by_role("button", name="Place a white king"), square(page, "b6"))
    drag(page, page.get_by_role("button", name="Place a black king"), square(page, "a8"))
    # Instead of dragging, click a piece and then the squares for it.
    page.get_by_role("button", name="Place a white rook").click()
    square(page, "h1").click()
    square(page, "h2").click()
    page.get_by_role("button", name="Move pieces", exact=True).click()
    page.get_by_role("button", name="Black", exact=True).click()
    expect(text).to_have_value("k7/8/1K6/8/8/8/7R/7R b - - 0 1")
    square(page, "h2").click()
    square(page, "g1").click()
    page.get_by_role("button", name="White", exact=True).click()
    drag(page, square(page, "g1"), page.locator("h1"))  # off the board
    expect(text).to_have_value("k7/8/1K6/8/8/8/8/7R w - - 0 1")
    text.fill("k7/8/1K6/8/8/8/8/7Q w - - 0")
    expect(page.locator(".palette-verdict")).to_contain_text("expected move number next")
    text.fill("k7/8/1K6/8/8/8/8/7R w K - 0 1")
    wrong = "castling K: there is no white king on e1 (column 23 of the text)"
    expect(page.locator(".palette-verdict")).to_have_text(wrong)
    text.fill("k7/8/1K6/8/8/8/8/7R w - - 0 1")
    page.get_by_role("button", name="Analyse position").click()
    expect(page.locator(".verdict")).to_have_text("#1", timeout=COMPILING)
    play(page, "h1-h8")
    expect(page.locator(".verdict")).to_have_text("1–0")


def test_stacks_backs_and_momentum_are_set_up(page: Page) -> None:
    analyse(page, "metachess-4")
    text = arrange(page)
    drag(page, square(page, "b1"), square(page, "e2"))
    expect(text).to_have_value("rnbqkbnr/pppppppp/8/8/8/8/PPPP(PN)PPP/R1BQKBNR w KQkq - 0 1")
    analyse(page, "mini-meta")
    text = arrange(page)
    drag(page, square(page, "c2:a1"), square(page, "c4"))  # a big pawn, by an empty square of its back
    expect(text).to_have_value(re.compile(r"/2P\[P\.\.\.\]2/5/"))
    page.get_by_role("button", name="Small pieces").click()
    drag(page, page.get_by_role("button", name="Place a white knight"), square(page, "c4:b1"))
    expect(text).to_have_value(re.compile(r"/2P\[P\.\.N\]2/5/"))
    analyse(page, "momentum")
    text = arrange(page)
    drag(page, square(page, "e2"), square(page, "e4"))
    page.get_by_role("button", name="Set in motion").click()
    drag(page, square(page, "e4"), square(page, "e6"))
    expect(text).to_have_value(re.compile(r"4P\{0,2#1\}3"))
    page.get_by_role("button", name="Analyse position").click()
    play(page, "d2-d4")


def test_a_position_is_set_up_before_the_first_one_has_arrived(page: Page) -> None:
    page.goto("/analysis/ravioli-bero")  # not compiled yet
    page.get_by_role("button", name="Set up a position").click()
    expect(page.locator(".palette-verdict")).to_have_text("This position can be analysed.", timeout=COMPILING)
    expect(page.get_by_role("button", name="Place a white knight")).to_be_visible()
    expect(square(page, "e1")).to_have_attribute("aria-label", "white king, e1")


def test_chips_are_set_up(page: Page) -> None:
    analyse(page, "monster-bluff-4")
    text = arrange(page)
    verdict, said = page.locator(".palette-verdict"), page.locator(".unseen[aria-live]")
    white, black = (page.get_by_role("group", name=f"{side}’s purse") for side in ("White", "Black"))
    # From a purse by dragging, or by a click on the chip and then on squares.
    drag(page, white.get_by_role("button", name="5 ×20"), square(page, "1d4"))
    expect(text).to_have_value(re.compile(r" 1d4:5x1 wb W:19/10/4,B:20/10/4 -,- 0 1$"))
    black.get_by_role("button", name="10 ×10").click()
    square(page, "1d4").click()
    square(page, "1e2").click()
    expect(text).to_have_value(re.compile(r" 1d4:5x1\+10x1,1e2:10x1 wb W:19/10/4,B:20/8/4 "))
    expect(square(page, "1e2")).to_have_attribute("aria-label", "white pawn on offer of 10 (1 × 10), 1e2")
    expect(verdict).to_have_text("This position can be analysed.")
    # No piece may stand on a demand.
    drag(page, white.get_by_role("button", name="25 ×4"), square(page, "1f2"))
    expect(verdict).to_have_text("a piece cannot stand on a demand, as on 1f2")
    expect(page.get_by_role("button", name="Analyse position")).to_be_disabled()
    # The piece is moved off its chips; chips are dragged off the board and onto others; one goes back
    # into a purse.
    page.get_by_role("button", name="Move pieces", exact=True).click()
    drag(page, square(page, "1f2"), square(page, "1f4"))
    expect(square(page, "1f4")).to_have_attribute("aria-label", "white pawn, 1f4")
    drag(page, square(page, "1f2"), page.locator("h1"))
    expect(text).to_have_value(re.compile(r" 1d4:5x1\+10x1,1e2:10x1 wb W:19/10/4,B:20/8/4 "))
    drag(page, square(page, "1d4"), square(page, "3d4"))
    expect(text).to_have_value(re.compile(r" 1e2:10x1,3d4:5x1\+10x1 wb "))  # it is there
    square(page, "3d4").click()
    expect(black.get_by_role("button", name="25 ×4")).to_be_disabled()
    white.get_by_role("button", name="10 ×10: put a chip back here").click()
    expect(text).to_have_value(re.compile(r" 1e2:10x1,3d4:5x1 wb W:19/11/4,B:20/8/4 "))
    page.keyboard.press("Escape")
    drag(page, white.get_by_role("button", name="10 ×11"), black)  # from purse to purse
    drag(page, square(page, "3d4"), black)  # a whole stack
    expect(text).to_have_value(re.compile(r" 1e2:10x1 wb W:19/10/4,B:21/9/4 "))
    # By keyboard, with announcements for screen readers.
    black.get_by_role("button", name="25 ×4").press("Enter")
    square(page, "4d5").press("Enter")
    expect(said).to_have_text("demand of 25 (1 × 25), 4d5")
    page.get_by_role("button", name="Remove pieces").press("Enter")
    square(page, "1e2").press("Enter")  # the piece
    square(page, "1e2").press("Enter")  # its chips, which go to the purse that lacks them
    expect(said).to_have_text("empty, 1e2")
    expect(text).to_have_value(re.compile(r" 4d5:25x1 wb W:19/10/4,B:21/10/3 "))
    page.get_by_role("button", name="Analyse position").click()
    for king in ("1e1", "1e8"):
        square(page, king).click()
        page.get_by_role("menuitem", name=f"Make the king on {king} my True King").click()
        expect(page.locator(".variations [aria-current]")).to_have_text(re.compile(king))  # it is played
    page.locator(".player.near").get_by_role("button", name="5 ×19").click()
    square(page, "4d5").click()
    expect(page.locator(".variations [aria-current]")).to_have_text("chip5@4d5")


def test_a_game_is_started_from_an_analysis_with_other_options(page: Page) -> None:
    analyse(page, "mini-meta")
    arrange(page)
    page.get_by_role("checkbox", name="Friendly fire check").uncheck()
    page.get_by_role("button", name="Black", exact=True).click()
    expect(page.get_by_label("Position text")).to_have_value(re.compile(" b 0 1$"))
    page.get_by_role("button", name="Analyse position").click()
    expect(page.get_by_text("without friendly fire check")).to_be_visible()
    page.get_by_role("button", name="Play from here").click()
    dialog = page.get_by_role("dialog", name="Mini Meta Chess")
    dialog.get_by_role("radio", name="Same screen").check()
    dialog.get_by_role("button", name="Play", exact=True).click()
    expect(page.get_by_text("Black to move", exact=True)).to_be_visible(timeout=COMPILING)
    expect(page.get_by_text("without friendly fire check")).to_be_visible()


def test_a_phone_shows_the_board_and_the_palette_together(phone: Page) -> None:
    analyse(phone, "mini-meta")
    phone.get_by_role("button", name="Set up a position").tap()
    for seen in (phone.locator(".table"), phone.locator(".palette")):
        expect(seen).to_be_in_viewport(ratio=1)


def test_the_lines_of_the_computer_move_nothing_away_from_a_finger(phone: Page) -> None:
    held: list[Callable[[], None]] = []

    def connect(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def relay(message: str | bytes) -> None:
            if json.loads(message)["type"] == "thought":
                held.append(lambda: socket.send(message))
            else:
                socket.send(message)

        server.on_message(relay)

    phone.route_web_socket("**/live", connect)
    analyse(phone, "chess")
    button = phone.get_by_role("button", name="Set up a position")
    before = button.bounding_box()
    while not held:
        phone.wait_for_timeout(50)
    held[0]()
    expect(phone.locator(".best-lines li")).not_to_have_count(0)
    assert button.bounding_box() == before


def test_it_fits_on_a_phone(phone: Page) -> None:
    analyse(phone, "metachess-4")
    expect(phone.locator(".best-lines li")).to_have_count(3, timeout=COMPILING)
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    steps = phone.get_by_role("button", name="Previous move").bounding_box()
    assert steps is not None
    assert steps["y"] < 800
    square(phone, "e2").tap()
    square(phone, "e4").tap()
    expect(phone.locator(".variations .move")).to_have_text(["e2-e4"])


def test_what_a_move_did_stands_below_the_moves(page: Page, phone: Page) -> None:
    for each in (page, phone):
        analyse(each, "chess")
        play(each, "e2-e4")
        told, listed = each.locator(".record .told"), each.locator(".variations")
        expect(told).to_have_text("White pawn moves from e2 to e4.", timeout=COMPILING)
        assert told.evaluate("told => parseFloat(getComputedStyle(told).paddingLeft)") > 8
        over, under = listed.bounding_box(), told.bounding_box()
        assert over is not None
        assert under is not None
        assert over["y"] + over["height"] <= under["y"]
