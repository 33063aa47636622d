"""Thousands of positions at once, as NumPy arrays: for learning programs, and for statistics.

A `Batch` plays games of one variant at the same time::

    batch = Batch(fairyring.load("chess"), 1024)
    while learning:
        observation, mask = batch.observe(), batch.mask()
        steps = batch.step(chosen(observation, mask))

Moves have numbers that are the same in every position, `Numbering`; planes have names, `Plane`.
`fairyring.batch.gpu` plays the same games on a GPU.
"""

from fairyring.batch.games import REASONS, Batch, Steps
from fairyring.batch.numbering import Numbering
from fairyring.batch.planes import Plane, Planes

__all__ = ["REASONS", "Batch", "Numbering", "Plane", "Planes", "Steps"]
