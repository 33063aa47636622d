"""Ways become lines: the form in which the kernels read movement.

All ways of a piece from one site form a tree whose branches are the sites that must be empty. Each path of
that tree from the root to a leaf is a *line*: it is walked site by site until a piece blocks it. A rider's
ways share one line, a leaper's goal is a line of its own, and a piece that slips over a square has a line
with that square left out. Reversed and merged over all pieces, the same ways give the *attack lines* of a
site: what is met when looking outward from it.

Where edges bend, a way may pass a site twice; a line has it once, because a site that was found empty need
not be looked at again. So no piece is met twice along a line. A way that requires more than another way to
the same goal, and allows no more there, makes no line.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from fairyring.pieces.movement import Way


class Step(NamedTuple):
    """One site of a line, with a set of flags or of piece codes; 0 if it is only passed."""

    site: int
    bits: int


Line = tuple[Step, ...]


@dataclass
class _Node:
    bits: int = 0
    following: dict[int, _Node] = field(default_factory=dict)

    def lines(self) -> Iterator[list[Step]]:
        """Each path to a leaf; bits that several paths share are on the first of them only."""
        for site, node in self.following.items():
            if not node.following:
                yield [Step(site, node.bits)]
                continue
            bits = node.bits
            for rest in node.lines():
                yield [Step(site, bits), *rest]
                bits = 0


class _Tree:
    """Paths as a tree; each node is found by its whole path, which is usually another path and one site."""

    def __init__(self) -> None:
        self.root = _Node()
        self._nodes: dict[tuple[int, ...], _Node] = {(): self.root}

    def node(self, path: tuple[int, ...]) -> _Node:
        """The node at the end of a path, made if there is none yet."""
        node = self._nodes.get(path)
        if node is None:
            node = self._nodes[path] = _Node()
            self.node(path[:-1]).following[path[-1]] = node
        return node

    def lines(self) -> tuple[Line, ...]:
        return tuple(map(tuple, self.root.lines()))


def move_lines(flagged: Iterable[tuple[Way, int]]) -> tuple[Line, ...]:
    """The lines of one piece from one site, from its ways, each with its flags."""
    tree = _Tree()
    for way, bits in _needed(flagged):
        tree.node((*dict.fromkeys(way.through), way.goal)).bits |= bits
    return tree.lines()


def attack_lines(ways: Iterable[tuple[int, Way, int]]) -> tuple[Line, ...]:
    """The lines outward from one site, from (source, way, bits) for every way that captures on it.

    A way that passes its own goal cannot capture there, and is left out.
    """
    tree = _Tree()
    by_source: dict[tuple[int, int], list[Way]] = {}
    for source, way, bits in ways:
        if way.goal not in way.through:
            by_source.setdefault((source, bits), []).append(way)
    for (source, bits), own in by_source.items():
        for way, _ in _needed((way, bits) for way in own):
            tree.node((*dict.fromkeys(reversed(way.through)), source)).bits |= bits
    return tree.lines()


def _needed(flagged: Iterable[tuple[Way, int]]) -> Iterator[tuple[Way, int]]:
    """The ways without those that another makes superfluous, in their order."""
    every = list(flagged)
    if len({way.goal for way, _ in every}) == len(every):  # as most pieces are: that is much quicker
        yield from every
        return
    to_goal: dict[int, list[tuple[Way, int]]] = {}
    for way, bits in every:
        to_goal.setdefault(way.goal, []).append((way, bits))
    rivals = {
        goal: [(frozenset(way.through), bits) for way, bits in several]
        for goal, several in to_goal.items()
        if len(several) > 1
    }
    for way, bits in every:
        less = rivals.get(way.goal, ())
        if not any(through < {*way.through} and bits & ~allowed == 0 for through, allowed in less):
            yield way, bits
