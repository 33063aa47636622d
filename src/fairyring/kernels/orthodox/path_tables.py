"""The tables of paths: ways that need more than empty sites and one piece to jump over.

A path is a row of words: a head, and one word for each site that must hold something or nothing. It is for
pieces that capture on their way, or pieces of their own side, or jump over several pieces or over those of
one side.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from fairyring.board import Board
from fairyring.kernels.orthodox.hop_tables import indexed
from fairyring.kernels.packed import packed
from fairyring.pieces import Way, Whose

# What may stand on a site, as the mover sees it.
EMPTY, ENEMY, OWN = 1, 2, 4
_WHOSE = {Whose.ANY: ENEMY | OWN, Whose.OWN: OWN, Whose.ENEMY: ENEMY}

# A word for a site: its number, and what may stand there. A head: how many such words follow; the goal, or
# the site of the attacking piece; what may stand on the goal; the site of the piece that is taken on the way,
# and whether there is one; the number of what several paths lead to, and whether there is one. In the head
# of an attack, the code of the attacking piece is in place of the site that is taken.
ALLOWED_SHIFT, ALLOWED_MASK = 10, 7
SITE = 0x3FF
SIZE_MASK, END_SHIFT, END_SHIFT_ALLOWED, TAKEN_SHIFT, TAKES = 0xFF, 8, 18, 32, 1 << 42
NUMBER_SHIFT, NUMBERED = 48, 1 << 54

Outcome = Any  # a goal, or a goal and the site that is taken


@packed
class Paths(NamedTuple):
    """The paths of a game; each array begins with where those of each entry begin in it.

    Attributes:
        moves: uint64[code * sites + site], then uint64[word]; the paths of movement.
        attacks: uint64[site], then uint64[word]; the paths by which a piece may be captured there.
    """

    moves: npt.NDArray[np.uint64]
    attacks: npt.NDArray[np.uint64]


def allowed_on_goal(way: Way) -> int:
    """What may stand on a way's goal."""
    return (EMPTY if way.move else 0) | (ENEMY if way.capture else 0) | (OWN if way.friendly else 0)


def outcome_of(way: Way) -> Outcome:
    """What a way leads to: two ways to the same are one move."""
    return way.goal if way.taken is None else (way.goal, way.taken)


def path_parts(
    board: Board,
    codes: int,
    ways: Mapping[tuple[int, int], Sequence[Way]],
    shared: Mapping[tuple[int, int], Mapping[Outcome, int]],
) -> tuple[Paths, ...]:
    """The paths of a game, or nothing if it has none.

    Args:
        board: the board.
        codes: how many codes of pieces there are.
        ways: the ways of each code from each site that are paths.
        shared: for each code and site, the numbers of what can be reached in several ways.

    Raises:
        ValueError: the game is too large for the tables' integers.
    """
    if not any(ways.values()):
        return ()
    moves: list[list[int]] = []
    attacks: list[list[int]] = [[] for _ in range(len(board))]
    for code in range(codes):
        for site in range(len(board)):
            moves.append([])
            numbers = shared.get((code, site), {})
            for way in dict.fromkeys(ways.get((code, site), ())):
                moves[-1] += _move(way, numbers)
                for victim, words in _attacks(way, site):
                    attacks[victim] += [_head(words, site, 0) | code << TAKEN_SHIFT, *words]
    return (Paths(np.array(indexed(moves), np.uint64), np.array(indexed(attacks), np.uint64)),)


def _head(words: Sequence[int], end: int, allowed: int) -> int:
    if len(words) > SIZE_MASK:
        raise ValueError(f"a path of more than {SIZE_MASK} sites")
    return len(words) | end << END_SHIFT | allowed << END_SHIFT_ALLOWED


def _words(way: Way) -> list[int]:
    """What must be where on a way, before its goal, each site when it is first passed."""
    found: dict[int, int] = {}
    for number in range(len(way.through) + 1):
        for hurdle in way.hurdles:
            if min(hurdle.after, len(way.through)) == number:
                found[hurdle.site] = hurdle.site | _WHOSE[hurdle.whose] << ALLOWED_SHIFT
        for site in way.through[number : number + 1]:
            found.setdefault(site, site | EMPTY << ALLOWED_SHIFT)
    return list(found.values())


def _move(way: Way, numbers: Mapping[Outcome, int]) -> list[int]:
    words = _words(way)
    head = _head(words, way.goal, allowed_on_goal(way))
    if way.taken is not None:
        head |= way.taken << TAKEN_SHIFT | TAKES
    if (number := numbers.get(outcome_of(way))) is not None:
        head |= number << NUMBER_SHIFT | NUMBERED
    return [head, *words]


def _attacks(way: Way, start: int) -> Iterator[tuple[int, list[int]]]:
    """Each site on which a way captures an enemy piece, with what must be where else."""
    words = _words(way)
    if way.capture and way.goal not in way.through and way.goal != start:
        yield way.goal, words
    for hurdle in way.hurdles:
        if hurdle.taken and hurdle.whose is not Whose.OWN:
            others = [word for word in words if word & SITE != hurdle.site]
            goal = [] if way.goal == start else [way.goal | allowed_on_goal(way) << ALLOWED_SHIFT]
            yield hurdle.site, others + goal


class Path(NamedTuple):
    """A path of movement, read back.

    Attributes:
        goal: its goal.
        allowed: what may stand there.
        sites: the sites before it, and what may stand on each.
        taken: the site of the piece that is captured on the way, or None.
    """

    goal: int
    allowed: int
    sites: tuple[tuple[int, int], ...]
    taken: int | None


def paths_of(parts: Sequence[Any], at: int) -> Iterator[Path]:
    """The paths of a code from a site, whose entry of the tables is ``at``."""
    for paths in (part for part in parts if isinstance(part, Paths)):
        place, end = int(paths.moves[at]), int(paths.moves[at + 1])
        while place < end:
            head = int(paths.moves[place])
            last = place + 1 + (head & SIZE_MASK)
            words = [int(word) for word in paths.moves[place + 1 : last]]
            yield Path(
                head >> END_SHIFT & SITE,
                head >> END_SHIFT_ALLOWED & ALLOWED_MASK,
                tuple((word & SITE, word >> ALLOWED_SHIFT & ALLOWED_MASK) for word in words),
                head >> TAKEN_SHIFT & SITE if head & TAKES else None,
            )
            place = last


def takes_more(parts: Sequence[Any]) -> bool:
    """Whether any path of a game's parts captures on its way, or a piece of the mover's side."""
    for paths in (part for part in parts if isinstance(part, Paths)):
        place = int(paths.moves[0])
        while place < len(paths.moves):
            head = int(paths.moves[place])
            if head & TAKES or head >> END_SHIFT_ALLOWED & OWN:
                return True
            place += 1 + (head & SIZE_MASK)
    return False
