"""Promotions, castlings, captures en passant and drops of a rule file, as a game file says them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from fairyring.board import Board, Side
from fairyring.gamefiles.zillions.armies import Armies
from fairyring.gamefiles.zillions.folding import area
from fairyring.gamefiles.zillions.reading import Node, RefusedError
from fairyring.gamefiles.zillions.walking import Kinds
from fairyring.gamefiles.zillions.ways import Castle, EnPassant, Moves, Step

Document = dict[str, Any]
_PLAIN = "fairyring does not support promotions that depend on more than the piece and the square"


@dataclass
class Game:
    """What is known of a game.

    Attributes:
        armies: the players and their pieces.
        kinds: the kinds of pieces as bits.
        live: for each side the bits of what can be on the board while it moves.
        board: its board here.
        sites: for each position its site.
        moves: what each side can do.
        pawns: the pieces that are pawns here.
        initial: for each side, from where its initial ways are possible.
        document: what the game file says so far.
    """

    armies: Armies
    kinds: Kinds
    live: dict[Side, int]
    board: Board
    sites: list[int]
    moves: dict[Side, Moves]
    pawns: set[str] = field(default_factory=set)
    initial: dict[Side, set[int]] = field(default_factory=lambda: {side: set() for side in Side})
    document: Document = field(default_factory=dict)

    def letter(self, name: str) -> str:
        """The letter of a piece."""
        return self.armies.pieces[name].letter

    def steps(self) -> Iterator[tuple[Side, str, Step]]:
        """All ways of all pieces."""
        for side, moves in self.moves.items():
            for name, steps in moves.steps.items():
                for step in steps:
                    yield side, name, step

    def name(self, position: int) -> str:
        """The name of a position's square."""
        return self.board.names[self.sites[position]]


# -- en passant -----------------------------------------------------------------------------------


def en_passant(game: Game) -> None:
    """Find the double steps that can be captured, and mark them as initial.

    Raises:
        RefusedError: not every pawn that could capture so may.
    """
    for side in Side:
        groups: dict[tuple[str, int, int, int], set[tuple[str, int]]] = {}
        node: Node | None = None
        for one in game.moves[side].passing:
            node = one.node
            for passed in _passed(game, side.other, one):
                groups.setdefault((passed, one.source, one.taken, one.goal), set()).add((one.kind, one.start))
        if node is None:
            continue
        game.pawns |= {kind for group in groups.values() for kind, _ in group} | {key[0] for key in groups}
        for (passed, source, taken, goal), found in groups.items():
            wanted = {
                (name, step.start)
                for name in game.pawns
                for step in game.moves[side].steps.get(name, ())
                if step.goal == goal and step.capture
            }
            if found != wanted:
                reason = f"a {passed} that goes from {game.name(source)} to {game.name(taken)}"
                raise RefusedError(
                    node, f"fairyring does not support captures en passant by some pawns alone: {reason}"
                )
            steps = game.moves[side.other].steps[passed]
            steps[:] = [
                step._replace(initial=True) if (step.start, step.goal) == (source, taken) else step
                for step in steps
            ]
            game.initial[side.other].add(game.sites[source])
    if game.pawns:
        _check_passing(game)
        game.document["starts"] = area(game.board, game.initial)


def _passed(game: Game, side: Side, one: EnPassant) -> Iterator[str]:
    """The kinds whose step it may answer.

    Raises:
        RefusedError: the piece may have come otherwise than by a double step.
    """
    for name in one.passed:
        for step in game.moves[side].steps.get(name, ()):
            if (step.start, step.goal) == (one.source, one.taken):
                if step.through[-1:] != (one.goal,) or step.met or not step.move or step.capture:
                    reason = f"fairyring does not support captures en passant of a {name} after other moves"
                    raise RefusedError(one.node, reason)
                yield name


def _check_passing(game: Game) -> None:
    """Refuse pawns whose double steps differ in whether they can be captured."""
    for side, name, step in game.steps():
        if step.initial and step.kinds:
            raise RefusedError(step.node, "fairyring does not support double steps that promote")
        if name in game.pawns and step.initial and step.through:
            answers = {
                (each.kind, each.start)
                for each in game.moves[side.other].passing
                if (each.source, each.taken) == (step.start, step.goal)
            }
            others = {
                (other, each.start)
                for other in game.pawns
                for each in game.moves[side.other].steps.get(other, ())
                if each.goal == step.through[-1] and each.capture
            }
            if answers != others:
                raise RefusedError(
                    step.node, "fairyring does not support captures en passant by some pawns alone"
                )


# -- promotions -----------------------------------------------------------------------------------


def promotions(game: Game) -> None:
    """Find which pieces promote, where and to what.

    Raises:
        RefusedError: no game here has such promotions.
    """
    becomes: dict[tuple[Side, str, int, int], tuple[str, ...]] = {}
    nodes: dict[str, Node] = {}
    for side, name, step in game.steps():
        key = (side, name, game.sites[step.start], game.sites[step.goal])
        if becomes.setdefault(key, step.kinds) != step.kinds:
            raise RefusedError(step.node, _PLAIN)
        if step.kinds:
            nodes.setdefault(name, step.node)
            if royal := [kind for kind in step.kinds if kind in game.document.get("royal", ())]:
                raise RefusedError(
                    step.node, f"fairyring does not support promotions to a royal piece ({royal[0]})"
                )
    if not nodes:
        game.document["promotions"] = ""
        if game.pawns:
            raise RefusedError(
                next(iter(_first(game))), "fairyring does not support pawns that do not promote"
            )
        return
    if not _by_far(game, becomes, nodes) and not _by_mechanic(game, becomes, nodes):
        raise RefusedError(next(iter(nodes.values())), _PLAIN)


def _first(game: Game) -> Iterator[Node]:
    for side in Side:
        yield from (each.node for each in game.moves[side].passing)


def _by_far(
    game: Game, becomes: dict[tuple[Side, str, int, int], tuple[str, ...]], nodes: dict[str, Node]
) -> bool:
    """Pawns that must promote on certain squares, all to the same."""
    choices = {kinds for kinds in becomes.values() if kinds}
    pawns = game.pawns | nodes.keys()
    if len(choices) != 1 or any(name in kinds for name in pawns for kinds in choices):
        return False
    far: dict[Side, set[int]] = {side: set() for side in Side}
    for (side, name, _, goal), kinds in becomes.items():
        if kinds and name in pawns:
            far[side].add(goal)
    if not all(far.values()):
        return False
    for (side, name, _, goal), kinds in becomes.items():
        if name in pawns and bool(kinds) != (goal in far[side]):
            return False
    behind = {side: far[side.other] - game.initial[side] for side in Side}
    for side, player in zip(Side, game.armies.players, strict=True):
        stand = {game.sites[site] for site, name in game.armies.array[player].items() if name in pawns}
        if stand & (far[side] | behind[side]):
            return False
    game.pawns = set(pawns)
    game.document["promotions"] = "".join(map(game.letter, choices.pop()))
    where = area(game.board, far)
    last = max(chart.height for chart in game.board.charts)
    game.document["far"] = {"ranks": [-1]} if where == {"ranks": [last]} else where
    return True


def _by_mechanic(
    game: Game, becomes: dict[tuple[Side, str, int, int], tuple[str, ...]], nodes: dict[str, Node]
) -> bool:
    """Pieces that may or must promote on their last ranks."""
    height = max(chart.height for chart in game.board.charts)
    for ranks, leaving, optional in product(range(1, height + 1), (False, True), (True, False)):
        tables = _tables(game, becomes, nodes, ranks, leaving, optional)
        if tables is None:
            continue
        white, black = tables
        document: Document = {"to": white, "ranks": ranks}
        document |= {"leaving": True} if leaving else {}
        document |= {"optional": True} if optional else {}
        document |= {"black": black} if black != white else {}
        game.document.setdefault("mechanics", {})["promotions"] = document
        game.document["promotions"] = ""
        return True
    return False


def _tables(
    game: Game,
    becomes: dict[tuple[Side, str, int, int], tuple[str, ...]],
    nodes: dict[str, Node],
    ranks: int,
    leaving: bool,
    optional: bool,
) -> tuple[dict[str, list[str]], dict[str, list[str]]] | None:
    """What each side's pieces become if it is by these ranks; None if it is not."""
    tables: dict[Side, dict[str, list[str]]] = {side: {} for side in Side}
    rank = game.board.rank
    mobile = {(side, name, start) for (side, name, start, _), _ in becomes.items()}
    for (side, name, start, goal), kinds in becomes.items():
        if name not in nodes:
            continue
        enters = rank(goal, side.other) < ranks
        may = enters or (leaving and rank(start, side.other) < ranks)
        if may != bool(kinds):
            return None
        if not may:
            continue
        stays = optional and (not enters or (side, name, goal) in mobile)
        others = [game.letter(kind) for kind in kinds if kind != name]
        if (name in kinds) != stays or tables[side].setdefault(game.letter(name), others) != others:
            return None
    return tables[Side.WHITE], tables[Side.BLACK]


# -- castling -------------------------------------------------------------------------------------


def castlings(game: Game, royal: tuple[str, ...]) -> list[Document]:
    """The castlings.

    Raises:
        RefusedError: one of them is not a castling that fairyring can play.
    """
    found = []
    for side in Side:
        free = list("KQABCDEFGHIJ")
        for one in sorted(game.moves[side].castles, key=lambda each: -_file(game, each)):
            letter = free.pop(0 if _kingside(game, one) or "Q" not in free else free.index("Q"))
            found.append(_castling(game, side, one, letter, royal))
    return found


def _file(game: Game, one: Castle) -> int:
    places = game.board.places[game.sites[one.rook[0]]]
    return places[0].x


def _kingside(game: Game, one: Castle) -> bool:
    """Whether the rook is on the king's right, as White sees it."""
    rook, king = (game.board.places[game.sites[site]][0] for site in (one.rook[0], one.king[0]))
    return rook.x > king.x


def _castling(game: Game, side: Side, one: Castle, letter: str, royal: tuple[str, ...]) -> Document:
    places = [game.board.places[game.sites[site]][0] for site in (*one.king, *one.rook)]
    if one.kind not in royal or len({(place.chart, place.y) for place in places}) > 1:
        raise RefusedError(
            one.node, "fairyring does not support castlings of a piece that is not royal, or not on a rank"
        )
    row = game.board.charts[places[0].chart].rows[places[0].y]
    columns = [place.x for place in places]
    moving = {game.sites[one.king[0]], game.sites[one.rook[0]]}
    between = {*row[min(columns) : max(columns) + 1]} - moving
    ends = sorted(columns[:2])
    path = {*row[ends[0] : ends[1] + 1]}
    safe = {game.sites[site] for site in one.safe}
    if {game.sites[site] for site in one.empty} != between:
        raise RefusedError(
            one.node, "fairyring does not support castlings unless all squares in between must be empty"
        )
    if safe and safe | {game.sites[one.king[1]]} != path:
        raise RefusedError(
            one.node, "fairyring does not support castlings in which some squares of the way must be safe"
        )
    king, rook = ([game.name(site) for site in pair] for pair in (one.king, one.rook))
    written: Document = {
        "letter": letter if side is Side.WHITE else letter.lower(),
        "king": king,
        "rook": rook,
    }
    return written if safe else {**written, "safe": False}


# -- drops ----------------------------------------------------------------------------------------


def drops(game: Game, recycled: bool) -> None:
    """The mechanics of pieces in hand.

    Raises:
        RefusedError: no game here has such drops.
    """
    hands = game.armies.hands
    dropped = {name for moves in game.moves.values() for name, sites in moves.drops.items() if sites}
    held = {name for hand in hands.values() for name, number in hand.items() if number}
    if not dropped or not (recycled or held):
        return
    texts = []
    order = list(game.armies.pieces)
    for player in game.armies.players:
        names = sorted(hands[player], key=lambda name: -order.index(name))
        texts.append("".join(game.letter(name) * hands[player][name] for name in names))
    limits: set[str] = set()
    allowed = {
        (side, name): _squares(game, side, name, limits) for side in Side for name in game.moves[side].drops
    }
    mechanics = game.document.setdefault("mechanics", {})
    document = _where(game, allowed, recycled)
    if recycled:
        document |= {"keeps": True} | ({"start": texts[0]} if texts[0] else {})
        document |= {"black": texts[1]} if texts[1] else {}
        mechanics["hands"] = document
    else:
        black = {"black": texts[1] or "-"} if texts[1] != texts[0] else {}
        mechanics["start_hands"] = {"pieces": texts[0] or "-", **black, **document}
    if limits:
        mechanics["drop_limits"] = {"per_file": "".join(sorted(limits))}


def _where(game: Game, allowed: dict[tuple[Side, str], frozenset[int]], recycled: bool) -> Document:
    """On which squares pieces are dropped, as the mechanic says it."""
    node = next(iter(game.armies.pieces.values())).form
    height = max(chart.height for chart in game.board.charts)
    everywhere = range(len(game.board))
    for idle, behind, ranks in product((False, True), (False, True), range(height + 1)):
        if (idle or behind) and not recycled:
            continue
        good = True
        for (side, name), sites in allowed.items():
            royal = name in game.document.get("royal", ())
            wanted = frozenset(
                site
                for site in everywhere
                if not royal
                and (not ranks or game.board.rank(site, side) < ranks)
                and not (name in game.pawns and _barred(game, side, site, behind))
                and (idle or _moves_from(game, side, name, site))
            )
            held = recycled or game.armies.hands[game.armies.players[side.number]].get(name)
            good = good and (not held or wanted == sites)
        if good:
            document: Document = {"idle": True} if idle else {}
            document |= {"behind": True} if behind else {}
            return document | ({"ranks": ranks} if ranks else {})
    raise RefusedError(
        node, "fairyring does not support drops on these squares alone, or on squares where a piece is stuck"
    )


def _barred(game: Game, side: Side, site: int, behind: bool) -> bool:
    """Whether pawns are never dropped on a square."""
    ends = game.board.rank(site, side.other) == 0, game.board.rank(site, side) == 0
    return ends[0] or (ends[1] and not behind)


def _moves_from(game: Game, side: Side, name: str, site: int) -> bool:
    return any(game.sites[step.start] == site for step in game.moves[side].steps.get(name, ()))


def _squares(game: Game, side: Side, name: str, limits: set[str]) -> frozenset[int]:
    """Where a piece is dropped; whether there may be one on each file goes to ``limits``."""
    found = set()
    for position, drop in game.moves[side].drops[name].items():
        found.add(game.sites[position])
        for known in drop.merged():
            bits = game.live[side] & ~game.kinds.own_bit(name)
            others = {site: here for site, here in known.items() if here & game.live[side] != game.live[side]}
            place = game.board.places[game.sites[position]][0]
            file = {row[place.x] for row in game.board.charts[place.chart].rows}
            if others:
                whole = {game.sites[site] for site in others} == file - {game.sites[position], -1}
                if not whole or any(here != bits for here in others.values()):
                    reason = "fairyring does not support drops that depend on more than the file's pieces"
                    raise RefusedError(drop.node, reason)
                limits.add(game.letter(name))
    return frozenset(found)
