"""The keys of the positions that led to one, which each position shares with the one before it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

Earlier = tuple[int, "Earlier"] | None
"""The key of the position before, and the keys before that."""


def back(earlier: Earlier) -> Iterator[int]:
    """The keys, the last one first."""
    while earlier is not None:
        key, earlier = earlier
        yield key


def of(keys: Iterable[int]) -> Earlier:
    """Keys as positions share them, from the oldest one on."""
    earlier: Earlier = None
    for key in keys:
        earlier = (key, earlier)
    return earlier
