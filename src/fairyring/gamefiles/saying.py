"""The way back: the values of a game as its file writes them; the shapes read them as the same values."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import MISSING, Field, fields, is_dataclass
from enum import Enum
from types import FunctionType
from typing import Any, get_type_hints

import fairyring.pieces
from fairyring.board import HOLE, Board, Side, Squares, with_holes
from fairyring.board.areas import with_river
from fairyring.board.edges import STANDARD, Edges
from fairyring.board.lattice import HEXAGONS, LEVELS
from fairyring.errors import shown
from fairyring.gamefiles.boards import AREAS, BUILDERS, COLOURS
from fairyring.gamefiles.derived import NONE
from fairyring.gamefiles.pieces import in_words
from fairyring.gamefiles.rules import Anywhere
from fairyring.kernels.orthodox.castlings import castlings_anywhere
from fairyring.kernels.orthodox.rules import usual_castlings
from fairyring.kernels.orthodox.tables import Castling
from fairyring.pieces import Dialect, Piece
from fairyring.pieces.given import without_given
from fairyring.pieces.movement import BySide, Together


class UnsaidError(ValueError):
    """What no game file can say, with the reason as a sentence without its end."""


class Saying:
    """Says the values of a game on a board.

    Args:
        board: the board, on which an area that is code may be the same as some ranks or squares.
    """

    def __init__(self, board: Board) -> None:
        self._board = board

    def said(self, value: Any) -> Any:
        """A value of a game as TOML has it.

        Raises:
            UnsaidError: it cannot be said, such as a movement in code.
        """
        match value:
            case None:
                return NONE
            case Enum():
                return value.value if isinstance(value.value, str) else value.name.lower()
            case bool() | int():
                return value
            case str():
                return str(value)  # a `Message`, too
            case FunctionType():
                return self._area(value)
            case Together() | BySide() if (own := without_given(value)) != value:
                return self.said(own)
            case Together():
                return self._together(value)
            case Squares() if value == Squares():
                return "anywhere"  # nothing that a square must fit
            case Mapping():
                return {str(self.said(key)): self.said(each) for key, each in value.items()}
            case frozenset() | set():
                return [self.said(each) for each in sorted(value)]
        if is_dataclass(value):
            table = self.given(value)
            return {"kind": _kind(value), **table} if hasattr(value, "ways") else table
        if hasattr(value, "_fields"):
            usual = type(value)._field_defaults
            return {
                name: self.said(each)
                for name, each in value._asdict().items()
                if usual.get(name, MISSING) != each
            }
        if isinstance(value, Sequence):
            return [self.said(each) for each in value]
        raise UnsaidError(f"{shown(repr(value), 40)} is code, which no game file can hold")

    def given(self, value: Any) -> dict[str, Any]:
        """The attributes of a dataclass that are not what they are when they are left out."""
        hints = get_type_hints(type(value))
        found = {}
        for field in fields(value):
            own = getattr(value, field.name)
            if field.init and field.compare and own != usual_of(field):
                plain = hints[field.name] is type(own) and is_dataclass(own)
                found[field.name] = self.given(own) if plain else self.said(own)
        return found

    def _area(self, area: FunctionType) -> Any:
        for name, known in AREAS.items():
            if known is area:
                return name
        board = self._board
        return self.area({side: {n for n in range(len(board)) if area(board, n, side)} for side in Side})

    def area(self, inside: Mapping[Side, Collection[int]]) -> Any:
        """An area that has certain sites for each side: by ranks, if it can be said so, or by names."""
        board = self._board
        every = range(len(board))
        if not any(inside.values()):
            return "nowhere"
        ranks = sorted({board.rank(site, side) + 1 for side in Side for site in inside[side]})
        same = Squares(ranks=tuple(ranks))
        if all({site for site in every if same(board, site, side)} == {*inside[side]} for side in Side):
            return "anywhere" if len(inside[Side.WHITE]) == len(board) else {"ranks": ranks}
        return {
            str(side): {"names": [board.names[site] for site in every if site in inside[side]]}
            if inside[side]
            else "nowhere"
            for side in Side
        }

    def _together(self, movement: Together) -> Any:
        if movement.notation:
            return movement.notation
        if not movement.parts:
            return {"kind": "betza", "notation": "", "dialect": str(Dialect.FAIRY_STOCKFISH)}
        parts = [self.said(part) for part in movement.parts]
        return parts[0] if len(parts) == 1 else parts

    def piece(self, piece: Piece) -> dict[str, Any]:
        """A piece's table; its letter is the key."""
        rest = self.given(piece)
        return {"name": rest.pop("name"), "movement": rest.pop("movement")} | {
            name: each for name, each in rest.items() if name != "letter"
        }


def usual_of(field: Field[Any]) -> Any:
    """What an attribute of a dataclass is when it is left out."""
    return field.default if field.default_factory is MISSING else field.default_factory()


def _kind(movement: Any) -> str:
    """The kind of a movement.

    Raises:
        UnsaidError: it is code.
    """
    kind = in_words(type(movement).__name__)
    if getattr(fairyring.pieces, type(movement).__name__, None) is not type(movement):
        raise UnsaidError(f"its movement {type(movement).__name__} is code, which no game file can hold")
    return kind


# -- boards -------------------------------------------------------------------------------------


def said_board(board: Board) -> dict[str, Any]:
    """A board's table: by the builder that would make it, or square by square.

    Raises:
        UnsaidError: no table makes it.
    """
    usual = set(board.coordinates)
    for kind, arguments in _candidates(board):
        try:
            made = BUILDERS[kind](**arguments)
        except ValueError:
            continue
        missing = [name for name in made.names if name not in usual]
        if missing:
            made = with_holes(made, missing)
        if (made.names, made.charts, made.joints) == (board.coordinates, board.charts, board.joints):
            own = {name: joined for name, joined in board.links.items() if made.links.get(name) != joined}
            if made.links.keys() <= board.links.keys():
                table = {"kind": kind, **arguments, **({"holes": missing} if missing else {})}
                return table | _further(board, made, own)
    raise UnsaidError("its board has squares or parts that no game file can say")


def _candidates(board: Board) -> Iterator[tuple[str, dict[str, Any]]]:
    """The tables that could be the board's, the plainest first."""
    first = board.charts[0]
    size = {"width": first.width, "height": first.height}
    if len(board.charts) == 1:
        if first.lattice == HEXAGONS:
            yield "hexagons", {"edge": (first.width + 1) // 2}
        if first.lattice == LEVELS:
            levels = [name[0] for name in board.coordinates]
            titles = dict(zip(levels, board.regions, strict=True))
            boards = len(titles)
            width = (first.width + boards - 1) // (2 * boards - 1)
            numbers = {"width": width, "height": first.height, "boards": boards}
            if [*titles] != [*titles.values()] and [titles[level] for level in levels] == [*board.regions]:
                yield "levels", numbers | {"titles": [*titles.values()]}
            yield "levels", numbers
        yield "grid", size
        if board.joints:
            number = len(board.joints) + 1
            yield "end_to_end", {"width": first.width, "height": first.height // number, "boards": number}
        yield from _sewn(board)
    else:
        yield "stacked", size
        yield "shared_ring", size
        yield "pair", size
    yield "charted", _charted(board)


def _sewn(board: Board) -> Iterator[tuple[str, dict[str, Any]]]:
    """The tables of boards side by side that could be these: by the sizes of the parts."""
    chart, parts = board.charts[0], len({*board.regions})
    for height in range(1, chart.height + 1):
        if parts < 2 or chart.height % height:
            continue
        filled = [sum(site != HOLE for site in row) for row in reversed(chart.rows[:: height or 1])]
        for width in range(1, chart.width + 1):
            if all(number % width == 0 for number in filled) and sum(filled) == parts * width:
                rows = [number // width for number in filled]
                yield "sewn", {"width": width, "height": height, "rows": rows}


def _charted(board: Board) -> dict[str, Any]:
    def row(sites: Sequence[int]) -> str:
        return " ".join("-" if site == HOLE else board.coordinates[site] for site in sites)

    titles = [str(chart.title) for chart in board.charts]
    charts = [[row(sites) for sites in reversed(chart.rows)] for chart in board.charts]
    return {"charts": charts} | ({"titles": titles} if any(titles) else {})


def _further(board: Board, made: Board, links: Mapping[str, Sequence[Sequence[int]]]) -> dict[str, Any]:
    """What a board has beyond what its builder makes."""
    found: dict[str, Any] = {}
    if board.usual:
        pairs = zip(board.usual, board.names, strict=True)
        found["names"] = {square: name for square, name in pairs if square != name}
    if board.edges != made.edges:
        found["edges"] = _edges(board.edges, Saying(board))
    if links:
        found["links"] = {
            name: {
                board.names[site]: [board.names[goal] for goal in goals]
                for site, goals in enumerate(joined)
                if goals
            }
            for name, joined in links.items()
        }
    if board.regions != made.regions:
        if len(board.charts) == 1 and board.regions == with_river(made).regions:
            found["river"] = True
        else:
            names = dict.fromkeys(region for region in board.regions if region)
            found["regions"] = {
                region: [board.names[site] for site, here in enumerate(board.regions) if here == region]
                for region in names
            }
    if board.colours:
        words = {number: word for word, number in COLOURS.items()}
        if not words.keys() >= {*board.colours.values()}:
            raise UnsaidError("its board has squares or parts that no game file can say")
        found["colours"] = {region: words[number] for region, number in board.colours.items()}
    return found


def _edges(edges: Mapping[Side, Edges], saying: Saying) -> dict[str, Any]:
    if edges[Side.WHITE] == edges[Side.BLACK]:
        return saying.given(edges[Side.WHITE])
    return {str(side): saying.given(edges[side]) for side in Side if edges[side] != STANDARD}


# -- castlings ----------------------------------------------------------------------------------


def said_castlings(board: Board, castlings: Sequence[Castling]) -> Any:
    """Castlings as a file says them: usual ones, those of Chess960, or one by one.

    Raises:
        UnsaidError: they cannot be said.
    """
    if not castlings:
        return NONE
    if castlings[0].anywhere:
        return _anywhere(board, castlings)
    try:
        if tuple(castlings) == usual_castlings(board):
            return "usual"
    except ValueError:
        pass  # the board has no usual castlings
    return [_castling(board, each) for each in castlings]


def _anywhere(board: Board, castlings: Sequence[Castling]) -> Any:
    king, rook = tuple(castlings[0].anywhere)
    goals = []
    for right in (True, False):
        made = next(each for each in castlings if (each.rook[0] > each.king[0]) is right)
        goals.append((board.coordinates[made.king[1]][0], board.coordinates[made.rook[1]][0]))
    if tuple(castlings) != castlings_anywhere(board, king, rook, goals):
        raise UnsaidError("a game file cannot describe its castlings")
    table = {"king": king, "rook": rook, "goals": [list(pair) for pair in goals]}
    own = {
        name: each for name, each in table.items() if each != Saying(board).said(getattr(Anywhere(), name))
    }
    return {"kind": "anywhere", **own} if own else "anywhere"


def _castling(board: Board, castling: Castling) -> dict[str, Any]:
    king, rook = ([board.names[site] for site in ends] for ends in (castling.king, castling.rook))
    table: dict[str, Any] = {"letter": castling.letter, "king": king, "rook": rook}
    return table if castling.safe else table | {"safe": False}
