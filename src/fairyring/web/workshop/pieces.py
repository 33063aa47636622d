"""The pieces of the workshop: those that games have, and those that a user makes of goals or of letters."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from typing import Any, Final, Literal

from fairyring.board import Board, Side, grid, hexagons
from fairyring.board.lattice import HEXAGONS, LEVELS
from fairyring.drawing.artwork import pictures
from fairyring.gamefiles.faults import FaultsError
from fairyring.gamefiles.pieces import MOVEMENT
from fairyring.names import variants
from fairyring.pieces import BetzaError, Dialect, Leap, Movement, betza
from fairyring.pieces.betza.beside import BESIDE
from fairyring.pieces.betza.writing import notation_of, parts_of
from fairyring.pieces.movement import Hop, Together, Whose
from fairyring.web.languages import phrase
from fairyring.web.workshop.changes import FARTHEST, Part
from fairyring.web.workshop.tasks import Report

REACH = 4  # squares that a diagram shows in each direction
MOVE, CAPTURE, INITIAL, OVER, FRIENDLY = 1, 2, 4, 8, 16
"""What a dot of a diagram says; see `dots`."""
NOTHING: Final[dict[str, Any]] = {"beside": "", "parts": None, "dots": [], "within": False}

Json = dict[str, Any]


def parts(movement: Movement) -> list[Part] | None:
    """The vectors of a movement, to be painted; None if it is more than vectors."""
    found = parts_of(movement)
    if found is None or not all(map(_is_plain, found)):
        return None
    return sorted(map(_part, found), key=lambda part: (part.hop, part.limit, part.forward, part.right))


def _is_plain(part: Movement) -> bool:
    leap = part.leap if isinstance(part, Hop) else part
    whose = part.whose if isinstance(part, Hop) else Whose.ANY
    if not isinstance(leap, Leap) or leap.friendly or whose is not Whose.ANY:
        return False
    return max(abs(leap.right), abs(leap.forward), leap.limit) <= FARTHEST


def _part(part: Movement) -> Part:
    hop: Literal["", "over", "near"] = ("near" if part.near else "over") if isinstance(part, Hop) else ""
    leap = part.leap if isinstance(part, Hop) else part
    assert isinstance(leap, Leap)
    return Part(
        right=leap.right,
        forward=leap.forward,
        limit=leap.limit,
        move=leap.move,
        capture=leap.capture,
        initial=leap.initial,
        lame=leap.lame,
        hop=hop,
    )


def notation(painted: list[Part]) -> str | None:
    """The letters for some vectors; None if there are none for them."""
    made = frozenset(map(_movement, painted))
    found = notation_of(made, Dialect.FAIRYRING)
    return found if found and parts_of(found, Dialect.FAIRYRING) == made else None


def _movement(part: Part) -> Movement:
    lame = part.lame and max(abs(part.right), abs(part.forward)) > 1
    leap = Leap(part.right, part.forward, part.limit, part.move, part.capture, lame, part.initial)
    return Hop(leap, part.hop == "near") if part.hop else leap


def dots(movement: Movement, on_hexagons: bool = False) -> list[list[int]]:
    """Where a piece in the middle of an otherwise empty board could go: files right, ranks ahead, and what.

    What is a sum: 1 it moves there, 2 it captures there, 4 by its first move only, 8 only over a piece, 16 it
    captures its own side's pieces there.
    """
    board = _field(on_hexagons)
    middle = board.numbers[_middle(board)]
    found: dict[int, int] = {}
    for way in movement.ways(board, middle, Side.WHITE):
        what = MOVE * way.move | CAPTURE * way.capture | FRIENDLY * way.friendly
        limits = INITIAL * way.initial | OVER * bool(way.hurdles)
        before = found.get(way.goal, INITIAL | OVER)
        found[way.goal] = (before | what) & ~(INITIAL | OVER) | (before & limits)
    places = {site: board.places[site][0] for site in found}
    return [
        [places[site].x - REACH, places[site].y - REACH, what]
        for site, what in sorted(found.items())
        if site != middle
    ]


@cache
def _field(on_hexagons: bool) -> Board:
    return hexagons(REACH + 1) if on_hexagons else grid(2 * REACH + 1, 2 * REACH + 1)


def _middle(board: Board) -> str:
    return board.names[board.charts[0].rows[REACH][REACH]]


def is_within(said: Any) -> bool:
    """Whether a movement that a file says keeps to an area."""
    return isinstance(said, dict) and said.get("kind") == "within"


def described(said: Any, on_hexagons: bool) -> Json:
    """A movement from a file: its letters, vectors to paint, and a diagram; nothing if it is not a movement.

    Of one that keeps to an area, it describes what the piece could do without it.
    """
    if is_within(said):
        return described(said.get("movement"), on_hexagons) | {"within": True}
    try:
        return _described(MOVEMENT.read(said, ()), on_hexagons)
    except FaultsError:
        return {"notation": said if isinstance(said, str) else "", **NOTHING, "hexagons": on_hexagons}


def _described(movement: Movement, on_hexagons: bool) -> Json:
    painted = parts(movement)
    letters = movement.notation if isinstance(movement, Together) else ""
    beside = "".join(found[0] for found in BESIDE.finditer(letters))
    return {
        "notation": letters,
        "beside": beside,
        "parts": None if painted is None else [part.model_dump() for part in painted],
        "dots": _dots(movement, on_hexagons),
        "hexagons": on_hexagons,
        "within": False,
    }


def _dots(movement: Movement, on_hexagons: bool) -> list[list[int]]:
    """The dots of a movement; none if it needs a board with links or squares of its own."""
    try:
        return dots(movement, on_hexagons)
    except ValueError:
        return []


def of_letters(letters: str, on_hexagons: bool) -> Json:
    """The movement of some letters, with what is wrong in them."""
    try:
        return {**_described(betza(letters), on_hexagons), "error": "", "column": 0}
    except BetzaError as error:
        nothing = {"notation": letters, **NOTHING, "hexagons": on_hexagons}
        return {**nothing, "error": phrase(error.message), "column": error.column}


def of_parts(painted: list[Part], beside: str, on_hexagons: bool) -> Json:
    """The movement of painted vectors; what letters say beside movement is kept."""
    found = notation(painted)
    if found is None:
        nothing = {"notation": "", **NOTHING, "hexagons": on_hexagons}
        return {**nothing, "error": "no letters say these goals", "column": 0}
    return of_letters(found + beside, on_hexagons)


def movement(letters: str, _: Report, painted: list[Json] | None, beside: str, hexagons: bool) -> Json:
    """A movement by its letters or, if there are any, by painted vectors."""
    if painted is None:
        return of_letters(letters, hexagons)
    return of_parts([Part.model_validate(part) for part in painted], beside, hexagons)


@cache
def catalogue() -> list[Json]:
    """The pieces that the games here have and that letters describe; those in most games come first."""
    from fairyring.variants import define

    times: Counter[tuple[str, str, str]] = Counter()
    kinds: dict[tuple[str, str, str], Json] = {}
    for name in variants():
        game = define(name, {})[1]
        for piece in game.rules.pieces:
            movement = piece.movement
            letters = movement.notation if isinstance(movement, Together) else ""
            if not isinstance(movement, Together) or not letters or piece.letter.startswith("+"):
                continue
            key = piece.name, letters, _board_for(game.rules.board, letters)
            times[key] += 1
            drawn = piece.picture in pictures()
            known = kinds.setdefault(
                key,
                {
                    "name": piece.name,
                    "letter": piece.letter,
                    "picture": piece.picture if drawn else "",
                    "pawn": piece.pawn,
                    "board": key[2],
                    "games": [],
                    "notation": letters,
                    "dots": dots(movement, key[2] == "hexagons"),
                },
            )
            if len(known["games"]) < 3:
                known["games"].append(str(game.title))
    return [kinds[key] for key, _ in sorted(times.items(), key=lambda each: (-each[1], each[0]))]


def _board_for(board: Board, letters: str) -> str:
    """The kind of board that letters are for, if they mean something else on others; else empty."""
    if board.charts[0].lattice == HEXAGONS:
        return "hexagons"
    return "levels" if re.search(r"\(\d+,\d+\)", letters) and board.charts[0].lattice == LEVELS else ""


def drawings() -> list[str]:
    """The names of all drawings of pieces, without those that are characters."""
    return sorted(name for name in pictures() if not re.search("-[0-9a-f]{4}$", name))
