"""What happens to a piece at the edges of a chart: it stops, wraps around or bounces.

The five kinds are Ralph Betza's and older: cylinder chess, and the three places for the cushion of Billiards
Chess. Each axis of a chart is folded separately, so a diagonal bounces off one edge and goes on
along the other axis.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final

from fairyring.messages import Message


class Edge(Enum):
    """What an edge does to a piece that would cross it.

    On an axis of ``size`` squares, numbered from 0, the square ``x`` beyond the high end is

    - ``STANDARD``: nowhere; nothing passes.
    - ``CYLINDER``: ``x - size``; it leaves here and comes on again at the other end.
    - ``HALB``: ``2 * size - 2 - x``; the cushion runs through the middle of the last file, so that a
      step past it lands on the last but one.
    - ``BILLIARDS_00``: ``2 * size - 1 - x``; the cushion is the border line, so that a step past it
      lands on the last file again.
    - ``BILLIARDS_01``: ``2 * size - x``; the cushion runs through the middle of an imaginary file
      next to the board. No piece stops there and none is blocked there.

    A piece that bounces goes on the other way on that axis.
    """

    STANDARD = "standard"
    CYLINDER = "cylinder"
    HALB = "halb"
    BILLIARDS_00 = "00"
    BILLIARDS_01 = "01"


_INSET: Final = {Edge.HALB: 1, Edge.BILLIARDS_00: 0, Edge.BILLIARDS_01: -1}
"""How far inside the last square the first square beyond a cushion ends up."""


@dataclass(frozen=True)
class Edges:
    """The edges of a board for one side's pieces, as that side sees them from its own seat."""

    right: Edge = Edge.STANDARD
    left: Edge = Edge.STANDARD
    far: Edge = Edge.STANDARD
    near: Edge = Edge.STANDARD

    def __post_init__(self) -> None:
        """Refuse what is not an edge.

        Raises:
            ValueError: one of the four is no `Edge`.
        """
        for name in ("right", "left", "far", "near"):
            if not isinstance(edge := getattr(self, name), Edge):
                raise ValueError(
                    Message(
                        "edges: {name} is an Edge, such as Edge.HALB, not {edge}", name=name, edge=repr(edge)
                    )
                )

    @property
    def bounce(self) -> bool:
        """Whether one of them reflects pieces."""
        return not _INSET.keys().isdisjoint((self.right, self.left, self.far, self.near))

    def check(self, width: int, height: int) -> None:
        """Check that a chart of that size can have these edges.

        Raises:
            ValueError: there is only one file or rank between two ``HALB`` edges.
        """
        for size, ends in ((width, (self.left, self.right)), (height, (self.near, self.far))):
            if size == 1 and set(ends) == {Edge.HALB}:
                raise ValueError(
                    "edges: two opposite HALB edges need at least two files or ranks between them"
                )


STANDARD: Final = Edges()
"""Nothing passes any edge."""


def fold(at: int, vector: int, size: int, low: Edge, high: Edge) -> tuple[int, int] | None:
    """Where a coordinate ends up on an axis of ``size`` squares, with its part of the vector.

    Returns:
        The coordinate and the vector to go on by, reversed by each bounce. The coordinate is -1
        or ``size`` on the imaginary file of `Edge.BILLIARDS_01`, where the vector is not reversed
        yet; in every other case it is on the board. None off a standard edge.
    """
    while not 0 <= at < size:
        above = at >= size
        edge = high if above else low
        if edge is Edge.STANDARD:
            return None
        if edge is Edge.CYLINDER:
            at += -size if above else size
            continue
        inset = _INSET[edge] + (at - size if above else -1 - at)
        if inset < 0:
            break
        at = size - 1 - inset if above else inset
        vector = -vector
    return at, vector
