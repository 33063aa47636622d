"""Servers and pages that the tests of the web share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page
from starlette.testclient import TestClient

from tests.web.browsing import Visitor
from tests.web.browsing import serving as real_server
from tests.web.stub import Stub
from tests.web.tables import serving


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    """A server on which a stub plays."""
    with serving(Stub()) as client:
        yield client


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    """The address of a real server in its own process: one for all browser tests."""
    with real_server() as found:
        yield found


@pytest.fixture
def complaints() -> list[str]:
    """Errors and warnings of the browser's console, and requests to other servers."""
    return []


@pytest.fixture(scope="module")
def someone(browser: Browser, address: str) -> Visitor:
    return Visitor(browser, address)


@pytest.fixture(scope="module")
def somebody_else(browser: Browser, address: str) -> Visitor:
    return Visitor(browser, address)


@pytest.fixture(scope="module")
def on_a_phone(browser: Browser, address: str) -> Visitor:
    return Visitor(browser, address, phone=True)


@pytest.fixture
def page(someone: Visitor, complaints: list[str]) -> Iterator[Page]:
    """A page in a browser where nobody has been before, but for its cache of files."""
    with someone.visiting(complaints) as page:
        yield page


@pytest.fixture
def other(somebody_else: Visitor, complaints: list[str]) -> Iterator[Page]:
    """A page of somebody else."""
    with somebody_else.visiting(complaints) as page:
        yield page


@pytest.fixture
def phone(on_a_phone: Visitor, complaints: list[str]) -> Iterator[Page]:
    """A page on a phone."""
    with on_a_phone.visiting(complaints) as page:
        yield page
