"""How many moves a position may have at most. Compiled code writes lists of moves without asking for room."""

from __future__ import annotations

from typing import Any

import numpy as np

from fairyring.kernels.declared import Gates
from fairyring.kernels.orthodox.codes import PROMOTE
from fairyring.kernels.orthodox.hop_tables import Hops
from fairyring.kernels.orthodox.path_tables import Paths
from fairyring.messages import Message

MOST = 1 << 22  # a game whose positions may have more is refused


def most_moves(rules: Any, ways: Any) -> int:
    """More moves than any position of a game has: one that fills its board with the most mobile pieces.

    Args:
        rules: the rules of a game.
        ways: how its pieces move, as the orthodox family has it.

    Raises:
        ValueError: there may be more than `MOST`.
    """
    places, kinds = rules.places.number, len(rules.pieces)
    steps = 2 * _steps(ways, places)  # twice: mechanics make some of them again
    mobile, each = int(steps.sum()), int(steps.max(initial=0))
    if rules.promoter or any(isinstance(state, Gates) for state in rules.declared):
        mobile, each = mobile * (1 + kinds), each * (1 + kinds)  # a move, and one with each kind
    found: int = mobile + kinds * places + len(rules.castlings) + places
    if rules.further:
        # So many pieces with so many moves, each with as many choices as there are empty squares.
        found += min(each * (places // 2 + 2) ** 2, found * places)
    if found > MOST:
        reason = "pieces: on this board, a position may have more than {most} moves"
        raise ValueError(Message(reason, most=MOST))
    return found


def _steps(ways: Any, places: int) -> Any:
    """For each place, how many moves the most mobile piece has from there on an empty board, at most."""
    start = ways.ray_start.astype(np.int64)
    promoting = np.concatenate(([0], np.cumsum(ways.rays & np.uint32(PROMOTE) != 0)))
    found = np.diff(start) + np.diff(promoting[start]) * len(ways.promotions)
    for part in ways.parts:
        if isinstance(part, Hops):
            found += np.diff(part.rays[: len(found) + 1].astype(np.int64))
        elif isinstance(part, Paths):  # a path has one word or more
            found += np.diff(part.moves[: len(found) + 1].astype(np.int64))
    return found.reshape(-1, places).max(axis=0)
