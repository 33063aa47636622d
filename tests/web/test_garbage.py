"""Garbage collection on a server: short, and rooms that are closed need none."""

from __future__ import annotations

import asyncio
import gc
import time
import weakref
from collections import deque
from collections.abc import Awaitable, Callable, Iterator
from typing import Any
from unittest.mock import Mock

import pytest

from fairyring.web import garbage
from fairyring.web.garbage import Collector
from fairyring.web.rooms import Rooms
from tests.web.test_rooms import rooms_for


@pytest.fixture
def collector() -> Iterator[Collector]:
    before = gc.get_threshold()
    found = Collector()
    yield found
    found.close()
    gc.set_threshold(*before)


class Circle:
    """Something that refers to itself."""

    def __init__(self) -> None:
        self.own = self


def test_what_was_looked_at_twice_is_not_looked_at_again(collector: Collector) -> None:
    kept: list[Any] = [Circle() for _ in range(20_000)]
    collector.set_aside()
    assert len(gc.get_objects()) < 10_000
    gone, left = weakref.ref(kept[0]), weakref.ref(Circle())
    del kept
    collector.set_aside()
    assert gone() is not None  # a circle that was set aside
    assert left() is None


@pytest.mark.usefixtures("collector")
def test_new_objects_are_set_aside_while_old_ones_go() -> None:
    # Python counts what is new less what has gone: nothing here, so it would not look at these by itself.
    kept: deque[Any] = deque(([] for _ in range(200_000)), 200_000)
    ends = time.monotonic() + 20
    while len(gc.get_objects()) > 100_000:
        assert time.monotonic() < ends
        kept.append([])
        time.sleep(0.001)


@pytest.mark.usefixtures("collector")
def test_many_new_objects_at_once_are_set_aside_a_part_at_a_time() -> None:
    looks = []

    def note(phase: str, info: dict[str, int]) -> None:
        if phase == "start":
            looks.append(info["generation"])

    gc.callbacks.append(note)
    kept = [[] for _ in range(200 * garbage.YOUNG)]  # type: ignore[var-annotated]
    gc.callbacks.remove(note)
    assert kept
    assert looks.count(0) > 50
    assert looks.count(1) >= 5  # in the time in which it makes one or two looks by itself


def test_where_much_is_set_aside_everything_is_looked_at_but_rarely(
    collector: Collector, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked = Mock(wraps=collector.look_at_all)
    monkeypatch.setattr(collector, "look_at_all", looked)
    monkeypatch.setattr(garbage, "MORE", -2 * collector._known + gc.get_freeze_count() + 5_000)
    kept: list[Any] = [Circle() for _ in range(20_000)]
    collector.set_aside()
    gone = weakref.ref(kept[0])
    del kept
    time.sleep(4 * garbage.LEAST)
    assert not looked.called
    monkeypatch.setattr(garbage, "RARELY", 0.0)
    ends = time.monotonic() + 20
    while gone() is not None:
        assert time.monotonic() < ends
        time.sleep(0.01)


def test_a_room_that_is_closed_leaves_no_circle() -> None:
    async def check(rooms: Rooms, begin: Callable[[], Awaitable[str]]) -> None:
        keys = [await begin(), await begin()]
        async with rooms.entered(keys[0]) as room:
            assert room is not None
            await room.ready()
            gone = weakref.ref(room.match)
        del room
        gc.disable()
        try:
            ends = time.monotonic() + 20  # a thread may still hold it for a moment; a circle stays
            async with rooms.entered(keys[1]):
                while gone() is not None:
                    assert time.monotonic() < ends
                    await asyncio.sleep(0.01)
        finally:
            gc.enable()

    rooms_for(check, 1)
