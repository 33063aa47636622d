"""Evaluation of positions of the piloting family, and quick scores of captures."""

from __future__ import annotations

from typing import Any

from fairyring.kernels.compiling import I, U, inlined, lowest_bit
from fairyring.kernels.contract import CLOCK, SIDE
from fairyring.kernels.orthodox.codes import (
    BYTE_MASK,
    DROP,
    FIELD_MASK,
    GOAL_SHIFT,
    NON_PAWN,
    PROMOTION_SHIFT,
    SITE_MASK,
    SKIP_MASK,
    SKIP_SHIFT,
    TAG_MASK,
    TAG_SHIFT,
)
from fairyring.kernels.orthodox.evaluate import from_mechanics, learned, seen_by, tapered
from fairyring.kernels.orthodox.tables import BALANCE, KING
from fairyring.kernels.orthodox.worth import MOBILITY, OPENING, PLAIN, PRESSURE, TEMPO, THREAT, halves
from fairyring.kernels.piloting.attacks import attacks_along, small_count, small_pieces, small_words
from fairyring.kernels.piloting.moves import first_of, second_of
from fairyring.kernels.stages import tempting

# One part in so many of a big piece's value counts for its own colour, another for the side that alone
# rides it: it is a weapon of its riders, but can capture only one colour.
COLOUR_PART, CONTROL_PART = I(10), I(4)
FADING = I(200)  # plies without progress after which nothing would be left of an advantage


@inlined
def lazy_eval(tables: Any, states: Any, ply: Any) -> Any:
    """The contract's ``lazy_eval``: small pieces by placement, and who controls the big ones."""
    smalls = small_count(states)
    big = I(0)
    for site in range(smalls, U(states.cells.shape[2])):
        piece = U(states.cells[ply, U(0), site])
        if piece != U(0):
            big += _big_value(tables.worth, site, piece, _controller(states, ply, site))
    opening, ending = halves(states.info[ply, BALANCE])
    sooner, later = from_mechanics(tables, states, ply)
    return _for_mover(tables, states, ply, opening + sooner, ending + later, I(0), big)


@inlined
def evaluate(tables: Any, states: Any, ply: Any) -> Any:
    """The contract's ``evaluate``: the mover's advantage in hundredths of a pawn.

    Small pieces by placement, tapered, and by their mobility, above all around the enemy's king; big pieces
    by the side that alone rides them, their mobility, and a little by their colour; and big pieces that
    attack the one under a king.
    """
    ways, worth = tables.ways, tables.worth
    smalls = small_count(states)
    opening, ending = halves(states.info[ply, BALANCE])
    live, big, near, threats = I(0), I(0), I(0), I(0)
    for side in range(U(2)):
        sign = I(1) - I(2) * I(side)
        enemy = states.info[ply, KING + (U(1) - side)]
        pressure = I(0)
        for word in range(small_words(states)):
            pieces = small_pieces(states, ply, side, word)
            while pieces != U(0):
                site = (word << U(6)) + lowest_bit(pieces)
                pieces &= pieces - U(1)
                piece = U(states.cells[ply, U(0), site])
                if ways.kinds[piece] == NON_PAWN:
                    found = _step_mobility(ways, worth.zones, states, ply, site, piece, enemy)
                    live += sign * (found & I(0xFF)) * I(worth.pieces[piece, MOBILITY])
                    pressure += found >> I(8)
        near += sign * (pressure * pressure)
        threats += sign * _threats(ways, states, ply, states.info[ply, KING + side])
    opening += near * I(worth.whole[PRESSURE]) // I(100) - threats * I(worth.whole[THREAT])
    for site in range(smalls, U(states.cells.shape[2])):
        piece = U(states.cells[ply, U(0), site])
        if piece != U(0):
            controller = _controller(states, ply, site)
            big += _big_value(worth, site, piece, controller)
            if controller != I(0) and ways.kinds[piece] == NON_PAWN:
                goals = _big_mobility(ways, states, ply, site, piece)
                big += controller * (goals * I(worth.pieces[piece, MOBILITY]) // I(100))
    sooner, later = from_mechanics(tables, states, ply)
    usual = _for_mover(tables, states, ply, opening + sooner, ending + later, live, big)
    return usual + learned(worth, states, ply, states.info[ply, SIDE])


@inlined
def _for_mover(tables: Any, states: Any, ply: Any, opening: Any, ending: Any, live: Any, big: Any) -> Any:
    """The mover's score, from White's for small pieces, their mobility in hundredths, and big pieces."""
    score = tapered(tables.worth, states, ply, opening, ending, live + big * I(100))
    # The side that is ahead should do what cannot be undone before the clock runs out.
    score = score * (FADING - I(states.info[ply, CLOCK])) // FADING
    return seen_by(tables.worth, states.info[ply, SIDE], score) + I(tables.worth.whole[TEMPO])


@inlined
def _step_mobility(ways: Any, zones: Any, states: Any, ply: Any, site: Any, piece: Any, enemy: Any) -> Any:
    """The number of a small piece's goals, and above the eighth bit of those around the enemy's king."""
    smalls = small_count(states)
    at = piece * U(states.cells.shape[2]) + site
    i, end = U(ways.ray_start[at]), U(ways.ray_start[at + U(1)])
    goals, near = I(0), I(0)
    while i < end:
        step = U(ways.rays[i])
        goal = step & SITE_MASK
        other = U(states.cells[ply, U(0), goal])
        stands = states.cells[ply, U(0), smalls + (goal >> U(2))] != 0
        if stands and (other == U(0) or (other ^ piece) & U(1) != U(0)):
            goals += I(1)
            near += I((zones[U(0), enemy, goal >> U(6)] >> (goal & U(63))) & U(1))
        i += U(1) if stands and other == U(0) else (step >> SKIP_SHIFT) & SKIP_MASK
    return goals | near << I(8)


@inlined
def _threats(ways: Any, states: Any, ply: Any, king: Any) -> Any:
    """How many big pieces attack the one under a king, with or without a pilot."""
    under = small_count(states) + (king >> U(2))
    colour = U(states.cells[ply, U(0), under]) & U(1)
    i, end = U(ways.attack_start[under]), U(ways.attack_start[under + U(1)])
    number = I(0)
    while i < end:
        step = ways.attacks[i]
        piece = U(states.cells[ply, U(0), step & SITE_MASK])
        if piece == U(0):
            i += U(1)
            continue
        if piece & U(1) != colour and attacks_along(step, piece):
            number += I(1)
        i += (step >> SKIP_SHIFT) & SKIP_MASK
    return number


@inlined
def _big_value(worth: Any, site: Any, piece: Any, controller: Any) -> Any:
    """A big piece's value to White, for its colour and its `_controller`."""
    value = I(worth.places[piece, site, OPENING])
    colour = I(1) - I(2) * I(piece & U(1))
    return colour * (value // COLOUR_PART) + controller * (value // CONTROL_PART)


@inlined
def _controller(states: Any, ply: Any, site: Any) -> Any:
    """Whose riders alone are on a big square: 1 White's, -1 Black's, 0 both or none."""
    base = (site - small_count(states)) << U(2)
    word, place = base >> U(6), base & U(63)  # the four backs lie side by side in one word of a set
    white = (states.bits[ply, U(0), word] >> place) & U(15) != U(0)
    black = (states.bits[ply, U(1), word] >> place) & U(15) != U(0)
    return I(white) - I(black)


@inlined
def _big_mobility(ways: Any, states: Any, ply: Any, site: Any, piece: Any) -> Any:
    """The number of goals of a big piece."""
    at = piece * U(states.cells.shape[2]) + site
    i, end = U(ways.ray_start[at]), U(ways.ray_start[at + U(1)])
    goals = I(0)
    while i < end:
        step = U(ways.rays[i])
        other = U(states.cells[ply, U(0), step & SITE_MASK])
        if other == U(0) or (other ^ piece) & U(1) != U(0):
            goals += I(1)
        i += U(1) if other == U(0) else (step >> SKIP_SHIFT) & SKIP_MASK
    return goals


@inlined
def capture_score(tables: Any, states: Any, ply: Any, move: Any) -> Any:
    """The contract's ``capture_score``."""
    if (move >> TAG_SHIFT) & TAG_MASK == DROP:
        return I(0)
    return tempting(tables, states, ply, move, _gain(tables.worth.pieces, states, ply, move))


@inlined
def _gain(values: Any, states: Any, ply: Any, move: Any) -> Any:
    """What a step or pilot move captures and promotes to.

    The value of what is captured, with all riders of a big piece, less a little of the capturing small
    piece's value; own riders that are lost count against it.
    """
    smalls = small_count(states)
    start, goal = move & FIELD_MASK, (move >> GOAL_SHIFT) & FIELD_MASK
    piece, captured = U(states.cells[ply, U(0), start]), U(states.cells[ply, U(0), goal])
    if captured == U(0) and move >> PROMOTION_SHIFT == U(0):
        return I(0)
    side = states.info[ply, SIDE]
    promotion = (move >> PROMOTION_SHIFT) & BYTE_MASK
    total = I(0)
    if start < smalls:
        total += I(values[captured, PLAIN])
        if promotion != U(0):
            total += I(values[promotion << U(1), PLAIN]) - I(values[piece, PLAIN])
        elif captured != U(0):
            total -= I(values[piece, PLAIN]) // I(32)
        return total if total > I(0) else I(1)
    if captured != U(0):
        total += I(values[captured, PLAIN]) // CONTROL_PART
        for corner in range(U(4)):
            rider = U(states.cells[ply, U(0), ((goal - smalls) << U(2)) + corner])
            if rider != U(0):
                total += I(values[rider, PLAIN]) if rider & U(1) != side else -I(values[rider, PLAIN])
    if promotion != U(0):
        total += (I(values[promotion << U(1), PLAIN]) - I(values[piece, PLAIN])) // CONTROL_PART
    for carried in (first_of(move), second_of(move)):
        total += I(values[carried << U(1), PLAIN])
    return total if total != I(0) else I(1)
