"""How long a search takes that may choose its time: longer if it is undecided, shorter if all is clear."""

from __future__ import annotations

from fairyring.search.deepening import Variation

# The part of the aim to use, by the number of depths for which the best move has been the same.
BY_STABILITY = (1.6, 1.25, 1.0, 0.85, 0.75, 0.7, 0.65)
# A fall of the score, in hundredths of a pawn, and how many times longer it makes the search.
FALL, FALLING = 25, 1.4
# The share of the work that went into the best move from which a search is shorter, and by what factor.
CLEAR_SHARE, CLEAR = 0.8, 0.6


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
