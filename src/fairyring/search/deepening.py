"""Iterative deepening: one thread's search of a position, depth after depth."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from fairyring.kernels.compiling import I, U
from fairyring.kernels.contract import States
from fairyring.search import memory as fields
from fairyring.search import tree
from fairyring.search.memory import INFINITE, MATE, Memory, memory_beside
from fairyring.search.transposition import MATED_BELOW, permille

MAX_DEPTH = 100
WINDOW = 30  # hundredths of a pawn round the last score: the next depth's first window


@dataclass(frozen=True)
class Variation:
    """A variation in the kernels' numbers.

    Attributes:
        moves: its moves.
        score: its score, in hundredths of a pawn, for the side to move at the root.
    """

    moves: tuple[int, ...]
    score: int


Found = tuple[tuple[Variation, ...], int]
"""Variations, the best first, and the depth that is finished."""


class Deepening:
    """A search with rows and a memory of its own; only the transposition table may be another's, too.

    Attributes:
        tables: the game's tables.
        rows: the rows; those before ``base`` hold the keys of earlier positions.
        base: the root's row.
        roots: the root's moves, those that were found best first.
        memory: its memory.
    """

    def __init__(
        self,
        tables: Any,
        rows: States,
        base: int,
        roots: list[int],
        biases: Mapping[int, int],
        memory: Memory,
        lines: int,
        spread: int,
        depth: int | None,
    ) -> None:
        """Prepare a search.

        Args:
            tables: the game's tables.
            rows: the rows, the root's in place; they are written to.
            base: the root's row.
            roots: the moves to search.
            biases: by moves, how much better one counts than its score.
            memory: an empty memory.
            lines: how many variations to find.
            spread: where it is not 0, find a variation for every move that is worse than the best by less.
            depth: the last depth, or None for `MAX_DEPTH`.
        """
        self.tables, self.rows, self.base = tables, rows, base
        self.roots = roots
        self.memory = memory
        self._biases = biases
        self._lines, self._spread = lines, spread
        self._depth = depth or MAX_DEPTH
        self._efforts: dict[int, int] = {}  # by the root's moves, the nodes that the last search of each took

    def beside(self) -> Deepening:
        """The same search for another thread: it has the same table, and nothing else in common."""
        memory = memory_beside(self.memory)
        rows = States(
            self.rows.cells.copy(), self.rows.info.copy(), self.rows.key.copy(), self.rows.bits.copy()
        )
        settings = memory, self._lines, self._spread, self._depth
        return Deepening(self.tables, rows, self.base, [*self.roots], self._biases, *settings)

    def stop(self) -> None:
        """End it soon, from any thread."""
        self.memory.shared[fields.STOP] = 1

    @property
    def nodes(self) -> int:
        """Positions visited so far."""
        return int(self.memory.shared[fields.NODES])

    @property
    def seldepth(self) -> int:
        """Plies from the root to the deepest position visited."""
        return int(self.memory.shared[fields.SELDEPTH])

    @property
    def hashfull(self) -> int:
        """How full the transposition table is with what this search wrote, in thousandths."""
        return permille(self.memory.table, int(self.memory.shared[fields.AGE]))

    def share(self, move: int) -> float:
        """The part of all nodes that the latest searches of a root's move have taken."""
        return self._efforts.get(move, 0) / max(1, sum(self._efforts.values()))

    def run(self, first: int = 1) -> Iterator[Found]:
        """Search depth after depth; yields what each finds, and what an unfinished last one did."""
        shared = self.memory.shared
        before: tuple[Variation, ...] = ()
        for depth in range(first, self._depth + 1):
            shared[fields.ROOT_DEPTH] = depth
            found, reached = self._near_best(depth) if self._spread else self._best(depth, before)
            found.sort(key=lambda each: -each.score)  # stable
            if shared[fields.STOP]:
                # The moves that the last depth did not reach keep their old variations and scores.
                found += [each for each in before if each.moves[0] not in reached]
                if found and tuple(found) != before:
                    yield tuple(found[: self._lines]), depth - 1
                return
            best = {each.moves[0]: None for each in found}
            self.roots = [*best, *(move for move in self.roots if move not in best)]
            finished = _finished(before, found, depth)
            before = tuple(found)
            yield before, depth
            if finished:
                return

    def _best(self, depth: int, before: Sequence[Variation]) -> tuple[list[Variation], set[int]]:
        """The best variations at a depth, and their first moves; fewer where the search was stopped."""
        found: list[Variation] = []
        for number in range(self._lines):
            variation = self._window(depth, number, before[number].score if before else None)
            if variation is not None:
                found.append(variation)
            if self.memory.shared[fields.STOP]:
                break
        return found, {each.moves[0] for each in found}

    def _near_best(self, depth: int) -> tuple[list[Variation], set[int]]:
        """The variations at a depth that are within the spread, and the moves searched, in the roots' order.

        Each move is searched once, and one that is far worse than the best so far is only refuted.
        """
        found: list[Variation] = []
        reached: set[int] = set()
        floor = -int(INFINITE)
        for move in self.roots:
            score, variation = self.root(depth, floor, int(INFINITE), 0, [move])
            if variation is not None:
                found.append(Variation(tuple(variation), score))
                floor = max(floor, score - self._spread)
            if self.memory.shared[fields.STOP]:
                break
            reached.add(move)
        return [each for each in found if each.score >= floor], reached

    def _window(self, depth: int, number: int, expected: int | None) -> Variation | None:
        """Search for one variation, first in a window round the expected score; None: stopped too soon."""
        shared = self.memory.shared
        low = high = int(INFINITE)
        margin = WINDOW
        if expected is not None and depth >= 4 and abs(expected) < MATED_BELOW:
            low, high = margin - expected, margin + expected
        raised: Variation | None = None
        while True:
            alpha, beta = max(-low, -int(INFINITE)), min(high, int(INFINITE))
            score, variation = self.root(depth, alpha, beta, number)
            if variation is not None:
                raised = Variation(tuple(variation), score)
            if shared[fields.STOP] or alpha < score < beta:
                return raised
            margin *= 4
            if score <= alpha:
                low = int(INFINITE) if margin > 1000 else margin - score
            if score >= beta:
                high = int(INFINITE) if margin > 1000 else margin + score

    def root(
        self, depth: int, alpha: int, beta: int, number: int, moves: list[int] | None = None
    ) -> tuple[int, list[int] | None]:
        """Search the root's moves, or some of them, from a number on; see `tree.root`.

        Returns:
            The best score, exact between alpha and beta, and its variation, or None where no
            move raised alpha.
        """
        chosen = self.roots if moves is None else moves
        ordered = np.array(chosen, np.uint64)
        biases = np.array([self._biases.get(move, 0) for move in chosen], np.int64)
        efforts = np.array([self._efforts.get(move, 0) for move in chosen], np.int64)
        limits = U(self.base), I(depth), I(alpha), I(beta), U(number)
        learnt = ordered, biases, efforts, self.memory
        score = int(tree.root(self.tables, self.rows, *limits, *learnt))
        chosen[:] = ordered.tolist()
        self._efforts.update(zip(chosen, efforts.tolist(), strict=True))
        variation = self.memory.stack[0, int(fields.PV) :][: int(self.memory.stack[0, fields.PV_LENGTH])]
        return score, variation.tolist() or None


def _finished(before: Sequence[Variation], found: Sequence[Variation], depth: int) -> bool:
    """Whether a deeper search can find nothing better: there are only mates within the depth, found twice.

    The first search that finds a mate may have cut off a shorter one; the next cuts off none.
    """
    return [each.score for each in before] == [each.score for each in found] and all(
        abs(each.score) > MATED_BELOW and MATE - abs(each.score) <= depth for each in found
    )
