"""A real browser that visits the real server, for the tests of the page."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, Locator, Page, expect, sync_playwright

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
# Nothing but the page: no sandbox in a container, no calls home.
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
COMPILING = 120_000  # milliseconds that a first compile may take
REPLYING = 20_000
WIDE = {"width": 1280, "height": 860}
PHONE = {"width": 390, "height": 844}


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """A server in a process of its own."""
    serving = "from fairyring.web import serve; serve(port=0, open_browser=False)"
    with subprocess.Popen([sys.executable, "-u", "-c", serving], stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        said = server.stdout.readline()
        found = re.search(r"http://\S+", said)
        try:
            assert found is not None, said
            yield found.group().rstrip("/").replace("localhost", "127.0.0.1")
        finally:
            server.terminate()
            server.wait(20)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    if CHROMIUM is None:
        pytest.skip("chromium is missing: the page is NOT TESTED (apt-get install chromium)")
    with sync_playwright() as playwright:
        expect.set_options(timeout=REPLYING)
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield browser
        browser.close()


def visit(browser: Browser, address: str, complaints: list[str], phone: bool = False) -> Page:
    context = browser.new_context(
        base_url=address,
        viewport={"width": PHONE["width"], "height": PHONE["height"]}
        if phone
        else {"width": WIDE["width"], "height": WIDE["height"]},
        has_touch=phone,
        is_mobile=phone,
        reduced_motion="reduce",  # men jump, and what is seen is what is
        permissions=["clipboard-read", "clipboard-write"],
    )
    page = context.new_page()
    page.set_default_timeout(REPLYING)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on(
        "console", lambda said: complaints.append(said.text) if said.type in ("error", "warning") else None
    )
    page.on(
        "request",
        lambda request: (
            None if request.url.startswith((address, "data:")) else complaints.append(request.url)
        ),
    )
    return page


@pytest.fixture
def complaints() -> list[str]:
    """What the browser's console says is wrong, and requests that go elsewhere."""
    return []


@contextmanager
def visiting(browser: Browser, address: str, complaints: list[str], *, phone: bool = False) -> Iterator[Page]:
    """A browser with cookies of its own; in the end nothing must have been wrong."""
    page = visit(browser, address, complaints, phone=phone)
    yield page
    page.context.close()
    assert complaints == []


@pytest.fixture
def page(browser: Browser, address: str, complaints: list[str]) -> Iterator[Page]:
    with visiting(browser, address, complaints) as page:
        yield page


@pytest.fixture
def other(browser: Browser, address: str, complaints: list[str]) -> Iterator[Page]:
    """Somebody else's browser."""
    with visiting(browser, address, complaints) as page:
        yield page


@pytest.fixture
def phone(browser: Browser, address: str, complaints: list[str]) -> Iterator[Page]:
    with visiting(browser, address, complaints, phone=True) as page:
        yield page


def square(page: Page, site: str, panel: int = 0) -> Locator:
    return page.locator(f'[data-panel="{panel}"] [data-site="{site}"]')


def begin(page: Page, game: str, position: str = "") -> None:
    """Play a game, by its title, with a friend at this screen; from a position, if one is given.

    By the doors for programs: the page of all games draws many boards.
    """
    names = {known["title"]: known["name"] for known in page.request.get("/api/variants").json()}
    order = {"variant": names[game], "white": "human", "black": "human"}
    answer = page.request.post("/api/games", data=order | ({"position": position} if position else {}))
    assert answer.status == 201, answer.text()
    page.goto(f"/play/{answer.json()['id']}")
    expect(page.locator(".square.movable").first).to_be_visible(timeout=COMPILING)


def moves(page: Page) -> Locator:
    return page.locator(".move")


def copied(page: Page, button: str = "Copy the position") -> str:
    """What the page puts on the clipboard."""
    page.get_by_role("button", name=button).click()
    expect(page.locator("[aria-live=polite]")).to_contain_text("clipboard")
    return str(page.evaluate("navigator.clipboard.readText()"))
