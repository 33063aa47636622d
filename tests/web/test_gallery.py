"""Games of visitors: played in a process of their own, published, found, replaced, forked and deleted."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import Any

import pytest
from httpx2 import Response
from starlette.testclient import TestClient

from fairyring.web import app as application
from fairyring.web.store import Store
from fairyring.web.store.gallery import KEPT, PREFIX, Gallery, PublishedError
from fairyring.web.workshop import bounded
from fairyring.web.workshop.files import digest
from fairyring.web.workshop.sharing import Openness
from tests.web.databases import database
from tests.web.hostile_files import KINDS, files
from tests.web.test_store import game, using

__all__ = ["database"]  # a fixture

GAME = """\
fairyring = 1
base = "chess"
title = "Small Step Chess"
summary = "Queens are kings."

[pieces.Q]
movement = "K"
"""
LATER = GAME.replace('"K"', '"KN"')
ROW = {"origin": None, "summary": "", "inventor": "", "public": True, "browser": "me", "picture": "<svg/>"}


def row(key: str, at: float, **change: object) -> dict[str, Any]:
    return {**ROW, "hash": key, "at": at, "title": key, **change}


# -- in the database -------------------------------------------------------------------------------


def test_what_is_published_is_found_by_its_words(database: str) -> None:
    async def check(store: Store) -> None:
        files: Gallery = store.gallery
        for number, key in enumerate(("a", "b", "c", "d")):
            await files.keep(key, f"text {key}", 10.0 + number)
        await files.publish(row("a", 1.0, title="Knights of Öland", inventor="Ann"), None)
        await files.publish(row("b", 2.0, title="100% knights"), None)
        await files.publish(row("c", 3.0, public=False), None)

        async def found(*words: str) -> list[str]:
            return [each["hash"] for each in await files.listed(" ".join(words), "newest", 0, 10)]

        assert await found() == ["b", "a"]
        assert await found("KNIGHTS") == ["b", "a"]
        assert await found("knights", "ann") == ["a"]
        assert await found("100%") == ["b"], "a percent sign is one"
        assert await found("_") == []
        await store.begin(game(variant=PREFIX + "a"), [])
        assert [(each["hash"], each["plays"]) for each in await files.listed("", "played", 0, 10)] == [
            ("a", 1),
            ("b", 0),
        ]
        assert [each["hash"] for each in await files.own("me")] == ["c", "b", "a"]
        assert await files.own("you") == []

    using(database, check)


def test_a_new_version_takes_the_place_of_the_latest_of_its_browser(database: str) -> None:
    async def check(store: Store) -> None:
        files = store.gallery
        for key in ("e", "f", "g"):
            await files.keep(key, key, 10.0)
        await files.publish(row("e", 1.0), None)
        with pytest.raises(PublishedError, match="already"):
            await files.publish(row("e", 1.5), None)
        with pytest.raises(PublishedError, match="latest version"):
            await files.publish(row("f", 2.0, browser="you"), "e")
        await files.publish(row("f", 2.0), "e")
        with pytest.raises(PublishedError, match="latest version"):
            await files.publish(row("g", 3.0), "e")
        await store.begin(game(variant=PREFIX + "e"), [])
        first, latest = await files.find("e"), await files.find("f")
        assert first
        assert latest
        assert (first["next"], latest["next"], latest["plays"]) == ("f", None, 1)
        assert [each["hash"] for each in latest["versions"]] == ["e", "f"]
        assert "e" not in [each["hash"] for each in await files.listed("", "newest", 0, 50)]

    using(database, check)


def test_deleting_reporting_and_sweeping(database: str) -> None:
    async def check(store: Store) -> None:
        files = store.gallery
        for key in ("h", "i", "j", "k"):
            await files.keep(key, key, 10.0)
        await files.publish(row("h", 1.0), None)
        await files.publish(row("i", 2.0), "h")
        assert not await files.report("nothing", "you", "why", 1.0)
        assert await files.report("i", "you", "rude", 1.0)
        assert await files.report("i", "you", "very rude", 2.0)
        assert [each["reason"] for each in await files.reported() if each["hash"] == "i"] == ["very rude"]
        assert not await files.remove("h", "you")
        assert await files.remove("h", "me")
        assert await files.find("i") is None
        await store.begin(game(variant=PREFIX + "i"), [])
        await files.publish(row("j", 3.0), None)
        await files.keep("k", "k", KEPT)
        await files.forget(11.0 + KEPT)
        kept = [key for key in ("h", "i", "j", "k") if await files.text(key) is not None]
        assert kept == ["i", "j", "k"], "played, published, and sent lately"

    using(database, check)


# -- over the network ------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def served() -> Iterator[TestClient]:
    """A browser at a server with a workshop, whose one process for questions loads little as it starts."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(application, "Bounded", functools.partial(bounded.Bounded, 1, games=()))
        app = application.create_app(eager=False, workshop="open")
        with TestClient(app) as client:
            yield client


def browser(served: TestClient) -> TestClient:
    """Another browser at the same server."""
    other = TestClient(served.app)
    other.portal = served.portal
    return other


def said(answer: Response) -> Any:
    assert answer.is_success, answer.text
    return answer.json()


def test_a_draft_is_played_at_once(served: TestClient) -> None:
    client = browser(served)
    draft = said(client.post("/api/workshop/drafts", json={"text": GAME}))
    assert draft["variant"] == PREFIX + digest(GAME)
    begun = said(
        client.post("/api/games", json={"variant": draft["variant"], "white": "human", "black": "open"})
    )
    place, seat = f"/api/games/{begun['id']}", {"Authorization": f"Bearer {begun['token']}"}
    moved = said(client.post(f"{place}/acts", json={"type": "move", "ply": 0, "text": "e2-e4"}, headers=seat))
    assert moved["moves"] == ["e2-e4"]
    detail = said(client.get(f"/api/variants/{draft['variant']}"))
    assert detail["title"] == "Small Step Chess"
    assert "Small Step Chess" in client.get(f"/rules/{draft['variant']}").text
    assert client.get(f"/api/variants/{PREFIX}{'0' * 32}").status_code == 404


def test_from_publishing_to_deleting(served: TestClient) -> None:
    mine, other = browser(served), browser(served)
    wanted = {"text": GAME, "public": True, "inventor": "Ann", "origin": "chess"}
    first = said(mine.post("/api/gallery", json=wanted))
    assert (first["inventor"], first["origin"]["title"], first["mine"]) == ("Ann", "Chess", True)
    assert said(other.get(f"/api/gallery/{first['hash']}"))["mine"] is False
    assert other.get(f"/api/gallery/{first['hash']}/file").text == GAME
    assert "<svg" in other.get(f"/api/gallery/{first['hash']}/picture").text
    assert "<svg" in other.get(f"/api/gallery/{first['hash']}/code").text
    again = other.post("/api/gallery", json=wanted)
    assert (again.status_code, again.json()["error"]) == (409, "this game is already published here")

    fork = said(other.post("/api/gallery", json={"text": GAME + "\n# mine\n", "origin": first["hash"]}))
    assert fork["origin"] == {"name": first["hash"], "title": "Small Step Chess"}
    stolen = {"text": LATER, "public": True, "replaces": first["hash"]}
    assert other.post("/api/gallery", json=stolen).status_code == 409
    latest = said(mine.post("/api/gallery", json=stolen))
    assert [each["hash"] for each in latest["versions"]] == [first["hash"], latest["hash"]]
    listed = said(other.get("/api/gallery?search=small"))["games"]
    assert [each["hash"] for each in listed] == [latest["hash"]], "the fork is unlisted"
    assert [each["hash"] for each in said(other.get("/api/gallery?own=true"))["games"]] == [fork["hash"]]

    said(other.post(f"/api/gallery/{latest['hash']}/report", json={"reason": "It is dull."}))
    assert other.post(f"/api/gallery/{latest['hash']}/remove").status_code == 403
    assert said(mine.post(f"/api/gallery/{latest['hash']}/remove"))["games"] == []
    assert mine.get(f"/api/gallery/{first['hash']}").status_code == 404
    assert mine.get(f"/gallery/{first['hash']}").status_code == 404


def test_what_is_no_game_is_refused_in_words(served: TestClient) -> None:
    client = browser(served)
    refused = client.post("/api/gallery", json={"text": "fairyring = 1"})
    assert refused.status_code == 422
    assert "'summary' is missing" in refused.json()["error"]
    assert client.post("/api/gallery", json={"text": GAME, "origin": "../etc"}).status_code == 400


def test_a_file_of_another_program_is_read(served: TestClient) -> None:
    ini = "[kings:chess]\ncastling = false\n\n[odd:nowhere]\n"
    client = browser(served)
    kings, odd = said(client.post("/api/workshop/import", json={"text": ini, "name": "my.ini"}))
    assert (kings["name"], kings["fault"], odd["text"]) == ("kings", None, None)
    assert 'title = "Kings"' in kings["text"]
    assert odd["fault"]["text"].startswith("my.ini, line 4")
    assert "The section kings of my.ini" in kings["text"]
    strange = said(client.post("/api/workshop/import", json={"text": ini, "name": "../a/<b>.INI"}))
    assert strange[1]["fault"]["text"].startswith("_b_.INI, line 4")
    assert client.post("/api/workshop/import", json={"text": "x", "name": "x.exe"}).status_code == 422


@pytest.mark.parametrize(("openness", "publishes"), [("off", False), ("private", False)])
def test_a_server_can_be_closed(openness: Openness, publishes: bool) -> None:
    with TestClient(application.create_app(eager=False, workshop=openness)) as client:
        assert said(client.get("/api/gallery"))["publishing"] is publishes
        refused = client.post("/api/gallery", json={"text": GAME})
        assert refused.status_code == 409
        if openness == "off":
            assert client.post("/api/workshop/drafts", json={"text": GAME}).status_code == 409


def test_hostile_files_are_refused_in_words(served: TestClient) -> None:
    """A handful; `benchmarks/hostile.py` sends 200."""
    client = browser(served)
    for kind, text in files(len(KINDS)):
        answer = client.post("/api/workshop/drafts", json={"text": text})
        assert answer.status_code in (201, 400, 422), (kind, answer.status_code, answer.text[:300])
        assert client.get("/health").status_code == 200
