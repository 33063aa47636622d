"""What once told secrets by the time of an answer, put back: tests of timing must notice it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from fairyring.web import sight
from fairyring.web.analysis import session
from fairyring.web.analysis.ground import Ground


@contextmanager
def leaking(wanted: bool = True) -> Iterator[None]:
    """Let analysis boards share their positions, and viewers what was made of equal ones."""
    with pytest.MonkeyPatch.context() as patch:
        if wanted:
            shared = Ground()
            patch.setattr(session, "Ground", lambda: shared)
            patch.setattr(sight._Itself, "__eq__", lambda one, other: one.position == other.position)
            patch.setattr(sight._Itself, "__hash__", lambda one: hash(one.position))
        yield
