"""Castling in Chess960 on the page: the king goes to its rook's square, and both stand where they belong."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Page, expect

from tests.web.browsing import begin, moves, square

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def test_a_king_castles_by_a_click_on_its_rook(page: Page) -> None:
    begin(page, "Chess960", "4k3/8/8/8/8/8/8/1RK5 w B - 0 1")
    square(page, "c1").click()
    square(page, "b1").click()
    for piece, site in (("white king", "c1"), ("white rook", "d1"), ("empty", "b1")):
        expect(square(page, site)).to_have_attribute("aria-label", re.compile(f"^{piece}, {site}"))
    expect(moves(page)).to_have_text(["O-O-O"])


def test_the_array_is_drawn_unless_the_player_sets_its_number(page: Page) -> None:
    for number, drawn in (("", range(960)), ("7", [7])):
        page.goto("/")
        page.get_by_role("searchbox").fill("Chess960")
        page.get_by_role("button", name="Play Chess960", exact=True).click()
        field = page.get_by_role("spinbutton", name=re.compile("Number"))
        expect(field).to_have_attribute("placeholder", "Random")
        field.fill(number)
        with page.expect_response(lambda answer: answer.url.endswith("/api/games")) as answer:
            page.get_by_role("dialog").get_by_role("button", name="Play", exact=True).click()
        made = json.loads(answer.value.request.post_data or "")
        assert made["options"]["number"] in drawn
