"""Evaluation of positions of the bluff family, and quick scores of captures."""

from __future__ import annotations

from typing import Any

from fairyring.kernels.bluff.attacks import attacked
from fairyring.kernels.bluff.exchange import chips_on, foresees, gain, value_on
from fairyring.kernels.bluff.generate import (
    CAPTURING,
    EN_PASSANT,
    PUT,
    TAG_MASK,
    captured_site,
    has_stack,
    knows,
)
from fairyring.kernels.bluff.tables import (
    CAPTURES,
    CHIPS,
    DEMAND,
    DENOMINATIONS,
    KINGS,
    NOWHERE,
    PAWN,
    PIECE,
    PURSES,
    SCORE,
    SCORE_ZERO,
    TRUE,
)
from fairyring.kernels.compiling import I, U, inlined, internal, lowest_bit
from fairyring.kernels.contract import RISK, SIDE
from fairyring.kernels.orthodox.codes import FIELD_MASK, GOAL_SHIFT, PROMOTION_SHIFT, TAG_SHIFT
from fairyring.kernels.orthodox.worth import WHOLE
from fairyring.kernels.stages import sweeps, swept

EXPOSED = I(4)  # hundredths of a pawn for each site from which a rider could attack a True King
OPEN = I(6)  # such sites that count on a line, at most
TEMPO_WORTH = I(WHOLE["tempo"].value)
SUPPORT_WORTH, MENACE_WORTH = I(WHOLE["support"].value), I(WHOLE["menace"].value)


@inlined
def lazy_eval(tables: Any, states: Any, ply: Any) -> Any:
    """The contract's ``lazy_eval``: pieces by place; kings, worth the more the fewer are left; and chips."""
    score = I(states.info[ply, SCORE]) - I(SCORE_ZERO)
    score += I(tables.worth.kings[states.info[ply, KINGS]])
    score -= I(tables.worth.kings[states.info[ply, KINGS + U(1)]])
    for place in range(U(states.cells.shape[1]) - CHIPS):
        more = I(states.info[ply, PURSES + place]) - I(states.info[ply, PURSES + U(DENOMINATIONS) + place])
        score += more * I(tables.worth.chips[place])
    return (score if states.info[ply, SIDE] == U(0) else -score) + TEMPO_WORTH


@inlined
def evaluate(tables: Any, states: Any, ply: Any) -> Any:
    """The contract's ``evaluate``: the mover's advantage in hundredths of a pawn.

    What `lazy_eval` has; what pawns guard and attack; and, in a search, how
    exposed a True King is whose site the row has.
    """
    score = I(0)
    if not sweeps(tables):  # else guarding means little
        score += _guarded(tables, states, ply, U(0)) - _guarded(tables, states, ply, U(1))
    if tables.ways.royal[U(0)] != 0:
        for side in range(U(2)):
            if knows(states, ply, side):
                king = U(states.info[ply, TRUE + side])
                bare = EXPOSED * _exposure(tables.ways, states, ply, side, king)
                score += bare if side == U(1) else -bare
    return (score if states.info[ply, SIDE] == U(0) else -score) + lazy_eval(tables, states, ply)


@internal
def _guarded(tables: Any, states: Any, ply: Any, side: Any) -> Any:
    """What a side's pawns are worth for what they guard and attack."""
    ways, found = tables.ways, I(0)
    for word in range(U(states.bits.shape[2])):
        pieces = states.bits[ply, side, word]
        while pieces != U(0):
            start = (word << U(6)) + lowest_bit(pieces)
            pieces &= pieces - U(1)
            if ways.kinds[states.cells[ply, PIECE, start]] != PAWN:
                continue
            for column in range(CAPTURES, CAPTURES + U(2)):
                goal = U(ways.pawns[side, start, column])
                if goal == NOWHERE:
                    continue
                other = U(states.cells[ply, PIECE, goal])
                if other <= DEMAND:
                    continue
                if ways.kinds[other] == PAWN:
                    found += SUPPORT_WORTH * I(other & U(1) == side)
                elif other & U(1) != side:
                    found += MENACE_WORTH
    return found


@inlined
def _exposure(ways: Any, states: Any, ply: Any, side: Any, king: Any) -> Any:
    """How many sites in line with a king could hold a rider that attacks it, at most `OPEN` on a line."""
    found = I(0)
    for vector in range(U(ways.steps.shape[1])):
        if (ways.covers[0] >> vector) & U(1) == U(0):
            continue
        site, length = U(ways.steps[king, vector]), I(0)
        while site != NOWHERE and length < OPEN:
            piece = U(states.cells[ply, PIECE, site])
            if piece != U(0):
                length += I(piece != DEMAND and piece & U(1) != side)
                break
            length += I(1)
            site = U(ways.steps[site, vector])
        found += length
    return found


@inlined
def capture_score(tables: Any, states: Any, ply: Any, move: Any) -> Any:
    """The contract's ``capture_score``.

    The value of the captured piece, chips and promotion, less a little of the capturing piece's value; less
    all of it if that is clearly more, the piece can be recaptured, and captures are not foreseen.
    """
    tag, promotion = (move >> TAG_SHIFT) & TAG_MASK, (move >> PROMOTION_SHIFT) & U(0xFF)
    if tag >= PUT or (tag not in (CAPTURING, EN_PASSANT) and promotion == U(0)):
        return I(0)
    start, goal = move & FIELD_MASK, (move >> GOAL_SHIFT) & FIELD_MASK
    target = captured_site(states, ply, move)
    if sweeps(tables) and target != NOWHERE:
        return _sweep_value(tables, states, ply, start, goal, target)
    if tag == CAPTURING and promotion == U(0) and target == NOWHERE and not has_stack(states, ply, goal):
        return I(0)
    value, own = gain(tables, states, ply, move), I(tables.worth.pieces[states.cells[ply, PIECE, start]])
    if (
        own > value + RISK
        and promotion == U(0)
        and not foresees(tables)
        and attacked(tables.ways, states, ply, goal, U(1) - states.info[ply, SIDE])
    ):
        return min(value - own, I(-1))
    return max(value - own // I(32), I(1))


@internal
def _sweep_value(tables: Any, states: Any, ply: Any, start: Any, goal: Any, target: Any) -> Any:
    """The value of all that leaves the board with a capture on a goal, less that of the mover's pieces.

    The captured piece is on the site ``target``.
    """
    side, value = states.info[ply, SIDE], chips_on(tables, states, ply, goal)
    value += value_on(tables, states, ply, target)
    value -= I(tables.worth.pieces[states.cells[ply, PIECE, start]])
    for word in range(U(states.bits.shape[2])):
        pieces = swept(tables, states, ply, goal, word, U(0))
        while pieces != U(0):
            site = (word << U(6)) + lowest_bit(pieces)
            pieces &= pieces - U(1)
            piece = U(states.cells[ply, PIECE, site])
            if site in (start, goal):
                continue
            if piece & U(1) == side:
                value -= I(tables.worth.pieces[piece])
            else:
                value += value_on(tables, states, ply, site)
    return value if value != I(0) else I(-1)
