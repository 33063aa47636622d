from __future__ import annotations

from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from tests.web.stub import Stub
from tests.web.tables import serving


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    """A server on which a stub plays."""
    with serving(Stub()) as client:
        yield client
