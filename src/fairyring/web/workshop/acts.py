"""Changes of a draft: what a user does on the page, as functions of the data of a game file.

The page sends what was done, and not a file that it has changed: only this knows how a file says it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields
from string import ascii_uppercase
from typing import Any

from fairyring.board import Board, Side, SidesSquares, Squares
from fairyring.board.lattice import HEXAGONS
from fairyring.errors import shown
from fairyring.gamefiles.boards import AREA, BOARD, COLOURS
from fairyring.gamefiles.faults import FaultsError
from fairyring.gamefiles.saying import Saying
from fairyring.kernels.orthodox.rules import Orthodox
from fairyring.messages import Message
from fairyring.web.workshop import array, naming
from fairyring.web.workshop.changes import (
    AddPiece,
    CarryPiece,
    Change,
    ClearBoard,
    NameSquare,
    NewBoard,
    PaintArea,
    PaintPart,
    PutPiece,
    RemovePiece,
    SetKey,
    ToggleHole,
)
from fairyring.web.workshop.naming import ActError
from fairyring.web.workshop.pieces import is_within

Data = dict[str, Any]
PLACED = ("orthodox", "drifting")  # the families whose arrays have one piece on a square
NAMING = ("holes", "names", "links", "regions", "colours", "river")  # the keys of a board that name squares
BY_FILES = {"far": "file_end", "starts": "file_second"}  # areas that are alike for both sides on hexagons
PLAIN, *TINTED = COLOURS  # the colour of the squares of no part, and those that parts get
LISTS = ("promotions", "minor", "bound", "resting")


def board_of(data: Mapping[str, Any]) -> Board | None:
    """The board of a draft; None if there is none that can be."""
    try:
        found: Board = BOARD.read(data.get("board"), ("board",))
    except FaultsError:
        return None
    return found


def applied(data: Data, act: Change) -> None:
    """Change the data of a file without a base.

    Raises:
        ActError: the change cannot be made.
    """
    match act:
        case SetKey():
            _set(data, act.path, act.value)
        case NewBoard():
            _board(data, _numbered(data, act.value) if act.partly else act.value)
        case ToggleHole():
            _hole(data, act)
        case NameSquare():
            naming.name(data, _need(data), act)
        case PutPiece():
            _put(data, act)
        case CarryPiece():
            _carry(data, act)
        case ClearBoard():
            _place(data, _need(data), {})
        case PaintArea():
            _paint(data, act)
        case PaintPart():
            _part(data, act)
        case AddPiece():
            _add(data, act)
        case RemovePiece():
            _without(data, act.letter)


def _set(data: Data, path: list[str], value: Any) -> None:
    table = data
    for key in path[:-1]:
        inner = table.setdefault(key, {})
        if not isinstance(inner, dict):
            inner = table[key] = {}
        table = inner
    if value is None:
        table.pop(path[-1], None)
    else:
        table[path[-1]] = value


def _need(data: Data) -> Board:
    board = board_of(data)
    if board is None:
        raise ActError("the draft's board is not valid; fix it first")
    return board


def _cells(data: Data, board: Board) -> array.Cells:
    text = data.get("array", "")
    if not isinstance(text, str) or not array.is_plain(text):
        raise ActError("this array says more than where pieces stand; change it in the text")
    return array.cells(board, text)


def _place(data: Data, board: Board, placed: array.Cells) -> None:
    data["array"] = array.written(board, placed)
    data.pop("start", None)  # it says what stands where, too


def _numbered(data: Data, numbers: Mapping[str, Any]) -> Data:
    """The table of the draft's board with other numbers, without what names its squares."""
    before = data.get("board")
    kept = before if isinstance(before, dict) else {}
    found = {key: each for key, each in kept.items() if key not in NAMING} | dict(numbers)
    titles, boards = found.get("titles"), found.get("boards")
    if isinstance(titles, list) and isinstance(boards, int):  # new levels are called by their letters
        found["titles"] = [*titles[:boards], *ascii_uppercase[len(titles) : boards]]
    return found


def _board(data: Data, value: Mapping[str, Any]) -> None:
    before = board_of(data)
    was = data.get("board")
    data["board"] = dict(value)
    after = board_of(data)
    if after is None:
        return  # the board says itself what is wrong
    if before is not None and isinstance(data.get("array"), str) and array.is_plain(data["array"]):
        _place(data, after, array.fitted(before, after, array.cells(before, data["array"])))
    else:
        data.setdefault("array", array.written(after, {}))
    if was is not None and (before is None or before.names != after.names):
        _forget(data, after)
    on_hexagons = after.charts[0].lattice == HEXAGONS
    for key, area in BY_FILES.items():
        # Ranks of hexagons go up for one side and down for the other, so areas by ranks differ for both.
        if on_hexagons:
            data.setdefault(key, area)
        elif data.get(key) == area:
            del data[key]


def _forget(data: Data, board: Board) -> None:
    """Take out what names squares that the board does not have any more."""
    castlings = data.get("castlings")
    if castlings is not None and not (
        castlings == "usual" and board.charts[0].width == 8 and len(board) == 64
    ):
        data.pop("castlings")
    for key in ("figures", "rides", "spinner"):
        data.pop(key, None)
    for key in ("starts", "far", "passable"):
        if key in data and _area(data, key, board) is None:
            data.pop(key)
    for movement in _kept_within(data):
        if _area(movement, "area", board) is None:
            movement["area"] = "anywhere"
    goal = data.get("mechanics", {}).get("goal")
    if isinstance(goal, dict):
        for key in ("sites", "black"):
            kept = [name for name in goal.get(key, ()) if name in board.numbers]
            if key in goal:
                goal[key] = kept
        if not goal.get("sites"):
            del data["mechanics"]["goal"]


def _hole(data: Data, act: ToggleHole) -> None:
    table = data.get("board")
    if not isinstance(table, dict) or "charts" in table:
        raise ActError("this board is given square by square; change it in the text")
    holes = list(table.get("holes", ()))
    whole = board_of({"board": {key: value for key, value in table.items() if key != "holes"}})
    if whole is None:
        raise ActError("the draft's board is not valid; fix it first")
    _check(whole, act.site)
    across = array.across(whole, act.site) if act.mirror else ""
    usual = dict(zip(whole.names, whole.coordinates, strict=True))
    sites = dict.fromkeys(usual[site] for site in (act.site, across) if site)
    closing = usual[act.site] not in holes
    for site in sites:
        if closing and site not in holes:
            holes.append(site)
        elif not closing and site in holes:
            holes.remove(site)
    value = {key: each for key, each in table.items() if key != "holes"}
    names = {site: name for site, name in value.pop("names", {}).items() if site not in holes}
    value |= {"names": names} if names else {}
    if "regions" in value:
        value["regions"] = {
            part: [name for name in inside if usual.get(name) not in holes]
            for part, inside in value["regions"].items()
        }
    _holed(data, value | ({"holes": holes} if holes else {}))


def _holed(data: Data, value: Data) -> None:
    """Another board of which each square is where it was."""
    before = _need(data)
    placed = _cells(data, before)
    data["board"] = value
    after = _need(data)
    _place(data, after, {name: sign for name, sign in placed.items() if name in after.numbers})
    _forget(data, after)


def _put(data: Data, act: PutPiece) -> None:
    board = _need(data)
    placed = _cells(data, board)
    _check(board, act.site)
    for site, sign in _mirrored(board, act.site, act.piece, act.mirror):
        placed.pop(site, None)
        if sign:
            placed[site] = sign
    _place(data, board, placed)


def _carry(data: Data, act: CarryPiece) -> None:
    board = _need(data)
    placed = _cells(data, board)
    for site in (act.start, act.goal):
        _check(board, site)
    sign = placed.get(act.start, "")
    other = array.across(board, act.start)
    twin = act.mirror and other != act.start and placed.get(other) == sign.swapcase()
    placed.pop(act.start, None)
    if twin:
        placed.pop(other, None)
    for site, each in _mirrored(board, act.goal, sign, twin):
        placed[site] = each
    _place(data, board, {site: each for site, each in placed.items() if each})


def _mirrored(board: Board, site: str, sign: str, mirror: bool) -> Iterable[tuple[str, str]]:
    """What comes to which squares; the square itself is the last."""
    other = array.across(board, site) if mirror else ""
    if other and other != site:
        yield other, sign.swapcase()
    yield site, sign


def _check(board: Board, site: str) -> None:
    if site not in board.numbers:
        raise ActError(Message("the board has no square {site}", site=shown(site, 20)))


def _area(data: Data, key: str, board: Board) -> dict[Side, set[int]] | None:
    """The sites of an area; None if it is not one on this board."""
    usual: dict[str, Any] = {field.name: field.default for field in fields(Orthodox)}
    try:
        area = AREA.read(data[key], (key,)) if key in data else usual[key]
        if isinstance(area, Squares | SidesSquares):
            area.check(board)
    except (FaultsError, ValueError):
        return None
    return {side: {site for site in range(len(board)) if area(board, site, side)} for side in Side}


def _kept_within(data: Data) -> list[Data]:
    """The movements of a draft that keep to an area; they have one in common."""
    pieces = data.get("pieces", {})
    said: list[Any] = [piece.get("movement") for piece in pieces.values() if isinstance(piece, dict)]
    return [each for each in said if is_within(each)]


def areas(data: Data, board: Board) -> dict[str, dict[str, list[str]]]:
    """The squares of each area that can be painted, by sides."""
    found = {}
    for key in ("starts", "far", "passable"):
        sites = _area(data, key, board)
        if sites is not None:
            found[key] = {str(side): [board.names[site] for site in sorted(sites[side])] for side in Side}
    for movement in _kept_within(data)[:1]:
        sites = _area(movement, "area", board) or {side: set() for side in Side}
        found["palace"] = {str(side): [board.names[site] for site in sorted(sites[side])] for side in Side}
    goal = data.get("mechanics", {}).get("goal")
    if isinstance(goal, dict):
        white = [name for name in goal.get("sites", ()) if name in board.numbers]
        black = [name for name in goal.get("black", white) if name in board.numbers]
        found["goal"] = {"white": white, "black": black}
    return found


def _paint(data: Data, act: PaintArea) -> None:
    board = _need(data)
    known = areas(data, board).get(act.area, {"white": [], "black": []})
    inside = {side: {*known[str(side)]} for side in Side}
    for site in act.sites:
        _check(board, site)
        other = array.across(board, site) if act.mirror else ""
        own = Side(act.side)
        for side, name in ((own, site), *(((own.other, other),) if other else ())):
            (inside[side].add if act.on else inside[side].discard)(name)
    if act.area == "goal":
        in_order = {side: [name for name in board.names if name in inside[side]] for side in Side}
        goal = data.setdefault("mechanics", {}).setdefault("goal", {})
        goal["sites"] = in_order[Side.WHITE]
        goal.pop("black", None)
        if in_order[Side.BLACK] != in_order[Side.WHITE]:
            goal["black"] = in_order[Side.BLACK]
        return
    numbers = {side: {board.numbers[name] for name in inside[side]} for side in Side}
    area = Saying(board).area(numbers)
    if act.area == "palace":
        for movement in _kept_within(data):
            movement["area"] = area
    else:
        data[act.area] = area


def _part(data: Data, act: PaintPart) -> None:
    board = _need(data)
    table = data.setdefault("board", {})
    parts = {part: list(sites) for part, sites in table.get("regions", {}).items()}
    if act.name not in parts:
        colours = table.setdefault("colours", {} if board.regions else {"": PLAIN})
        free = [colour for colour in reversed(TINTED) if colour not in colours.values()]
        colours[act.name] = free[0] if free else PLAIN
    painted = set[str]()
    for site in act.sites:
        _check(board, site)
        painted |= {site, array.across(board, site) if act.mirror else site} - {""}
    parts = {part: [name for name in sites if name not in painted] for part, sites in parts.items()}
    own = {*parts.get(act.name, ()), *(painted if act.on else ())}
    parts[act.name] = [name for name in board.names if name in own]
    table["regions"] = parts


def _add(data: Data, act: AddPiece) -> None:
    pieces = data.setdefault("pieces", {})
    wanted = act.letter.upper()
    free = [wanted, *ascii_uppercase, *(f"+{letter}" for letter in ascii_uppercase)]
    letter = next((each for each in free if each and each not in pieces), None)
    if letter is None:
        raise ActError("there is no letter left for another kind of piece")
    pieces[letter] = act.piece


def _without(data: Data, letter: str) -> None:
    pieces = data.get("pieces", {})
    pieces.pop(letter, None)
    for key in LISTS:
        if key in data and letter in data[key]:
            data[key] = data[key].replace(letter, "")
    for words in data.get("words", {}).values():
        words.get("pieces", {}).pop(letter, None)
    board = board_of(data)
    text = data.get("array", "")
    if board is not None and array.is_plain(text):
        placed = array.cells(board, text)
        _place(data, board, {site: sign for site, sign in placed.items() if sign.upper() != letter})


def editable(data: Mapping[str, Any]) -> bool:
    """Whether pieces can be put on the board by hand: the array says where they stand, and no more."""
    return data.get("family", "orthodox") in PLACED and array.is_plain(str(data.get("array", "")))
