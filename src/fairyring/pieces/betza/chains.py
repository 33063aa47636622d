"""Moves of several legs: groups of modifiers with ``a`` between them, before one atom."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import prod
from typing import Final, NamedTuple

from fairyring.pieces.betza.directions import DIRECTIONS, Vector, around, is_turn, oblique, turn_words, turns
from fairyring.pieces.betza.errors import BetzaError, UnplayedError
from fairyring.pieces.betza.terms import ANYWHERE, Term, modality
from fairyring.pieces.legs import Leg, Legs
from fairyring.pieces.movement import Leap, Movement, Round, Whose

MOST_PATHS: Final = 2500  # of a term, on a board of eight squares across
TOO_MANY: Final = "fewer or shorter legs: this move has too many paths"
_FIRST: Final = DIRECTIONS + "mcdepgtyio"
_LATER: Final = "fblrvszqmcdepgty"


class Ring(NamedTuple):
    """The vectors among which the legs of a move turn, clockwise: eight, an eighth of a turn apart."""

    vectors: tuple[Vector, ...]

    @classmethod
    def of(cls, step: Vector) -> Ring:
        """Of an atom: a straight one turns into the diagonal one of the same stride, and back."""
        longer, _ = step
        if oblique(step):
            return cls(around(*step))
        straight, diagonal = around(longer, 0), around(longer, longer)
        return cls(tuple(v for pair in zip(straight, diagonal, strict=True) for v in pair))


@dataclass(frozen=True)
class _Group:
    """The modifiers of one leg."""

    letters: str
    column: int


def chains(term: Term) -> Iterator[Movement]:
    """The movement of a term of several legs.

    Raises:
        BetzaError: its modifiers do not fit together, or it has too many paths.
    """
    groups = _groups(term)
    _check(term, groups)
    limits = _limits(term, groups)
    paths, each = 0, prod(limit or 8 for limit in limits)
    for step in term.atom.steps:
        ring = Ring.of(step).vectors
        for vector in term.vectors(step, term.words(step)):
            for place in _places(term, groups[1:], ring.index(vector), 0):
                paths += each
                if paths > MOST_PATHS:
                    raise BetzaError(term.notation, groups[-1].column, TOO_MANY)
                legs = [ring[eighth] for eighth in (ring.index(vector), *place)]
                movement = _legs(term, groups, limits, legs)
                yield Round(movement) if "o" in groups[0].letters else movement


def _groups(term: Term) -> list[_Group]:
    groups, column = [], term.column
    for letters in term.modifiers.split("a"):
        groups.append(_Group(letters, column))
        column += len(letters) + 1
    term.modifiers = groups[0].letters  # what follows says nothing about the first direction
    return groups


def _check(term: Term, groups: Sequence[_Group]) -> None:
    """Refuse letters that a leg cannot have."""
    if term.name == ANYWHERE:
        raise BetzaError(term.notation, term.atom_column, "a leap or a ride for several legs")
    takes = 0
    for number, group in enumerate(groups):
        final = number == len(groups) - 1
        for column, letter in enumerate(group.letters, group.column):
            if letter not in (_LATER if number else _FIRST):
                wanted = "a leg without it" if letter in _FIRST + _LATER else "a leg of a move"
                raise BetzaError(term.notation, column, f"{wanted}: {letter} does not go with a")
            if final and letter in "pgty":
                raise BetzaError(term.notation, column, f"no {letter} on the last leg")
            if not final and letter == "e":
                raise BetzaError(term.notation, column, "e on the last leg only")
            if group.letters.index(letter) != column - group.column and letter not in "fblr":
                raise BetzaError(term.notation, column, f"no second {letter} on one leg")
        if not final and ("c" in group.letters or "d" in group.letters):
            takes += 1
            if takes > 1:
                where = group.column + min(
                    group.letters.find(letter) for letter in "cd" if letter in group.letters
                )
                reason = "a move captures one piece on its way and one at its end, and no more"
                raise UnplayedError(term.notation, where, reason)
        if "t" in group.letters and not ("p" in group.letters or "g" in group.letters):
            column = group.column + group.letters.index("t")
            raise BetzaError(term.notation, column, "p or g beside t")


def _limits(term: Term, groups: Sequence[_Group]) -> list[int]:
    """How often each leg may leap: g and y turn riders into leapers, and leapers into riders."""
    limits = [term.limit]
    for group in groups[:-1]:
        changed = "g" in group.letters or "y" in group.letters
        limits.append(limits[-1] if not changed else 0 if limits[-1] == 1 else 1)
    return limits


def _places(term: Term, groups: Sequence[_Group], place: int, bend: int) -> Iterator[tuple[int, ...]]:
    """Each row of places on the ring that the legs after the first can take."""
    if not groups:
        yield ()
        return
    group = groups[0]
    named = {word.text: word.column for word in turn_words(group.letters, group.column) if is_turn(word.text)}
    try:
        eighths = turns(list(named), bend)
    except ValueError as error:
        column = named[str(error)]
        raise BetzaError(term.notation, column, "a turn before it, to which q or z refers") from None
    for each in eighths:
        following = (place + each) % 8
        turned = 0 if each in (0, 4) else 1 if each < 4 else -1
        for rest in _places(term, groups[1:], following, turned or bend):
            yield (following, *rest)


def _legs(term: Term, groups: Sequence[_Group], limits: Sequence[int], vectors: Sequence[Vector]) -> Legs:
    legs = [
        leg(group.letters, vector, limit)
        for group, vector, limit in zip(groups[:-1], vectors[:-1], limits[:-1], strict=True)
    ]
    last = Leap(*vectors[-1], limits[-1], **modality(term, groups[-1].letters))
    return Legs(tuple(legs), replace(last, initial="i" in groups[0].letters))


def leg(letters: str, vector: Vector, limit: int) -> Leg:
    """A leg before the last: by default it ends on an empty site."""
    hops = "p" in letters or "g" in letters
    whose = None
    if "c" in letters or "d" in letters:
        whose = Whose.ANY if {*"cd"} <= {*letters} else Whose.ENEMY if "c" in letters else Whose.OWN
    empty = "m" in letters or "y" in letters or not (hops or whose)
    return Leg(vector, limit, empty, (Whose.OWN if "t" in letters else Whose.ANY) if hops else None, whose)
