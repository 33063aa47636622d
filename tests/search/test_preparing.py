"""Compiling a game with a second process that helps: `fairyring.search.preparing`."""

import json
import multiprocessing
import subprocess
import sys
from typing import ClassVar

import pytest

import fairyring
from fairyring.kernels import code_cache
from fairyring.search import prepare, preparing

ENTRY_POINTS = {"evaluate", "noisy", "outlasts", "null_move"}


def test_the_second_process_compiles_what_the_search_calls() -> None:
    name = "crazyhouse"
    prepare(fairyring.load(name))
    before = set(code_cache._known)
    preparing.help_with(name, "{}")
    more = [path.name.partition("-")[0] for path in set(code_cache._known) - before]
    # The entry points have code of their own, which the search does without. What they call, it has.
    assert {*more} <= ENTRY_POINTS
    assert len(more) == len({*more})


class Process:
    """Takes the place of the second process."""

    begun: ClassVar[list[list[str]]] = []
    ended = 0

    def __init__(self, command: list[str], **_: object) -> None:
        self.begun.append(command)

    def poll(self) -> int | None:
        """It has not ended."""
        return None

    def kill(self) -> None:
        """It is to end."""
        type(self).ended += 1

    def wait(self) -> None:
        """It ends."""


@pytest.fixture
def process(monkeypatch: pytest.MonkeyPatch) -> type[Process]:
    """Nothing but noting what is begun; there are two processors."""
    monkeypatch.setattr(Process, "begun", [])
    monkeypatch.setattr(Process, "ended", 0)
    monkeypatch.setattr(subprocess, "Popen", Process)
    monkeypatch.setattr(preparing, "processors", lambda: 2)
    return Process


def miss(*_: object) -> None:
    """What happens where something has to be compiled."""
    while code_cache._at_miss:
        code_cache._at_miss.pop()()


def test_it_begins_when_something_is_to_be_compiled(
    process: type[Process], monkeypatch: pytest.MonkeyPatch
) -> None:
    prepare(fairyring.load("crazyhouse"))
    process.begun.clear()
    prepare(fairyring.load("crazyhouse"))
    assert not process.begun  # all is there
    assert not code_cache._at_miss
    process.ended = 0
    monkeypatch.setattr(preparing, "take_steps", miss)
    prepare(fairyring.load("crazyhouse"))
    ((program, *_, name, options),) = process.begun
    assert (program, name, json.loads(options)) == (sys.executable, "crazyhouse", {})
    assert process.ended == 1
    with preparing.helped(fairyring.load("crazyhouse")):
        miss()
    with preparing.helped(fairyring.load("atomic")):  # which may need the same
        miss()
    assert len(process.begun) == 2
    preparing.end_help()
    assert process.ended == 2


@pytest.mark.parametrize("why", ["no mechanics", "in motion", "one processor", "a worker", "a user's code"])
def test_there_are_games_and_places_without_it(
    why: str, process: type[Process], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(preparing, "take_steps", miss)
    odd = {"no mechanics": "chess", "in motion": "minigolf"}
    variant = fairyring.load(odd.get(why, "crazyhouse"))
    if why == "one processor":
        monkeypatch.setattr(preparing, "processors", lambda: 1)
    if why == "a worker":
        monkeypatch.setattr(multiprocessing, "parent_process", object)
    if why == "a user's code":
        variant = fairyring.Variant(variant.name, variant.definition, {}, "mine.py")
    prepare(variant)
    assert not process.begun
