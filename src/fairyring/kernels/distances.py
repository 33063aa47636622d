"""How many steps there are from one site to another."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt

NEVER = 255  # where no number of steps leads


def distances(near: Sequence[Iterable[int]]) -> npt.NDArray[np.uint8]:
    """uint8[site, site]: how many steps lead from one site to the other at least, or `NEVER`.

    Args:
        near: for each site the sites that are one step away.
    """
    found = np.full((len(near), len(near)), NEVER, np.uint8)
    for start in range(len(near)):
        front, steps = {start}, 0
        while front:
            found[start, list(front)] = steps
            steps += 1
            front = {goal for site in front for goal in near[site] if found[start, goal] == NEVER}
    return found
