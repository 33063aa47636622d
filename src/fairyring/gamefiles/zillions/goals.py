"""How games of a rule file end, as mechanics."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from fairyring.errors import shown
from fairyring.gamefiles.zillions.armies import Armies
from fairyring.gamefiles.zillions.boards import ZrfBoard
from fairyring.gamefiles.zillions.games import Rules
from fairyring.gamefiles.zillions.reading import Form, Node, RefusedError, Word, called, whole, word

Document = dict[str, Any]
MOST_LEFT: Final = 100
RESULTS: Final = {"win-condition": "win", "loss-condition": "loss", "draw-condition": "draw"}
_ONE_SIDE: Final = "fairyring does not support what is so for one player alone"


@dataclass
class Ends:
    """How a game ends.

    Attributes:
        royal: the names of the pieces that must not be captured.
        stalemate: what it is to have no move; empty if the file does not say.
        repetition: whether it says that a repeated position is a draw.
        mechanics: the mechanics of other goals.
        nodes: where the file says what a mechanic does.
        counted: the pieces of which a side may have too few; empty for a piece of any kind.
    """

    royal: tuple[str, ...] = ()
    stalemate: str = ""
    repetition: bool = False
    mechanics: dict[str, Document] = field(default_factory=dict)
    nodes: dict[str, Node] = field(default_factory=dict)
    counted: set[str] = field(default_factory=set)


@dataclass
class _Said:
    """A condition and whose it is."""

    result: str
    players: set[str]
    node: Node
    form: Form


def read_ends(rules: Rules, armies: Armies, board: ZrfBoard, squares: list[str]) -> Ends:
    """How a game ends.

    Raises:
        RefusedError: no game here ends so.
    """
    found = Ends()
    groups: dict[str, list[_Said]] = {}
    if unknown := rules.last("count-condition"):
        raise RefusedError(unknown, "fairyring does not support games that are won by counting pieces")
    for key, result in RESULTS.items():
        for form in rules.said.get(key, ()):
            for said in _conditions(form, result, armies):
                name = said.node.text if isinstance(said.node, Word) else said.node.head
                groups.setdefault(name, []).append(said)
    for name, several in groups.items():
        match name:
            case "checkmated":
                found.royal = _of_both(several, armies, "loss")
            case "stalemated":
                found.stalemate = _result(several, armies)
            case "repetition":
                if _result(several, armies) != "draw":
                    raise RefusedError(
                        several[0].node, "fairyring does not support repetitions that are not draws"
                    )
                found.repetition = True
            case "captured" | "pieces-remaining":
                pass
            case "absolute-config":
                found.mechanics["goal"] = _goal(several, armies, board, squares)
                found.nodes["goal"] = several[0].node
            case _:
                reason = f"fairyring does not support {called(several[0].node)} as a goal"
                raise RefusedError(several[0].node, reason)
    few = groups.get("captured", []) + groups.get("pieces-remaining", [])
    if few:
        found.mechanics["extinction"] = _extinction(few, armies, found.royal)
        found.nodes["extinction"] = few[0].node
        for said in few:
            words = said.node.rest if isinstance(said.node, Form) else ()
            named = {each.text for each in words if isinstance(each, Word) and each.text in armies.pieces}
            found.counted |= named or {""}
    return found


def _conditions(form: Form, result: str, armies: Armies) -> Iterator[_Said]:
    """The conditions of a list, each by itself."""
    if len(form.rest) != 2 or not isinstance(form.rest[0], Form):
        raise RefusedError(form, f"here stands ({form.head} (player …) condition)")
    names = {word(each, "a player") for each in form.rest[0].items}
    for each in form.rest[0].items:
        if isinstance(each, Word) and each.text not in armies.players:
            raise RefusedError(each, f"no player is called {shown(each.text, 40)}")
    waiting = [form.rest[1]]
    while waiting:
        node = waiting.pop()
        if isinstance(node, Form) and node.head == "or":
            waiting += node.rest
        elif isinstance(node, Form) and len(node.items) == 1 and isinstance(node.items[0], Word):
            waiting.append(node.items[0])
        else:
            yield _Said(result, names, node, form)


def _result(several: list[_Said], armies: Armies) -> str:
    """What a condition means for both players."""
    results = {said.result for said in several}
    if len(results) > 1 or set().union(*(said.players for said in several)) != set(armies.players):
        raise RefusedError(several[0].node, _ONE_SIDE)
    return results.pop()


def _of_both(several: list[_Said], armies: Armies, result: str) -> tuple[str, ...]:
    """The pieces that conditions name, the same for both players."""
    if _result(several, armies) != result:
        raise RefusedError(several[0].node, f"here, fairyring knows only a {result}-condition")
    named: dict[str, set[str]] = {player: set() for player in armies.players}
    for said in several:
        assert isinstance(said.node, Form)
        for player in said.players:
            named[player] |= set(_pieces(said.node.rest, armies))
    one, other = named.values()
    if one != other:
        raise RefusedError(several[0].node, _ONE_SIDE)
    return tuple(sorted(one))


def _pieces(nodes: tuple[Node, ...], armies: Armies) -> list[str]:
    names = [word(each, "a piece") for each in nodes]
    for node, name in zip(nodes, names, strict=True):
        if name not in armies.pieces:
            raise RefusedError(node, f"no piece is called {shown(name, 40)}")
    return names


def _extinction(several: list[_Said], armies: Armies, royal: tuple[str, ...]) -> Document:
    """Too few pieces: none of a kind that has been captured, or a certain number of them."""
    found: dict[str, set[tuple[str, int]]] = {player: set() for player in armies.players}
    results = {said.result for said in several}
    first = several[0].node
    for said in several:
        assert isinstance(said.node, Form) or said.node.text == "captured"
        rest = said.node.rest if isinstance(said.node, Form) else ()
        most, named = 0, rest
        if isinstance(said.node, Form) and said.node.head == "pieces-remaining":
            if not rest:
                raise RefusedError(said.node, "here stands (pieces-remaining number piece)")
            most, named = whole(rest[0], "how many pieces", MOST_LEFT), rest[1:]
        names = _pieces(named, armies)
        if not names and not isinstance(said.node, Form):
            raise RefusedError(said.node, "here stands (captured piece)")
        for player in said.players:
            found[player] |= {(name, most) for name in names} or {("", most)}
            for name in names:
                _check_few(said, armies, player, name, most)
    one, other = found.values()
    if one != other or len(results) > 1:
        raise RefusedError(first, _ONE_SIDE)
    numbers = {most for _, most in one}
    names = sorted(name for name, _ in one)
    if len(numbers) > 1 or (len(names) > 1 and "" in names):
        raise RefusedError(first, "fairyring does not support different numbers of pieces that are too few")
    if "draw" in results:
        raise RefusedError(first, "fairyring does not support draws by the number of pieces")
    if set(names) & set(royal):
        raise RefusedError(first, "this piece is royal, and can never be captured")
    document: Document = {}
    if letters := "".join(armies.pieces[name].letter for name in names if name):
        document["pieces"] = letters
    if numbers != {0}:
        document["most"] = numbers.pop()
    if results == {"win"}:
        document["wins"] = True
    return document


def _check_few(said: _Said, armies: Armies, player: str, name: str, most: int) -> None:
    """Refuse what is not the same as having too few of a kind."""
    number = list(armies.array[player].values()).count(name)
    if isinstance(said.node, Form) and said.node.head == "captured" and number != 1:
        raise RefusedError(said.node, f"fairyring does not support goals to capture one of {number} pieces")
    if number <= most:
        raise RefusedError(said.node, "here, a player has too few pieces from the start")


def _goal(several: list[_Said], armies: Armies, board: ZrfBoard, squares: list[str]) -> Document:
    """Pieces on squares where they win."""
    sites: dict[str, set[int]] = {player: set() for player in armies.players}
    named: dict[str, set[str]] = {player: set() for player in armies.players}
    for said in several:
        node = said.node
        if said.result != "win" or not isinstance(node, Form):
            raise RefusedError(node, "fairyring knows (absolute-config …) in a win-condition alone")
        if len(node.rest) < 2 or not isinstance(node.rest[-1], Form):
            raise RefusedError(node, "here stands (absolute-config piece (zone))")
        places = node.rest[-1].items
        if len(places) != 1 or isinstance(places[0], Form):
            raise RefusedError(node, "fairyring does not support goals of several squares at once")
        for player in said.players:
            place = places[0].text
            where = board.zones.get((place, player))
            sites[player] |= {board.number(places[0])} if where is None else where
            named[player] |= set(_pieces(node.rest[:-1], armies))
    one, other = (sites[player] for player in armies.players)
    if len({frozenset(each) for each in named.values()}) > 1 or not one or not other:
        raise RefusedError(several[0].node, _ONE_SIDE)
    document: Document = {
        "sites": [squares[site] for site in sorted(one)],
        "piece": "".join(armies.pieces[name].letter for name in sorted(named[armies.players[0]])),
    }
    if one != other:
        document["black"] = [squares[site] for site in sorted(other)]
    return document
