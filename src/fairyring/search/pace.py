"""How long a search takes that may choose: longer while it is undecided, shorter when all is clear."""

from __future__ import annotations

from fairyring.search.deepening import Variation

# The part of the aim that is used if the best move has been the same for so many depths.
BY_STABILITY = (1.6, 1.25, 1.0, 0.85, 0.75, 0.7, 0.65)
FALL, FALLING = 25, 1.4  # a score that falls by so many hundredths of a pawn makes a search so much longer
CLEAR_SHARE, CLEAR = 0.8, 0.6  # where so much of the work went into the best move, it is so much shorter


class Pace:
    """Decides after each depth whether a search has taken long enough.

    `wanted` is called after every finished depth. The next takes about as long as all before, so none is
    begun once the time is used up.
    """

    def __init__(self, aim: float) -> None:
        """Prepare for a search.

        Args:
            aim: seconds to take on average.
        """
        self._aim = aim
        self._move = 0
        self._score = 0
        self._same = -1

    def wanted(self, best: Variation, share: float) -> float:
        """How many seconds the search may have taken, after another finished depth, and still go on.

        Args:
            best: the best variation.
            share: the part of the nodes of the latest search of each move that its first move has taken.
        """
        self._same = self._same + 1 if best.moves[0] == self._move else 0
        wanted = self._aim * BY_STABILITY[min(self._same, len(BY_STABILITY) - 1)]
        if self._same and best.score <= self._score - FALL:
            wanted *= FALLING
        if self._same and share >= CLEAR_SHARE:
            wanted *= CLEAR
        self._move, self._score = best.moves[0], best.score
        return wanted
