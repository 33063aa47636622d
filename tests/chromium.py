"""The browser of the tests: chromium without windows where it is installed, or another one on the path."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

# The first is Debian's chromium-headless-shell: the same engine, and a third of the work for each page.
PROGRAM = next(
    filter(
        None, map(shutil.which, ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"))
    ),
    None,
)
# No sandbox, which containers lack, and no requests of the browser's own.
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
REPLYING = 20_000  # milliseconds that the page may take to show what is expected
COMPILING = 120_000  # and where the rules may have to be compiled first


@contextmanager
def launched() -> Iterator[Browser]:
    """A browser until the end of the block; skips the test where there is none."""
    if PROGRAM is None:
        pytest.skip("chromium is missing: the page is NOT TESTED (apt-get install chromium-headless-shell)")
    with sync_playwright() as playwright:
        expect.set_options(timeout=REPLYING)
        browser = playwright.chromium.launch(executable_path=PROGRAM, args=ARGUMENTS)
        yield browser
        browser.close()
