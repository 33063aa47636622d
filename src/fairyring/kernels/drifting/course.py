"""A turn part by part, for showing it: what the kernel does, with the paths of the pieces."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

from fairyring.board import Board, Heading, Point, Side, path
from fairyring.kernels.compiling import U
from fairyring.kernels.contract import SIDE, States
from fairyring.kernels.drifting import play
from fairyring.kernels.drifting.drift import LAUNCHED, STEP_MASK, STOP
from fairyring.kernels.drifting.motion import REST, Mechanics, Vector
from fairyring.kernels.drifting.tables import PIECE, PLACE, VECTOR, DriftingTables
from fairyring.kernels.orthodox.codes import (
    BYTE_MASK,
    CASTLE,
    DROP,
    EN_PASSANT,
    EXTRA_SHIFT,
    FIELD_MASK,
    GOAL_SHIFT,
    PROMOTION_SHIFT,
    SITE_MASK,
    TAG_MASK,
    TAG_SHIFT,
)
from fairyring.kernels.orthodox.tables import ROOK_GOAL, ROOK_START
from fairyring.kernels.rules import Event, Momentum

Codes = npt.NDArray[np.uint8]  # of the pieces, by site


def course(
    mechanics: Mechanics, tables: DriftingTables, states: States, ply: int, move: int | None
) -> Iterator[Event]:
    """The events of a turn, as `Rules.course` has them."""
    # The row itself, a copy to play the turn on, and the spare rows.
    picked = [ply, ply, -2, -1]
    rows = States(states.cells[picked], states.info[picked], states.key[picked], states.bits[picked])
    side = Side.of(int(rows.info[0, int(SIDE)]))
    moved = None
    names = mechanics.board.names
    if move is not None:
        own = list(_own_part(mechanics, tables, rows, side, move))
        play.begin(tables, rows, U(0), U(move))
        yield from own
        yield from _gone(names, rows.cells[0, int(PIECE)], rows.cells[1, int(PIECE)], own)
        moved = move >> int(GOAL_SHIFT) & int(FIELD_MASK)
    pieces, places = rows.cells[1, int(PIECE)], rows.cells[1, int(PLACE)].copy()
    drifting = [site for site, place in enumerate(places) if place and pieces[site] & 1 == side.number]
    for site in sorted(drifting, key=places.__getitem__):
        if site != moved and rows.cells[1, int(PLACE), site]:
            before = pieces.copy()
            event = _automatic(mechanics, tables, rows, side, site)
            yield event
            yield from _gone(names, before, pieces, [event])
    ring = mechanics.spinner.ring
    if ring and mechanics.spinner.after is side:
        yield Event("spin", ring)


def _gone(names: Sequence[str], before: Codes, after: Codes, events: Sequence[Event]) -> Iterator[Event]:
    """The pieces that left the board although nothing captured them, if there are any."""
    there = {name for name, code in zip(names, before, strict=True) if code}
    for event in events:
        there -= {event.sites[0], event.captured}
        there.add(event.sites[-1])
    sites = tuple(name for name, code in zip(names, after, strict=True) if name in there and not code)
    if sites:
        yield Event("vanish", sites)


def _own_part(
    mechanics: Mechanics, tables: DriftingTables, rows: States, side: Side, move: int
) -> Iterator[Event]:
    """What the mover does."""
    board, names = mechanics.board, mechanics.board.names
    start, goal = move & int(FIELD_MASK), move >> int(GOAL_SHIFT) & int(FIELD_MASK)
    tag, extra = move >> int(TAG_SHIFT) & int(TAG_MASK), move >> int(EXTRA_SHIFT) & int(SITE_MASK)
    if tag in (int(STOP), int(DROP)):
        yield Event("stop" if tag == int(STOP) else "drop", (names[start],))
        return
    if tag == int(CASTLE):
        corner = tables.ways.castlings[extra]
        for one, other in ((start, goal), (int(corner[int(ROOK_START)]), int(corner[int(ROOK_GOAL)]))):
            shown = [
                (place, to) for place in board.places[one] for to in board.places[other] if place[0] == to[0]
            ]
            way = Heading(shown[0][0], shown[0][1].x - shown[0][0].x, 0)
            charts = tuple(place.chart for place, _ in shown)
            yield Event("move", (names[one], names[other]), _legs(board, side, way), charts=charts)
        return
    given = given_by(mechanics, tables, rows, 0, move)
    promotion = 0 if move & int(LAUNCHED) else move >> int(PROMOTION_SHIFT) & int(BYTE_MASK)
    kind = int(rows.cells[0, int(PIECE), start]) // 2 - 1
    empty = rows.cells[0, int(PIECE)] == 0
    open_ways = [
        launch
        for launch in mechanics.launches(kind, start, side)
        if launch.way.goal == goal
        and given in (REST, mechanics.given(kind, side, launch))
        and all(empty[crossed] for crossed in launch.way.through)
    ]
    crossing, _, towards, _ = open_ways[0]
    begins = [each.towards.place for each in open_ways if each.way == crossing and each.towards]
    charts = tuple(place.chart for place in begins if towards and place[1:] == towards.place[1:])
    target = extra if tag == int(EN_PASSANT) else goal
    movers = sum(
        1
        for site, place in enumerate(rows.cells[0, int(PLACE)])
        if place and rows.cells[0, int(PIECE), site] & 1 == side.number
    )
    yield Event(
        "move",
        (names[start], *(names[site] for site in crossing.through), names[goal]),
        _legs(board, side, towards) if towards else (),
        captured=names[target] if rows.cells[0, int(PIECE), target] else "",
        becomes=mechanics.pieces[promotion - 1].letter if promotion else "",
        momentum=None if given == REST else _momentum(mechanics, kind, side, given, goal, movers + 1),
        charts=charts,
    )


def _automatic(mechanics: Mechanics, tables: DriftingTables, rows: States, side: Side, site: int) -> Event:
    """What a piece in motion does by itself, made on row 1."""
    names, cells = mechanics.board.names, rows.cells[1]
    code, vector = int(cells[int(PIECE), site]), mechanics.vectors[int(cells[int(VECTOR), site])]
    kind = code // 2 - 1
    before = cells[int(PIECE)].copy()
    play.go_on(tables, rows, U(1), U(site))
    glide = mechanics.glide(kind, side, vector, site)
    goal = site if glide is None else glide.goal
    moving = int(cells[int(VECTOR), goal]) != 0
    if glide is None or (cells[int(PIECE), site] == code and (goal != site or not moving)):
        return Event("halt", (names[site],))
    new = int(cells[int(PIECE), goal])
    return Event(
        "drift",
        (names[site], *(names[crossed] for crossed in glide.through), names[goal]),
        _legs(mechanics.board, side, Heading(mechanics.place(vector, site), vector.dx, vector.dy)),
        captured=names[goal] if goal != site and before[goal] else "",
        becomes=mechanics.pieces[new // 2 - 1].letter if new not in (0, code) else "",
        momentum=momentum(mechanics, new, cells[int(VECTOR), goal], goal, cells[int(PLACE), goal]),
        charts=mechanics.charts(kind, side, vector, site),
    )


def momentum(mechanics: Mechanics, code: int, number: int, site: int, place: int) -> Momentum | None:
    """How a piece with a code, on a site, is in motion by the vector of a number; None if it is not."""
    if not number:
        return None
    return _momentum(mechanics, code // 2 - 1, Side.of(code & 1), mechanics.vectors[number], site, place)


def _momentum(mechanics: Mechanics, kind: int, side: Side, vector: Vector, site: int, place: int) -> Momentum:
    return Momentum(vector.dx, vector.dy, int(place), mechanics.charts(kind, side, vector, site))


def given_by(mechanics: Mechanics, tables: DriftingTables, states: States, ply: int, move: int) -> Vector:
    """The momentum that a move of a row's position gives its piece."""
    if not move & int(LAUNCHED):
        return REST
    start = move & int(FIELD_MASK)
    at = int(states.cells[ply, int(PIECE), start]) * states.cells.shape[2] + start
    step = int(tables.ways.ray_start[at]) + (move >> int(PROMOTION_SHIFT) & int(STEP_MASK))
    return mechanics.vectors[int(tables.parts[0].gives[step])]


def _legs(board: Board, side: Side, heading: Heading) -> tuple[tuple[Point, ...], ...]:
    """The way along a vector as lines: they turn at cushions, and break off where the way wraps around."""
    return tuple(tuple((round(x, 6), round(y, 6)) for x, y in line) for line in path(board, heading, side))
