"""A user's own game on the page: a board that shows the same square twice."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.web.browsing import begin, moves, serving

pytestmark = [pytest.mark.browser, pytest.mark.slow]

# Its first file is drawn again beyond the last one.
BELT = """
from fairyring.board import Board, Chart, grid
from fairyring.kernels.orthodox.rules import Orthodox, usual_pieces
from fairyring.notation.orthodox import orthodox_form
from fairyring.notation.sections import whole
from fairyring.variants.definition import Definition

ARRAY = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"


def variant():
    plain = grid(8, 8)
    board = Board(plain.names, (Chart("", tuple((*row, row[0]) for row in plain.charts[0].rows)),))
    rules = Orthodox(board, usual_pieces(), promotions="QRBN")
    form = orthodox_form(rules, ARRAY, [tuple(rank[:-1] for rank in whole(board))])
    return Definition(title="Belt Chess", summary="", rules=rules, form=form, start=f"{ARRAY} w - - 0 1")
"""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    path = tmp_path_factory.mktemp("games") / "belt.py"
    path.write_text(BELT, encoding="utf-8")
    with serving(path) as found:
        yield found


# How many pieces have their middle on a square of a site.
STANDING = """(site) => {
    const box = (each) => each.getBoundingClientRect();
    const squares = [...document.querySelectorAll(`[data-site="${site}"]`)].map(box);
    const on = (piece) => squares.some(
        ({ left, top, width }) => Math.hypot(piece.left + piece.width / 2 - left - width / 2,
            piece.top + piece.height / 2 - top - width / 2) < width / 2);
    return [...document.querySelectorAll(".piece")].map(box).filter(on).length;
}"""


def standing(page: Page, *sites: str) -> list[int]:
    page.wait_for_function("() => !document.getAnimations().length")
    return [int(page.evaluate(STANDING, site)) for site in sites]


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_no_piece_is_left_behind_on_a_square_that_is_drawn_twice(page: Page, motion: str) -> None:
    begin(page, "Belt Chess")
    page.emulate_media(reduced_motion=motion)  # type: ignore[arg-type]
    pieces = page.locator(".piece")
    expect(pieces).to_have_count(36)
    sites = page.locator('[data-site="a2"]'), page.locator('[data-site="a4"]')
    sites[0].last.drag_to(sites[1].last)
    expect(moves(page)).to_have_text(["a4"])
    expect(pieces).to_have_count(36)
    assert standing(page, "a1", "a2", "a4") == [2, 0, 2]
    page.locator('[data-site="b8"]').click()
    page.locator('[data-site="a6"]').last.click()
    expect(moves(page)).to_have_text(["a4", "Na6"])
    expect(pieces).to_have_count(37)
    assert standing(page, "b8", "a6") == [0, 2]
    page.get_by_role("button", name="Flip").click()
    expect(page.locator(".boards")).to_have_attribute("data-flipped", "")
    page.get_by_role("button", name="Undo").click()
    expect(moves(page)).to_have_count(1)
    expect(pieces).to_have_count(36)
    assert standing(page, "b8", "a6", "a4") == [1, 0, 2]
