"""A browser visits the real server: what the tests of the page have in common."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from tests import chromium

COMPILING, REPLYING = chromium.COMPILING, chromium.REPLYING
WIDE = {"width": 1280, "height": 860}
PHONE = {"width": 390, "height": 844}


@contextmanager
def serving(*own_games: Path) -> Iterator[str]:
    """A server in its own process, with a user's own games; its address."""
    arguments = f"port=0, open_browser=False, own_games=[Path(each) for each in {[*map(str, own_games)]}]"
    code = f"from pathlib import Path; from fairyring.web import serve; serve({arguments})"
    with subprocess.Popen([sys.executable, "-u", "-c", code], stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        said = server.stdout.readline()
        found = re.search(r"http://\S+", said)
        try:
            assert found is not None, said
            yield found.group().rstrip("/").replace("localhost", "127.0.0.1")
        finally:
            server.terminate()
            server.wait(20)


def profile(browser: Browser, address: str, phone: bool = False) -> BrowserContext:
    """A browser profile of its own, where nobody has been before."""
    return browser.new_context(
        base_url=address,
        viewport={"width": PHONE["width"], "height": PHONE["height"]}
        if phone
        else {"width": WIDE["width"], "height": WIDE["height"]},
        has_touch=phone,
        is_mobile=phone,
        reduced_motion="reduce",  # pieces jump, so that the page always shows the final state
        permissions=["clipboard-read", "clipboard-write"],
    )


def opened(context: BrowserContext, address: str, complaints: list[str]) -> Page:
    """A page in a profile; what it complains of is noted."""
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


@contextmanager
def visiting(browser: Browser, address: str, complaints: list[str], *, phone: bool = False) -> Iterator[Page]:
    """A browser with its own cookies; fails if there were complaints."""
    context = profile(browser, address, phone)
    yield opened(context, address, complaints)
    context.close()
    assert complaints == []


class Visitor:
    """A profile in which one test after the other finds nothing of what those before it did.

    Only the files that browsers may keep are kept: asking for all of them is a third of the work for a page.
    """

    def __init__(self, browser: Browser, address: str, *, phone: bool = False) -> None:
        self._address = address
        self._context = profile(browser, address, phone)
        self._blank = self._context.new_page()
        self._tools = self._context.new_cdp_session(self._blank)

    @contextmanager
    def visiting(self, complaints: list[str]) -> Iterator[Page]:
        """A page; fails if there were complaints."""
        try:
            yield opened(self._context, self._address, complaints)
        finally:
            for page in self._context.pages:
                if page is not self._blank:
                    page.close()
            # Cookies and what scripts have stored; the cache of files is none of these.
            self._tools.send("Storage.clearDataForOrigin", {"origin": self._address, "storageTypes": "all"})
        assert complaints == []


def square(page: Page, site: str, panel: int = 0) -> Locator:
    return page.locator(f'[data-panel="{panel}"] [data-site="{site}"]')


def made(page: Page, order: Mapping[str, object]) -> str:
    """The id of a game made as programs make one; where the order has moves, its rules are compiled first."""
    answer = page.request.post("/api/games", data=dict(order), timeout=COMPILING)
    assert answer.status == 201, answer.text()
    return str(answer.json()["id"])


def begin(page: Page, game: str, position: str = "") -> None:
    """Start a game at one screen, by its title, perhaps from a position.

    By the doors for programs: the page of all games draws many boards.
    """
    names = {known["title"]: known["name"] for known in page.request.get("/api/variants").json()}
    order = {"variant": names[game], "white": "human", "black": "human"}
    page.goto(f"/play/{made(page, order | ({'position': position} if position else {}))}")
    expect(page.locator(".square.movable").first).to_be_visible(timeout=COMPILING)


def invite(page: Page) -> tuple[Locator, str]:
    """On a game's page, begin one as White by link: what is shown until somebody comes, and the link."""
    page.get_by_role("button", name="Play", exact=True).click()
    dialog = page.get_by_role("dialog")
    for wish in ("By link", "White"):
        dialog.get_by_role("radio", name=wish, exact=True).check()
    dialog.get_by_role("button", name="Play", exact=True).click()
    waiting = page.get_by_role("region", name="Waiting for your opponent")
    expect(waiting).to_be_visible(timeout=COMPILING)
    return waiting, waiting.get_by_label("For your opponent", exact=True).input_value()


def moves(page: Page) -> Locator:
    return page.locator(".move")


def copied(page: Page, button: str = "Copy position") -> str:
    """What a button copies to the clipboard."""
    page.get_by_role("button", name=button).click()
    expect(page.locator("[aria-live=polite]")).to_contain_text("clipboard")
    return str(page.evaluate("navigator.clipboard.readText()"))
