"""The analysis board in a real browser: lines, branches, the computer, records and what is said in them."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

import fairyring
from tests.web.browsing import COMPILING, address, browser, complaints, copied, moves, page, phone, square

__all__ = ["address", "browser", "complaints", "page", "phone"]  # fixtures

pytestmark = [pytest.mark.browser, pytest.mark.slow]

FOOLS_MATE = "f2-f3 e7-e5 g2-g4 d8-h4".split()
PGN = """[White "A"]
[Variant "{variant}"]

1. {first} $1 {{so it begins}} ({other}) {reply} *
"""


def analyse(page: Page, game: str, at: str = "") -> None:
    page.goto(f"/analysis/{game}{at}")
    expect(page.locator(".square.movable").first).to_be_visible(timeout=COMPILING)


def play(page: Page, *turns: str) -> None:
    for turn in turns:
        start, goal = turn.split("-")
        square(page, start).click()
        square(page, goal).click()
        expect(page.locator(".variations [aria-current]")).to_have_text(turn)


def tree(page: Page) -> list[str]:
    """The moves in the list, in its order."""
    return page.locator(".variations .move").all_inner_texts()


def record(page: Page) -> str:
    """What the dialog shows as the record."""
    page.get_by_role("button", name="Take the record away").click()
    area = page.get_by_label("The record (PGN)").locator("textarea")
    expect(area).not_to_have_value("")
    said = area.input_value()
    page.keyboard.press("Escape")
    return said


def test_a_line_and_a_branch_with_signs_and_comments_there_and_back(page: Page) -> None:
    analyse(page, "chess")
    play(page, "e2-e4", "e7-e5", "g1-f3")
    page.get_by_role("button", name="! a good move").click()
    page.get_by_label("What do you think of it?").fill("develops")
    page.get_by_role("button", name="One back").click()
    play(page, "f2-f4", "e5-f4")
    assert tree(page) == ["e2-e4", "e7-e5", "g1-f3!", "f2-f4", "e5-f4"]
    expect(page.locator(".branch .move")).to_have_text(["f2-f4", "e5-f4"])
    said = record(page)
    assert " ".join(said.split("\n\n")[1].split()) == (
        "1. e2-e4 e7-e5 2. g1-f3 $1 {develops} (2. f2-f4 e5-f4) *"
    )
    # A branch becomes the main line; a move is deleted, and what follows it.
    page.locator(".branch .move").first.click()
    page.get_by_role("button", name="Make it the main line").click()
    expect(page.locator(".branch .move")).to_have_text(["g1-f3!"])
    page.get_by_role("button", name="Delete from here on").click()
    assert tree(page) == ["e2-e4", "e7-e5", "g1-f3!"]
    # It is all there after the page is loaded anew, and can be read in elsewhere.
    page.wait_for_timeout(600)
    page.reload()
    expect(page.locator(".variations .move")).to_have_text(["e2-e4", "e7-e5", "g1-f3!"])
    page.get_by_role("button", name="Take the record away").click()
    page.get_by_label("The record (PGN)").locator("textarea").fill(said)
    page.get_by_role("button", name="Read this").click()
    expect(page.locator(".branch .move")).to_have_text(["f2-f4", "e5-f4"])
    page.keyboard.press("End")
    expect(page.locator(".variations [aria-current]")).to_have_text("g1-f3!")
    expect(page.get_by_label("What do you think of it?")).to_have_value("develops")
    page.keyboard.press("ArrowDown")
    expect(page.locator(".variations [aria-current]")).to_have_text("f2-f4")


@pytest.mark.parametrize("game", ["chess", "mini-meta", "minigolf"])
def test_records_come_in_and_the_computer_looks_deeper_and_deeper(page: Page, game: str) -> None:
    variant = fairyring.load(game)
    start = variant.start()
    first, other, *_ = start.legal_moves()
    reply = start.play(first).legal_moves()[0]
    analyse(page, game)
    page.get_by_role("button", name="Take the record away").click()
    said = PGN.format(variant=game, first=first, other=other, reply=reply)
    page.get_by_label("The record (PGN)").locator("textarea").fill(said)
    page.get_by_role("button", name="Read this").click()
    wanted = [f"{first.notation}!", other.notation, reply.notation]
    expect(page.locator(".variations .move")).to_have_text(wanted)
    expect(page.locator(".comment")).to_have_text("so it begins")
    page.get_by_role("button", name="More lines").click()
    expect(page.locator(".ideas li")).to_have_count(4, timeout=COMPILING)
    depths = set()
    for _ in range(40):
        depths.add(page.locator(".engine .numbers").inner_text().partition("·")[0])
        page.wait_for_timeout(50)
    assert len(depths) > 1, depths
    expect(page.locator(".arrow[data-rank='0']")).not_to_have_count(0)
    expect(page.locator(".verdict")).to_have_text(page.locator(".ideas .score").first.inner_text())
    # What the computer would play is played by a click, up to the move that is clicked.
    line = page.locator(".ideas li").first.locator(".move")
    second = line.nth(1).inner_text()
    line.nth(1).click()
    expect(page.locator(".variations [aria-current]")).to_have_text(second)
    (again,) = fairyring.read_trees(record(page))
    assert again.root.children[0].sign == "!"
    assert len(again.root.children[0].children) >= 1


def test_the_score_over_a_game(page: Page) -> None:
    analyse(page, "chess")
    page.get_by_role("switch", name="Computer").click()
    play(page, *FOOLS_MATE[:-1])
    square(page, "d8").click()
    square(page, "h4").click()
    expect(page.locator(".verdict")).to_have_text("Black wins by checkmate")
    page.get_by_role("button", name="Look at every position").click()
    graph = page.get_by_role("img", name="known for 5 of 5 positions")
    expect(graph).to_be_visible(timeout=COMPILING)
    expect(page.get_by_role("button", name="Look at every position")).to_be_visible()
    graph.click(position={"x": 2, "y": 30})
    expect(page.locator(".variations [aria-current]")).to_have_count(0)
    assert copied(page) == str(fairyring.load("chess").start())


def test_a_game_that_is_over_is_analysed_and_one_under_way_is_not(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name="Play Chess", exact=True).click()
    dialog = page.get_by_role("dialog", name="Chess")
    dialog.get_by_role("radio", name="A friend here").check()
    dialog.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator(".square.movable").first).to_be_visible(timeout=COMPILING)
    expect(page.get_by_role("link", name="Analyse the game")).to_be_hidden()
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
    page.get_by_role("dialog", name="The game is over").get_by_role("link", name="Analyse").click()
    expect(page.locator(".variations .move")).to_have_text(FOOLS_MATE)
    expect(page.locator(".square.movable").first).to_be_visible(timeout=COMPILING)


def test_a_position_in_the_address_and_one_that_is_none(page: Page) -> None:
    analyse(page, "chess", "#4k3/1P6/8/8/8/8/8/4K2R_w_K_-_0_1")
    square(page, "b7").click()
    square(page, "b8").click()
    page.get_by_role("menuitem", name="queen").click()
    expect(square(page, "e8")).to_have_attribute("aria-label", "black king, e8, in check")
    page.goto("/")
    page.goto("/analysis/chess#8/8")
    expect(page.get_by_role("alert")).to_contain_text("position text, column")


def test_every_game_can_be_analysed_from_the_page_of_all_games(page: Page) -> None:
    page.goto("/")
    links = page.get_by_role("link", name="Analyse")
    expect(links).to_have_count(len(fairyring.variants()))
    links.first.click()
    expect(page.locator(".square.movable").first).to_be_visible(timeout=COMPILING)


def test_a_phone_has_room_for_all_of_it(phone: Page) -> None:
    analyse(phone, "metachess-4")
    expect(phone.locator(".ideas li")).to_have_count(3, timeout=COMPILING)
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    steps = phone.get_by_role("button", name="One back").bounding_box()
    assert steps is not None
    assert steps["y"] < 800
    square(phone, "e2").tap()
    square(phone, "e4").tap()
    expect(phone.locator(".variations .move")).to_have_text(["e2-e4"])
