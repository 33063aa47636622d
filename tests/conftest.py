"""What every test has: Hypothesis's settings, a database in memory, the browser, and the order of tests."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

import fairyring
from tests import lanes

if TYPE_CHECKING:
    from playwright.sync_api import Browser

VARIANTS = frozenset(fairyring.variants())

# With Python's own thresholds, looking for garbage takes up to a sixth of the time of tests: there is little,
# and what the process holds to its end (Numba's types, compiled code, games) is looked through each time.
gc.set_threshold(50_000, 20, 20)

settings.register_profile(
    "fairyring",
    deadline=None,  # the first example of a test may compile what the rest runs
    max_examples=lanes.samples(100, 15, usual=40),
)
settings.load_profile("fairyring")

# A server that a test starts without naming a database must not touch the games of the person who runs it.
os.environ["FAIRYRING_DATABASE"] = "sqlite://"


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The one browser of this run."""
    from tests.chromium import launched

    with launched() as browser:
        yield browser


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Where only tests marked kernel, browser or optimized run, files without one are not even imported."""
    marks = {"kernel", "browser", "optimized"} & {
        *str(config.option.markexpr).split(" and ")[0].split(" or ")
    }
    if not marks or not collection_path.match("test_*.py"):
        return None
    text = collection_path.read_text(encoding="utf-8")
    return True if not any(f"mark.{mark}" in text or f"lanes.{mark}(" in text for mark in marks) else None


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Garbage is not looked for meanwhile: it takes a second, and there is none."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()


def pytest_collection_finish() -> None:
    """What was imported and collected stays to the end, so no garbage collection need look at it again."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(tryfirst=True)  # before pytest looks at the markers
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what is only in make thorough; long tests first, tests in the browser last.

    So no long test is left when other processes are done. Playwright's event loop runs in the main thread
    from the first test in the browser to the end, and a test that starts a loop of its own would fail.
    """
    for item in items:
        if item.get_closest_marker("kernel") and _lonely(item):
            item.add_marker("alone")
    if not lanes.EVERY:
        config.hook.pytest_deselected(items=[item for item in items if _only_thorough(item)])
        items[:] = [item for item in items if not _only_thorough(item)]
    items.sort(key=_turn)


def _lonely(item: pytest.Item) -> bool:
    """Whether a test is of a game whose code would be compiled for it alone."""
    case = getattr(item, "callspec", None)
    names = case.params.values() if case else ()
    lonely = (lambda name: name in VARIANTS and lanes.lonely(name)) if lanes.PLAIN else lanes.alone
    return any(isinstance(name, str) and lonely(name) for name in names)


def _only_thorough(item: pytest.Item) -> bool:
    """Whether a test is in this lane at full depth only."""
    return bool(item.get_closest_marker("thorough") or (item.get_closest_marker("alone") and not lanes.PLAIN))


def _turn(item: pytest.Item) -> int:
    if item.get_closest_marker("browser"):
        return 2
    return 0 if item.get_closest_marker("long") else 1  # see the markers in pyproject.toml
