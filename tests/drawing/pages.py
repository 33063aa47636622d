"""Rules pages, each made only once, because all the diagrams take up to a second."""

from __future__ import annotations

from functools import cache

import fairyring
from fairyring.drawing import rules_page


@cache
def page_of(name: str) -> str:
    """The rules page of a game that comes with fairyring."""
    return rules_page(fairyring.load(name))
