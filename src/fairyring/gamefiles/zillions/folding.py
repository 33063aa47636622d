"""Movements of ways: leaps, riders and hoppers where they are all the same, and lists of squares where not.

Each movement is tried on the board itself: it counts only if all that it does there is among the ways.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from fairyring.board import Board, Side
from fairyring.gamefiles.pieces import MOVEMENT
from fairyring.gamefiles.zillions.naming import named
from fairyring.pieces import Movement, Way
from fairyring.pieces.listed import HURDLES, PASSED, TAKEN

Document = dict[str, Any]
FEW: Final = 4  # ways for which a movement of their own is no better than a list
MOST_PARTS: Final = 16

SIGNS: Final = {whose: sign for sign, whose in HURDLES.items()}


class Key(NamedTuple):
    """What must be the same for two ways to be one."""

    goal: int
    through: frozenset[int]
    hurdles: frozenset[tuple[int, str, bool]]
    initial: bool


class Item(NamedTuple):
    """One thing that a way allows: to go to an empty goal, or to capture there."""

    side: Side
    site: int
    key: Key
    what: str


def items_of(side: Side, site: int, way: Way) -> Iterator[Item]:
    """What a way allows."""
    hurdles = frozenset((hurdle.site, hurdle.whose.value, hurdle.taken) for hurdle in way.hurdles)
    key = Key(way.goal, frozenset(way.through), hurdles, way.initial)
    for what, may in (("move", way.move), ("capture", way.capture), ("friendly", way.friendly)):
        if may:
            yield Item(side, site, key, what)


@dataclass
class Ways:
    """The ways of a kind of piece, for both sides from each site.

    Attributes:
        board: the board.
        listed: the ways, by side and site.
        starts: from where initial ways are possible.
        sides: the sides that can have such a piece.
    """

    board: Board
    listed: dict[tuple[Side, int], list[Way]]
    starts: Mapping[Side, frozenset[int]]
    sides: tuple[Side, ...] = tuple(Side)

    def items(self) -> dict[Item, Way]:
        """All that they allow, without what others allow already."""
        found: dict[Item, Way] = {}
        for (side, site), ways in self.listed.items():
            own: dict[Item, Way] = {}
            for way in _merged(ways):
                own |= dict.fromkeys(items_of(side, site, way), way)
            goals: dict[int, list[Item]] = defaultdict(list)
            for item in own:
                goals[item.key.goal].append(item)
            found |= {item: way for item, way in own.items() if not _implied(item, goals[item.key.goal])}
        return found


def _merged(ways: Iterable[Way]) -> Iterator[Way]:
    """Ways that differ only in what may be done at the goal as one."""
    found: dict[tuple[Any, ...], Way] = {}
    for way in ways:
        key = (way.goal, frozenset(way.through), frozenset(way.hurdles), way.initial)
        other = found.get(key, way)
        found[key] = other._replace(
            move=way.move or other.move,
            capture=way.capture or other.capture,
            friendly=way.friendly or other.friendly,
        )
    yield from found.values()


def _implied(item: Item, others: Iterable[Item]) -> bool:
    """Whether another way allows the same and needs less."""
    key = item.key
    if not key.through and not key.hurdles:
        return False
    return any(
        (other.side, other.site, other.what) == (item.side, item.site, item.what)
        and other.key.goal == key.goal
        and other.key != key
        and other.key.initial == key.initial
        and other.key.through <= key.through
        and other.key.hurdles <= key.hurdles
        for other in others
    )


def movement(ways: Ways) -> Any:
    """The movement of a piece that has these ways, as a game file writes it."""
    left = ways.items()
    whole: dict[tuple[Side, int], set[Item]] = {}
    for each in left:
        whole.setdefault((each.side, each.site), set()).add(each)
    order = sorted(left, key=lambda item: (len(left[item].through), len(whole[item.side, item.site])))
    parts: list[Any] = []
    known: dict[str, tuple[set[Item], Any]] = {}
    while left and len(parts) < MOST_PARTS:
        item = order.pop()
        if item not in left:
            continue
        best: tuple[int, Any, set[Item]] = (0, None, set())
        for document in _guesses(ways.board, item, left[item]):
            covered, written = known.get(repr(document)) or _covered(ways, whole, document, item)
            if written is None:
                continue
            known[repr(document)] = covered, written
            gain = len(covered & left.keys())
            if gain > best[0] and gain >= _least(written):
                best = (gain, written, covered)
                if written.get("kind") != "where" and gain == len(covered):
                    break
        gain, written, covered = best
        if gain < FEW:
            break
        parts.append(written)
        for each in covered:
            left.pop(each, None)
    parts = [*named(parts), *_lists(ways.board, left)]
    return parts[0] if len(parts) == 1 else parts or NOTHING


def _least(written: Any) -> int:
    """How many ways a movement must have so that it is better than a list."""
    place = written.get("area") if written.get("kind") == "where" else None
    if not isinstance(place, dict):
        return FEW
    return FEW + 3 * sum(len(own.get("names", ())) for own in place.values() if isinstance(own, dict))


def _guesses(board: Board, item: Item, way: Way) -> Iterator[Document]:
    flags: Document = {} if way.move else {"move": False}
    if not way.capture:
        flags["capture"] = False
    for name, may in (("friendly", way.friendly), ("initial", way.initial)):
        if may:
            flags[name] = True
    path = [*way.through, way.goal]
    hurdle = way.hurdle
    if hurdle and not way.more and not way.through:
        how = "take" if hurdle.taken else "hop"
        for vector in _vectors(board, item.side, item.site, hurdle.site):
            for right, forward in _vectors(board, item.side, hurdle.site, way.goal):
                leg = {"vector": [*vector], "empty": False, how: hurdle.whose.value}
                yield {"kind": "legs", "legs": [leg], "last": {"right": right, "forward": forward, **flags}}
    if way.more or (hurdle and hurdle.taken):
        return
    if hurdle:
        path.insert(hurdle.after, hurdle.site)
    for right, forward in _vectors(board, item.side, item.site, path[0]):
        leap = {"right": right, "forward": forward, **flags}
        if hurdle:
            whose = {} if hurdle.whose.value == "any" else {"whose": hurdle.whose.value}
            ride = leap | {"limit": 0}
            yield {"kind": "hop", "leap": ride, **whose}
            yield {"kind": "hop", "leap": ride, "near": True, **whose}
            yield {"kind": "hop", "leap": leap | {"limit": 2}, **whose}
            continue
        yield {"kind": "leap", **leap, "limit": 0}
        for limit in range(len(path), len(path) + 2):
            yield {"kind": "leap", **leap, "limit": limit} if limit > 1 else {"kind": "leap", **leap}
    for right, forward in _vectors(board, item.side, item.site, way.goal):
        leap = {"right": right, "forward": forward, **flags}
        if hurdle:
            yield {"kind": "jump", "leap": leap}
        elif way.through:
            yield {"kind": "leap", **leap, "lame": True}


def _vectors(board: Board, side: Side, site: int, goal: int) -> Iterator[tuple[int, int]]:
    """The vectors from one site to another as a side sees them, the shortest first."""
    turn = 1 if side is Side.WHITE else -1
    edges = board.edges[side]
    found = set()
    for place in board.places[site]:
        chart = board.charts[place.chart]
        wide = (0, chart.width, -chart.width) if edges.left is not edges.near else (0,)
        for other in board.places[goal]:
            if other.chart == place.chart:
                found |= {
                    ((other.x - place.x + wrap) * turn, (other.y - place.y) * turn)
                    for wrap in (wide if edges.left.value == "cylinder" else (0,))
                }
    yield from sorted(found, key=lambda vector: (abs(vector[0]) + abs(vector[1]), vector))


def _covered(
    ways: Ways, whole: Mapping[tuple[Side, int], set[Item]], document: Document, item: Item
) -> tuple[set[Item], Any]:
    """What a movement allows that the ways allow, and how it is written: everywhere, or in an area.

    It is nothing if it allows more where the item is.
    """
    best: tuple[set[Item], Any] = (set(), None)
    for flat in (False, True) if _wraps(ways.board) else (False,):
        written: Any = {"kind": "flat", "movement": document} if flat else document
        right, wrong = set[Item](), dict[Side, set[int]]()
        good: dict[Side, set[int]] = defaultdict(set)
        idle: dict[Side, set[int]] = defaultdict(set)
        read = MOVEMENT.read(written, ())
        at_item = _allowed(read, ways.board, item.side, item.site)
        if not at_item or not _right(at_item, whole.get((item.side, item.site), set())):
            continue
        for side in ways.sides:
            wrong[side] = set()
            for site in range(len(ways.board)):
                own = _allowed(read, ways.board, side, site)
                if not own:
                    idle[side].add(site)
                    continue
                if document_of(written).get("initial") and site not in ways.starts[side]:
                    idle[side].add(site)
                    continue
                there = whole.get((side, site), set())
                if _right(own, there):
                    right |= own & there
                    good[side].add(site)
                else:
                    wrong[side].add(site)
        if any(wrong.values()):
            written = {
                "kind": "where",
                "area": area(ways.board, good, idle),
                "inside": written,
                "outside": NOTHING,
            }
        if len(right) > len(best[0]):
            best = (right, written)
    return best


def _allowed(movement: Movement, board: Board, side: Side, site: int) -> set[Item]:
    return {item for way in movement.ways(board, site, side) for item in items_of(side, site, way)}


def _right(own: set[Item], there: set[Item]) -> bool:
    """Whether all that a movement allows is among what the ways allow."""
    return own <= there or all(item in there or _implied(item, there) for item in own)


NOTHING: Final[Document] = {"kind": "listed"}
"""The movement of a piece that cannot move."""


def document_of(written: Document) -> Document:
    """The leap in a movement."""
    inner = written.get("movement", written)
    found: Document = inner.get("leap", inner)
    return found


def _wraps(board: Board) -> bool:
    return any(edges.left.value == "cylinder" for edges in board.edges.values())


def area(
    board: Board,
    sites: Mapping[Side, Iterable[int]],
    others: Mapping[Side, Iterable[int]] | None = None,
) -> Any:
    """An area of some sites of each side, as a game file writes it; ``others`` may be in it or not."""
    both = {side: frozenset(sites.get(side, ())) for side in Side}
    if not any(both.values()):
        return "nowhere"
    ranks = {side: sorted({board.rank(site, side) for site in both[side]}) for side in Side}
    whole = {
        side: frozenset(site for site in range(len(board)) if board.rank(site, side) in ranks[side])
        for side in Side
    }
    free = {side: both[side] | frozenset((others or {}).get(side, ())) for side in Side}
    if all(whole[side] <= free[side] for side in Side) and ranks[Side.WHITE] == ranks[Side.BLACK]:
        return {"ranks": [rank + 1 for rank in ranks[Side.WHITE]]}
    return {
        side.value: {"names": [board.names[site] for site in sorted(both[side])]} if both[side] else "nowhere"
        for side in Side
    }


def _lists(board: Board, items: Mapping[Item, Way]) -> Iterator[Document]:
    """What is left, listed."""
    groups: dict[tuple[Any, ...], dict[tuple[Side, int], dict[tuple[str, ...], None]]] = {}
    together: dict[tuple[Side, int, Key], dict[str, Way]] = {}
    for item, way in items.items():
        together.setdefault((item.side, item.site, item.key), {})[item.what] = way
    for (side, site, key), whats in together.items():
        way = next(iter(whats.values()))
        flags = ("move" in whats, "capture" in whats, "friendly" in whats, key.initial)
        path = tuple(_signs(board, way))
        groups.setdefault(flags, {}).setdefault((side, site), {})[path] = None
    for (move, capture, friendly, initial), found in groups.items():
        document: Document = {"kind": "listed"}
        for side in Side:
            routes = {
                board.names[site]: _lines(paths) for (whose, site), paths in found.items() if whose is side
            }
            if routes:
                document[side.value] = routes
        for name, may, usual in (
            ("move", move, True),
            ("capture", capture, True),
            ("friendly", friendly, False),
            ("initial", initial, False),
        ):
            if may != usual:
                document[name] = may
        yield document


def _signs(board: Board, way: Way) -> Iterator[str]:
    """The words of a way, with the signs of what is met on it."""
    hurdles = list(way.hurdles)
    for number, site in enumerate((*way.through, way.goal)):
        while hurdles and hurdles[0].after <= number:
            hurdle = hurdles.pop(0)
            yield f"{TAKEN if hurdle.taken else ''}{SIGNS[hurdle.whose]}{board.names[hurdle.site]}"
        yield board.names[site]


def _lines(paths: Mapping[tuple[str, ...], None]) -> list[str]:
    """Paths as lines, of which the longer ones have the goals of shorter ones."""
    left, found = dict(paths), list[str]()
    for path in sorted(paths, key=lambda path: (-len(path), path)):
        if path not in left:
            continue
        words = []
        for number, word in enumerate(path, start=1):
            plain = word[0] not in (TAKEN, *HURDLES)
            goal = path[:number] in left
            left.pop(path[:number], None)
            words.append(word if goal or not plain else f"{PASSED}{word}")
        found.append(" ".join(words))
    return found[::-1]
