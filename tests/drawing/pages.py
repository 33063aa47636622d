"""Rules pages, each made once: with all its diagrams one takes up to a second."""

from __future__ import annotations

from functools import cache

import fairyring
from fairyring.drawing import rules_page


@cache
def page_of(name: str) -> str:
    """The rules page of a game that comes with fairyring."""
    return rules_page(fairyring.load(name))
