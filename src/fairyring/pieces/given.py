"""What kinds of pieces may do because of each other: the moves that they lend and borrow.

They are ways with a condition: a piece of a certain kind stands on a certain site (`Hurdle.kind`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from fairyring.board import Board, Side
from fairyring.pieces.legs import Legs
from fairyring.pieces.lending import Borrows, Lends
from fairyring.pieces.movement import (
    BySide,
    Hurdle,
    Leap,
    Movement,
    Swap,
    Together,
    Way,
    Whose,
    field_names,
    together,
)
from fairyring.pieces.piece import Piece


@dataclass(frozen=True)
class _Given:
    """What a piece may do as long as another one stands somewhere.

    Attributes:
        kind: the letter of the other one.
        leap: the leap from this piece to the other.
        movement: how it may move.
        barred: the sites where each side's pieces may not end, White's first.
    """

    kind: str
    leap: Leap
    movement: Movement
    barred: tuple[frozenset[int], frozenset[int]] = (frozenset(), frozenset())

    def ways(self, board: Board, site: int, side: Side) -> Iterator[Way]:
        """The ways that are open with such a piece on each of the sites to which the leap leads."""
        for landing in self.leap.landings(board, site, side):
            passed = tuple(each for each in landing.way.through if each != site)
            for way in self.movement.ways(board, site, side):
                if way.goal not in self.barred[side.number]:
                    other = Hurdle(landing.way.goal, 0, Whose.OWN, kind=self.kind)
                    yield from _conditional(way, other, passed)


def _conditional(way: Way, other: Hurdle, passed: tuple[int, ...]) -> Iterator[Way]:
    """A way that is open only while another piece stands somewhere, and what lies between is empty."""
    met = {hurdle.site: hurdle for hurdle in way.hurdles}
    if other.site in (way.unload, *way.through) or not met.keys().isdisjoint(passed):
        return
    if way.goal == other.site:
        way = way._replace(move=False, capture=False)
    if way.goal in passed:
        way = way._replace(capture=False, friendly=False)
    if not (way.move or way.capture or way.friendly):
        return
    hurdles = (other, *way.hurdles)
    if known := met.get(other.site):  # it jumps over the other piece, or captures it on its way
        if known.whose is Whose.ENEMY:
            return
        same = known._replace(whose=Whose.OWN, kind=other.kind)
        hurdles = tuple(same if hurdle is known else hurdle for hurdle in way.hurdles)
    through = tuple(dict.fromkeys((*way.through, *(each for each in passed if each != way.goal))))
    yield way._replace(through=through, hurdle=hurdles[0], more=hurdles[1:], passing=None)


def resolved(
    pieces: Sequence[Piece], sites: Iterable[int], promotes: Callable[[int, Side], bool]
) -> tuple[Piece, ...]:
    """Kinds of pieces with the moves that they lend each other and borrow from each other.

    Castling and capturing en passant are neither lent nor borrowed. What is lent to a pawn does not lead to
    where it promotes. It does not matter whether this has been done before.

    Args:
        pieces: all kinds of a game.
        sites: the sites of its board.
        promotes: whether a side's pawn promotes on a site.
    """
    own = {piece.letter: without_given(piece.movement) for piece in pieces}
    if not any(_said(movement) for movement in own.values()):
        changed = (piece for piece in pieces if own[piece.letter] != piece.movement)
        without = {piece.letter: replace(piece, movement=own[piece.letter]) for piece in changed}
        return tuple(without.get(piece.letter, piece) for piece in pieces)
    lent = {side: [*_lent(own, side)] for side in Side}
    last = [frozenset(site for site in sites if promotes(site, side)) for side in Side]
    found = []
    for piece in pieces:
        by_side = []
        for side in Side:
            barred = (last[0], last[1]) if piece.pawn else (frozenset[int](), frozenset[int]())
            given: list[Movement] = [replace(each, barred=barred) for each in lent[side]]
            given += [
                _Given(letter, borrows.leap, movement)
                for borrows in parts_of(own[piece.letter], side)
                if isinstance(borrows, Borrows)
                for letter, movement in own.items()
            ]
            by_side.append(together((own[piece.letter], *given)))
        both = by_side[0] if by_side[0] == by_side[1] else BySide(*by_side)
        found.append(replace(piece, movement=both))
    return tuple(found)


def _lent(movements: dict[str, Movement], side: Side) -> Iterator[_Given]:
    for letter, movement in movements.items():
        for part in parts_of(movement, side):
            if isinstance(part, Lends):
                back = replace(part.leap, right=-part.leap.right, forward=-part.leap.forward)
                yield _Given(letter, back, part.movement)


def without_given(movement: object) -> Movement:
    """A movement without what `resolved` has given it."""
    match movement:
        case BySide():
            white, black = without_given(movement.white), without_given(movement.black)
            return white if white == black else replace(movement, white=white, black=black)
        case Together() if any(isinstance(part, _Given) for part in movement.parts):
            rest = tuple(part for part in movement.parts if not isinstance(part, _Given))
            return rest[0] if len(rest) == 1 else Together(rest)
    assert hasattr(movement, "ways")
    return movement


def parts_of(movement: Movement, side: Side) -> Iterator[Movement]:
    """The parts of a side's movement, from several movements as one on."""
    match movement:
        case Together():
            for part in movement.parts:
                yield from parts_of(part, side)
        case BySide():
            yield from parts_of(movement.of(side), side)
        case _:
            yield movement


def _said(movement: object) -> bool:
    """Whether a movement lends or borrows; refused where it is no part of the whole movement."""
    whole = any(isinstance(part, Lends | Borrows) for side in Side for part in parts_of(movement, side))  # type: ignore[arg-type]
    if not whole and _within(movement):
        raise ValueError("a piece lends or borrows moves as a whole, not as a part of another movement")
    return whole


def _within(movement: object) -> bool:
    return holds(movement, lambda part: isinstance(part, Lends | Borrows))


def holds(movement: object, fits: Callable[[object], bool]) -> bool:
    """Whether a movement, or anything that it is made of, is such a thing."""
    if fits(movement):
        return True
    if isinstance(movement, Leap):  # as most are: it has no movement within
        return False
    if isinstance(movement, tuple):
        return any(holds(each, fits) for each in movement)
    return any(holds(getattr(movement, name), fits) for name in field_names(movement))


def puts_down(movement: object) -> bool:
    """Whether a movement that is data puts pieces down elsewhere in place of capturing them."""

    def fits(part: object) -> bool:
        return isinstance(part, Swap) or (isinstance(part, Legs) and part.unload is not None)

    return holds(movement, fits)
