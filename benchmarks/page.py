"""The page in Chromium on a slow processor: how much a first visit loads, and when something is to be seen.

    python benchmarks/page.py [--keep]

The page of all games, a game, and a rules page, each in a browser that has kept nothing, with the
processor slowed down four times. Bytes are those of whole answers, headers included. First paint is the
browser's own figure; ready is when the board can be played on, or all games are listed.
"""

from __future__ import annotations

import argparse
import shutil
import sys
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

sys.path.insert(0, str(Path(__file__).parent))
from _measure import Spread, keep
from _server import ask, served

PROGRAM = shutil.which("chromium") or shutil.which("chromium-headless-shell")

ROUNDS = 3
SLOWER = 4
PAINT = (
    "performance.getEntriesByType('paint').find(each => each.name === 'first-contentful-paint')?.startTime"
)
# Each page with what is there when it is ready.
VISITS = {
    "all games": ("/", ".card"),
    "a game of chess": ("chess", ".square.movable"),
    "a game of Mini Meta Chess": ("mini-meta", ".square.movable"),
    "a rules page": ("/rules/chess", "svg"),
}


def place(address: str, where: str) -> str:
    """The address of a page; for a game's name that of a game of two friends that begins."""
    if where.startswith("/"):
        return address + where
    made = ask(f"{address}/api/games", {"variant": where, "white": "human", "black": "human"})
    return f"{address}/play/{made['id']}#seat={made['token']}"


def visit(browser: Browser, address: str, awaited: str) -> tuple[float, float, float]:
    """Kilobytes loaded, and the seconds to the first paint and until the page is ready."""
    context = browser.new_context(viewport={"width": 1280, "height": 860})
    page = context.new_page()
    tools = context.new_cdp_session(page)
    tools.send("Network.enable")
    tools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    sizes: list[float] = []
    tools.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    page.goto(address)
    page.wait_for_selector(awaited, timeout=120_000)
    ready = page.evaluate("performance.now()")
    page.wait_for_load_state("networkidle")
    paint = page.evaluate(PAINT)
    context.close()
    return sum(sizes) / 1000, paint / 1000, ready / 1000


def main() -> None:
    """Measure, and print."""
    options = argparse.ArgumentParser()
    options.add_argument("--keep", action="store_true", help="keep the section in results.md")
    asked = options.parse_args()
    lines = ["| first visit to | kilobytes | first paint, s | ready, s |", "|---|---|---|---|"]
    with (
        served() as (found, _),
        sync_playwright() as playwright,
    ):
        address = found.rstrip("/").replace("localhost", "127.0.0.1")
        browser = playwright.chromium.launch(executable_path=PROGRAM, args=["--no-sandbox"])
        for name, (where, awaited) in VISITS.items():
            visit(browser, place(address, where), awaited)  # what is compiled and drawn once is
            figures = [visit(browser, place(address, where), awaited) for _ in range(ROUNDS)]
            loaded, paint, ready = (Spread.of(each) for each in zip(*figures, strict=True))
            lines.append(f"| {name} | {loaded:.0f} | {paint:.2f} | {ready:.2f} |")
        browser.close()
    keep(f"The page, on a processor {SLOWER} times slower", lines, asked.keep)


if __name__ == "__main__":
    main()
