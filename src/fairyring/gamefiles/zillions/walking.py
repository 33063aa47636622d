"""Running move blocks where nothing is known but where the piece stands.

Wherever a block asks what is on a position, both answers are followed, and each path to an `add` keeps what
its answers were. So all that a piece can ever do from a position is found at once, and exactly.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from fairyring.errors import shown
from fairyring.gamefiles.zillions.boards import OFF, ZrfBoard
from fairyring.gamefiles.zillions.reading import Form, Node, RefusedError, Word, called, word

MOST_STEPS: Final = 4000  # for each position of the board, of all blocks of a game together
MOST_IN_ALL: Final = 700_000
MOST_ASKED: Final = 150  # before a move is added
MOST_WITHIN: Final = 100  # of steps that begin with both answers to what they ask
MOST_CONDITIONS: Final = 40  # of one list of conditions
_TOO_LONG: Final = "the move blocks of this game take too long to run"
_LACKING: Final = frozenset(("add-partial", "add-copy", "add-copy-partial", "create", "change-owner", "flip"))

EMPTY: Final = 1
"""The bit of an empty position in what may be on one; `Kinds` has those of pieces."""


class Kinds:
    """The kinds of pieces as bits of what may be on a position, as the mover sees it."""

    def __init__(
        self, names: Sequence[str], attributes: Mapping[str, Mapping[str, bool]], changing: frozenset[str]
    ) -> None:
        """With the attributes of each kind and their values at first, and those that ever change."""
        self.names = tuple(names)
        self.attributes = attributes
        self.changing = changing
        self.own = sum(2 << 2 * number for number in range(len(names)))
        self.enemy = self.own << 1
        self.all = EMPTY | self.own | self.enemy

    def own_bit(self, name: str) -> int:
        """The bit of the mover's piece of a kind."""
        return 2 << 2 * self.names.index(name)

    def bits(self, name: str) -> int:
        """The bits of both sides' pieces of a kind."""
        return 3 * self.own_bit(name)

    def of(self, bits: int) -> list[str]:
        """The kinds that have a bit among these."""
        return [name for name in self.names if bits & self.bits(name)]


class Asked(NamedTuple):
    """Something asked of a position other than what is on it: an attribute, or ``attacked?`` and the like."""

    what: str
    site: int


@dataclass(slots=True)
class Walk:
    """A block that is under way.

    Attributes:
        at: where it is.
        start: where the piece stood; `OFF` for a drop.
        source: where the movement begins that is under way.
        goal: where it ends, if that has been said; otherwise `OFF`.
        marked: what ``mark`` has marked, or `OFF`.
        known: what may be on the positions that it has asked about.
        asked: what else it has asked, with the answers.
        moved: the movements before this one.
        taken: what it has captured.
        flags: its flags, and its flags of positions.
        gives: the attributes that it sets, with where the piece is then.
        kinds: what the piece becomes, if that has been said.
        strange: what it has done that no game here does.
        depth: how many answers it depends on.
    """

    at: int
    start: int
    source: int
    goal: int = OFF
    marked: int = OFF
    known: dict[int, int] = field(default_factory=dict)
    asked: dict[Asked, bool] = field(default_factory=dict)
    moved: tuple[tuple[int, int], ...] = ()
    taken: tuple[int, ...] = ()
    flags: frozenset[tuple[str, int]] = frozenset()
    gives: tuple[tuple[str, bool, int], ...] = ()
    kinds: tuple[str, ...] = ()
    strange: tuple[Node, str] | None = None
    depth: int = 0

    def fork(self) -> Walk:
        """A copy that goes on by itself."""
        return Walk(
            self.at,
            self.start,
            self.source,
            self.goal,
            self.marked,
            dict(self.known),
            dict(self.asked),
            self.moved,
            self.taken,
            self.flags,
            self.gives,
            self.kinds,
            self.strange,
            self.depth + 1,
        )


class Added(NamedTuple):
    """A move that a block has added.

    Attributes:
        node: its ``add``.
        walk: how it came there.
        moved: its movements.
        kinds: what the piece becomes; nothing if it stays what it is.
    """

    node: Node
    walk: Walk
    moved: tuple[tuple[int, int], ...]
    kinds: tuple[str, ...]


_BEFORE: Final = frozenset(("from", "to", "mark", "last-from", "last-to"))


class Walker:
    """Runs blocks for one kind of piece of one player.

    Attributes:
        board: the board.
        kinds: the kinds of pieces.
        player: who moves.
        kind: the kind of the piece that moves.
        steps: how many more there may be, in a list, which walkers share.
    """

    def __init__(self, board: ZrfBoard, kinds: Kinds, player: str, kind: str, steps: list[int]) -> None:
        self.board, self.kinds, self.player, self.kind, self.steps = board, kinds, player, kind, steps
        self._found: list[Added] = []
        self._within = 0
        self._links = {name: board.links[board.direction(name, player)] for name in board.links}
        self._numbers = {name: number for number, name in enumerate(board.positions)}

    def moves(self, block: Form, site: int, drop: bool = False) -> list[Added]:
        """What a block adds for a piece on a position, or one that is dropped there.

        Raises:
            RefusedError: it has an unknown word, or it takes too long.
        """
        self._found = []
        walk = Walk(site, OFF if drop else site, OFF if drop else site)
        if not drop:
            walk.known[site] = self.kinds.own_bit(self.kind)
        for _ in self._run(block.items, walk):
            pass
        return self._found

    def _run(self, items: Sequence[Node], walk: Walk) -> Iterator[Walk]:
        """Run steps one after the other; the walks that come to the end."""
        for number, item in enumerate(items):
            self.steps[0] -= 1
            if self.steps[0] < 0:
                raise RefusedError(item, _TOO_LONG)
            name = item.text if isinstance(item, Word) else item.head
            if name in ("verify", "if", "while", "capture"):
                form = item if isinstance(item, Form) else Form((item,), item.line, item.column)
                following = list(self._branches(form, walk))
                if not following:
                    return
                if walk.depth > MOST_ASKED or self._within > MOST_WITHIN:
                    raise RefusedError(item, "this block asks too much, one after the other")
                walk = following.pop()
                self._within += 1
                for after in following:
                    yield from self._run(items[number + 1 :], after)
                self._within -= 1
            elif not (self._word(item, walk) if isinstance(item, Word) else self._form(item, walk)):
                return
        yield walk

    def _branches(self, form: Form, walk: Walk) -> Iterator[Walk]:
        match form.head:
            case "verify":
                for _, after in self._all(form.rest, walk, True):
                    yield after
            case "if":
                words = [item.text if isinstance(item, Word) else "" for item in form.rest]
                middle = words.index("else") if "else" in words else len(words)
                if not form.rest or middle == 0:
                    raise RefusedError(form, "an if is (if condition … else …)")
                for truth, after in self._test(form.rest[0], walk):
                    yield from self._run(form.rest[1:middle] if truth else form.rest[middle + 1 :], after)
            case "while":
                if not form.rest:
                    raise RefusedError(form, "a while is (while condition …)")
                yield from self._while(form, walk)
            case _:
                for place in self._places(form.rest, walk, form):
                    yield from self._capture(place, walk)

    def _while(self, form: Form, walk: Walk) -> Iterator[Walk]:
        waiting = [walk]
        while waiting:
            self.steps[0] -= 1
            if self.steps[0] < 0:
                raise RefusedError(form, _TOO_LONG)
            for truth, after in self._test(form.rest[0], waiting.pop()):
                if truth:
                    waiting += self._run(form.rest[1:], after)
                else:
                    yield after

    def _capture(self, site: int, walk: Walk) -> Iterator[Walk]:
        """Capture what is on a position, if anything is."""
        for truth, after in self._is(walk, site, EMPTY):
            if not truth and site not in after.taken:
                after.taken = (*after.taken, site)
            yield after

    # -- single steps -----------------------------------------------------------------------------

    def _word(self, item: Word, walk: Walk) -> bool:
        """One step that is a word; whether the walk goes on."""
        name = item.text
        if name in self._links:
            return self._go(walk, self._links[name][walk.at])
        if name in self._numbers:
            return self._go(walk, self._numbers[name])
        match name:
            case "add":
                self._add(item, walk, ())
            case "to":
                walk.goal = walk.at
            case "from":
                walk.source = walk.at
            case "mark":
                walk.marked = walk.at
            case "back":
                if walk.marked == OFF:
                    raise RefusedError(item, "there is no mark to go back to")
                walk.at = walk.marked
            case "cascade":
                walk.moved = (*walk.moved, (walk.source, walk.goal if walk.goal != OFF else walk.at))
                walk.source, walk.goal = walk.at, OFF
            case _:
                self._lacking(item, name, walk)
        return True

    def _form(self, form: Form, walk: Walk) -> bool:
        """One step that is a list; whether the walk goes on."""
        match form.head:
            case "add":
                self._add(form, walk, tuple(self._kind(each) for each in form.rest))
            case "change-type":
                if len(form.rest) != 1:
                    raise RefusedError(form, "here stands (change-type piece)")
                walk.kinds = (self._kind(form.rest[0]),)
                if walk.goal not in (OFF, walk.at):
                    walk.strange = walk.strange or (
                        form,
                        "fairyring does not support moves that change another piece",
                    )
            case "set-attribute":
                if len(form.rest) != 2:
                    raise RefusedError(form, "here stands (set-attribute name true)")
                name, value = (word(each, "an attribute and its value") for each in form.rest)
                walk.gives = (*walk.gives, (name, value == "true", walk.at))
            case "set-flag" | "set-position-flag":
                self._set_flag(form, walk)
            case "go":
                return self._go(walk, next(self._places(form.rest, walk, form)))
            case "opposite":
                return self._go(walk, self._opposite(form, walk))
            case _:
                self._lacking(form, form.head, walk)
        return True

    def _lacking(self, node: Node, name: str, walk: Walk) -> None:
        """A step that no game here has, which matters only if a move comes of it."""
        if name not in _LACKING:
            raise RefusedError(node, f"fairyring does not know {called(node)} in a move block")
        walk.strange = walk.strange or (node, f"fairyring does not support {name} in a move")
        if name.startswith("add"):
            self._add(node, walk, ())

    def _go(self, walk: Walk, site: int) -> bool:
        walk.at = site
        return site != OFF

    def _add(self, node: Node, walk: Walk, kinds: tuple[str, ...]) -> None:
        moved = (*walk.moved, (walk.source, walk.goal if walk.goal != OFF else walk.at))
        self._found.append(Added(node, walk.fork(), moved, kinds or walk.kinds))

    def _kind(self, node: Node) -> str:
        name = word(node, "a piece")
        if name not in self.kinds.names:
            raise RefusedError(node, f"no piece is called {shown(name, 40)}")
        return name

    def _set_flag(self, form: Form, walk: Walk) -> None:
        if len(form.rest) < 2:
            raise RefusedError(form, f"here stands ({form.head} name true)")
        name, value = word(form.rest[0], "a flag"), word(form.rest[-1], "true or false")
        site = OFF
        if form.head == "set-position-flag":
            site = next(self._places(form.rest[1:-1], walk, form))
        flag = (name, site)
        walk.flags = walk.flags | {flag} if value == "true" else walk.flags - {flag}

    def _opposite(self, form: Form, walk: Walk) -> int:
        name = word(form.rest[0], "a direction") if form.rest else ""
        if name not in self._links:
            raise RefusedError(form, "here stands (opposite direction)")
        goals = self._links[name]
        return goals.index(walk.at) if walk.at in goals else OFF

    def _places(self, given: Sequence[Node], walk: Walk, form: Form) -> Iterator[int]:
        """The positions that are meant: where the walk is, or what is named as seen from there."""
        if not given:
            yield walk.at
        for each in given:
            if isinstance(each, Form):
                if each.head != "opposite":
                    raise RefusedError(each, f"expected a position or a direction, not {called(each)}")
                yield self._opposite(each, walk)
                continue
            name = each.text
            if name in self._links:
                yield self._links[name][walk.at]
            elif name in self._numbers:
                yield self._numbers[name]
            elif name in ("from", "to", "mark"):
                yield {"from": walk.source, "to": walk.goal, "mark": walk.marked}[name]
            elif name in _BEFORE:
                raise RefusedError(each, f"fairyring does not support blocks that go to {name}")
            else:
                raise RefusedError(each, f"expected a position or a direction, not {called(each)}")

    # -- conditions -------------------------------------------------------------------------------

    def _all(
        self, items: Sequence[Node], walk: Walk, wanted: bool | None = None
    ) -> Iterator[tuple[bool, Walk]]:
        """Whether all of some conditions are true, and what is known then."""
        if not items:
            yield True, walk
            return
        first = True if wanted else None
        for truth, after in self._test(items[0], walk, first if len(items) > 1 else wanted):
            if truth:
                yield from self._all(items[1:], after, wanted)
            else:
                yield False, after

    def _any(self, items: Sequence[Node], walk: Walk) -> Iterator[tuple[bool, Walk]]:
        if not items:
            yield False, walk
            return
        for truth, after in self._test(items[0], walk):
            if truth:
                yield True, after
            else:
                yield from self._any(items[1:], after)

    def _test(self, node: Node, walk: Walk, wanted: bool | None = None) -> Iterator[tuple[bool, Walk]]:
        """Whether a condition is true: each answer that there can be, with what is known then.

        If an answer is wanted, the other one is left out.
        """
        self.steps[0] -= 1
        name = node.text if isinstance(node, Word) else node.head
        given = node.rest if isinstance(node, Form) else ()
        if len(given) > MOST_CONDITIONS:
            raise RefusedError(node, f"at most {MOST_CONDITIONS} conditions stand together")
        turned = None if wanted is None else not wanted
        if isinstance(node, Form) and not name:
            found = self._all(node.items, walk, wanted)
        elif name == "and":
            found = self._all(given, walk, wanted)
        elif name == "or":
            found = self._any(given, walk)
        elif name == "not":
            if len(given) != 1:
                raise RefusedError(node, "here stands (not condition)")
            found = ((not truth, after) for truth, after in self._test(given[0], walk, turned))
        elif name in ("true", "false"):
            found = iter(((name == "true", walk),))
        elif name.startswith("not-") and name.endswith("?"):
            asked = self._ask(node, name[4:], given, walk, turned)
            found = ((not truth, after) for truth, after in asked)
        else:
            found = self._ask(node, name, given, walk, wanted)
        for truth, after in found:
            if wanted is None or truth is wanted:
                yield truth, after

    def _ask(
        self, node: Node, name: str, given: tuple[Node, ...], walk: Walk, wanted: bool | None
    ) -> Iterator[tuple[bool, Walk]]:
        """Ask one thing of a position."""
        first = ""
        if name in ("piece?", "in-zone?", "flag?", "position-flag?", "position?"):
            if not given:
                raise RefusedError(node, f"here stands ({name} name)")
            first, given = word(given[0], "a name"), given[1:]
        # What stands behind a word is in a form with it.
        site = next(self._places(given, walk, node)) if given and isinstance(node, Form) else walk.at
        if name == "flag?":
            yield (first, OFF) in walk.flags, walk
        elif site == OFF:
            yield False, walk
        elif name in ("empty?", "friend?", "enemy?", "piece?", "neutral?"):
            bits = {"empty?": EMPTY, "friend?": self.kinds.own, "enemy?": self.kinds.enemy}.get(name, 0)
            if name == "piece?":
                bits = self.kinds.bits(first) if first in self.kinds.names else 0
            yield from self._is(walk, site, bits, wanted)
        elif name == "position-flag?":
            yield (first, site) in walk.flags, walk
        elif name == "on-board?":
            yield True, walk
        elif name == "marked?":
            yield site == walk.marked, walk
        elif name == "position?":
            yield self._numbers.get(first) == site, walk
        elif name == "in-zone?":
            zones = self.board.zones
            if not any(first == zone for zone, _ in zones):
                raise RefusedError(node, f"the board has no zone {shown(first, 40)}")
            yield site in zones.get((first, self.player), ()), walk
        elif name in ("attacked?", "last-from?", "last-to?"):
            yield from self._fact(walk, Asked(name, site))
        elif any(name in own for own in self.kinds.attributes.values()):
            changes = name in self.kinds.changing
            having = sum(
                self.kinds.bits(kind)
                for kind, own in self.kinds.attributes.items()
                if own.get(name) or (changes and name in own)
            )
            if not changes:
                yield from self._is(walk, site, having, wanted)
                return
            for truth, after in self._is(walk, site, having):
                yield from self._fact(after, Asked(name, site)) if truth else ((False, after),)
        else:
            raise RefusedError(node, f"fairyring does not know {called(node)} as a condition")

    def _is(
        self, walk: Walk, site: int, bits: int, wanted: bool | None = None
    ) -> Iterator[tuple[bool, Walk]]:
        """Whether one of some things is on a position."""
        known = walk.known.get(site, self.kinds.all)
        if not known & bits:
            yield False, walk
        elif not known & ~bits:
            yield True, walk
        else:
            other = walk if wanted is False else walk.fork() if wanted is None else None
            if other:
                other.known[site] = known & ~bits
            if wanted is not False:
                walk.known[site] = known & bits
                walk.depth += 1
                yield True, walk
            if other:
                yield False, other

    def _fact(self, walk: Walk, asked: Asked) -> Iterator[tuple[bool, Walk]]:
        if asked in walk.asked:
            yield walk.asked[asked], walk
            return
        other = walk.fork()
        other.asked[asked] = False
        walk.asked[asked] = True
        walk.depth += 1
        yield True, walk
        yield False, other
