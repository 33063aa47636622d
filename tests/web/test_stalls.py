"""What holds the event loop up is logged by its place, where that is asked for."""

from __future__ import annotations

import asyncio
import time

import pytest

from fairyring.web.stalls import VARIABLE, Stalls


def hold_up() -> None:
    time.sleep(0.3)


def test_what_holds_the_loop_up_is_logged(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def play() -> None:
        watch = Stalls.wanted()
        assert watch is not None
        await asyncio.sleep(0)
        hold_up()
        async with asyncio.timeout(20):
            while "was held up" not in caplog.text:  # noqa: ASYNC110 -- a log is no event
                await asyncio.sleep(0.01)
        watch.close()

    monkeypatch.setenv(VARIABLE, "0.1")
    asyncio.run(play())
    assert "hold_up" in caplog.text


def test_nothing_is_watched_unless_it_is_asked_for(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)
    assert Stalls.wanted() is None
    monkeypatch.setenv(VARIABLE, "soon")
    assert Stalls.wanted() is None
    assert "number of seconds" in caplog.text
