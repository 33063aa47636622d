"""The example bot plays every game on a real server."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import lanes
from tests.web.test_killed import Killable, running

BOT = Path(__file__).parents[2] / "examples" / "bot.py"
CHEAP = ("chess", "ravioli")
TURNS = 3


@pytest.fixture(scope="module")
def server() -> Iterator[Killable]:
    with running("sqlite://") as server:
        yield server


def bot(*words: str) -> subprocess.Popen[str]:
    clean = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    return subprocess.Popen(
        [sys.executable, "-I", str(BOT), *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=clean,
    )


def said(process: subprocess.Popen[str]) -> list[str]:
    out, complaints = process.communicate(timeout=200)
    assert (process.returncode, complaints) == (0, "")
    return out.splitlines()


@pytest.mark.parametrize(
    "name",
    [
        name if name in CHEAP else pytest.param(name, marks=pytest.mark.slow)
        for name in (lanes.GAMES if lanes.EVERY else sorted({*CHEAP, *lanes.one_a_family(lanes.GAMES)}))
    ],
)
def test_it_plays_the_computer(server: Killable, name: str) -> None:
    *turns, end = said(bot("--server", server.url, "--variant", name, "--turns", str(TURNS), "--seed", "1"))
    assert len(turns) == TURNS
    assert end.endswith("plies it goes on")


def test_two_bots_play_each_other(server: Killable) -> None:
    begun = server.ask("api/games", {"variant": "chess", "white": "human", "black": "open"})
    game = f"{server.url}play/{begun['id']}"
    seat = server.ask(f"api/games/{begun['id']}/seat", token=begun["token"])
    links = (f"{game}#seat={begun['token']}", f"{game}#join={seat['invitation']}")
    one, other = (bot("--link", link, "--turns", str(TURNS)) for link in links)
    assert (len(said(one)), len(said(other))) == (TURNS + 1, TURNS + 1)
    assert server.ask(f"api/games/{begun['id']}")["ply"] == 2 * TURNS


def test_a_refusal_is_one_line(server: Killable) -> None:
    process = bot("--server", server.url, "--variant", "nope")
    _, complaints = process.communicate(timeout=60)
    assert process.returncode == 1
    assert complaints == "bot: there is no game 'nope'\n"
