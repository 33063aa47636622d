"""What a move shows of which king is the True King; see `fairyring.kernels.true_kings`."""

from __future__ import annotations

from typing import Any

from fairyring.kernels.bluff.attacks import attacked
from fairyring.kernels.bluff.generate import PUT, TAG_MASK
from fairyring.kernels.bluff.play import play
from fairyring.kernels.bluff.tables import DEMAND, PIECE, TURN
from fairyring.kernels.compiling import I, U, compiled
from fairyring.kernels.orthodox.codes import CHOOSE, FIELD_MASK, GOAL_SHIFT, TAG_SHIFT
from fairyring.kernels.true_kings import GUARDED, NEAR, WALLED, show_danger


@compiled
def signs(
    tables: Any, states: Any, ply: Any, moves: Any, n: Any, kings: Any, distances: Any, found: Any
) -> None:
    """Write into ``found[move, king, sign]`` what each of n moves of a row shows of the mover's kings.

    ``kings`` are their sites, ``distances[site, site]`` king's steps. The next row is scratch.
    """
    side = states.info[ply, TURN]
    enemy = U(1) - side
    for i in range(n):
        move = moves[i]
        tag = (move >> TAG_SHIFT) & TAG_MASK
        start, goal = move & FIELD_MASK, (move >> GOAL_SHIFT) & FIELD_MASK
        play(tables, states, ply, move)
        for j in range(U(kings.shape[0])):
            site = U(kings[j])
            for sign in range(U(found.shape[2])):
                found[i, j, sign] = 0
            if tag == CHOOSE:
                continue
            went = tag != PUT and start == site
            before = attacked(tables.ways, states, ply, site, enemy)
            after = attacked(tables.ways, states, ply + U(1), goal if went else site, enemy)
            show_danger(found, i, j, went, before, after)
            if tag == PUT:
                found[i, j, WALLED] = I(
                    states.cells[ply + U(1), PIECE, goal] == DEMAND and distances[goal, site] <= U(1)
                )
            elif not went:
                found[i, j, GUARDED] = I(distances[goal, site] <= NEAR) - I(distances[start, site] <= NEAR)
