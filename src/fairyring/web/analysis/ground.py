"""From the moves of a line to its position, by the shortest way: what was looked at lately is remembered."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from hashlib import blake2b
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from fairyring.game import Move, Position, Variant
    from fairyring.web.work import Steps

MAX_BYTES = 600_000  # of the positions that are remembered: some 400 of chess


class Step(NamedTuple):
    """A position, with the one before it and the move between; None and None where a line begins."""

    position: Position
    before: Position | None
    move: Move | None


class Ground:
    """The positions that one page has looked at lately.

    Pages share nothing here: an answer that came sooner would tell one player what another has looked at, and
    so which True King that player takes to be likely.
    """

    def __init__(self) -> None:
        self._positions: OrderedDict[bytes, Position] = OrderedDict()
        self._bytes = 0

    def at(self, variant: Variant, start: str | None, moves: Sequence[str]) -> Steps[Step]:
        """The position after some moves from a position, or from the variant's start, a step for each move.

        What a move asks that the position does not tell, as of a king who may be the True one, is taken
        for a no.

        Raises:
            PositionError: the text is not a position of the variant.
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
            yield
        return Step(position, before, last)

    def _find(self, key: bytes) -> Position | None:
        found = self._positions.get(key)
        if found is not None:
            self._positions.move_to_end(key)
        return found

    def _keep(self, key: bytes, position: Position) -> None:
        if key in self._positions:
            return
        self._positions[key] = position
        self._bytes += position.variant.size
        while self._bytes > MAX_BYTES and len(self._positions) > 1:
            _, gone = self._positions.popitem(last=False)
            self._bytes -= gone.variant.size


def _key(before: bytes, *words: str) -> bytes:
    """What a line is remembered by: a digest of what it was before, and of what follows."""
    return blake2b(before + "\0".join(words).encode(), digest_size=16).digest()
