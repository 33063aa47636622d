"""The board of a rule file: its positions, where directions lead, zones, and how it is drawn."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise, product
from math import isqrt, prod
from typing import Final, NamedTuple

from fairyring.errors import shown
from fairyring.gamefiles.boards import MOST_SITES
from fairyring.gamefiles.zillions.reading import Form, Node, RefusedError, Word, called, whole, word

OFF: Final = -1
MOST_DIRECTIONS: Final = 100
MOST_PIXELS: Final = 100_000
_NOT_IN_NAMES: Final = re.compile(r"[\s\-,=+@~^|/:]")


class _Rectangle(NamedTuple):
    left: int
    top: int
    right: int
    bottom: int


@dataclass
class ZrfBoard:
    """A board.

    Attributes:
        positions: the places of its positions on the screen, by their names; they are numbered so.
        links: for each direction the number of the position to which it leads from each, or `OFF`.
        zones: the positions of each zone, by its name and a player.
        symmetry: for each player, which direction stands for which.
    """

    positions: dict[str, _Rectangle] = field(default_factory=dict)
    links: dict[str, list[int]] = field(default_factory=dict)
    zones: dict[tuple[str, str], frozenset[int]] = field(default_factory=dict)
    symmetry: dict[str, dict[str, str]] = field(default_factory=dict)

    def number(self, node: Node) -> int:
        """The number of a position.

        Raises:
            RefusedError: there is none of that name.
        """
        name = word(node, "a position")
        if name not in self._numbers:
            raise RefusedError(node, f"the board has no position {shown(name, 40)}")
        return self._numbers[name]

    @property
    def _numbers(self) -> dict[str, int]:
        if len(self._known) != len(self.positions):
            self._known = {name: number for number, name in enumerate(self.positions)}
        return self._known

    _known: dict[str, int] = field(default_factory=dict, repr=False)

    def direction(self, name: str, player: str) -> str:
        """What a direction's name stands for when a player moves."""
        return self.symmetry.get(player, {}).get(name, name)


def read_board(form: Form, players: Sequence[str]) -> ZrfBoard:
    """The board that a list describes.

    Raises:
        RefusedError: it is not a valid one, or it is too large.
    """
    board = ZrfBoard()
    killed: set[int] = set()
    parts = [item for item in form.rest if isinstance(item, Form)]
    if len(parts) < len(form.rest):
        wrong = next(item for item in form.rest if isinstance(item, Word))
        raise RefusedError(wrong, f"expected a list such as (grid …), not {called(wrong)}")
    for part in parts:
        if part.head in ("grid", "positions"):
            _POSITIONS[part.head](board, part)
    if not board.positions:
        raise RefusedError(form, "a board has (grid …) or (positions …)")
    for part in parts:
        match part.head:
            case "grid" | "positions" | "image" | "dummy" | "start-rectangle":
                pass
            case "links":
                _links(board, part)
            case "kill-positions":
                killed |= {board.number(each) for each in part.rest}
            case "zone":
                _zone(board, part, players)
            case "symmetry":
                _symmetry(board, part, players)
            case _:
                raise RefusedError(part, f"fairyring does not know {called(part)} of a board")
    return _without(board, killed) if killed else board


def _grid(board: ZrfBoard, form: Form) -> None:
    parts = {item.head: item for item in form.rest if isinstance(item, Form)}
    for head, part in parts.items():
        if head not in ("start-rectangle", "dimensions", "directions"):
            raise RefusedError(part, f"fairyring does not know {called(part)} of a grid")
    if "dimensions" not in parts:
        raise RefusedError(form, "a grid has (dimensions …)")
    names, offsets = _dimensions(parts["dimensions"])
    sizes = list(map(len, names))
    if len(board.positions) + prod(sizes) > MOST_SITES:
        raise RefusedError(form, f"a board has at most {MOST_SITES} positions")
    corner = parts.get("start-rectangle")
    start = _rectangle(corner, corner.rest) if corner else _Rectangle(0, 0, 1, 1)
    first = len(board.positions)
    for index in product(*map(range, sizes)):
        x, y = (sum(at * each[axis] for at, each in zip(index, offsets, strict=True)) for axis in (0, 1))
        name = "".join(part[at] for part, at in zip(names, index, strict=True))
        if name in board.positions:
            raise RefusedError(parts["dimensions"], f"two positions are called {shown(name, 40)}")
        board.positions[name] = _Rectangle(start.left + x, start.top + y, start.right + x, start.bottom + y)
    for direction in parts["directions"].rest if "directions" in parts else ():
        _step(board, direction, first, sizes)


def _step(board: ZrfBoard, form: Node, first: int, sizes: Sequence[int]) -> None:
    """A direction of a grid: its name, and a step in each dimension."""
    if not isinstance(form, Form) or not form.head or len(form.rest) != len(sizes):
        raise RefusedError(form, f"a direction is (name …) with {len(sizes)} numbers")
    steps = [whole(each, "how many steps", MOST_SITES) for each in form.rest]
    goals = _direction(board, form)
    for number, index in enumerate(product(*map(range, sizes))):
        there = [at + step for at, step in zip(index, steps, strict=True)]
        if all(0 <= at < size for at, size in zip(there, sizes, strict=True)):
            goal = 0
            for at, size in zip(there, sizes, strict=True):
                goal = goal * size + at
            goals[first + number] = first + goal


def _direction(board: ZrfBoard, form: Form) -> list[int]:
    """Where a direction leads, to be filled in."""
    name = form.head if form.head != "links" else word(form.rest[0], "a direction")
    if name not in board.links and len(board.links) == MOST_DIRECTIONS:
        raise RefusedError(form, f"a board has at most {MOST_DIRECTIONS} directions")
    goals = board.links.setdefault(name, [])
    goals += [OFF] * (len(board.positions) - len(goals))
    return goals


def _dimensions(form: Form) -> tuple[list[list[str]], list[tuple[int, int]]]:
    names: list[list[str]] = []
    offsets: list[tuple[int, int]] = []
    for part in form.rest:
        if not isinstance(part, Form) or len(part.items) != 2 or not isinstance(part.items[1], Form):
            raise RefusedError(part, 'a dimension is ("a/b/c" (x y))')
        names.append(word(part.items[0], "names with / between them").split("/"))
        x, y = _numbers(part.items[1], part.items[1].items, 2)
        offsets.append((x, y))
    if not 1 <= len(names) <= 5:
        raise RefusedError(form, "a grid has from 1 to 5 dimensions")
    return names, offsets


def _numbers(form: Form, items: Sequence[Node], number: int) -> list[int]:
    if len(items) != number:
        raise RefusedError(form, f"expected {number} numbers, not {len(items)}")
    return [whole(each, "a place on the screen", MOST_PIXELS) for each in items]


def _rectangle(form: Form, items: Sequence[Node]) -> _Rectangle:
    return _Rectangle(*_numbers(form, items, 4))


def _positions(board: ZrfBoard, form: Form) -> None:
    for part in form.rest:
        if not isinstance(part, Form) or not part.head:
            raise RefusedError(part, "a position is (name left top right bottom)")
        if part.head in board.positions:
            raise RefusedError(part, f"two positions are called {shown(part.head, 40)}")
        board.positions[part.head] = _rectangle(part, part.rest)
        if len(board.positions) > MOST_SITES:
            raise RefusedError(form, f"a board has at most {MOST_SITES} positions")


_POSITIONS: Final[Mapping[str, Callable[[ZrfBoard, Form], None]]] = {"grid": _grid, "positions": _positions}


def _links(board: ZrfBoard, form: Form) -> None:
    if not form.rest:
        raise RefusedError(form, "links are (links direction (from to) …)")
    goals = _direction(board, form)
    for part in form.rest[1:]:
        if not isinstance(part, Form) or len(part.items) != 2:
            raise RefusedError(part, "a link is (from to)")
        goals[board.number(part.items[0])] = board.number(part.items[1])


def _zone(board: ZrfBoard, form: Form, players: Sequence[str]) -> None:
    parts = {item.head: item for item in form.rest if isinstance(item, Form)}
    if not {"name", "positions"} <= parts.keys() or len(parts["name"].rest) != 1:
        raise RefusedError(form, "a zone has (name …), (positions …) and perhaps (players …)")
    name = word(parts["name"].rest[0], "a zone's name")
    sites = frozenset(map(board.number, parts["positions"].rest))
    owners = [word(each, "a player") for each in parts["players"].rest] if "players" in parts else players
    for player in owners:
        board.zones[name, player] = sites


def _symmetry(board: ZrfBoard, form: Form, players: Sequence[str]) -> None:
    if not form.rest or word(form.rest[0], "a player") not in players:
        raise RefusedError(form, "a symmetry is (symmetry player (direction direction) …)")
    found = board.symmetry.setdefault(word(form.rest[0], "a player"), {})
    for part in form.rest[1:]:
        if not isinstance(part, Form) or len(part.items) != 2:
            raise RefusedError(part, "here stands (direction direction)")
        one, other = (word(each, "a direction") for each in part.items)
        for name in (one, other):
            if name not in board.links:
                raise RefusedError(part, f"the board has no direction {shown(name, 40)}")
        found[one] = other


def _without(board: ZrfBoard, killed: set[int]) -> ZrfBoard:
    """The board without some positions."""
    kept = [number for number in range(len(board.positions)) if number not in killed]
    new = {OFF: OFF} | dict.fromkeys(killed, OFF) | {old: number for number, old in enumerate(kept)}
    names = list(board.positions)
    return ZrfBoard(
        {names[number]: board.positions[names[number]] for number in kept},
        {
            name: [new[goals[number]] if number < len(goals) else OFF for number in kept]
            for name, goals in board.links.items()
        },
        {key: frozenset(new[site] for site in sites - killed) for key, sites in board.zones.items()},
        board.symmetry,
    )


def rows(board: ZrfBoard) -> list[list[int]]:
    """The positions as they lie on the screen, in rows from the top down; `OFF` where there is none.

    Where two of them lie on each other, or far apart, they are in the order of the file.
    """
    places = list(board.positions.values())
    across = _ranks([place.left + place.right for place in places])
    down = _ranks([place.top + place.bottom for place in places])
    spots = list(zip(across, down, strict=True))
    width, height = max(across) + 1, max(down) + 1
    if len(set(spots)) < len(spots) or width * height > 4 * MOST_SITES or width > 2 * len(spots):
        width = isqrt(len(spots) - 1) + 1
        spots = [(number % width, number // width) for number in range(len(spots))]
        height = -(-len(spots) // width)
    found = [[OFF] * width for _ in range(height)]
    for number, (x, y) in enumerate(spots):
        found[y][x] = number
    return found


def _ranks(values: Sequence[int]) -> list[int]:
    """For each value its place among all; where there is a gap, a place is left free."""
    known = sorted(set(values))
    steps = [after - before for before, after in pairwise(known)]
    usual, place = min(steps, default=1), 0
    places = {known[0]: 0}
    for step, value in zip(steps, known[1:], strict=True):
        place += 2 if step > usual * 1.5 else 1
        places[value] = place
    return [places[value] for value in values]


def square_names(board: ZrfBoard) -> list[str]:
    """Names for the squares: those of the positions, as far as they can be names here."""
    plain = ("".join(filter(str.isprintable, _NOT_IN_NAMES.sub("", name))) for name in board.positions)
    return list(_unique(name[:20] or "x" for name in plain))


def _unique(names: Iterator[str]) -> Iterator[str]:
    used: set[str] = set()
    for name in names:
        found, number = name, 1
        while found in used:
            number += 1
            found = f"{name[:16]}_{number}"
        used.add(found)
        yield found
