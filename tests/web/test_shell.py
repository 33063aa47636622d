"""The page as it is sent: one style sheet, all modules named, packed, and nothing old after an update."""

from __future__ import annotations

import re

from starlette.testclient import TestClient

from fairyring.web import shell


def test_one_style_sheet_is_kept_for_ever_and_modules_are_asked_for_anew(client: TestClient) -> None:
    page = client.get("/")
    (address,) = re.findall(r'rel="stylesheet" href="([^"]+)"', page.text)
    sheet = client.get(address)
    assert sheet.headers["content-type"].startswith("text/css")
    assert "immutable" in sheet.headers["cache-control"]
    assert {":root {", ".ending {", ".purse {"} <= set(sheet.text.splitlines()), "from the first to the last"
    named = re.findall(r'rel="modulepreload" href="/static/([^"]+)"', page.text)
    assert named[0] == "main.js"
    assert {"home.js", "board.js", "language.js"} <= set(named), "what others import is named too"
    assert "play.js" not in named, "what is imported only when it is wanted waits"
    assert all(client.get(f"/static/{name}").status_code == 200 for name in named)
    analysed = re.findall(r'rel="modulepreload" href="/static/([^"]+)"', client.get("/analysis/chess").text)
    assert {"main.js", "analysis.js", "board.js"} <= set(analysed), (
        "each document names its own page's modules"
    )
    assert "home.js" not in analysed
    for answer in (page, client.get("/static/main.js")):
        assert answer.headers["cache-control"] == "no-cache"


def test_what_is_public_is_packed_and_nothing_that_holds_a_token(client: TestClient) -> None:
    packed = ["/static/board.js", "/api/variants", shell.style_address(), "/static/languages/de.json"]
    for path in packed:
        assert client.get(path).headers["content-encoding"] == "gzip", path
    order = {"variant": "chess", "white": "human", "black": "open"}
    made = client.post("/api/games", json=order)
    assert "content-encoding" not in made.headers
    seat = client.get(f"/api/games/{made.json()['id']}/seat")
    assert seat.json()["token"]
    assert "content-encoding" not in seat.headers
