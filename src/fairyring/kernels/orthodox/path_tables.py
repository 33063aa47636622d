"""The tables of paths: ways that need more than empty sites and one piece to jump over.

A path is a row of words: a head, and one word for each site that must hold something or nothing. Paths are
for pieces that capture on their way, capture pieces of their own side, jump over several pieces or only over
those of one side, put down elsewhere what they would capture, or capture only royal pieces or all but those;
and for moves that are lent or borrowed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from fairyring.board import Board
from fairyring.kernels.orthodox.hop_tables import indexed
from fairyring.kernels.packed import packed
from fairyring.messages import Message
from fairyring.pieces import Way, Whose

# What may stand on a site, as the mover sees it. A wall may be jumped over as any piece; nobody captures it.
EMPTY, ENEMY, OWN, WALL = 1, 2, 4, 8
_WHOSE = {Whose.ANY: ENEMY | OWN, Whose.OWN: OWN, Whose.ENEMY: ENEMY}

# A word for a site: its number, what may stand there, and the code that a piece there must have, or 0. A
# head: how many such words follow; the goal, or the site of the attacking piece; what may stand on the goal;
# where a piece is put down, and whether one is; the site of the piece that is taken on the way, and whether
# there is one; the number of what several paths lead to, and whether there is one, or whether several do for
# which there are no numbers left; whether royal pieces are not captured on the goal, or only they. In the
# head of an attack, the code of the attacking piece is in place of the site that is taken.
ALLOWED_SHIFT, ALLOWED_MASK, CODE_SHIFT = 10, 7, 14
SITE = 0x3FF
SIZE_MASK, END_SHIFT, END_SHIFT_ALLOWED, TAKEN_SHIFT, TAKES = 0xFF, 8, 18, 32, 1 << 42
UNLOAD_SHIFT, UNLOADS = 21, 1 << 31
NUMBER_SHIFT, NUMBERED, TAME, ROYAL_ONLY, REPEATED = 48, 1 << 54, 1 << 55, 1 << 56, 1 << 57
MOST_NUMBERS = 64
_ROYAL = {None: 0, False: TAME, True: ROYAL_ONLY}

Outcome = Any  # a goal, or a goal with the site that is taken and the one where a piece is put down


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
    return way.goal if way.taken is None and way.unload is None else (way.goal, way.taken, way.unload)


def path_parts(
    board: Board,
    codes: int,
    ways: Mapping[tuple[int, int], Sequence[Way]],
    shared: Mapping[tuple[int, int], Mapping[Outcome, int]],
    kinds: Mapping[str, int],
) -> tuple[Paths, ...]:
    """The paths of a game, or nothing if it has none.

    Args:
        board: the board.
        codes: how many codes of pieces there are.
        ways: the ways of each code from each site that are paths.
        shared: for each code and site, the numbers of what can be reached in several ways.
        kinds: White's code of each kind of piece, by its letter.

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
                words = _words(way, kinds, code & 1)
                moves[-1] += _move(way, words, numbers)
                for victim, path in _attacks(way, words, site):
                    marks = _ROYAL[way.royal] if victim == way.goal else 0
                    attacks[victim] += [_head(path, site, 0) | code << TAKEN_SHIFT | marks, *path]
    return (Paths(np.array(indexed(moves), np.uint64), np.array(indexed(attacks), np.uint64)),)


def _head(words: Sequence[int], end: int, allowed: int) -> int:
    if len(words) > SIZE_MASK:
        raise ValueError(Message("a path of more than {most} sites", most=SIZE_MASK))
    return len(words) | end << END_SHIFT | allowed << END_SHIFT_ALLOWED


def _words(way: Way, kinds: Mapping[str, int], side: int) -> list[int]:
    """What must be where on a way, before its goal, each site when it is first passed."""
    found: dict[int, int] = {}
    for number in range(len(way.through) + 1):
        for hurdle in way.hurdles:
            if min(hurdle.after, len(way.through)) == number:
                stays = hurdle.whose is Whose.ANY and not hurdle.taken
                word = hurdle.site | (_WHOSE[hurdle.whose] | WALL * stays) << ALLOWED_SHIFT
                found[hurdle.site] = word | ((kinds[hurdle.kind] | side) << CODE_SHIFT if hurdle.kind else 0)
        for site in way.through[number : number + 1]:
            found.setdefault(site, site | EMPTY << ALLOWED_SHIFT)
    return list(found.values())


def _move(way: Way, words: Sequence[int], numbers: Mapping[Outcome, int]) -> list[int]:
    head = _head(words, way.goal, allowed_on_goal(way)) | _ROYAL[way.royal]
    if way.unload is not None:
        head |= way.unload << UNLOAD_SHIFT | UNLOADS
    if way.taken is not None:
        head |= way.taken << TAKEN_SHIFT | TAKES
    if (number := numbers.get(outcome_of(way))) is not None:
        head |= number << NUMBER_SHIFT | NUMBERED if number < MOST_NUMBERS else REPEATED
    return [head, *words]


def _attacks(way: Way, words: Sequence[int], start: int) -> Iterator[tuple[int, list[int]]]:
    """Each site on which a way captures an enemy piece, with what must be where else."""
    displaced = way.unload is not None  # the piece taken on the way if there is one, else that on the goal
    on_goal = way.capture and way.goal not in way.through and way.goal != start
    if on_goal and (not displaced or way.taken is not None):
        yield way.goal, [*words]
    for hurdle in way.hurdles:
        if hurdle.taken and hurdle.whose is not Whose.OWN and not displaced:
            others = [word for word in words if word & SITE != hurdle.site]
            goal = [] if way.goal == start else [way.goal | allowed_on_goal(way) << ALLOWED_SHIFT]
            yield hurdle.site, others + goal


class Path(NamedTuple):
    """A path of movement, read back.

    Attributes:
        goal: its goal.
        allowed: what may stand there.
        sites: the sites before it, what may stand on each, and the code that it must have, or 0.
        taken: the site of the piece that is captured on the way, or None.
        unload: where a piece is put down, or None.
        royal: whether only royal pieces are captured on the goal, or all but them; None: any.
    """

    goal: int
    allowed: int
    sites: tuple[tuple[int, int, int], ...]
    taken: int | None
    unload: int | None
    royal: bool | None


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
                tuple(
                    (word & SITE, word >> ALLOWED_SHIFT & ALLOWED_MASK, word >> CODE_SHIFT) for word in words
                ),
                head >> TAKEN_SHIFT & SITE if head & TAKES else None,
                head >> UNLOAD_SHIFT & SITE if head & UNLOADS else None,
                False if head & TAME else True if head & ROYAL_ONLY else None,
            )
            place = last


def takes_more(parts: Sequence[Any]) -> bool:
    """Whether any path of a game's parts captures otherwise than any enemy piece on its goal."""
    unusual = TAKES | UNLOADS | TAME | ROYAL_ONLY | OWN << END_SHIFT_ALLOWED
    for paths in (part for part in parts if isinstance(part, Paths)):
        place = int(paths.moves[0])
        while place < len(paths.moves):
            head = int(paths.moves[place])
            if head & unusual:
                return True
            place += 1 + (head & SIZE_MASK)
    return False
