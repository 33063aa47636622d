"""The order in which a placement writes the sites of a board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from fairyring.board import HOLE, Board

Section = Sequence[Sequence[int]]
"""Ranks of sites, in the order in which they are written."""


def whole(board: Board, chart: int = 0) -> Section:
    """The ranks of one chart, from the far one down, without its holes."""
    rows = reversed(board.charts[chart].rows)
    return tuple(tuple(site for site in row if site != HOLE) for row in rows)


def every_site(board: Board) -> tuple[Section, ...]:
    """All sites of a board, each of them once: chart by chart, from the far rank down.

    Left out are holes, sites that came before, and ranks and charts of which nothing is left.
    """
    seen: set[int] = set()
    sections: list[Section] = []
    for chart in range(len(board.charts)):
        ranks = []
        for row in whole(board, chart):
            rank = tuple(site for site in dict.fromkeys(row) if site not in seen)
            seen.update(rank)
            if rank:
                ranks.append(rank)
        if ranks:
            sections.append(tuple(ranks))
    return tuple(sections)


def checked(board: Board, sections: Sequence[Section]) -> Sequence[Section]:
    """Sections of which it is sure that they name every site of the board once.

    Raises:
        ValueError: they do not.
    """
    times = Counter(site for section in sections for rank in section for site in rank)
    for site in times:
        if not 0 <= site < len(board):
            raise ValueError(f"sections: {site} is not a site of the board; holes are left out")
    for site, name in enumerate(board.names):
        if times[site] != 1:
            raise ValueError(f"sections: {name} is written {times[site]} times, not once")
    return tuple(sections)
