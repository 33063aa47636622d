"""The players of a rule file, their pieces, and where those stand at the start."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from string import ascii_uppercase
from typing import Final

from fairyring.errors import shown
from fairyring.gamefiles.zillions.boards import ZrfBoard
from fairyring.gamefiles.zillions.games import Rules
from fairyring.gamefiles.zillions.reading import Form, Node, RefusedError, Word, called, whole, word

MOST_PIECES: Final = len(ascii_uppercase)
MOST_IN_HAND: Final = 100
_ASIDE: Final = frozenset(("help", "description", "image", "open", "notation", "dummy", "name"))
USUAL: Final = {"knight": "N", "horse": "N", "night": "N", "man": "P", "soldier": "P"}
"""Letters of pieces that are not the first of their names, if nothing else has them."""


@dataclass
class Piece:
    """A kind of piece.

    Attributes:
        name: its name.
        letter: its letter here.
        form: where it stands.
        note: what the file says of it.
        attributes: its attributes, and their values at first.
        moves: its move blocks, each with its type.
        drops: the same for drops.
    """

    name: str
    letter: str
    form: Form
    note: str = ""
    attributes: dict[str, bool] = field(default_factory=dict)
    moves: list[tuple[str, Form]] = field(default_factory=list)
    drops: list[tuple[str, Form]] = field(default_factory=list)


@dataclass
class Armies:
    """The players and what they have.

    Attributes:
        players: their names: the one who moves first, and the other.
        pieces: the kinds of pieces, by their names.
        array: for each player the name of the piece on each position.
        hands: for each player how many pieces of a name are off the board.
    """

    players: tuple[str, str]
    pieces: dict[str, Piece]
    array: dict[str, dict[int, str]]
    hands: dict[str, dict[str, int]]

    def other(self, player: str) -> str:
        """The opponent."""
        return self.players[1 - self.players.index(player)]


def players(rules: Rules) -> tuple[str, str]:
    """The players: the one who moves first, and the other.

    Raises:
        RefusedError: they are not two who take turns.
    """
    form = rules.needed("players")
    names = [word(each, "a player's name") for each in form.rest]
    if len(names) != 2 or len(set(names)) < 2 or any(name.startswith("?") for name in names):
        raise RefusedError(form, "fairyring has two players, and none that plays at random")
    order = rules.last("turn-order")
    given = order.rest if order else form.rest
    turns = [each for each in given if not (isinstance(each, Word) and each.text == "repeat")]
    if any(isinstance(each, Form) for each in turns):
        raise RefusedError(
            order or form, "fairyring does not support turns in which only some moves are allowed"
        )
    found = [word(each, "a player") for each in turns]
    for each, name in zip(turns, found, strict=True):
        if name not in names:
            raise RefusedError(each, f"no player is called {shown(name, 40)}")
    if len(found) < 2 or len(found) % 2 or found != [found[0], found[1]] * (len(found) // 2):
        raise RefusedError(order or form, "fairyring does not support players who do not move in turn")
    if found[0] == found[1]:
        raise RefusedError(order or form, "fairyring does not support players who do not move in turn")
    return found[0], found[1]


def read_armies(rules: Rules, both: tuple[str, str], board: ZrfBoard) -> Armies:
    """The pieces and where they stand.

    Raises:
        RefusedError: there is no such piece or place.
    """
    if not rules.pieces:
        raise RefusedError(rules.form, "a game needs (piece …)")
    if len(rules.pieces) > MOST_PIECES:
        raise RefusedError(rules.form, f"fairyring has letters for {MOST_PIECES} kinds of pieces")
    letters = _letters(list(rules.pieces))
    pieces = {name: _piece(name, letters[name], form) for name, form in rules.pieces.items()}
    found = Armies(both, pieces, {player: {} for player in both}, {player: {} for player in both})
    for part in rules.needed("board-setup").rest:
        if not isinstance(part, Form) or part.head not in both:
            raise RefusedError(part, f"expected a player and pieces, not {called(part)}")
        for kind in part.rest:
            _set_up(found, board, part.head, kind)
    return found


def _set_up(armies: Armies, board: ZrfBoard, player: str, form: Node) -> None:
    """The pieces of one kind."""
    if not isinstance(form, Form) or form.head not in armies.pieces:
        raise RefusedError(form, f"expected a piece and its positions, not {called(form)}")
    rest = iter(form.rest)
    for each in rest:
        if isinstance(each, Word) and each.text == "off":
            number = whole(next(rest, each), "how many pieces", MOST_IN_HAND)
            hand = armies.hands[player]
            hand[form.head] = hand.get(form.head, 0) + max(number, 0)
            continue
        if isinstance(each, Form):
            raise RefusedError(
                each, "fairyring does not support pieces with attributes of their own at the start"
            )
        site = board.number(each)
        for taken in armies.array.values():
            if site in taken:
                raise RefusedError(each, "there is a piece on this position already")
        armies.array[player][site] = form.head


def _letters(names: list[str]) -> dict[str, str]:
    """A letter for each piece: the first one of its name that is free, or any."""
    found: dict[str, str] = {}
    free = dict.fromkeys(ascii_uppercase)
    for name in sorted(names, key=lambda name: (name.lower() not in USUAL, names.index(name))):
        own = [USUAL.get(name.lower(), ""), *(letter for letter in name.upper() if letter in free)]
        letter = next((each for each in (*own, *free) if each in free), "")
        found[name] = letter
        free.pop(letter)
    return found


def _piece(name: str, letter: str, form: Form) -> Piece:
    piece = Piece(name, letter, form)
    for part in form.rest:
        if not isinstance(part, Form):
            raise RefusedError(part, f"expected a list such as (moves …), not {called(part)}")
        match part.head:
            case "help" | "description" if part.rest:
                text = " ".join(word(part.rest[0], "a text").replace("\\", " ").split())
                piece.note = text[:1000] if part.head == "help" or not piece.note else piece.note
            case "attribute":
                if len(part.rest) != 2:
                    raise RefusedError(part, "an attribute is (attribute name true)")
                value = word(part.rest[1], "true or false")
                piece.attributes[word(part.rest[0], "a name")] = value == "true"
            case "moves":
                piece.moves += _blocks(part)
            case "drops":
                piece.drops += _blocks(part)
            case _ if part.head not in _ASIDE:
                raise RefusedError(part, f"fairyring does not know {called(part)} of a piece")
    return piece


def _blocks(form: Form) -> Iterator[tuple[str, Form]]:
    kind = ""
    for part in form.rest:
        if isinstance(part, Word):
            raise RefusedError(part, f"expected a move block in parentheses, not {called(part)}")
        if part.head == "move-type":
            kind = word(part.rest[0], "a type of moves") if part.rest else ""
        else:
            yield kind, part


def changing(rules: Rules) -> frozenset[str]:
    """The attributes that moves ever set."""
    found: set[str] = set()
    waiting: list[Node] = list(rules.pieces.values())
    while waiting:
        node = waiting.pop()
        if isinstance(node, Form):
            if node.head == "set-attribute" and node.rest and isinstance(node.rest[0], Word):
                found.add(node.rest[0].text)
            waiting += node.items
    return frozenset(found)


def attributes(pieces: Mapping[str, Piece]) -> dict[str, dict[str, bool]]:
    """The attributes of all kinds."""
    return {name: piece.attributes for name, piece in pieces.items()}
