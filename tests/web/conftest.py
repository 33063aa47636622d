"""Servers and pages that the tests of the web share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page
from starlette.testclient import TestClient

from tests.web.browsing import serving as real_server
from tests.web.browsing import visiting
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


@pytest.fixture
def page(browser: Browser, address: str, complaints: list[str]) -> Iterator[Page]:
    """A page in a browser profile of its own, where nobody has been before."""
    with visiting(browser, address, complaints) as page:
        yield page


@pytest.fixture
def other(browser: Browser, address: str, complaints: list[str]) -> Iterator[Page]:
    """A page of somebody else."""
    with visiting(browser, address, complaints) as page:
        yield page


@pytest.fixture
def phone(browser: Browser, address: str, complaints: list[str]) -> Iterator[Page]:
    """A page on a phone."""
    with visiting(browser, address, complaints, phone=True) as page:
        yield page
