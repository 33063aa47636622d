"""The one process of all games of the workshop: what keeps one game from holding up the others."""

from __future__ import annotations

import subprocess
import sys
import time

from fairyring.web.own.house import House
from fairyring.web.own.keeper import BLAME
from fairyring.web.workshop import shelf

HANGING = f"""
import asyncio, time

import {shelf.__name__} as shelf
shelf.HANGING, shelf.TICK = 1.0, 0.1

async def main():
    task = asyncio.create_task(shelf.guard())
    await asyncio.sleep(2)  # it answers: nothing happens
    print("answering", flush=True)
    time.sleep(60)  # it does nothing else

asyncio.run(main())
"""


def test_a_process_that_answers_nobody_is_ended() -> None:
    began = time.monotonic()
    ended = subprocess.run(
        [sys.executable, "-c", HANGING], capture_output=True, text=True, timeout=50, check=False
    )
    assert ended.stdout == "answering\n"
    assert ended.returncode != 0
    assert "Timeout" in ended.stderr
    assert time.monotonic() - began < 50


def test_only_the_file_over_which_it_ends_is_left_alone() -> None:
    house = House("sqlite://", None, time.time)
    for _ in range(BLAME + 5):
        house.note("w-bad")
        house._blame()
    assert house.is_blamed("w-bad")
    assert "has crashed the workshop" in house.why("w-bad")
    assert not house.is_blamed("w-good")
    assert not house.resting
    assert "are starting up" in house.why("w-good")
