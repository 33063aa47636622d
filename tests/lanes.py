"""Which lane of tests this is, how deep it goes, and so how many samples it takes (see the Makefile).

FAIRYRING_SAMPLES is a depth: ``quick`` (make quick), ``usual`` (make test) or ``all`` (make thorough).
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable
from functools import cache
from typing import Any

import numba
import pytest

import fairyring
from fairyring import Side
from fairyring.kernels.law import Mechanic
from fairyring.kernels.orthodox.rules import Orthodox
from fairyring.names import library

PLAIN = bool(numba.config.DISABLE_JIT)  # type: ignore[attr-defined]  # filled as numba is imported
BOUNDS = bool(numba.config.BOUNDSCHECK)  # type: ignore[attr-defined]  # likewise
OPTIMIZED = not (PLAIN or BOUNDS)  # as users have it
DEPTHS = ("quick", "usual", "all")
DEPTH = DEPTHS.index(os.environ.get("FAIRYRING_SAMPLES", "usual"))
EVERY = DEPTH == 2
FEW = PLAIN or DEPTH == 0  # few samples are taken
CROWD = 1000  # moves
VAST = 512  # sites: on a board with more, one position takes as long as a hundred of chess
# The games of the library differ from these in data alone, and have tests of their own (tests/library).
GAMES = tuple(name for name in fairyring.variants() if name not in library())


def samples(most: int, few: int, usual: int | None = None, name: str = "") -> int:
    """How many samples to take: ``most``, or ``few`` as plain Python and at depth ``quick``.

    ``usual`` says how many are the most at the usual depth, if they are fewer, and ``name`` which game they
    are of: one that only the plain lane plays has as many there as others where they are compiled. At depth
    ``all``, the optimized lane has every test of kernels again, with a quarter of the samples: what they are
    compared with takes most of the time.
    """
    if usual is not None and not EVERY:
        most = usual
    return most if full(name) else max(few, most // 4) if OPTIMIZED and not FEW else few


def seeds(most: int) -> range:
    """The seeds of a test that takes samples with each: ``most`` at depth ``all``, else a single one."""
    return range(most if EVERY and not FEW else 1)


def full(name: str = "") -> bool:
    """Whether `samples` without ``usual`` are all taken, so that something rare must be among them."""
    return not (FEW or (OPTIMIZED and EVERY)) or (PLAIN and DEPTH == 1 and name in GAMES and lonely(name))


@cache
def vast(name: str) -> bool:
    """Whether a game's board is so large, or its moves so many, that many positions would take minutes."""
    variant = fairyring.load(name)
    return len(variant.board) > VAST or variant.rules.further


@cache
def apart(name: str) -> bool:
    """Whether a game has a part of its own in the tables, so that few games share its code.

    That of a mechanic, or that of hoppers and other pieces that need more than empty sites.
    """
    rules = fairyring.load(name).rules
    mechanics: Iterable[Mechanic] = getattr(rules, "mechanics", ())
    stages = {type(mechanic).part for mechanic in mechanics} | {type(each).way_parts for each in mechanics}
    middle = len(rules.board) // 2
    ways = (way for piece in rules.pieces for way in piece.ways(rules.board, middle, Side.WHITE))
    return not stages <= {Mechanic.part, Mechanic.way_parts} or any(
        way.hurdle or not way.single for way in ways
    )


def in_one_lane(names: Iterable[str]) -> list[str]:
    """Those of some games that a test marked ``kernel`` has in this lane, if it need not have all in each.

    A game whose code would be compiled for it alone is played as plain Python, which takes a second and not
    half a minute. Optimized, one of the others is enough.
    """
    names = list(names)
    if PLAIN:
        return [name for name in names if lonely(name)]
    shared = [name for name in names if not lonely(name)]
    return shared[:1] if OPTIMIZED and EVERY else shared


def crowded(name: str) -> bool:
    """Whether there are so many moves at a game's start that to play each of them once takes long."""
    return vast(name) and len(fairyring.load(name).start().legal_moves()) > CROWD


def chosen(names: Iterable[str], *, compiled: bool = True) -> list[str]:
    """All of some games at depth ``all``; else a few, which have every mechanic and compiled code of theirs.

    The first of those that have the same, and a vast one only for what no other has; games that differ from
    them differ in data. Those that are `alone` are among them only for a test that has nothing ``compiled``.
    """
    names = list(names)
    if EVERY:
        return names
    here = [name for name in names if not (compiled and alone(name))]
    left = {name: {*_code_of_ours(name), *_mechanics(name)} for name in here}
    found = set[str]()
    for large in (False, True):
        while new := max((left[name] for name in left if vast(name) == large), key=len, default=set()):
            found.add(next(name for name, its in left.items() if its is new))
            left = {name: its - new for name, its in left.items()}
    return [name for name in names if name in found]


def cases(names: Iterable[str]) -> list[object]:
    """The `chosen` games as cases of a test that is not of kernels but runs them, for a page say.

    For a `lonely` game it is marked so that only the plain lane has it: compiling takes longer than the test.
    """
    return of_games((name,) for name in chosen(names, compiled=False))


def optimized(names: Iterable[str]) -> list[object]:
    """Some games as cases of a test that the optimized lane has for one of each kind of rules.

    Of orthodox ones that is chess, which the counts of other programs have compiled.
    """
    names = list(names)
    chess_first = sorted(names, key=lambda name: name != "chess")
    firsts = {type(fairyring.load(name).rules): name for name in reversed(chess_first)}.values()
    return [pytest.param(name, marks=pytest.mark.optimized) if name in firsts else name for name in names]


def of_games(cases: Iterable[tuple[Any, ...]]) -> list[object]:
    """Cases that begin with a game's name, those of a `lonely` one marked as in `cases`."""
    return [pytest.param(*case, marks=[pytest.mark.kernel] * lonely(case[0])) for case in cases]


def some_of_library(names: Iterable[str]) -> list[str]:
    """All of some games of the library at depth ``all``; else one in eight, and one for each new mechanic."""
    names = list(names)
    met = {each for name in GAMES for each in _mechanics(name)}
    found = set(names if EVERY else names[::8])
    for name in names:
        found |= {name} if _mechanics(name) - met else set()
        met |= _mechanics(name)
    return [name for name in names if name in found]


@cache
def _mechanics(name: str) -> frozenset[type]:
    return frozenset(type(mechanic) for mechanic in getattr(fairyring.load(name).rules, "mechanics", ()))


def one_a_family(names: Iterable[str]) -> list[str]:
    """Of the games of each family, the one with the most squares that is not vast, and none that is `alone`.

    Games whose tables have other kinds of parts are compiled apart, and count as a family.
    """
    found: dict[tuple[object, ...], str] = {}
    for name in sorted(names, key=lambda name: (not vast(name), len(fairyring.load(name).board))):
        if not alone(name):
            found[_code(name)] = name
    return sorted(found.values())


@cache
def _code(name: str) -> tuple[object, ...]:
    """What games have in common that share their compiled code."""
    rules = fairyring.load(name).rules
    ways = getattr(rules.tables, "ways", None)
    return type(rules), *(tuple(map(type, getattr(each, "parts", ()))) for each in (rules.tables, ways))


def _code_of_ours(name: str) -> tuple[object, ...]:
    """The same, of a game that is not of the library: what is in the library shares its code with others."""
    return (_code(name),) if name in GAMES else ()


@cache
def lonely(name: str) -> bool:
    """Whether a game's code would be compiled for it alone.

    No other game shares it; or it combines mechanics, which are looked at in orthodox games, with another
    family. At depth ``all``, that is worth it for games of ours.
    """
    if name not in GAMES:
        return apart(name)
    rules = fairyring.load(name).rules
    further = not isinstance(rules, Orthodox) and bool(getattr(rules, "mechanics", ()))
    return not EVERY and (further or _shared()[_code(name)] == 1)


def alone(name: str) -> bool:
    """Whether this lane leaves a game of ours to the plain one, for it is `lonely`."""
    return not PLAIN and name in GAMES and lonely(name)


@cache
def _shared() -> Counter[tuple[object, ...]]:
    return Counter(map(_code, GAMES))


def with_new_mechanics(names: Iterable[str]) -> set[str]:
    """Games with a mechanic that none before them has, and those without any: the others differ in data."""
    found, met = set[str](), set[type]()
    for name in names:
        made = _mechanics(name)
        if not made or made - met:
            found.add(name)
        met |= made
    return found


def one_a_look(names: Iterable[str]) -> list[str]:
    """Games that differ by more than data: of those made of mechanics, one for each set of panels."""
    found: dict[object, str] = {}
    for name in sorted(names, key=lambda name: (vast(name), len(fairyring.load(name).board))):
        game = fairyring.load(name)
        made = getattr(game.rules, "mechanics", ())
        row = game.definition.form.placed(game.definition.start)  # as it is before anything is compiled
        titles = tuple(panel.title for panel in game.rules.panels(row, 0))
        found.setdefault((titles, bool(game.rules.spots)) if made else name, name)
    return sorted(found.values())
