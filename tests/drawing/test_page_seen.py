"""The rules pages in a real browser: complete on a phone, in light and dark, and without errors."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Request, Route

from fairyring.drawing.page import style
from fairyring.web.guard import policy
from tests import lanes
from tests.chromium import COMPILING
from tests.drawing.pages import page_of

pytestmark = [pytest.mark.browser, pytest.mark.slow]

POLICY = policy(style())
SITE = "http://rules.test"


def serve(route: Route) -> None:
    """Answer as the server does, from the files."""
    path = route.request.url.removeprefix(SITE)
    if path.startswith("/rules/"):
        body = page_of(path.removeprefix("/rules/"))
        route.fulfill(
            body=body, content_type="text/html; charset=utf-8", headers={"Content-Security-Policy": POLICY}
        )
    else:
        route.fulfill(status=204)  # no icon


def left(request: Request) -> bool:
    """Whether the browser gave up the request: it asks for icons late, when the test has gone on."""
    return request.failure == "net::ERR_ABORTED"


def looked_at() -> list[str]:
    """One game of each look; what is made of those whose code nobody shares, the plain lane tests."""
    if lanes.EVERY:
        return list(lanes.GAMES)
    return [name for name in lanes.one_a_look(lanes.GAMES) if not lanes.alone(name)]


@pytest.mark.parametrize("name", looked_at())
def test_nothing_is_cut_off_and_there_are_no_errors(browser: Browser, name: str) -> None:
    complaints: list[str] = []
    context = browser.new_context(color_scheme="light")
    page = context.new_page()
    page.on("console", lambda said: complaints.append(said.text))
    page.on("requestfailed", lambda request: None if left(request) else complaints.append(request.url))
    page.route("**/*", serve)
    page.goto(f"{SITE}/rules/{name}", timeout=COMPILING)
    grounds = set()
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
        grounds.add(page.evaluate("getComputedStyle(document.body).backgroundColor"))
        for width in (320, 390, 1200):
            page.set_viewport_size({"width": width, "height": 800})
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            widths = (
                "[...document.querySelectorAll('.board')].map(board => board.getBoundingClientRect().width)"
            )
            assert min(page.evaluate(widths)) >= 120  # fifteen pixels a square
    page.emulate_media(media="print", color_scheme="dark")
    shut = page.locator("details:not([open]) .board")
    assert all(board.is_visible() for board in shut.all())  # folded parts are open on paper
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(245, 239, 228)"
    assert not complaints
    assert len(grounds) == 2
    context.close()
