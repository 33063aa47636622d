"""A second level above the board, on which pieces sit on pieces: riding, if the moves are just those.

Such a file has a position above each square. Its moves are compared with those that riding makes of the moves
on the squares, answer by answer; only if they are the same is the game that of the squares, with riding.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple

from fairyring.gamefiles.zillions.boards import OFF, ZrfBoard
from fairyring.gamefiles.zillions.reading import Node, RefusedError
from fairyring.gamefiles.zillions.walking import EMPTY, Added, Kinds

Box = tuple[tuple[int, int], ...]
"""What may be on some positions, in the order of positions."""


def levels(board: ZrfBoard) -> int:
    """How many squares there are, if the other half of the positions is above them; otherwise 0."""
    number = len(board.positions)
    for goals in board.links.values():
        below = [site for site, goal in enumerate(goals) if goal != OFF]
        above = [goals[site] for site in below]
        if number and below == list(range(number // 2)) and above == list(range(number // 2, number)):
            return number // 2
    return 0


class Route(NamedTuple):
    """A way on the squares: what it passes, and its goal."""

    passed: frozenset[int]
    goal: int


class Levels:
    """The moves of one kind of piece of one player on two levels.

    Attributes:
        squares: how many squares there are; the positions above them come next, in the same order.
        kinds: the kinds of pieces as bits.
        name: the kind.
        live: the bits of what can be on the board.
        is_royal: whether the kind is royal.
        carrier: the bits of pieces on which others may sit.
        own_carrier: those of the mover's side.
        free: the bits of what may be on a goal.
        rides: whether the kind ever leaves the squares.
    """

    def __init__(self, squares: int, kinds: Kinds, name: str, live: int, royal: Iterable[str]) -> None:
        self.squares, self.kinds, self.name, self.live = squares, kinds, name, live
        kings = sum(kinds.bits(each) for each in royal) & live
        self.is_royal = name in royal
        self.carrier = live & ~EMPTY & ~kings
        self.own_carrier = self.carrier & kinds.own
        self.free = EMPTY | (live & kinds.enemy)
        self.rides = False

    def flattened(self, added: Iterable[tuple[str, Added]]) -> list[tuple[str, Added]]:
        """The moves on the squares alone.

        Raises:
            RefusedError: they and the others are not what riding is.
        """
        found: list[tuple[str, Added]] = []
        plain: dict[int, set[Route]] = {}
        rest: dict[tuple[int, int], list[dict[int, int]]] = {}
        node: Node | None = None
        for kind, each in added:
            known = {site: bits & self.live for site, bits in each.walk.known.items()}
            if not all(known.values()):
                continue
            start, goal = each.walk.start, each.moved[0][1]
            node = each.node
            if start < self.squares and (len(each.moved) > 1 or each.walk.taken or each.kinds):
                found.append((kind, self._ground(each, known, [source for source, _ in each.moved])))
                continue
            if start < self.squares and goal < self.squares:
                found.append((kind, self._ground(each, known, [start])))
                passed = frozenset(each.walk.known) & frozenset(range(self.squares)) - {start, goal}
                plain.setdefault(start, set()).add(Route(passed, goal))
            rest.setdefault((start, goal), []).append(known)
        self.rides = any(self.squares <= site for pair in rest for site in pair)
        if self.rides:
            self._compare(plain, rest, node)
        return found

    def _ground(self, added: Added, known: dict[int, int], unridden: list[int]) -> Added:
        """A move on the squares without what it asks of the level above.

        Raises:
            RefusedError: a piece moves though another one sits on it, or more is asked.
        """
        above = {site - self.squares: bits for site, bits in known.items() if site >= self.squares}
        for site in unridden:
            if above.pop(site, 0) != EMPTY:
                raise self._lacking(added.node)
        if above.keys() - ({added.moved[0][1]} if self.is_royal else set()):
            raise self._lacking(added.node)
        walk = added.walk.fork()
        walk.known = {site: bits for site, bits in walk.known.items() if site < self.squares}
        return added._replace(walk=walk)

    def _lacking(self, node: Node) -> RefusedError:
        return RefusedError(
            node, f"fairyring does not support what the {self.name} does on a second level of the board"
        )

    def _compare(
        self,
        plain: dict[int, set[Route]],
        rest: dict[tuple[int, int], list[dict[int, int]]],
        node: Node | None,
    ) -> None:
        wanted: dict[tuple[int, int], list[dict[int, int]]] = {}
        for start, routes in plain.items():
            for route in routes:
                for pair, box in self._riding(start, route):
                    wanted.setdefault(pair, []).append(box)
        for pair in wanted.keys() | rest.keys():
            if self._boxes(rest.get(pair, ()), pair[0]) != self._boxes(wanted.get(pair, ()), pair[0]):
                assert node
                raise self._lacking(node)

    def _riding(self, start: int, route: Route) -> Iterator[tuple[tuple[int, int], dict[int, int]]]:
        """What riding makes of a way on the squares."""
        top, goal = self.squares, route.goal
        empty = dict.fromkeys(route.passed, EMPTY)
        for source, begins in ((start, {start + top: EMPTY}), (start + top, {start: self.own_carrier})):
            if self.is_royal:
                yield (source, goal), {**begins, **empty, goal: EMPTY}
                enemy = self.free & ~EMPTY
                yield (source, goal), {**begins, **empty, goal: enemy, goal + top: EMPTY}
            else:
                yield (source, goal), {**begins, **empty, goal: self.free}
            sat = {goal: self.own_carrier, goal + top: self.free}
            yield (source, goal + top), {**begins, **empty, **sat}
        backs = dict.fromkeys(route.passed, self.carrier)
        backs |= {site + top: EMPTY for site in route.passed}
        yield (start + top, goal + top), {**backs, goal: self.carrier, goal + top: self.free}

    def _boxes(self, boxes: Iterable[dict[int, int]], start: int) -> set[Box]:
        """What the answers allow, in one form: those that differ in one position as one, and none twice."""
        found = []
        for box in boxes:
            known = {site: bits for site, bits in box.items() if site != start and bits != self.live}
            for site, bits in box.items():
                if site < self.squares and bits == EMPTY:
                    known.pop(site + self.squares, None)  # nobody sits on nothing
                under = site - self.squares
                if site == start and under >= 0 and under in known:
                    known[under] &= self.carrier  # a piece stands below, and no king
            found.append({site: bits for site, bits in known.items() if bits != self.live})
        if len(found) == 1:  # as there is for most pairs of squares
            return {tuple(sorted(found[0].items()))}
        sites = {site for box in found for site in box}
        if len(found) == 2:  # they are one only if they differ nowhere else, and most differ more
            one, other = found
            differ = [site for site in sites if one.get(site, self.live) != other.get(site, self.live)]
            sites &= {*differ} if len(differ) == 1 else set() if differ else sites
        for site in sites:
            groups: dict[Box, dict[int, int]] = {}
            for box in found:
                rest = tuple(sorted(item for item in box.items() if item[0] != site))
                group = groups.setdefault(rest, {**box, site: 0})
                group[site] |= box.get(site, self.live)
            found = [{s: bits for s, bits in box.items() if bits != self.live} for box in groups.values()]
        return {
            tuple(sorted(box.items()))
            for box in found
            if not any(other is not box and _within(box, other, self.live) for other in found)
        }


def _within(box: dict[int, int], other: dict[int, int], live: int) -> bool:
    """Whether one allows nothing that another does not."""
    return all(box.get(site, live) & ~bits == 0 for site, bits in other.items())


def without_levels(board: ZrfBoard, squares: int) -> ZrfBoard:
    """The squares alone."""
    names = list(board.positions)[:squares]
    links = {
        name: [goal if goal < squares else OFF for goal in goals[:squares]]
        for name, goals in board.links.items()
    }
    zones = {key: frozenset(site for site in sites if site < squares) for key, sites in board.zones.items()}
    kept = {name: goals for name, goals in links.items() if any(goal != OFF for goal in goals)}
    return replace(
        board,
        positions={name: board.positions[name] for name in names},
        links=kept,
        zones=zones,
        _known={},
    )
