"""Static exchange evaluation: how captures on one site end, without playing them."""

from __future__ import annotations

from typing import Any

from fairyring.kernels.compiling import I, U, called, inlined
from fairyring.kernels.contract import SIDE
from fairyring.kernels.orthodox.attacks import add_to_set, in_set, under_attack
from fairyring.kernels.orthodox.codes import (
    ATTACKER_SHIFT,
    BESIDE,
    BYTE_MASK,
    CASTLE,
    EN_PASSANT,
    FIELD_MASK,
    GOAL_SHIFT,
    PROMOTION_SHIFT,
    ROYAL,
    SITE_MASK,
    SKIP_MASK,
    SKIP_SHIFT,
    TAG_MASK,
    TAG_SHIFT,
    extra_of,
)
from fairyring.kernels.orthodox.tables import LINE, NOWHERE
from fairyring.kernels.orthodox.worth import PLAIN
from fairyring.kernels.stages import alone, further_attack, incalculable, intricate, stage

PRICELESS = I(1 << 20)  # a royal piece, which captures last


@inlined
def outlasts(tables: Any, states: Any, ply: Any, move: Any, least: Any) -> Any:
    """The contract's ``outlasts``."""
    tag = (move >> TAG_SHIFT) & TAG_MASK
    if tag >= CASTLE:
        return True
    worths = tables.worth.pieces
    piece = U(states.cells[ply, U(0), move & FIELD_MASK])
    captured = U(states.cells[ply, U(0), (move >> GOAL_SHIFT) & FIELD_MASK])
    promotion = (move >> PROMOTION_SHIFT) & BYTE_MASK
    # Often the gain is enough even if the piece is lost: then nobody needs to look who could capture it.
    if promotion == U(0) and I(worths[captured, PLAIN]) - I(worths[piece, PLAIN]) >= least:
        return True
    if intricate(tables, states, ply, move):
        goal, enemy = (move >> GOAL_SHIFT) & FIELD_MASK, U(1) - states.info[ply, SIDE]
        return I(worths[captured, PLAIN]) >= least and not under_attack(tables, states, ply, goal, enemy)
    return exchange_gains(tables, states, ply, move, least)


@inlined
def foresees(tables: Any) -> Any:
    """The contract's ``foresees``."""
    return not incalculable(tables)


@stage(alone)
def acting(tables: Any, states: Any, ply: Any, site: Any) -> Any:
    """The place of the piece that captures from an occupied site once LINE has left, or `NOWHERE`."""
    return site


@called
def exchange_gains(tables: Any, states: Any, ply: Any, move: Any, least: Any) -> Any:
    """Whether the mover gains at least so much if both sides capture on a move's goal while that pays.

    The cheapest piece captures first; one behind it may come next. Pins are not seen, and captures other
    than along lines of empty sites only at the first reply.
    """
    start, goal = move & FIELD_MASK, (move >> GOAL_SHIFT) & FIELD_MASK
    promotion = (move >> PROMOTION_SHIFT) & BYTE_MASK
    worths = tables.worth.pieces
    piece, captured = U(states.cells[ply, U(0), start]), U(states.cells[ply, U(0), goal])
    for word in range(U(states.bits.shape[2])):
        states.bits[ply, LINE, word] = U(0)
    add_to_set(states, ply, LINE, start)  # LINE: the sites that pieces have left
    if (move >> TAG_SHIFT) & BESIDE == EN_PASSANT:
        beside = extra_of(move)
        captured = U(states.cells[ply, U(0), beside])
        add_to_set(states, ply, LINE, beside)
    at_risk = I(worths[piece, PLAIN])
    balance = I(worths[captured, PLAIN]) - least
    if promotion != U(0):
        balance -= at_risk
        at_risk = I(worths[promotion << U(1), PLAIN])
        balance += at_risk
    if balance < I(0):
        return False
    # From here on: what the side to capture is short of, if it does not.
    balance -= at_risk
    mover = piece & U(1)
    side, replied = U(1) - mover, False
    while balance < I(0):
        cheapest, site = PRICELESS + PRICELESS, NOWHERE
        i, end = U(tables.ways.attack_start[goal]), U(tables.ways.attack_start[goal + U(1)])
        while i < end:
            step = tables.ways.attacks[i]
            at = step & SITE_MASK
            other = U(states.cells[ply, U(0), at])
            if other == U(0) or in_set(states, ply, LINE, at):
                i += U(1)
                continue
            i += (step >> SKIP_SHIFT) & SKIP_MASK
            at = acting(tables, states, ply, at)
            if at == NOWHERE:
                continue
            other = U(states.cells[ply, U(0), at])
            if other & U(1) == side and (step >> (ATTACKER_SHIFT + other)) & U(1) != U(0):
                value = PRICELESS if tables.ways.kinds[other] == ROYAL else I(worths[other, PLAIN])
                if value < -balance:
                    return side == mover  # it is not missed, even if it is captured
                if value < cheapest:
                    cheapest, site = value, at
        if site == NOWHERE:
            if not replied and further_attack(tables.ways, states, ply, goal, side):
                return False
            break
        replied = True
        add_to_set(states, ply, LINE, site)
        balance = -balance - I(1) - cheapest
        side = U(1) - side
    return side != mover
