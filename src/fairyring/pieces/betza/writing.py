"""Movements in Betza's notation: the way back from parts to letters, in any dialect."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import product

from fairyring.pieces.betza import betza
from fairyring.pieces.betza.beside import Beside
from fairyring.pieces.betza.directions import Dialect
from fairyring.pieces.betza.errors import BetzaError
from fairyring.pieces.betza.terms import ATOMS
from fairyring.pieces.movement import Hop, Leap, Movement, Together

Parts = frozenset[Movement]

# The leapers by their vectors; of several names, the first.
_LEAPERS = {atom.steps: name for name, atom in reversed(ATOMS.items()) if atom.limit == 1}
_DIRECTIONS = (
    "",
    *"fbvlrs",
    *"ff fs fl fr fb bb bs bl br ll lr lf lb lv rr rf rb rv fh bh lh rh hl hr".split(),
)
_MODES = ("", "m", "c", "n", "mn", "cn", "im", "imn", "p", "mp", "cp", "g", "mg", "cg")


def parts_of(movement: Movement | str, dialect: Dialect = Dialect.FAIRY_STOCKFISH) -> Parts | None:
    """The leaps and hops of a movement, whatever they say of en passant; None if it has others."""
    if isinstance(movement, str):
        movement = betza(movement, dialect)
    found: set[Movement] = set()
    for part in single(movement):
        match part:
            case Leap():
                found.add(replace(part, passing=None))
            case Hop():
                found.add(replace(part, leap=replace(part.leap, passing=None)))
            case Beside():  # the section says it by keys
                continue
            case _:
                return None
    return frozenset(found)


def single(movement: Movement) -> Iterator[Movement]:
    """The parts of a movement that have none themselves."""
    if not isinstance(movement, Together):
        yield movement
        return
    for part in movement.parts:
        yield from single(part)


def notation_of(parts: Parts, dialect: Dialect = Dialect.FAIRY_STOCKFISH) -> str | None:
    """A notation that means these parts, as short as can be; None if there is none."""
    left, words = set(parts), list[str]()
    atoms = _atoms(parts, dialect)
    terms = [(found, term) for atom in atoms for found, term in _terms(atom, dialect) if found <= parts]
    while left:
        best = max(terms, key=lambda each: (len(each[0] & left), -len(each[1])), default=None)
        if best is None or not best[0] & left:
            return None
        words.append(best[1])
        left -= best[0]
    return "".join(words)


def _atoms(parts: Parts, dialect: Dialect) -> Iterator[str]:
    """The atoms, with ranges, that the parts could come from."""
    leaps = [part.leap if isinstance(part, Hop) else part for part in parts if isinstance(part, Leap | Hop)]
    limits = sorted({leap.limit for leap in leaps})
    sizes = {(max(sizes), min(sizes)) for sizes in ((abs(leap.right), abs(leap.forward)) for leap in leaps)}
    if dialect is not Dialect.FAIRY_STOCKFISH:
        known = {size for atom in ATOMS.values() for size in atom.steps}
        for long, short in sorted(sizes - known):
            yield from (f"({long},{short}){'' if limit == 1 else limit}" for limit in limits)
    for atom in sorted(name for steps, name in _LEAPERS.items() if not sizes.isdisjoint(steps)):
        for limit in limits:
            if limit == 1:
                yield atom
            elif limit == 0:
                yield {"W": "R", "F": "B", "K": "Q"}.get(atom, 2 * atom)
            else:
                yield f"{ {'W': 'R', 'F': 'B', 'K': 'Q'}.get(atom, atom) }{limit}"
        if any(isinstance(part, Hop) and part.near for part in parts):
            yield {"W": "R", "F": "B", "K": "Q"}.get(atom, atom)


@cache
def _terms(atom: str, dialect: Dialect) -> tuple[tuple[Parts, str], ...]:
    """What each term of an atom means."""
    found: dict[Parts, str] = {}
    for mode, directions in product(_MODES, _DIRECTIONS):
        term = f"{mode}{directions}{atom}"
        try:
            parts = parts_of(term, dialect)
        except BetzaError:
            continue
        if parts and len(found.get(parts, term + " ")) > len(term):
            found[parts] = term
    return tuple(found.items())
