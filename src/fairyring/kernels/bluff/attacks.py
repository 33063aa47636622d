"""Who could take on a site, in the bluff family."""

from __future__ import annotations

from typing import Any

from fairyring.kernels.bluff.tables import DEMAND, NOWHERE, PAWN, PIECE, RIDES, TAKEN_FROM
from fairyring.kernels.compiling import U, inlined


@inlined
def attacks_along(ways: Any, man: Any, by: Any, vector: Any, near: Any) -> Any:
    """Whether what stands on a line out from a site is a man of side ``by`` who could take there."""
    return (
        man > DEMAND
        and man & U(1) == by
        and (ways.covers[man] >> vector) & U(1) != U(0)
        and (near or ways.spans[man, RIDES] != 0)
    )


@inlined
def attacked(ways: Any, states: Any, ply: Any, site: Any, by: Any) -> Any:
    """Whether a man of side ``by`` could take on a site."""
    for column in range(TAKEN_FROM, TAKEN_FROM + U(2)):
        origin = U(ways.pawns[by, site, column])
        if origin != NOWHERE:
            man = U(states.cells[ply, PIECE, origin])
            if man > DEMAND and man & U(1) == by and ways.kinds[man] == PAWN:
                return True
    for vector in range(U(ways.steps.shape[1])):
        origin, near = U(ways.steps[site, vector]), True
        while origin != NOWHERE:
            man = U(states.cells[ply, PIECE, origin])
            if man != U(0):
                if attacks_along(ways, man, by, vector, near):
                    return True
                break
            if (ways.covers[0] >> vector) & U(1) == U(0):
                break
            near = False
            origin = U(ways.steps[origin, vector])
    return False
