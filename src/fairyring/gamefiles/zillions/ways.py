"""What a player's pieces can do, as `moves` finds it in move blocks."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from fairyring.gamefiles.zillions.reading import Node
from fairyring.pieces import Whose

Met = tuple[int, Whose, bool]
"""A piece on the way: its position, whose it is, and whether it is captured."""


class Step(NamedTuple):
    """A way of a piece from one position to another; the piece may become one of some kinds on it.

    Attributes:
        start: where it begins.
        goal: where it ends.
        through: what must be empty, in order.
        met: where a piece must stand, in order.
        after: for each of these, how many of ``through`` are before it.
        move: whether the goal may be empty.
        capture: whether an enemy may be on it.
        friendly: whether a piece of its own side may.
        kinds: what it becomes; nothing if it stays what it is.
        node: the ``add`` of the file.
        type: the type of the move.
        initial: whether only a piece that has never moved has it.
    """

    start: int
    goal: int
    through: tuple[int, ...]
    met: tuple[Met, ...]
    after: tuple[int, ...]
    move: bool
    capture: bool
    friendly: bool
    kinds: tuple[str, ...]
    node: Node
    type: str
    initial: bool = False


class EnPassant(NamedTuple):
    """A capture of the piece that has just passed.

    Attributes:
        kind: the piece that captures.
        start: where it stands.
        goal: where it goes.
        taken: where the other piece is.
        source: where that came from.
        passed: the kinds that the other piece may be of.
        node: the ``add`` of the file.
    """

    kind: str
    start: int
    goal: int
    taken: int
    source: int
    passed: tuple[str, ...]
    node: Node


class Castle(NamedTuple):
    """A castling.

    Attributes:
        kind: the piece that castles.
        king: where it goes from and to.
        rook: where the other piece does.
        partner: the other piece.
        empty: what must be empty.
        safe: what must not be attacked.
        node: the ``add`` of the file.
    """

    kind: str
    king: tuple[int, int]
    rook: tuple[int, int]
    partner: str
    empty: frozenset[int]
    safe: frozenset[int]
    node: Node


class Drop(NamedTuple):
    """A drop on a position.

    Attributes:
        node: the ``add`` of the file.
        known: what may be on other positions, for each answer that allows it.
    """

    node: Node
    known: list[dict[int, int]]

    def merged(self) -> list[dict[int, int]]:
        """The answers, with those as one that differ in what is on one position."""
        found = self.known
        for site in dict.fromkeys(site for known in self.known for site in known):
            groups: dict[tuple[tuple[int, int], ...], dict[int, int]] = {}
            for known in found:
                rest = tuple(sorted(item for item in known.items() if item[0] != site))
                group = groups.setdefault(rest, {**known, site: 0})
                group[site] |= known.get(site, -1)
            found = list(groups.values())
        return found


@dataclass
class Moves:
    """All that a player's pieces can do.

    Attributes:
        steps: the ways of each kind.
        passing: the captures en passant.
        castles: the castlings.
        drops: where each kind can be dropped.
    """

    steps: dict[str, list[Step]] = field(default_factory=dict)
    passing: list[EnPassant] = field(default_factory=list)
    castles: list[Castle] = field(default_factory=list)
    drops: dict[str, dict[int, Drop]] = field(default_factory=dict)
