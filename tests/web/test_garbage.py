"""Garbage collection on a server: short, and rooms that are closed need none."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

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


@pytest.mark.usefixtures("collector")
def test_what_outlives_a_full_collection_is_not_looked_at_again() -> None:
    kept: list[Any] = [Circle() for _ in range(20_000)]
    gc.collect()
    assert len(gc.get_objects()) < 10_000
    gone, left = weakref.ref(kept[0]), weakref.ref(Circle())
    del kept
    gc.collect()
    assert gone() is not None  # a circle that was set aside
    assert left() is None


def test_where_much_is_set_aside_everything_is_looked_at_but_rarely(
    collector: Collector, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(garbage, "MORE", -2 * collector._known + gc.get_freeze_count() + 5_000)
    for rarely, all_are in ((garbage.RARELY, False), (0.0, True)):
        monkeypatch.setattr(garbage, "RARELY", rarely)
        kept: list[Any] = [Circle() for _ in range(20_000)]
        gc.collect()
        gone = weakref.ref(kept[0])
        del kept
        gc.collect()
        assert (gone() is None) is all_are


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
            async with rooms.entered(keys[1]):
                assert gone() is None
        finally:
            gc.enable()

    rooms_for(check, 1)
