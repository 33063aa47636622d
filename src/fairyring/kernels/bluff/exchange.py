"""Static exchange evaluation in the bluff family: how captures on one site end, without playing them."""

from __future__ import annotations

from typing import Any

from fairyring.kernels.bluff.attacks import attacks_along
from fairyring.kernels.bluff.generate import CAPTURING, CASTLE, EN_PASSANT, TAG_MASK, captured_site
from fairyring.kernels.bluff.tables import (
    ATTACKED_FROM,
    CHIPS,
    DEMAND,
    KING,
    KINGS,
    NOWHERE,
    PAWN,
    PIECE,
    TRUE,
)
from fairyring.kernels.compiling import I, U, called, inlined, internal
from fairyring.kernels.orthodox.codes import EXTRA_SHIFT, FIELD_MASK, GOAL_SHIFT, PROMOTION_SHIFT, TAG_SHIFT
from fairyring.kernels.stages import sweeps

WHOLE_GAME = I(20000)  # for capturing a king that is known to be the True King
NO_PIECE = I(1 << 30)
# Of each line, four bits say how many pieces have left it to capture.
LINES, USED_BITS, USED_MASK = U(16), U(4), U(15)


@inlined
def foresees(tables: Any) -> Any:
    """The contract's ``foresees``: not where a capture takes more off the board than one piece."""
    return U(tables.ways.steps.shape[1]) <= LINES and not sweeps(tables)


@inlined
def outlasts(tables: Any, states: Any, ply: Any, move: Any, least: Any) -> Any:
    """The contract's ``outlasts``."""
    tag, promotion = (move >> TAG_SHIFT) & TAG_MASK, (move >> PROMOTION_SHIFT) & U(0xFF)
    if tag >= CASTLE:
        return True
    # Often the gain is enough even if the piece is lost: then nobody needs to look who could capture it.
    won, at_risk = gain(tables, states, ply, move), _at_risk(tables, states, ply, move)
    if promotion == U(0) and won - at_risk >= least:
        return True
    return won >= least and _keeps(tables, states, ply, move, won - least - at_risk)


@internal
def gain(tables: Any, states: Any, ply: Any, move: Any) -> Any:
    """The value of what a move of a piece captures and promotes to."""
    promotion, found = (move >> PROMOTION_SHIFT) & U(0xFF), I(0)
    target = captured_site(states, ply, move)
    if target != NOWHERE:
        found += value_on(tables, states, ply, target)
    if (move >> TAG_SHIFT) & TAG_MASK == CAPTURING:
        found += chips_on(tables, states, ply, (move >> GOAL_SHIFT) & FIELD_MASK)
    if promotion != U(0):
        found += I(tables.worth.pieces[promotion << U(1)])
        found -= I(tables.worth.pieces[states.cells[ply, PIECE, move & FIELD_MASK]])
    return found


@inlined
def value_on(tables: Any, states: Any, ply: Any, site: Any) -> Any:
    """What it is worth to capture the piece on a site."""
    piece = U(states.cells[ply, PIECE, site])
    return I(tables.worth.pieces[piece]) + _king_value(tables, states, ply, site, piece)


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
def chips_on(tables: Any, states: Any, ply: Any, site: Any) -> Any:
    """The value of the chips on a site."""
    value = I(0)
    for place in range(U(states.cells.shape[1]) - CHIPS):
        value += I(states.cells[ply, CHIPS + place, site]) * I(tables.worth.chips[place])
    return value


@inlined
def _at_risk(tables: Any, states: Any, ply: Any, move: Any) -> Any:
    """What the piece that a move brings to its goal is worth there."""
    promotion = (move >> PROMOTION_SHIFT) & U(0xFF)
    if promotion != U(0):
        return I(tables.worth.pieces[promotion << U(1)])
    return value_on(tables, states, ply, move & FIELD_MASK)


@called
def _keeps(tables: Any, states: Any, ply: Any, move: Any, balance: Any) -> Any:
    """Whether the mover keeps what it wants if both sides capture on a move's goal while that pays.

    ``balance``: what it has more than that if the piece on the goal is lost. The cheapest piece captures
    first; one behind it may come next.
    """
    ways, start, goal = tables.ways, move & FIELD_MASK, (move >> GOAL_SHIFT) & FIELD_MASK
    tag = (move >> TAG_SHIFT) & TAG_MASK
    gone = move >> EXTRA_SHIFT if tag == EN_PASSANT else start
    mover = U(states.cells[ply, PIECE, start]) & U(1)
    side, used = U(1) - mover, U(0)
    while balance < I(0):
        cheapest, line = NO_PIECE, U(0)
        for vector in range(U(ways.steps.shape[1])):
            at, left, near = U(ways.steps[goal, vector]), (used >> (USED_BITS * vector)) & USED_MASK, True
            while at != NOWHERE and left != USED_MASK:
                other = U(states.cells[ply, PIECE, at])
                if other != U(0) and at not in (start, gone):
                    if left == U(0):
                        if _captures(ways, other, side, vector, near, at, goal):
                            value = value_on(tables, states, ply, at)
                            if value < -balance:
                                return side == mover  # it is not missed, even if it is captured
                            if value < cheapest:
                                cheapest, line = value, vector
                        break
                    left -= U(1)
                if (ways.covers[0] >> vector) & U(1) == U(0):
                    break
                near = False
                at = U(ways.steps[at, vector])
        if cheapest == NO_PIECE:
            break
        used += U(1) << (USED_BITS * line)
        balance = -balance - I(1) - cheapest
        side = U(1) - side
    return side != mover


@inlined
def _captures(ways: Any, piece: Any, by: Any, vector: Any, near: Any, site: Any, goal: Any) -> Any:
    """Whether a piece on a line outward from a goal is one of side ``by`` that captures there."""
    if piece > DEMAND and piece & U(1) == by and ways.kinds[piece] == PAWN:
        first, second = ways.pawns[by, goal, ATTACKED_FROM], ways.pawns[by, goal, ATTACKED_FROM + U(1)]
        return site == U(first) or site == U(second)
    return attacks_along(ways, piece, by, vector, near)
