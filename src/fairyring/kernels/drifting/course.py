"""A turn part by part, for showing it: what the kernel does, with the paths of the pieces."""

from __future__ import annotations

from collections.abc import Iterator

from fairyring.board import Board, Heading, Point, Side, path
from fairyring.kernels.compiling import U
from fairyring.kernels.contract import SIDE, States
from fairyring.kernels.drifting import play
from fairyring.kernels.drifting.drift import (
    BYTE_MASK,
    CASTLE,
    EN_PASSANT,
    EXTRA_SHIFT,
    FIELD_MASK,
    GIVEN_SHIFT,
    GOAL_SHIFT,
    PROMOTION_SHIFT,
    STOP,
    TAG_MASK,
    TAG_SHIFT,
)
from fairyring.kernels.drifting.motion import REST, Mechanics, Vector
from fairyring.kernels.drifting.tables import PIECE, PLACE, VECTOR, Tables
from fairyring.kernels.orthodox.tables import ROOK_GOAL, ROOK_START
from fairyring.kernels.rules import Event, Momentum


def course(
    mechanics: Mechanics, tables: Tables, states: States, ply: int, move: int | None
) -> Iterator[Event]:
    """The events of a turn, as `Rules.course` has them."""
    # The row itself, a copy to play the turn on, and the spare rows.
    picked = [ply, ply, -2, -1]
    rows = States(states.cells[picked], states.info[picked], states.key[picked], states.bits[picked])
    side = Side.of(int(rows.info[0, int(SIDE)]))
    moved = None
    if move is not None:
        yield from _own_part(mechanics, tables, rows, side, move)
        play.begin(tables, rows, U(0), U(move))
        moved = move >> int(GOAL_SHIFT) & int(FIELD_MASK)
    pieces, places = rows.cells[1, int(PIECE)], rows.cells[1, int(PLACE)]
    drifting = [site for site, place in enumerate(places) if place and pieces[site] & 1 == side.number]
    for site in sorted(drifting, key=places.__getitem__):
        if site != moved:
            yield _automatic(mechanics, tables, rows, side, site)
    ring = mechanics.spinner.ring
    if ring and mechanics.spinner.after is side:
        yield Event("spin", ring)


def _own_part(mechanics: Mechanics, tables: Tables, rows: States, side: Side, move: int) -> Iterator[Event]:
    """What the mover does."""
    board, names = mechanics.board, mechanics.board.names
    start, goal = move & int(FIELD_MASK), move >> int(GOAL_SHIFT) & int(FIELD_MASK)
    tag, extra = move >> int(TAG_SHIFT) & int(TAG_MASK), move >> int(EXTRA_SHIFT)
    if tag == int(STOP):
        yield Event("stop", (names[start],))
        return
    if tag == int(CASTLE):
        corner = tables.ways.castlings[extra]
        for one, other in ((start, goal), (int(corner[int(ROOK_START)]), int(corner[int(ROOK_GOAL)]))):
            straight = board.places[other][0].x - board.places[one][0].x, 0
            yield Event("move", (names[one], names[other]), _legs(board, side, one, straight))
        return
    given = mechanics.vectors[move >> int(GIVEN_SHIFT) & int(BYTE_MASK)]
    promotion = move >> int(PROMOTION_SHIFT) & int(BYTE_MASK)
    kind = int(rows.cells[0, int(PIECE), start]) // 2 - 1
    landing, towards = next(
        (launch.landing, launch.towards)
        for _, launch in mechanics.launches(kind, start, side)
        if launch.landing.way.goal == goal and given in (REST, launch.vector)
    )
    target = extra if tag == int(EN_PASSANT) else goal
    movers = sum(
        1
        for site, place in enumerate(rows.cells[0, int(PLACE)])
        if place and rows.cells[0, int(PIECE), site] & 1 == side.number
    )
    yield Event(
        "move",
        (names[start], *(names[site] for site in landing.way.through), names[goal]),
        _legs(board, side, start, towards),
        captured=names[target] if rows.cells[0, int(PIECE), target] else "",
        becomes=mechanics.pieces[promotion - 1].letter if promotion else "",
        momentum=None if given == REST else Momentum(*given, movers + 1),
    )


def _automatic(mechanics: Mechanics, tables: Tables, rows: States, side: Side, site: int) -> Event:
    """What a piece in motion does by itself, made on row 1."""
    names, cells = mechanics.board.names, rows.cells[1]
    code, vector = int(cells[int(PIECE), site]), mechanics.vectors[int(cells[int(VECTOR), site])]
    before = cells[int(PIECE)].copy()
    goes_on = bool(play.go_on(tables, rows, U(1), U(site)))
    glide = mechanics.glide(code // 2 - 1, side, vector, site)
    if glide is None or (not goes_on and cells[int(PIECE), site]):
        return Event("halt", (names[site],))
    new = int(cells[int(PIECE), glide.goal])
    place = int(cells[int(PLACE), glide.goal])
    return Event(
        "drift",
        (names[site], *(names[crossed] for crossed in glide.through), names[glide.goal]),
        _legs(mechanics.board, side, site, vector),
        captured=names[glide.goal] if glide.goal != site and before[glide.goal] else "",
        becomes=mechanics.pieces[new // 2 - 1].letter if new != code else "",
        momentum=Momentum(*glide.after, place) if goes_on else None,
    )


def _legs(board: Board, side: Side, site: int, vector: Vector) -> tuple[tuple[Point, ...], ...]:
    """The way along a vector as lines: they turn at cushions, and break off where the way wraps around."""
    heading = Heading(board.places[site][0], *vector)
    return tuple(tuple((round(x, 6), round(y, 6)) for x, y in line) for line in path(board, heading, side))
