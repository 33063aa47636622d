"""Games that are to be the same, played beside each other."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from fairyring import Move, Position


def side_by_side(
    one: Position, other: Position, chance: random.Random, plies: int, written: Callable[[Move], str] = str
) -> Iterator[tuple[Position, Position]]:
    """The positions of a random game in both, which must have the same moves, as they are ``written``."""
    for _ in range(plies):
        yield one, other
        moves = sorted(map(written, one.legal_moves()))
        assert moves == sorted(map(written, other.legal_moves()))
        if not moves:
            return
        move = chance.choice(moves)
        one, other = one.play(move), other.play(move)
    yield one, other
