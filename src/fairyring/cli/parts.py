"""Perft in parts, one for each pair of first moves, which workers count and a file keeps."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from fairyring.errors import WorkerError, shown

if TYPE_CHECKING:
    from fairyring import Position
    from fairyring.workers import Workers

Pair = tuple[str, str]
SPLIT = 2  # plies


class Counted:
    """How many move sequences follow each pair of first moves, as far as they are counted.

    Attributes:
        pairs: all pairs of first moves.
        counts: those that are counted.
    """

    def __init__(self, start: Position, depth: int, file: Path | None) -> None:
        """Find the pairs, and read what was counted before.

        Args:
            start: where to start.
            depth: how deep, from 3.
            file: where counts are kept, a line of JSON for each; nowhere if None.

        Raises:
            WorkerError: the file has counts of something else.
        """
        self._start, self._depth, self._file = start, depth, file
        firsts = [(move.text, start.play(move, answer=False)) for move in start.legal_moves()]
        self._firsts = sorted(first for first, _ in firsts)
        self.pairs = [(first, move.text) for first, after in firsts for move in after.legal_moves()]
        self.counts: dict[Pair, int] = {}
        if file is not None:
            self._read(file)

    def _read(self, file: Path) -> None:
        whose = {"game": repr(self._start.variant), "position": str(self._start), "depth": self._depth}
        begun = json.dumps(whose) + "\n"
        try:
            lines = file.read_text(encoding="utf-8").splitlines(keepends=True) if file.exists() else []
            # The last may not have been written to its end.
            whole = [line for line in lines if line.endswith("\n")]
            if lines and not whole and not begun.startswith(lines[0]):
                raise ValueError("its only line does not end")
            head, *said = [json.loads(line) for line in whole] or [whose]
            self.counts = {(each["moves"][0], each["moves"][1]): int(each["nodes"]) for each in said}
        except (ValueError, KeyError, TypeError, IndexError) as error:
            raise WorkerError(f"{file}: no counts of perft: {error}") from error
        if head != whose or not self.counts.keys() <= {*self.pairs}:
            raise WorkerError(
                f"{shown(str(file))} has counts of another game, position or depth: name another"
            )
        if len(whole) != len(lines) or not lines:
            file.write_text("".join(whole) or begun, encoding="utf-8")

    def counting(self, workers: Workers) -> Iterator[Pair]:
        """Count what is left; yields each pair that is counted."""
        left = [pair for pair in self.pairs if pair not in self.counts]
        for pair, nodes in workers.map(partial(_count, self._start, self._depth - SPLIT), left):
            self.counts[pair] = nodes
            if self._file is not None:
                with self._file.open("a", encoding="utf-8") as file:
                    file.write(json.dumps({"moves": pair, "nodes": nodes}) + "\n")
            yield pair

    def by_first(self) -> dict[str, int]:
        """The counts of first moves whose pairs are all counted, sorted by their texts."""
        found: dict[str, int] = {}
        for first in self._firsts:
            pairs = [pair for pair in self.pairs if pair[0] == first]
            if all(pair in self.counts for pair in pairs):
                found[first] = sum(self.counts[pair] for pair in pairs)
        return found


def _count(start: Position, depth: int, pair: Pair) -> int:
    """In a worker: the perft of a depth after two moves."""
    import fairyring

    first, second = pair
    return fairyring.perft(start.play(first, answer=False).play(second, answer=False), depth)
