"""Lessons in a real browser: a whole course, from the link to it to the game at its end."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

import fairyring
from tests.web.browsing import COMPILING
from tests.web.test_browser_axe import axe, check

pytestmark = [pytest.mark.browser, pytest.mark.slow]

GAME = "ravioli"
LESSONS = fairyring.lessons(GAME)


def touch(page: Page, text: str) -> None:
    """Make a move by clicks, once it can be made."""
    start, goal = text.split("-")
    expect(page.locator(f'[data-site="{start}"]').first).to_contain_class("movable")
    for site in (start, goal):
        page.locator(f'[data-site="{site}"]').first.click()


def test_a_course_from_the_rules_to_the_first_game(page: Page) -> None:
    axe()
    page.goto(f"/rules/{GAME}")
    page.get_by_role("link", name="Learn", exact=True).click(timeout=COMPILING)
    page.wait_for_url(f"**/learn/{GAME}#1")
    step, said = page.locator(".exercise-number"), page.locator(".lesson-judged")
    live = page.locator("[aria-live=polite]")
    last = len(LESSONS)
    expect(live).to_have_text(f"Step 1 of {last}. {LESSONS[0].say['en']}", timeout=COMPILING)
    expect(page.locator(".sketch .arrow")).to_have_count(2)
    touch(page, "b1-a3")
    expect(said).to_have_text(LESSONS[0].wrong["en"])
    check(page, "a lesson after a wrong move")
    for number, lesson in enumerate(LESSONS, 1):
        expect(step).to_have_text(f"Step {number} of {last}")
        touch(page, lesson.lines[0][0])
        right = lesson.done["en"] if lesson.done else "Right!"
        expect(said).to_have_text(right)
        expect(live).to_contain_text(right)
        expect(page.locator(".sketch > *")).to_have_count(0)
        if number < last:
            page.keyboard.press("ArrowRight")
    check(page, "the end of a course")
    page.keyboard.press("ArrowLeft")
    expect(step).to_have_text(f"Step {last - 1} of {last}")
    page.get_by_role("button", name="Show me").click()
    expect(page.locator(".lesson")).to_have_attribute("data-stage", "shown")
    page.get_by_role("button", name="Next").click()
    expect(page.get_by_role("link", name="Puzzles")).to_have_attribute("href", f"/puzzles/{GAME}")
    page.get_by_role("button", name=f"Step {last}, done").click()
    page.get_by_role("button", name="Play a game now").click()
    page.wait_for_url("**/play/*")
    expect(page.get_by_text("Beginner")).to_be_visible(timeout=COMPILING)
    page.get_by_role("button", name="New game").click()
    expect(page.get_by_role("dialog").get_by_role("link", name="Learn it")).to_be_visible()


def test_lessons_fit_on_a_phone_and_say_where_there_are_none(phone: Page) -> None:
    phone.set_viewport_size({"width": 360, "height": 720})
    phone.goto("/learn/monster-bluff-4#5")
    task = phone.get_by_role("region", name="Task")
    expect(task.get_by_text(re.compile("A chip of 25 is a wall"))).to_be_visible(timeout=COMPILING)
    assert phone.evaluate("document.documentElement.scrollWidth") <= 360
    expect(phone.get_by_role("button", name="Next")).to_be_in_viewport()
    phone.goto("/learn/isolation")
    expect(phone.get_by_text("There are no lessons for this game yet.")).to_be_visible()
