"""Evaluation of positions of the bluff family, and quick scores of captures."""

from __future__ import annotations

from typing import Any

from fairyring.kernels.bluff.attacks import attacked
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
    CHIPS,
    DEMAND,
    DENOMINATIONS,
    KING,
    KINGS,
    NOWHERE,
    PIECE,
    PURSES,
    SCORE,
    SCORE_ZERO,
    TRUE,
)
from fairyring.kernels.compiling import I, U, inlined, internal, lowest_bit
from fairyring.kernels.contract import RISK, SIDE
from fairyring.kernels.orthodox.codes import EXTRA_SHIFT, FIELD_MASK, GOAL_SHIFT, PROMOTION_SHIFT, TAG_SHIFT
from fairyring.kernels.orthodox.worth import WHOLE
from fairyring.kernels.stages import sweeps, swept

EXPOSED = I(4)  # hundredths of a pawn for each site from which a rider could attack a True King
OPEN = I(6)  # such sites that count on a line, at most
TEMPO_WORTH = I(WHOLE["tempo"].value)
WHOLE_GAME = I(20000)  # for capturing a king that is known to be the True King


@inlined
def evaluate(tables: Any, states: Any, ply: Any) -> Any:
    """The contract's ``evaluate``: the mover's advantage in hundredths of a pawn.

    Pieces by place; kings, worth the more the fewer are left; the chips in the purses; and, in a search, how
    exposed a True King is whose site the row has.
    """
    score = I(states.info[ply, SCORE]) - I(SCORE_ZERO)
    score += I(tables.worth.kings[states.info[ply, KINGS]])
    score -= I(tables.worth.kings[states.info[ply, KINGS + U(1)]])
    for place in range(U(states.cells.shape[1]) - CHIPS):
        more = I(states.info[ply, PURSES + place]) - I(states.info[ply, PURSES + U(DENOMINATIONS) + place])
        score += more * I(tables.worth.chips[place])
    if tables.ways.royal[U(0)] != 0:
        for side in range(U(2)):
            if knows(states, ply, side):
                king = U(states.info[ply, TRUE + side])
                bare = EXPOSED * _exposure(tables.ways, states, ply, side, king)
                score += bare if side == U(1) else -bare
    return (score if states.info[ply, SIDE] == U(0) else -score) + TEMPO_WORTH


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
    all
    of it if that is clearly more, and the piece can be recaptured.
    """
    tag, promotion = (move >> TAG_SHIFT) & TAG_MASK, (move >> PROMOTION_SHIFT) & U(0xFF)
    if tag >= PUT or (tag not in (CAPTURING, EN_PASSANT) and promotion == U(0)):
        return I(0)
    start, goal = move & FIELD_MASK, (move >> GOAL_SHIFT) & FIELD_MASK
    target = captured_site(states, ply, move)
    if sweeps(tables) and target != NOWHERE:
        return _sweep_value(tables, states, ply, start, goal, target)
    piece = U(states.cells[ply, PIECE, start])
    captured = U(states.cells[ply, PIECE, goal if tag != EN_PASSANT else move >> EXTRA_SHIFT])
    if tag == CAPTURING and promotion == U(0) and captured == U(0) and not has_stack(states, ply, goal):
        return I(0)
    return _capture_value(tables, states, ply, start, goal, piece, captured, tag, promotion)


@internal
def _sweep_value(tables: Any, states: Any, ply: Any, start: Any, goal: Any, target: Any) -> Any:
    """The value of all that leaves the board with a capture on a goal, less that of the mover's pieces.

    The captured piece is on the site ``target``.
    """
    side, value = states.info[ply, SIDE], _chips_on(tables, states, ply, goal)
    captured = U(states.cells[ply, PIECE, target])
    value += _king_value(tables, states, ply, target, captured) + I(tables.worth.pieces[captured])
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
                value += _king_value(tables, states, ply, site, piece) + I(tables.worth.pieces[piece])
    return value if value != I(0) else I(-1)


@inlined
def _king_value(tables: Any, states: Any, ply: Any, site: Any, piece: Any) -> Any:
    """What it is worth to capture a piece besides the piece itself, because it may be the True King."""
    if tables.ways.kinds[piece] != KING:
        return I(0)
    side = piece & U(1)
    if states.info[ply, TRUE + side] == site:
        return WHOLE_GAME
    left = states.info[ply, KINGS + side]
    return I(tables.worth.kings[left]) - I(tables.worth.kings[left - U(1)])


@inlined
def _chips_on(tables: Any, states: Any, ply: Any, site: Any) -> Any:
    """The value of the chips on a site."""
    value = I(0)
    for place in range(U(states.cells.shape[1]) - CHIPS):
        value += I(states.cells[ply, CHIPS + place, site]) * I(tables.worth.chips[place])
    return value


@internal
def _capture_value(
    tables: Any,
    states: Any,
    ply: Any,
    start: Any,
    goal: Any,
    piece: Any,
    captured: Any,
    tag: Any,
    promotion: Any,
) -> Any:
    pieces, side = tables.worth.pieces, piece & U(1)
    own, value = I(pieces[piece]), I(0)
    if captured > DEMAND:
        king = _king_value(tables, states, ply, goal, captured)
        if king == WHOLE_GAME:
            return king
        value = I(pieces[captured]) + king
    if tag == CAPTURING:
        value += _chips_on(tables, states, ply, goal)
    if promotion != U(0):
        value += I(pieces[promotion << U(1)]) - own
    elif own > value + RISK and attacked(tables.ways, states, ply, goal, U(1) - side):
        return min(value - own, I(-1))
    return max(value - own // I(32), I(1))
