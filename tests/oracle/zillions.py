"""Rule files of Zillions played as they are: an interpreter of move blocks on positions, slow and plain.

It shares with the reader only the text's words and lists, and the lists of variants; blocks are run here on a
position with all its pieces, one after the other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NamedTuple

from fairyring.gamefiles.zillions.boards import OFF, ZrfBoard, read_board
from fairyring.gamefiles.zillions.games import Rules, games, named
from fairyring.gamefiles.zillions.reading import Form, Node, Word, ZrfText


class Piece(NamedTuple):
    """A piece on the board; ``marks`` are the attributes that are true."""

    player: str
    kind: str
    marks: frozenset[str]


@dataclass(frozen=True)
class State:
    """A position."""

    pieces: dict[int, Piece]
    hands: dict[str, Counter[str]]
    mover: str
    last: tuple[int, int] = (OFF, OFF)
    seen: Counter[str] = field(default_factory=Counter)

    def key(self) -> str:
        hands = {player: sorted(hand.elements()) for player, hand in self.hands.items()}
        return f"{sorted(self.pieces.items(), key=str)} {hands} {self.mover} {self.last}"


class Played(NamedTuple):
    """A move: its text, the position after it, and its type."""

    text: str
    after: State
    type: str


@dataclass
class Cursor:
    """A block under way."""

    at: int
    start: int
    source: int
    goal: int = OFF
    marked: int = OFF
    flags: frozenset[tuple[str, int]] = frozenset()
    moved: tuple[tuple[int, int], ...] = ()
    taken: tuple[int, ...] = ()
    marks: tuple[tuple[int, str, bool], ...] = ()
    kind: str = ""
    passing: bool = False


class Stop(Exception):  # noqa: N818
    """The block ends here."""


class Oracle:
    """A game of a rule file."""

    def __init__(self, path: Path, title: str = "") -> None:
        rules = named(games(ZrfText(path.read_bytes(), path.name).forms), title)
        assert rules
        self.rules: Rules = rules
        players = [node.text for node in rules.needed("players").rest if isinstance(node, Word)]
        order = rules.last("turn-order")
        names = [node.text for node in order.rest if isinstance(node, Word)] if order else players
        self.players = tuple(names[:2])
        self.board: ZrfBoard = read_board(rules.needed("board"), self.players)
        self.names = list(self.board.positions)
        self.marks = {
            kind: {
                part.rest[0].text: part.rest[1].text == "true"
                for part in self.parts(kind, "attribute")
                if isinstance(part.rest[0], Word) and isinstance(part.rest[1], Word)
            }
            for kind in rules.pieces
        }
        self.recycled = "recycle captures" in rules.options and (
            rules.options["recycle captures"].text == "true"
        )
        self.deep = False

    def parts(self, kind: str, head: str) -> Iterator[Form]:
        for part in self.rules.pieces[kind].rest:
            if isinstance(part, Form) and part.head == head:
                yield part

    def new(self, player: str, kind: str) -> Piece:
        return Piece(player, kind, frozenset(name for name, value in self.marks[kind].items() if value))

    def start(self) -> State:
        pieces: dict[int, Piece] = {}
        hands: dict[str, Counter[str]] = {player: Counter() for player in self.players}
        for player in self.rules.needed("board-setup").rest:
            assert isinstance(player, Form)
            for kind in player.rest:
                assert isinstance(kind, Form)
                words = [node.text for node in kind.rest if isinstance(node, Word)]
                while words:
                    name = words.pop(0)
                    if name == "off":
                        hands[player.head][kind.head] += int(words.pop(0))
                    else:
                        pieces[self.names.index(name)] = self.new(player.head, kind.head)
        return State(pieces, hands, self.players[0])

    # -- moves ------------------------------------------------------------------------------------

    def moves(self, state: State) -> dict[str, Played]:
        """The legal moves by their texts."""
        found = [move for move in self.pseudo(state) if not self.hanging(move.after, state.mover)]
        if priorities := self.rules.last("move-priorities"):
            for node in priorities.rest:
                first = [move for move in found if isinstance(node, Word) and move.type == node.text]
                if first:
                    found = first
                    break
        return {move.text: move for move in found}

    def royals(self) -> set[str]:
        return {name for kind, _, name in self.ends() if kind == "checkmated"}

    def hanging(self, state: State, player: str) -> bool:
        """Whether the player to move could capture a royal piece of this one."""
        kings = [
            site
            for site, piece in state.pieces.items()
            if piece.player == player and piece.kind in self.royals()
        ]
        return bool(kings) and self.hit(state, kings)

    def hit(self, state: State, sites: list[int]) -> bool:
        before = {site: state.pieces[site] for site in sites}
        for move in self.pseudo(state):
            if any(move.after.pieces.get(site) != piece for site, piece in before.items()):
                return True
        return False

    def attacked(self, state: State, site: int) -> bool:
        """Whether an enemy could capture on a position if the mover's piece stood there."""
        if self.deep:
            return False
        self.deep = True
        pieces = {**state.pieces, site: Piece(state.mover, next(iter(self.rules.pieces)), frozenset())}
        other = self.players[1 - self.players.index(state.mover)]
        try:
            return self.hit(replace(state, pieces=pieces, mover=other), [site])
        finally:
            self.deep = False

    def pseudo(self, state: State) -> Iterator[Played]:
        """All moves, whether a king is left to be captured or not."""
        for site, piece in sorted(state.pieces.items()):
            if piece.player == state.mover:
                for kind, block in self.blocks(piece.kind, "moves"):
                    yield from self.run(state, piece.kind, block, Cursor(site, site, site), kind)
        for name, number in state.hands[state.mover].items():
            for kind, block in self.blocks(name, "drops") if number else ():
                for site in range(len(self.names)):
                    yield from self.run(state, name, block, Cursor(site, OFF, OFF), kind)

    def blocks(self, kind: str, head: str) -> Iterator[tuple[str, Form]]:
        for part in self.parts(kind, head):
            type_ = ""
            for block in part.rest:
                assert isinstance(block, Form)
                if block.head == "move-type":
                    assert isinstance(block.rest[0], Word)
                    type_ = block.rest[0].text
                else:
                    yield type_, block

    def run(self, state: State, kind: str, block: Form, cursor: Cursor, type_: str) -> list[Played]:
        found: list[Played] = []
        with suppress(Stop):
            self.steps(state, kind, block.items, cursor, found, type_)
        return found

    def steps(
        self,
        state: State,
        kind: str,
        items: tuple[Node, ...],
        cursor: Cursor,
        found: list[Played],
        type_: str,
    ) -> None:
        for item in items:
            head = item.text if isinstance(item, Word) else item.head
            rest = item.rest if isinstance(item, Form) else ()
            match head:
                case "verify":
                    if not all(self.test(state, each, cursor) for each in rest):
                        raise Stop
                case "while":
                    while self.test(state, rest[0], cursor):
                        self.steps(state, kind, rest[1:], cursor, found, type_)
                case "if":
                    words = [each.text if isinstance(each, Word) else "" for each in rest]
                    middle = words.index("else") if "else" in words else len(rest)
                    chosen = rest[1:middle] if self.test(state, rest[0], cursor) else rest[middle + 1 :]
                    self.steps(state, kind, chosen, cursor, found, type_)
                case "add":
                    names = [each.text for each in rest if isinstance(each, Word)] or [cursor.kind or kind]
                    found += [self.played(state, kind, cursor, name, type_) for name in names]
                case _:
                    self.step(state, item, head, rest, cursor)

    def step(self, state: State, item: Node, head: str, rest: tuple[Node, ...], cursor: Cursor) -> None:
        match head:
            case "from":
                cursor.source = cursor.at
            case "to":
                cursor.goal = cursor.at
            case "mark":
                cursor.marked = cursor.at
            case "back":
                cursor.at = cursor.marked
            case "capture":
                cursor.taken += (self.place(state, rest[0], cursor) if rest else cursor.at,)
            case "cascade":
                cursor.moved += ((cursor.source, cursor.goal if cursor.goal != OFF else cursor.at),)
                cursor.source, cursor.goal = cursor.at, OFF
            case "change-type":
                assert isinstance(rest[0], Word)
                cursor.kind = rest[0].text
            case "set-attribute":
                assert isinstance(rest[0], Word)
                assert isinstance(rest[1], Word)
                cursor.marks += ((cursor.at, rest[0].text, rest[1].text == "true"),)
            case "set-flag":
                assert isinstance(rest[0], Word)
                assert isinstance(rest[1], Word)
                flag = {(rest[0].text, OFF)}
                cursor.flags = cursor.flags | flag if rest[1].text == "true" else cursor.flags - flag
            case "go":
                assert isinstance(rest[0], Word)
                places = {"from": cursor.source, "to": cursor.goal, "mark": cursor.marked}
                cursor.at = places[rest[0].text]
            case _:
                cursor.at = self.place(state, item, cursor)
                if cursor.at == OFF:
                    raise Stop

    def place(self, state: State, node: Node, cursor: Cursor) -> int:
        if isinstance(node, Form):
            assert node.head == "opposite"
            assert isinstance(node.rest[0], Word)
            links = self.links(node.rest[0].text, state.mover)
            return links.index(cursor.at) if cursor.at in links else OFF
        if node.text in ("from", "to", "mark"):
            return {"from": cursor.source, "to": cursor.goal, "mark": cursor.marked}[node.text]
        if node.text in self.board.links:
            return self.links(node.text, state.mover)[cursor.at]
        return self.names.index(node.text)

    def links(self, name: str, player: str) -> list[int]:
        return self.board.links[self.board.symmetry.get(player, {}).get(name, name)]

    def test(self, state: State, node: Node, cursor: Cursor) -> bool:
        head = node.text if isinstance(node, Word) else node.head
        rest = node.rest if isinstance(node, Form) else ()
        if isinstance(node, Form) and not head:
            return all(self.test(state, each, cursor) for each in node.items)
        if head in ("and", "or"):
            return (all if head == "and" else any)(self.test(state, each, cursor) for each in rest)
        if head == "not":
            return not self.test(state, rest[0], cursor)
        if head in ("true", "false"):
            return head == "true"
        if head.startswith("not-"):
            return not self.asked(state, head[4:], rest, cursor)
        return self.asked(state, head, rest, cursor)

    def asked(self, state: State, head: str, rest: tuple[Node, ...], cursor: Cursor) -> bool:
        name = ""
        if head in ("piece?", "in-zone?", "flag?", "position?"):
            assert isinstance(rest[0], Word)
            name, rest = rest[0].text, rest[1:]
        if head == "flag?":
            return (name, OFF) in cursor.flags
        site = self.place(state, rest[0], cursor) if rest else cursor.at
        if site == OFF:
            return False
        piece = state.pieces.get(site)
        match head:
            case "empty?":
                return piece is None
            case "friend?":
                return piece is not None and piece.player == state.mover
            case "enemy?":
                return piece is not None and piece.player != state.mover
            case "piece?":
                return piece is not None and piece.kind == name
            case "in-zone?":
                return site in self.board.zones.get((name, state.mover), ())
            case "position?":
                return self.names[site] == name
            case "on-board?":
                return True
            case "marked?":
                return site == cursor.marked
            case "last-from?":
                cursor.passing = True
                return site == state.last[0]
            case "last-to?":
                return site == state.last[1]
            case "attacked?":
                return self.attacked(state, site)
        return piece is not None and head in piece.marks

    def played(self, state: State, kind: str, cursor: Cursor, name: str, type_: str) -> Played:
        moved = (*cursor.moved, (cursor.source, cursor.goal if cursor.goal != OFF else cursor.at))
        pieces, hands = dict(state.pieces), {player: Counter(hand) for player, hand in state.hands.items()}
        lifted = []
        for source, goal in moved:
            if source == OFF:
                hands[state.mover][kind] -= 1
                lifted.append((goal, self.new(state.mover, kind)))
            else:
                lifted.append((goal, pieces.pop(source)))
        gone = [
            site for site in dict.fromkeys((*cursor.taken, *(goal for goal, _ in lifted))) if site in pieces
        ]
        for site in gone:
            piece = pieces.pop(site)
            if self.recycled:
                hands[state.mover][piece.kind] += 1
        for number, (goal, piece) in enumerate(lifted):
            own = self.new(state.mover, name) if number == 0 and name != piece.kind else piece
            marks = set(own.marks)
            for site, mark, value in cursor.marks:
                if site == goal and number == 0:
                    marks = marks | {mark} if value else marks - {mark}
            pieces[goal] = own._replace(marks=frozenset(marks))
        other = self.players[1 - self.players.index(state.mover)]
        after = State(pieces, hands, other, moved[0], state.seen)
        return Played(self.text(kind, moved, gone, name, cursor), after, type_)

    def text(
        self, kind: str, moved: tuple[tuple[int, int], ...], gone: list[int], name: str, cursor: Cursor
    ) -> str:
        """The move by the positions' names, the kind that it becomes, and what is captured on the way."""
        source, goal = moved[0]
        if source == OFF:
            return f"{kind}@{self.names[goal]}"
        text = f"{self.names[source]}-{self.names[goal]}"
        if name != kind:
            text += f"={name}"
        aside = [site for site in gone if site != goal]
        return text + (f"x{self.names[aside[0]]}" if aside and not cursor.passing else "")

    # -- ends -------------------------------------------------------------------------------------

    def ends(self) -> list[tuple[str, str, str]]:
        """The names of pieces in conditions: the kind of condition, its result, and the piece."""
        found = []
        for result, _, node in self.conditions():
            if isinstance(node, Form):
                found += [(node.head, result, each.text) for each in node.rest if isinstance(each, Word)]
        return found

    def conditions(self) -> Iterator[tuple[str, list[str], Node]]:
        for result in ("win", "loss", "draw"):
            for form in self.rules.said.get(f"{result}-condition", ()):
                assert isinstance(form.rest[0], Form)
                players = [node.text for node in form.rest[0].items if isinstance(node, Word)]
                waiting = [form.rest[1]]
                while waiting:
                    node = waiting.pop()
                    if isinstance(node, Form) and node.head == "or":
                        waiting += node.rest
                    else:
                        yield result, players, node

    def winner(self, state: State, number: int) -> str | None:
        """The player who has won, "" for a draw, None if the game goes on; with the number of legal moves."""
        for result, players, node in self.conditions():
            for player in players:
                if self.holds(state, player, node, number):
                    other = self.players[1 - self.players.index(player)]
                    return {"win": player, "loss": other, "draw": ""}[result]
        if state.seen[state.key()] >= 2:  # and now
            return ""
        return None if number else ""

    def holds(self, state: State, player: str, node: Node, number: int) -> bool:
        head = node.text if isinstance(node, Word) else node.head
        rest = [each.text for each in node.rest if isinstance(each, Word)] if isinstance(node, Form) else []
        pieces = [piece.kind for piece in state.pieces.values() if piece.player == player]
        stuck = player == state.mover and not number
        match head:
            case "stalemated":
                other = self.players[1 - self.players.index(player)]
                return stuck and not self.hanging(replace(state, mover=other), player)
            case "checkmated":
                other = self.players[1 - self.players.index(player)]
                return stuck and self.hanging(replace(state, mover=other), player)
            case "repetition":
                return state.seen[state.key()] >= 2
            case "captured":
                return any(name not in pieces for name in rest)
            case "pieces-remaining":
                least, kinds = int(rest[0]), rest[1:]
                return len([piece for piece in pieces if not kinds or piece in kinds]) <= least
            case "absolute-config":
                assert isinstance(node, Form)
                assert isinstance(node.rest[-1], Form)
                assert isinstance(node.rest[-1].items[0], Word)
                place = node.rest[-1].items[0].text
                zone = self.board.zones.get((place, player))
                sites = {self.names.index(place)} if zone is None else zone
                return any(
                    piece.player == player and piece.kind in rest
                    for site, piece in state.pieces.items()
                    if site in sites
                )
        raise AssertionError(head)
