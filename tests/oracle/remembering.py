"""Oracles that work out the moves of a position once, however often games and comparisons ask."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

O = TypeVar("O")  # noqa: E741 -- an oracle

MOST = 20_000  # positions that are remembered at once
ASKED = "legal", "in_check", "turns", "named_turns"


def remembering(oracle: O) -> O:
    """The same oracle, which now remembers what it has answered about a position object.

    Positions never change. Another object is another position, even if it is equal, so that nothing depends
    on how positions compare.
    """
    for name in ASKED:
        if hasattr(oracle, name):
            setattr(oracle, name, _remembered(getattr(oracle, name)))
    return oracle


def _remembered(asked: Callable[[Any], Any]) -> Callable[[Any], Any]:
    known: dict[int, tuple[Any, Any]] = {}  # by id; the position is held, so that no other one gets its id

    def answer(pos: Any) -> Any:
        found = known.get(id(pos))
        if found is None:
            if len(known) >= MOST:
                known.clear()
            found = known[id(pos)] = pos, asked(pos)
        return found[1]

    return answer
