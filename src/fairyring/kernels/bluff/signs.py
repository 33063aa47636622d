"""What a move shows of which king is the True King: signs that everybody can see.

Each sign is a number for each king of the side that moves: whether it could be captured before and after the
move, whether it moved, how many of its pieces come near, whether a demand is put beside it. `WEIGHTS` says
how much each sign means; they were set by hand after a fit to games of a computer that believes all kings
equally likely. ``benchmarks/bluff.py learn`` fits them to its own games.
"""

from __future__ import annotations

from typing import Any

from fairyring.kernels.bluff.attacks import attacked
from fairyring.kernels.bluff.generate import CHOOSE, PUT, TAG_MASK
from fairyring.kernels.bluff.play import play
from fairyring.kernels.bluff.tables import DEMAND, PIECE, TURN
from fairyring.kernels.compiling import I, U, compiled
from fairyring.kernels.orthodox.codes import FIELD_MASK, GOAL_SHIFT, TAG_SHIFT

LEFT, BARED, SAVED, WENT, GUARDED, WALLED = (U(sign) for sign in range(6))
WORDS = ("left to be taken", "laid open", "saved", "moved", "guarded", "walled in")
NEAR = U(2)  # king's steps within which a piece guards

# How much more likely each sign makes a king to be the True King, as a logarithm. The last one takes a
# wall at face value; an opponent who knows that will wall in princes, too.
WEIGHTS = (-2.1, -0.4, 0.2, 0.05, 0.0, 1.0)


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
