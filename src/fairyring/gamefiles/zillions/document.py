"""A game of a rule file as the data of a game file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from string import ascii_lowercase
from typing import Any, Final

from fairyring.board import Board, Side
from fairyring.errors import shown
from fairyring.gamefiles.boards import BOARD
from fairyring.gamefiles.faults import FaultsError
from fairyring.gamefiles.positions import Path
from fairyring.gamefiles.zillions.armies import Armies, changing, players, read_armies
from fairyring.gamefiles.zillions.boards import OFF, ZrfBoard, read_board, rows, square_names
from fairyring.gamefiles.zillions.folding import Ways, movement
from fairyring.gamefiles.zillions.games import ASIDE, READ, Rules, games, named
from fairyring.gamefiles.zillions.goals import Ends, read_ends
from fairyring.gamefiles.zillions.moves import Survey
from fairyring.gamefiles.zillions.reading import Node, RefusedError, ZrfText
from fairyring.gamefiles.zillions.special import Game, castlings, drops, en_passant, promotions
from fairyring.kernels.gc_pause import collector_paused
from fairyring.pieces import Hurdle, Way

Document = dict[str, Any]

NO_RULE: Final = frozenset(
    "animate captures,animate drops,discard cascades,highlight goals,include off pieces,pass partial,"
    "prevent flipping,selection screen,show moves list,smart moves,silent ? moves".split(",")
)
"""Options that are no part of the rules, at least of those that are read."""
_RECYCLED: Final = "recycle captures"


class Reading:
    """The reading of one game.

    Attributes:
        rules: what the file says of it.
        notes: what is no part of the rules, or is taken to be so because the file does not say.
        document: the data of the game file.
    """

    def __init__(self, rules: Rules, file: str) -> None:
        """Read the game.

        Raises:
            RefusedError: it cannot be played here.
        """
        self.rules = rules
        self.notes: list[str] = []
        self.nodes: dict[str, Node] = {}
        self._file = file
        self.document = self._read()

    def _read(self) -> Document:
        rules = self.rules
        recycled = self._options()
        both = players(rules)
        zrf = read_board(rules.needed("board"), both)
        armies = read_armies(rules, both, zrf)
        ends = read_ends(rules, armies, zrf, square_names(zrf))
        survey = Survey(armies, zrf, changing(rules), recycled, ends.royal)
        zrf = survey.board
        squares = square_names(zrf)
        self.nodes["board"], self.nodes["array"] = rules.needed("board"), rules.needed("board-setup")
        if any(site >= len(squares) for array in armies.array.values() for site in array):
            raise RefusedError(
                self.nodes["array"], "fairyring does not support pieces on others at the start"
            )
        written, board = _board(zrf, squares, armies, self.nodes["board"])
        moves = {side: survey.moves(player) for side, player in zip(Side, both, strict=True)}
        live = {side: survey.live[player] for side, player in zip(Side, both, strict=True)}
        sites = [board.numbers[name] for name in squares]
        game = Game(armies, survey.kinds, live, board, sites, moves)
        game.document["royal"] = ends.royal
        en_passant(game)
        promotions(game)
        drops(game, recycled)
        if survey.grounded is not None:
            if survey.grounded != game.pawns:
                raise RefusedError(
                    self.nodes["board"], "fairyring does not support riding of pawns, and of no others"
                )
            game.document.setdefault("mechanics", {})["riding"] = {}
        self._ends(game, ends)
        royal = game.document.pop("royal")
        array = _array(game)
        found: Document = {
            "fairyring": 1,
            "title": rules.title[:200],
            "summary": f"The game {rules.title[:100]} of {self._file}.",
            "board": written,
            "pieces": self._pieces(game, ends),
            "array": array,
            "castlings": castlings(game, royal) or "none",
            "minor": "",
            "bound": "",
        }
        mechanics = game.document.pop("mechanics", {}) | self._priorities(game)
        found |= game.document | {"mechanics": mechanics}
        return found

    def _options(self) -> bool:
        """Whether captured pieces are dropped again."""
        recycled = False
        for name, value in self.rules.options.items():
            match name, value.text:
                case "recycle captures", "true":
                    recycled = True
                case (
                    ("pass turn" | "recycle captures" | "recycle promotions" | "maximal captures"),
                    "false",
                ):
                    pass
                case (("pass turn" | "recycle promotions" | "maximal captures" | "progressive levels"), _):
                    raise RefusedError(
                        value, f"fairyring does not support the option {name} with {shown(value.text, 20)}"
                    )
                case _:
                    known = "not part of the rules" if name in NO_RULE else "not understood, left aside"
                    self.notes.append(f"option {shown(name, 40)} (line {value.line}): {known}")
        for key, forms in self.rules.said.items():
            if key not in READ and key not in ASIDE:
                raise RefusedError(forms[-1], f"fairyring does not know ({key} …) of a game")
        return recycled

    def _ends(self, game: Game, ends: Ends) -> None:
        mechanics = game.document.setdefault("mechanics", {})
        mechanics |= ends.mechanics
        held = {name for hand in game.armies.hands.values() for name, number in hand.items() if number}
        if "hands" in mechanics:
            held |= game.armies.pieces.keys()
        made = {kind for _, _, step in game.steps() for kind in step.kinds}
        several = held and ("" in ends.counted or held & ends.counted)
        if several or made & ends.counted:
            reason = "fairyring does not support goals about pieces that come from the hand, or by promotion"
            raise RefusedError(ends.nodes["extinction"], reason)
        results: Document = {"plies": "none"}
        if ends.stalemate in ("win", "loss"):
            results["stalemate"] = ends.stalemate
        elif not ends.stalemate:
            self.notes.append("taken to be so: a player without a move draws")
        if not ends.repetition:
            self.notes.append("taken to be so: a position that occurs three times draws")
        mechanics["results"] = results
        if len(ends.royal) > 1 or any(_number(game, name) != (1, 1) for name in ends.royal):
            mechanics["royals"] = {"pieces": "".join(map(game.letter, ends.royal))}
            for player in game.armies.players:
                if not set(ends.royal) <= set(game.armies.array[player].values()):
                    raise RefusedError(self.rules.form, f"{player} has nothing of what must not be captured")
            game.document["royal"] = ()
        self.nodes |= {f"mechanics.{name}": node for name, node in ends.nodes.items()}

    def _priorities(self, game: Game) -> Document:
        """Whether captures come first, which is all that priorities may say here."""
        form = self.rules.last("move-priorities")
        if form is None:
            return {}
        order = [node.text for node in form.rest if not hasattr(node, "items")]
        kinds = {step.type for _, _, step in game.steps()}
        used = [kind for kind in order if kind in kinds]
        if len(used) < 2 and kinds <= set(used):
            return {}
        first = used[0] if used else ""
        right = len(used) == 2 and kinds == set(used)
        for _, _, step in game.steps():
            taking = (step.capture or any(taken for _, _, taken in step.met)) and not step.friendly
            right = right and (
                taking and (not step.move or bool(step.met)) if step.type == first else not taking
            )
        if not right:
            raise RefusedError(
                form, "fairyring does not support priorities, except of captures over all other moves"
            )
        return {"must_capture": {}}

    def _pieces(self, game: Game, ends: Ends) -> Document:
        royals = game.document.get("mechanics", {}).get("royals")
        found: Document = {}
        for name, piece in game.armies.pieces.items():
            if not any(name in game.moves[side].steps for side in Side):
                self.notes.append(f"piece {shown(name, 40)} (line {piece.form.line}): nobody can have it")
                continue
            one: Document = {"name": name.replace("-", " ").strip().lower()[:40] or "piece"}
            one["movement"] = movement(_ways(game, name))
            if name in game.pawns:
                one["pawn"] = True
            if name in ends.royal and not royals:
                one["royal"] = True
            if piece.note:
                one["note"] = piece.note
            found[piece.letter] = one
            self.nodes[f"pieces.{piece.letter}"] = piece.form
        return found


def _number(game: Game, name: str) -> tuple[int, int]:
    """How many pieces of a kind each player has at the start."""
    one, other = (list(game.armies.array[player].values()).count(name) for player in game.armies.players)
    return one, other


def _ways(game: Game, name: str) -> Ways:
    """How a kind of piece moves, on the board's sites."""
    listed: dict[tuple[Side, int], list[Way]] = {}
    owners = [side for side in Side if name in game.moves[side].steps]
    for side in owners:
        for step in game.moves[side].steps[name]:
            hurdles = tuple(
                Hurdle(game.sites[site], after, whose, taken)
                for (site, whose, taken), after in zip(step.met, step.after, strict=True)
            )
            way = Way(
                game.sites[step.goal],
                tuple(game.sites[site] for site in step.through),
                step.move,
                step.capture,
                step.initial,
                hurdles[0] if hurdles else None,
                hurdles[1:],
                step.friendly,
            )
            listed.setdefault((side, game.sites[step.start]), []).append(way)
    starts = {side: frozenset(game.initial[side]) for side in Side}
    return Ways(game.board, listed, starts, tuple(owners))


def _board(zrf: ZrfBoard, squares: list[str], armies: Armies, node: Node) -> tuple[Document, Board]:
    """The board as a game file says it, and itself; the first player sits below."""
    lines = rows(zrf)
    height = {site: y for y, line in enumerate(lines) for site in line if site != OFF}
    middles = [
        sum(height[site] for site in armies.array[player]) / max(len(armies.array[player]), 1)
        for player in armies.players
    ]
    if middles[0] < middles[1] and armies.array[armies.players[1]]:
        lines = [line[::-1] for line in lines[::-1]]
    named = [[squares[site] if site != OFF else "-" for site in line] for line in lines]
    wide, high = len(named[0]), len(named)
    usual = (
        [[f"{ascii_lowercase[x]}{y}" for x in range(wide)] for y in range(high, 0, -1)] if wide <= 26 else []
    )
    written: Document = {"kind": "charted", "charts": [[" ".join(line) for line in named]]}
    if named == usual:
        written = {"width": wide, "height": high}
    if _is_round(zrf, lines):
        written["edges"] = {"left": "cylinder", "right": "cylinder"}
    try:
        board: Board = BOARD.read(written, ())
    except FaultsError as error:
        raise RefusedError(node, error.faults[0].reason) from error
    return written, board


def _is_round(zrf: ZrfBoard, lines: list[list[int]]) -> bool:
    """Whether a direction leads across each row and on from its end to its beginning."""
    for goals in zrf.links.values():
        if all(
            OFF not in line and all(goals[one] == other for one, other in pairwise([*line, line[0]]))
            for line in lines
            if len(line) > 2
        ):
            return len(lines[0]) > 2
    return False


def _array(game: Game) -> str:
    """The pieces at the start, as a position text has them."""
    letters = {
        game.sites[site]: game.letter(name).upper() if side is Side.WHITE else game.letter(name).lower()
        for side, player in zip(Side, game.armies.players, strict=True)
        for site, name in game.armies.array[player].items()
    }
    charts = []
    for chart in game.board.charts:
        lines = []
        for row in reversed(chart.rows):
            text, empty = "", 0
            for site in row:
                if site == OFF:
                    continue
                if site in letters:
                    text += (str(empty) if empty else "") + letters[site]
                    empty = 0
                else:
                    empty += 1
            lines.append(text + (str(empty) if empty else ""))
        charts.append("/".join(lines))
    return "|".join(charts)


class GameSource:
    """A game of a rule file as a source, as `fairyring.gamefiles.reading.Source` is."""

    def __init__(self, text: ZrfText, title: str) -> None:
        """Read the game of that title, or the first one if it is empty.

        Raises:
            GameFileError: there is none, or it cannot be played here.
        """
        self._text = text
        try:
            found = games(text.forms)
            rules = named(found, title)
            if rules is None:
                known = ", ".join(list(found)[:20]) or "none"
                node = text.forms[0] if text.forms else None
                reason = f"there is no game {shown(title, 60)}; there are {known}"
                raise text.missing(node, reason)
            with collector_paused():  # walks are many objects, all of which stay until the end
                self._reading = Reading(rules, text.name)
        except RefusedError as error:
            raise text.error(error) from error
        self.raw: Mapping[str, Any] = self._reading.document
        self.notes = self._reading.notes

    def error(self, found: Any, moved: Mapping[Path, Path] | None = None) -> Exception:
        """The faults as one error, where the file says what they are about."""
        fault = found.faults[0]
        path = [str(part) for part in fault.path]
        nodes = self._reading.nodes
        node = nodes.get(".".join(path[:2])) or nodes.get(path[0] if path else "")
        return self._text.error(RefusedError(node or self._reading.rules.form, fault.reason))


def titles(text: ZrfText) -> Iterator[str]:
    """The titles of a file's games.

    Raises:
        GameFileError: a list in it does not belong in a rule file.
    """
    try:
        yield from games(text.forms)
    except RefusedError as error:
        raise text.error(error) from error
