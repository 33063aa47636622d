"""Boards and areas in game files."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from math import prod
from types import ModuleType
from typing import Any, Final, get_type_hints

import fairyring.board
from fairyring.board import (
    Area,
    Board,
    Edges,
    Side,
    SidesSquares,
    Squares,
    areas,
    with_holes,
    with_names,
    with_river,
)
from fairyring.board.build import misnamed
from fairyring.board.graph import PLAIN
from fairyring.errors import shown
from fairyring.gamefiles.derived import Derivation
from fairyring.gamefiles.faults import Fault, FaultsError
from fairyring.gamefiles.positions import Path
from fairyring.gamefiles.shapes import (
    Either,
    Entry,
    Items,
    Keyed,
    Kinds,
    Named,
    Schema,
    Schemas,
    Table,
    Text,
    Truth,
    Word,
    nearest,
)
from fairyring.gamefiles.squares import COORDINATE, NAME
from fairyring.kernels.orthodox import rules as orthodox
from fairyring.kernels.piloting.tables import stacked
from fairyring.messages import Message

MOST_SITES: Final = 640
FEW_SQUARES: Final = 12  # that an error lists, all of them

COLOURS: Final = {"plain": PLAIN, "yellow": 0, "green": 1, "red": 2, "blue": 3}
"""What a file calls the colours of a board's parts, in the order in which parts without one get them."""

_NAMES = Items(NAME, most=MOST_SITES)
_derivation = Derivation()

EDGES = Named("edges")
EDGES.shape = Table(
    {
        **_derivation.entries(Edges, partly=True),
        "white": Entry(_derivation.table(Edges), "the edges for White's pieces, if they differ"),
        "black": Entry(_derivation.table(Edges), "the edges for Black's pieces, if they differ"),
    },
    lambda white=None, black=None, **both: {
        side: own or Edges(**both) for side, own in ((Side.WHITE, white), (Side.BLACK, black))
    },
    "What happens at the edges of the board, as each side sees them from its own seat.",
)


def _builders() -> Iterator[Callable[..., Board]]:
    """The functions that make boards of numbers and texts."""
    known: list[Any] = [getattr(fairyring.board, name) for name in fairyring.board.__all__]
    functions: list[Any] = [*filter(inspect.isfunction, known), stacked]
    for function in functions:
        hints = get_type_hints(function)
        if hints.pop("return", None) is Board and Board not in hints.values():
            yield function


def _kind(builder: Callable[..., Board]) -> Table:
    """The table for boards that a function makes."""
    made_by = Derivation({get_type_hints(Board)["edges"]: EDGES, Edges | Mapping[Side, Edges]: EDGES})
    called = made_by.call(builder)
    own = {name: entry for name, entry in called.entries.items() if name != "edges"}
    return Table(own | _FURTHER, lambda **given: _built(builder, own, given), called.note, "a board")


_FURTHER: Final = {
    "edges": Entry(EDGES, "what happens at the edges"),
    "holes": Entry(Items(COORDINATE, most=MOST_SITES), "the names of squares that are not there"),
    "names": Entry(
        Keyed(COORDINATE, COORDINATE, MOST_SITES),
        "for the usual names of some squares, what they are called in place of these, everywhere else",
    ),
    "links": Entry(
        Keyed(Text(40), Keyed(NAME, _NAMES, MOST_SITES), 20),
        "for each named link, and for each square from which it leads, the squares to which it does",
    ),
    "regions": Entry(Keyed(Text(40), _NAMES, 64), "parts of the board with colours of their own"),
    "colours": Entry(
        Keyed(Text(40), Word(COLOURS), 65),
        "the colours of these parts, by their names; that of all other squares by an empty name",
    ),
    "river": Entry(Truth(), "whether a river and two palaces are drawn, as in Xiangqi"),
}


def _built(builder: Callable[..., Board], own: Mapping[str, Entry], given: dict[str, Any]) -> Board:
    """The board that a table describes.

    Raises:
        ValueError: there is no such board, or it is too large.
    """
    arguments = {name: value for name, value in given.items() if name in own}
    numbers = [abs(value) for value in arguments.values() if isinstance(value, int)]
    sums = [sum(map(abs, value)) for value in arguments.values() if _is_numbers(value)]
    if prod((*numbers, *sums)) > MOST_SITES:
        raise ValueError(Message("a board has at most {most} squares", most=MOST_SITES))
    board = builder(**arguments)
    if len(board) > MOST_SITES:
        raise ValueError(
            Message("a board has at most {most} squares, not {number}", most=MOST_SITES, number=len(board))
        )
    if "edges" in given:
        board = replace(board, edges=given["edges"])
    if given.get("holes"):
        for place, name in enumerate(given["holes"]):
            _site(board, name, ("holes", place))
        board = with_holes(board, given["holes"])
    if "names" in given:
        board = _named(board, given["names"])
    if given.get("river"):
        board = with_river(board)
    links = {name: _links(board, name, joined) for name, joined in given.get("links", {}).items()}
    regions = _regions(board, given["regions"]) if "regions" in given else board.regions
    colours = given.get("colours", {})
    known = dict.fromkeys(("", *regions, *given.get("regions", ())))
    for part in colours:
        if part not in known:
            raise FaultsError(_no_part(part, known))
    return replace(board, links={**board.links, **links}, regions=regions, colours=colours)


def _named(board: Board, names: Mapping[str, str]) -> Board:
    """The board with names of their own for some squares.

    Raises:
        FaultsError: there is no such square, or it cannot be called so.
    """
    for square in names:
        _site(board, square, ("names", square), on_key=True)
    faults = [Fault(("names", square), reason) for square, reason in misnamed(board, names)]
    if faults:
        raise FaultsError(*faults)
    return with_names(board, names)


def _is_numbers(value: object) -> bool:
    return isinstance(value, tuple) and all(isinstance(each, int) for each in value)


def _links(board: Board, name: str, joined: Mapping[str, Sequence[str]]) -> tuple[tuple[int, ...], ...]:
    known = {}
    for site, goals in joined.items():
        where = ("links", name, site)
        _site(board, site, where)
        known[site] = [_site(board, goal, (*where, place)) for place, goal in enumerate(goals)]
    return tuple(tuple(known.get(site, ())) for site in board.names)


def _regions(board: Board, regions: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
    found = dict(enumerate(board.regions or ("",) * len(board)))
    for region, names in regions.items():
        places = (("regions", region, place) for place in range(len(names)))
        found |= {_site(board, name, where): region for name, where in zip(names, places, strict=True)}
    return tuple(found.values())


def _no_part(name: str, parts: Iterable[str]) -> Fault:
    """That a colour is for a part that is not there."""
    message = Message(
        "the board has no part {name}: {near}", name=shown(name), near=nearest(name, filter(None, parts))
    )
    return Fault(("colours", name), message, on_key=True)


def _site(board: Board, name: str, where: Path, on_key: bool = False) -> int:
    """The square of a name, which stands where it does in the board's table.

    Raises:
        FaultsError: there is none.
    """
    if name not in board.numbers:
        raise FaultsError(
            Fault(
                where,
                Message(
                    "the board has no square {name}: {near}",
                    name=shown(name),
                    near=nearest(name, board.names, FEW_SQUARES),
                ),
                on_key=on_key,
            )
        )
    return board.numbers[name]


BUILDERS: Final = {builder.__name__: builder for builder in _builders()}
"""The functions that make boards, by the kinds of boards."""

BOARD = Named("board", Kinds({name: _kind(builder) for name, builder in BUILDERS.items()}, usual="grid"))


def _areas(*modules: ModuleType) -> Iterator[tuple[str, Area]]:
    """The areas that have names: functions of a board, a site and a side."""
    for module in modules:
        for name, function in vars(module).items():
            if inspect.isfunction(function) and function.__module__ == module.__name__:
                hints = get_type_hints(function)
                if list(hints.values()) == [Board, int, Side, bool]:
                    yield name, function


AREA = Named("area")
_squares = _derivation.table(Squares)
_sides = Table(
    {side.value: Entry(AREA, f"{side.capitalize()}'s", required=True) for side in Side}, SidesSquares
)


class _AreaTable:
    """A table with the squares that fit all that is given, or with those of each side."""

    def read(self, value: object, path: Path) -> Any:
        """See `Shape`."""
        sided = isinstance(value, dict) and any(side in value for side in Side)
        return (_sides if sided else _squares).read(value, path)

    def schema(self, named: Schemas) -> Schema:
        """See `Shape`."""
        return {"anyOf": [_squares.schema(named), _sides.schema(named)]}


AREAS: Final = dict(_areas(areas, orthodox))
"""The areas that have names, by these."""

AREA.shape = Either(
    {str: Word(AREAS), dict: _AreaTable()},
    "the name of an area, or a table with ranks, files or names",
)
