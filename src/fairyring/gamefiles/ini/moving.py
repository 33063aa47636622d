"""How a piece moves, taken apart as sections of ini files say it: the way back from `setup.movement`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from fairyring.board import Area, Board, Side
from fairyring.gamefiles.ini.keys import KINDS
from fairyring.gamefiles.ini.reading import UnsaidError
from fairyring.gamefiles.ini.saying import Saying
from fairyring.gamefiles.ini.setup import LONG_STEPS, ON_LINES, STOCKFISH
from fairyring.mechanics import LongSteps
from fairyring.pieces import Movement, Piece, betza
from fairyring.pieces.betza.writing import Parts, parts_of, single
from fairyring.pieces.movement import Leap, Together, Way, Where, Within

BY_LINES: Final = "janggi"
"""The built-in game from which a section has to inherit a king that moves along lines."""


class Moving(NamedTuple):
    """How a piece moves.

    Attributes:
        movement: its movement, wherever it is.
        area: the part of the board where it stays, or None.
        along: what else it does in a part of the board, or None.
    """

    movement: Movement
    area: Area | None
    along: Within | None


def moving(piece: Piece) -> Moving:
    """A piece's movement, taken apart."""
    assert not isinstance(piece.movement, str)
    movement, area = _within(piece.movement)
    parts = [*single(movement)]
    inner = [part for part in parts if isinstance(part, Within)]
    if not inner or len(parts) == 1:
        return Moving(movement, area, None)
    along = inner[-1]
    rest = [part for part in parts if part is not along]
    movement = rest[0] if len(rest) == 1 else Together(tuple(rest))
    if area is None:
        movement, area = _within(movement)
    return Moving(movement, area, along)


def _within(movement: Movement) -> tuple[Movement, Area | None]:
    """A movement without its area, and the area."""
    return (movement.movement, movement.area) if isinstance(movement, Within) else (movement, None)


def alike(movement: Movement, board: Board) -> Parts | None:
    """The parts of a kind that moves as a movement does, which is written otherwise."""
    for each in KINDS.values():
        if each.movement and _same(movement, betza(each.movement, STOCKFISH), board):
            return parts_of(each.movement)
    return None


def _same(one: Movement, other: Movement, board: Board) -> bool:
    """Whether two movements are the same, apart from first steps to where a piece may go anyway."""

    def ways(movement: Movement, site: int, side: Side) -> set[Way]:
        found = {way._replace(passing=None) for way in movement.ways(board, site, side)}
        usual = {way.goal for way in found if way.move and not way.initial}
        return {way for way in found if not (way.initial and way.goal in usual)}

    sites = ((site, side) for site in range(len(board)) for side in Side)
    return all(ways(one, *each) == ways(other, *each) for each in sites)


def by_area(saying: Saying, piece: Piece, movement: Where) -> str:
    """The kind of a soldier, or of a pawn with long steps: both move in another way in a part of the board.

    Raises:
        UnsaidError: it is neither.
    """
    if (parts_of(movement.inside), parts_of(movement.outside)) == (parts_of("fW"), parts_of("fsW")):
        return _soldier(saying, movement.area)
    long, usual = (betza(notation, STOCKFISH) for notation in LONG_STEPS)
    board = saying.rules.board
    if not piece.pawn or not _same(movement.inside, long, board) or not _same(movement.outside, usual, board):
        raise UnsaidError(f"its {piece.name} moves in another way in some part of the board")
    if not any(isinstance(mechanic, LongSteps) for mechanic in saying.rules.mechanics):
        raise UnsaidError("its long steps are not captured en passant on every square that they cross")
    saying.sided("tripleStepRegion", *saying.regions(movement.area))
    return "pawn"


def _soldier(saying: Saying, area: Area) -> str:
    """Say from which rank on soldiers move sideways."""
    board, inside = saying.rules.board, set[int]()
    for side in Side:
        ranks = {board.rank(site, side) for site in range(len(board)) if area(board, site, side)}
        inside = inside or ranks
        if ranks != set(range(len(ranks))) or ranks != inside:
            raise UnsaidError(
                "its soldiers move sideways in some part of the board that is not its last ranks"
            )
    saying.say("soldierPromotionRank", str(len(inside) + 1))
    return "soldier"


def say_lines(saying: Saying, piece: Piece, kind: str, parts: Parts, moved: Moving) -> None:
    """Say along which lines a piece of a kind moves besides.

    Raises:
        UnsaidError: no piece of its kind does so.
    """
    assert moved.along
    board, along = saying.rules.board, moved.along
    lines, others = saying.regions(along.area)
    own = "W" if kind == "king" else KINDS[kind].movement
    if (
        kind not in ON_LINES
        or (parts, parts_of(along.movement)) != (parts_of(own), parts_of(ON_LINES[kind]))
        or lines != others
        or _leaves(moved, board)
    ):
        raise UnsaidError(f"there is no way to say how its {piece.name} moves")
    saying.say("diagonalLines", lines)
    if kind == "king":
        saying.parent = BY_LINES


def _leaves(moved: Moving, board: Board) -> bool:
    """Whether a piece leaves its area along the lines."""
    area, along = moved.area, moved.along
    if area is None or along is None:
        return False
    inside = ((site, side) for side in Side for site in range(len(board)) if area(board, site, side))
    return any(
        not area(board, way.goal, side) for site, side in inside for way in along.ways(board, site, side)
    )


def capturers(saying: Saying) -> Iterator[str]:
    """The letters of the pawns that capture en passant.

    Raises:
        UnsaidError: some captures of a pawn are en passant, too, and others are not.
    """
    for piece in saying.rules.pieces:
        leaps = [part for part in single(moving(piece).movement) if isinstance(part, Leap) and part.capture]
        passing = {part.passing is not False for part in leaps}
        if piece.pawn and len(passing) > 1:
            raise UnsaidError(f"some captures of its {piece.name} are en passant, too, and others are not")
        if piece.pawn and False not in passing:
            yield piece.letter
