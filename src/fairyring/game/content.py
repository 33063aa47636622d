"""What is on the board of a position; it takes less room while nobody has asked for it for a while."""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from fairyring.game.lately import lately
from fairyring.game.lazy import lazy
from fairyring.kernels.contract import States

if TYPE_CHECKING:
    from fairyring.kernels.contract import Layout
    from fairyring.kernels.rules import Rules, Token

MOVE = 700  # bytes of a move
COMPUTED = ("codes", "_moves", "_by_text", "_public", "_text", "tokens")  # what a position can compute again
FAST = 1  # most of it is zeros: a better compression would save little

Arrays = tuple[npt.NDArray[Any], npt.NDArray[Any]]


class Content:
    """The cells and the sets of a row, packed or not. Positions that differ in what they know share it.

    It may be used from many threads: once the packed form exists, it is always kept.

    Attributes:
        weight: what it takes while it is not packed, in moves.
    """

    __slots__ = ("_arrays", "_packed", "_sets", "weight")

    def __init__(self, row: States) -> None:
        """Keep a row's."""
        self._arrays: Arrays | None = (row.cells[:1], row.bits[:1])  # without spare rows
        self._packed = b""
        self._sets = row.bits[:1].nbytes
        self.weight = 1 + (row.cells[:1].nbytes + self._sets) // MOVE

    @property
    def packed(self) -> bool:
        """Whether it takes less room now."""
        return self._arrays is None

    def pack(self) -> None:
        """Take less room from now on."""
        arrays = self._arrays
        if arrays is not None:
            cells, bits = arrays
            self._packed = self._packed or zlib.compress(cells.tobytes() + bits.tobytes(), FAST)
            self._arrays = None

    def arrays(self, layout: Layout) -> Arrays:
        """The cells and the sets, as the layout has them."""
        arrays = self._arrays
        if arrays is None:
            data = np.frombuffer(zlib.decompress(self._packed), np.uint8)
            end = len(data) - self._sets
            cells = data[:end].reshape(1, len(layout.layers), -1).copy()
            bits = data[end:].view(np.uint64).reshape(1, layout.sets, -1).copy()
            arrays = self._arrays = (cells, bits)
        return arrays


class Kept:
    """The row of a position, which packs what is on the board when the position is asked for nothing."""

    def __init__(self, rules: Rules, row: States) -> None:
        """Take over a `States` of one row in a game with these rules."""
        self._rules = rules
        self._content = Content(row)
        self._info, self._key = row.info, row.key

    @property
    def _row(self) -> States:
        content, layout = self._content, self._rules.layout
        if content.packed:
            lately.add(self, content.weight)
        cells, bits = content.arrays(layout)
        return States(cells, self._info, self._key, bits)

    def rows(self, rows: int) -> States:
        """New writable rows for the compiled functions, with the position in the first of them."""
        layout, own = self._rules.layout, self._row
        if rows == 1 and not layout.spare:  # as most are
            return States(own.cells.copy(), own.info.copy(), own.key.copy(), own.bits.copy())
        states = layout.rows(len(self._rules.board), rows)
        states.cells[0], states.info[0] = own.cells[0], own.info[0]
        states.key[0], states.bits[0] = own.key[0], own.bits[0]
        return states

    @lazy
    def tokens(self) -> tuple[Token, ...]:
        """What is on the board."""
        found = self._rules.tokens(self.rows(1), 0)
        lately.add(self, self._content.weight + len(found) // 4)
        return found

    def forget(self) -> None:
        """Take less room until it is asked for something again."""
        kept = vars(self).copy()  # at once: other threads may be computing
        for name in COMPUTED:
            kept.pop(name, None)
        self.__dict__ = {**kept}  # a new one: what is deleted from a dict leaves it as large as it was
        self._content.pack()
