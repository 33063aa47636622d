"""Which moves of a position are checked closely."""

from __future__ import annotations

from collections.abc import Sequence

from fairyring.game import Move

MANY, SOME = 32, 16


def some_of(moves: Sequence[Move]) -> Sequence[Move]:
    """All of them; of more than `MANY` about `SOME`, evenly spread."""
    return moves[:: len(moves) // SOME] if len(moves) > MANY else moves
