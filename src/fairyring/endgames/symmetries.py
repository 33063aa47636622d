"""The symmetries of a board: ways to turn it after which every piece moves as before."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator

from fairyring.board import Side
from fairyring.board.turns import Turn, turns
from fairyring.kernels.base import PieceRules
from fairyring.kernels.orthodox.rules import Orthodox


def symmetries(rules: PieceRules, letters: Collection[str]) -> list[Turn]:
    """The symmetries of a game's board for some pieces of both sides; the first leaves all as it is.

    Each is checked against the moves that the tables have, promotions and double steps included. Games with
    mechanics have only the first: a mechanic may know of sites.
    """
    still = tuple(range(len(rules.board)))
    found = dict.fromkeys([still])
    for turn in _candidates(rules):
        if turn not in found and _keeps(rules, letters, turn, lambda side: side):
            found[turn] = None
    return list(found)


def exchange(rules: PieceRules, letters: Collection[str]) -> Turn | None:
    """A turn that makes White's moves of some pieces Black's, and the other way; None without one."""
    return next(
        (turn for turn in _candidates(rules) if _keeps(rules, letters, turn, lambda side: side.other)), None
    )


def _candidates(rules: PieceRules) -> Iterator[Turn]:
    """The board reflected, turned, and its charts exchanged; not all of them are symmetries."""
    if type(rules) is not Orthodox or rules.mechanics:
        return
    yield from turns(rules.board)


def _keeps(rules: PieceRules, letters: Collection[str], turn: Turn, of: Callable[[Side], Side]) -> bool:
    """Whether all pieces of each side move on the turned board as those of another did before."""
    names = rules.board.names
    new = {name: names[turn[site]] for site, name in enumerate(names)}
    old = {name: name for name in names}
    return all(
        _goals(rules, letter, name, side, new) == _goals(rules, letter, new[name], of(side), old)
        for letter in letters
        for side in Side
        for name in names
    )


def _goals(rules: PieceRules, letter: str, site: str, side: Side, new: dict[str, str]) -> set[object]:
    """What a piece can do from a site, with sites renamed."""
    found: set[object] = set()
    for goal in rules.reach(letter, site, side):
        ways = frozenset(tuple(new[each] for each in way) for way in goal.ways)
        found.add((new[goal.site], ways, *goal[2:]))
    for over in rules.over(letter, site, side):
        rows = (tuple(new[each] for each in row) for row in (over.path, over.hurdles, over.enemies, over.own))
        found.add((new[over.site], *rows, over.move, over.capture, new.get(over.taken, ""), over.friendly))
    return found
