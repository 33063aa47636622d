"""How much a lead counts: some are won less often than others of the same size."""

from __future__ import annotations

from typing import Any

from fairyring.kernels.compiling import I, U, inlined, popcount
from fairyring.kernels.orthodox.tables import PAWNS
from fairyring.kernels.orthodox.worth import APART, APART_ALONE, FEW, FEW_ONE

WHOLE = I(100)
CERTAIN = WHOLE * WHOLE  # of what `won_by` returns: a lead that counts in full
LITTLE = I(38)  # in tens of hundredths of a pawn: no more pieces ahead than a bishop or a knight


@inlined
def won_by(whole: Any, states: Any, ply: Any, score: Any, lead: Any, bound: Any, unbound: Any) -> Any:
    """How much a lead counts, as a share of `CERTAIN`.

    Args:
        whole: the values of `worth.WHOLE`.
        states: the rows.
        ply: the row.
        score: White's.
        lead: by how much White's pieces other than pawns weigh more than Black's.
        bound: the shades to which White's pieces are bound, a set, and four times the set of Black's.
        unbound: whether there are other pieces than those and pawns.
    """
    few, apart = I(0), I(0)
    leader = U(score < I(0))
    if (I(1) - I(2) * I(leader)) * lead <= LITTLE:
        pawns = U(0)
        for word in range(U(states.bits.shape[2])):
            pawns += popcount(states.bits[ply, leader, word] & states.bits[ply, PAWNS, word])
        if pawns == U(0):
            few = I(whole[FEW])
        elif pawns == U(1):
            few = I(whole[FEW_ONE])
    if bound == U(0b0110) or bound == U(0b1001):
        apart = I(whole[APART])
        if unbound == U(0):
            apart += I(whole[APART_ALONE])
    return (WHOLE - few) * (WHOLE - apart)
