"""`fairyring serve --watch`: a page that is open follows each change of a game's file."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.web.browsing import profile

pytestmark = [pytest.mark.browser, pytest.mark.slow]

MINE = 'fairyring = 1\nbase = "chess"\ntitle = "Followed"\nsummary = "It is chess."\n'


def test_the_page_shows_each_change_and_each_mistake(browser: Browser, tmp_path: Path) -> None:
    path = tmp_path / "followed.toml"
    path.write_text(MINE, encoding="utf-8")
    words = [sys.executable, "-u", "-m", "fairyring", "serve", "--watch", "--port", "0", str(path)]
    database = f"sqlite:///{tmp_path / 'games.sqlite3'}"
    with subprocess.Popen([*words, "--database", database], stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        try:
            said = server.stdout.readline()
            found = re.search(r"http://\S+", said)
            assert found, said
            context = profile(browser, found.group().replace("localhost", "127.0.0.1"))
            page = context.new_page()
            page.goto("/")
            expect(page.get_by_text("It is chess.")).to_be_visible()
            path.write_text(MINE.replace("It is chess.", "It is still chess."), encoding="utf-8")
            expect(page.get_by_text("It is still chess.")).to_be_visible()
            path.write_text(MINE.replace("summary", "sumary"), encoding="utf-8")
            alert = page.locator("#faults")
            expect(alert).to_contain_text("followed.toml, line 4, column 1: unknown key 'sumary'")
            path.write_text(MINE, encoding="utf-8")
            expect(page.get_by_text("It is chess.")).to_be_visible()
            expect(alert).to_be_hidden()
            context.close()
        finally:
            server.terminate()
            server.wait(20)
