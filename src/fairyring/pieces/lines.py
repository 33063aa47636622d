"""Ways become lines: the form in which the kernels read movement.

All ways of a piece from one site form a tree whose branches are the sites to be found empty. Each
path of that tree from the root to a leaf is a *line*: it is walked site by site until a man stops
it. A rider's ways share one line, a leaper's goal is a line of its own, and a piece that slips
over a square has a line with that square left out. Reversed and merged over all pieces, the same
ways give the *attack lines* of a site: what is met when looking outward from it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from fairyring.pieces.movement import Way


class Step(NamedTuple):
    """One site of a line, with a set of flags or of piece codes; 0: only to be passed."""

    site: int
    bits: int


Line = tuple[Step, ...]


@dataclass
class _Node:
    bits: int = 0
    following: dict[int, _Node] = field(default_factory=dict)

    def add(self, path: Iterable[int], bits: int) -> None:
        node = self
        for site in path:
            node = node.following.setdefault(site, _Node())
        node.bits |= bits

    def lines(self) -> Iterator[list[Step]]:
        """Each path to a leaf; bits that several paths share stand on the first of them only."""
        for site, node in self.following.items():
            if not node.following:
                yield [Step(site, node.bits)]
                continue
            bits = node.bits
            for rest in node.lines():
                yield [Step(site, bits), *rest]
                bits = 0


def move_lines(flagged: Iterable[tuple[Way, int]]) -> tuple[Line, ...]:
    """The lines of one piece from one site, out of its ways, each with its flags."""
    root = _Node()
    for way, bits in flagged:
        root.add((*way.through, way.goal), bits)
    return tuple(map(tuple, root.lines()))


def attack_lines(ways: Iterable[tuple[int, Way, int]]) -> tuple[Line, ...]:
    """The lines outward from one site, out of (source, way, bits) for every way that takes on it."""
    root = _Node()
    for source, way, bits in ways:
        root.add((*reversed(way.through), source), bits)
    return tuple(map(tuple, root.lines()))
