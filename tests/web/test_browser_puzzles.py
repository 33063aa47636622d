"""Puzzles in a real browser: wrong moves, the defence, the solution, and what is remembered."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

import fairyring
from tests.web.browsing import COMPILING, square
from tests.web.test_browser_axe import axe, check

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PUZZLES = fairyring.puzzles("chess")
LONG = next(number for number, puzzle in enumerate(PUZZLES, 1) if len(puzzle.moves) > 1)
SHORT = next(number for number, puzzle in enumerate(PUZZLES, 1) if len(puzzle.moves) == 1)


def enter(page: Page, number: int) -> None:
    page.goto("about:blank")  # an address that differs in what is after "#" alone loads no page
    page.goto(f"/puzzles/chess#{number}")
    expect(page.locator(".square.movable").first).to_be_visible(timeout=COMPILING)


def play(page: Page, text: str) -> None:
    """Make a move once it can be made."""
    start, goal = text.split("-")
    expect(square(page, start)).to_contain_class("movable")
    square(page, start).click()
    square(page, goal).click()


def wrong_move(number: int) -> str:
    """A legal move of two squares that is not the solution and does not win."""
    puzzle = PUZZLES[number - 1]
    position = fairyring.load("chess").position(puzzle.position)
    others = (move.text for move in position.legal_moves() if move.text != puzzle.moves[0])
    return next(text for text in others if "=" not in text and position.play(text).result is None)


def test_a_puzzle_is_solved_after_a_wrong_move_and_the_next_one_at_once(page: Page) -> None:
    said = page.locator(".puzzle .told")
    streak = page.locator(".puzzle-streak")
    enter(page, LONG)
    side = str(fairyring.load("chess").position(PUZZLES[LONG - 1].position).side).capitalize()
    expect(page.locator(".status-line")).to_have_text(f"{side} to move: {PUZZLES[LONG - 1].goal}")
    expect(page.locator("[aria-live=polite]")).to_contain_text(f"{side} to move")
    play(page, wrong_move(LONG))
    expect(said).to_have_text("That is not it. Try another move.")
    for ply, move in enumerate(PUZZLES[LONG - 1].moves):
        if ply % 2:  # the defence, which the page plays
            expect(square(page, move.split("-")[1])).to_contain_class("last")
            expect(said).to_have_text("Right! Go on.")
        else:
            play(page, move)
    expect(said).to_have_text("Solved!")
    expect(streak).to_have_text("Streak: 0 puzzles without a wrong move")
    expect(page.locator(".exercise-number")).to_contain_text("1 solved")
    enter(page, SHORT)
    (move,) = PUZZLES[SHORT - 1].moves
    play(page, move)
    expect(said).to_have_text("Solved!")
    expect(streak).to_have_text("Streak: 1 puzzle without a wrong move")
    page.get_by_role("button", name="Next puzzle").click()
    expect(page.locator(".exercise-number")).to_contain_text("2 solved")
    expect(said).to_have_text("")
    assert page.evaluate("location.hash") not in (f"#{LONG}", f"#{SHORT}")
    # What was solved is remembered, and what is shown is not solved.
    enter(page, LONG)
    expect(page.locator(".exercise-number")).to_contain_text("2 solved")
    page.get_by_role("button", name="Show solution").click()
    expect(said).to_have_text("This is the solution.")
    expect(square(page, PUZZLES[LONG - 1].moves[-1].split("-")[1])).to_contain_class("last")
    expect(streak).to_have_text("Streak: 1 puzzle without a wrong move")
    link = page.get_by_role("link", name="Analyse this position").get_attribute("href")
    assert link is not None
    page.goto(link)
    expect(page.locator(".variations")).to_be_visible(timeout=COMPILING)
    expect(page.get_by_role("heading", name="Analysis: Chess")).to_be_visible()


def test_puzzles_by_keyboard_and_without_faults_for_axe(page: Page) -> None:
    axe()
    enter(page, SHORT)
    check(page, "a puzzle")
    (move,) = PUZZLES[SHORT - 1].moves
    for site in move.split("-"):
        square(page, site).focus()
        page.keyboard.press("Enter")
    expect(page.locator(".puzzle .told")).to_have_text("Solved!")
    check(page, "a puzzle that is solved")
    page.goto("/puzzles/amazons")
    expect(page.get_by_text("This game has no puzzles: the computer looked")).to_be_visible()
    check(page, "a game without puzzles")


def test_puzzles_fit_on_a_phone(phone: Page) -> None:
    phone.set_viewport_size({"width": 360, "height": 720})
    enter(phone, SHORT)
    assert phone.evaluate("document.documentElement.scrollWidth") <= 360
    expect(phone.locator(".status-line")).to_be_in_viewport()


def test_there_is_no_such_game(page: Page, complaints: list[str]) -> None:
    page.goto("/puzzles/no-such-game")
    expect(page.get_by_text("There is no game 'no-such-game'")).to_be_visible()
    assert all("404" in complaint for complaint in complaints)
    complaints.clear()
