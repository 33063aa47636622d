"""Which searches of the rooms' computer keep what they find out for the next move."""

import importlib
import threading
from typing import Any

import pytest

import fairyring
from fairyring.search import LEVELS
from fairyring.web.engine import SearchEngine


def test_levels_without_noise_keep_what_they_find_out(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[Any] = []
    # As an attribute of fairyring, the name is the function and not the module.
    module = importlib.import_module("fairyring.search")
    monkeypatch.setattr(module, "search", lambda *_, **options: given.append(options.get("kept")))
    start = fairyring.load("chess").start()
    later = start.play("e2-e4").play("e7-e5")
    bluff = fairyring.load("monster-bluff-4").start()

    def asked(engine: SearchEngine, position: fairyring.Position, level: str | None) -> Any:
        engine.search(position, level, lambda _: None, threading.Event())
        return given.pop()

    for name, level in LEVELS.items():
        engine = SearchEngine()
        first, second = asked(engine, start, name), asked(engine, later, name)
        assert (first is None) == bool(level.eval_noise)
        assert first is second
    assert asked(SearchEngine(), start, None) is None  # a hint
    assert asked(SearchEngine(), bluff, "master") is None
