"""What a turn shows of who the True King is: signs that anybody at the board can see.

Each is a number for each king of the side that plays the turn: whether he could be taken before it and after
it, whether it was he who went, how many of his men come near, whether a demand is put beside him. `WEIGHTS`
says how much they tell: set by hand after a fit to games of a computer that believes all kings equal.
``benchmarks/bluff.py learn`` fits them to its own games.
"""

from __future__ import annotations

from typing import Any

from fairyring.kernels.bluff.attacks import attacked
from fairyring.kernels.bluff.generate import CHOOSE, PUT, TAG_MASK
from fairyring.kernels.bluff.play import play
from fairyring.kernels.bluff.tables import DEMAND, PIECE, TURN
from fairyring.kernels.compiling import I, U, compiled
from fairyring.kernels.orthodox.generate import FIELD_MASK, GOAL_SHIFT, TAG_SHIFT

LEFT, BARED, SAVED, WENT, GUARDED, WALLED = (U(sign) for sign in range(6))
WORDS = ("left to be taken", "laid open", "saved", "moved", "guarded", "walled in")
NEAR = U(2)  # king's steps within which a man guards

# By how much each sign makes a king the likelier to be the true one, as a logarithm. The last is that of
# somebody who takes a wall at its face value; whose search counts on that walls princes in, too.
WEIGHTS = (-2.1, -0.4, 0.2, 0.05, 0.0, 1.0)


@compiled
def signs(
    tables: Any, states: Any, ply: Any, moves: Any, n: Any, kings: Any, distances: Any, found: Any
) -> None:
    """Write into ``found[move, king, sign]`` what each of n turns of a row shows of the mover's kings.

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
            found[i, j, LEFT] = before and after
            found[i, j, BARED] = after and not before
            found[i, j, SAVED] = before and not after
            found[i, j, WENT] = went and not before
            if tag == PUT:
                found[i, j, WALLED] = I(
                    states.cells[ply + U(1), PIECE, goal] == DEMAND and distances[goal, site] <= U(1)
                )
            elif not went:
                found[i, j, GUARDED] = I(distances[goal, site] <= NEAR) - I(distances[start, site] <= NEAR)
