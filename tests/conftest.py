"""What every test has: Hypothesis's settings, a database in memory, the browser, and the order of tests."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

from tests import lanes

if TYPE_CHECKING:
    from playwright.sync_api import Browser

settings.register_profile(
    "fairyring",
    deadline=None,  # the first example of a test may compile what the rest runs
    max_examples=lanes.samples(100, 15),
)
settings.load_profile("fairyring")

# A server that a test starts without naming a database must not touch the games of the person who runs it.
os.environ["FAIRYRING_DATABASE"] = "sqlite://"


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The one browser of this run, or of this worker of xdist."""
    from tests.chromium import launched

    with launched() as browser:
        yield browser


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Long tests first, so that no worker has one left when the other is done; tests in the browser last.

    Playwright's event loop runs in the main thread from the first of these to the end, and a test that
    starts a loop of its own would fail.
    """
    items.sort(key=_turn)


def _turn(item: pytest.Item) -> int:
    if item.get_closest_marker("browser"):
        return 2
    return 0 if item.get_closest_marker("long") else 1  # see the markers in pyproject.toml
