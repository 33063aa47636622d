"""From the moves of a line to its position, by the shortest way: what was looked at lately is remembered."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Sequence
from hashlib import blake2b
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from fairyring.game import Move, Position, Variant

MAX_WEIGHT = 150_000  # turns of all positions that are remembered: they are most of what those hold
OWN_WEIGHT = 50  # what a position holds beside its turns, in the room of so many turns


class Step(NamedTuple):
    """A position, with the one before it and the move between; None and None where a line begins."""

    position: Position
    before: Position | None
    move: Move | None


class Ground:
    """The positions that were looked at lately. It may be used from many threads."""

    def __init__(self) -> None:
        self._positions: OrderedDict[bytes, tuple[Position, int]] = OrderedDict()
        self._weight = 0
        self._lock = threading.Lock()

    def at(self, variant: Variant, start: str | None, moves: Sequence[str]) -> Step:
        """The position after some moves from a position, or from the variant's start.

        What a move asks that the position does not tell, as of a king who may be the True one, is taken
        for a no.

        Raises:
            PositionError: the position is none.
            MoveError: a move is not legal.
        """
        keys = [_key(b"", repr(variant), start or "")]
        for move in moves:
            keys.append(_key(keys[-1], move))
        # The last position is wanted with the one before it.
        known = max(0, len(moves) - 1)
        while known and self._find(keys[known]) is None:
            known -= 1
        position = self._find(keys[known])
        if position is None:
            position = variant.start() if start is None else variant.position(start)
            self._keep(keys[0], position)
        before, last = None, None
        for key, text in zip(keys[known + 1 :], moves[known:], strict=True):
            before, last = position, position.parse_move(text)
            position = self._find(key) or before.play(last, answer=False)
            self._keep(key, position)
        return Step(position, before, last)

    def _find(self, key: bytes) -> Position | None:
        with self._lock:
            found = self._positions.get(key)
            if found is None:
                return None
            self._positions.move_to_end(key)
            return found[0]

    def _keep(self, key: bytes, position: Position) -> None:
        weight = OWN_WEIGHT + len(position.legal_moves())
        with self._lock:
            if key in self._positions:
                return
            self._positions[key] = position, weight
            self._weight += weight
            while self._weight > MAX_WEIGHT and len(self._positions) > 1:
                _, (_, gone) = self._positions.popitem(last=False)
                self._weight -= gone


def _key(before: bytes, *words: str) -> bytes:
    """What a line is remembered by: a digest of what it was before, and of what follows."""
    return blake2b(before + "\0".join(words).encode(), digest_size=16).digest()
