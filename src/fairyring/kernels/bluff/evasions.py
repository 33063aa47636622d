"""The legal moves of the bluff family; in a search, without those that leave a True King in danger."""

from __future__ import annotations

from typing import Any

from fairyring.kernels.bluff.attacks import exposed
from fairyring.kernels.bluff.generate import generate, over
from fairyring.kernels.bluff.play import in_check, play
from fairyring.kernels.compiling import U, compiled
from fairyring.kernels.contract import SIDE


@compiled
def legal(tables: Any, states: Any, ply: Any, moves: Any, n: Any) -> Any:
    """The contract's ``legal``.

    In check, which only exists in a search, only moves that win or save the king; one move if none does.
    """
    last = generate(tables, states, ply, True, moves, n)
    if not in_check(tables, states, ply):
        return last
    side, kept = states.info[ply, SIDE], n
    for i in range(n, last):
        play(tables, states, ply, moves[i])
        if over(states, ply + U(1)) or not exposed(tables, states, ply + U(1), side):
            moves[kept] = moves[i]
            kept += U(1)
    return max(kept, min(last, n + U(1)))
