"""Moves of several legs: groups of modifiers with ``a`` between them, before one atom."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import prod
from typing import Final, NamedTuple

from fairyring.messages import Message
from fairyring.pieces.betza.directions import DIRECTIONS, Vector, around, is_turn, oblique, turn_words, turns
from fairyring.pieces.betza.errors import BetzaError, UnplayedError
from fairyring.pieces.betza.terms import ANYWHERE, Term, captures_on, modality
from fairyring.pieces.legs import Leg, Legs
from fairyring.pieces.lending import Lends
from fairyring.pieces.movement import Leap, Movement, Round, Swap, Whose

MOST_PATHS: Final = 2500  # of a term, on a board of eight squares across
TOO_MANY: Final = "fewer or shorter legs: this move has too many paths"
_FIRST: Final = DIRECTIONS + "mcdepgtyioxuk"
_LATER: Final = "fblrvszqmcdepgtyuk"


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
                vectors = [ring[eighth] for eighth in (ring.index(vector), *place)]
                if "x" in groups[0].letters:
                    for movement in _legs(term, groups[1:], limits[1:], vectors[1:]):
                        yield Lends(Leap(*vector, limits[0]), movement)
                    continue
                for movement in _legs(term, groups, limits, vectors):
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
                raise BetzaError(
                    term.notation,
                    column,
                    Message("{wanted}: {letter} does not go with a", wanted=Message(wanted), letter=letter),
                )
            if final and letter in "pgy":
                raise BetzaError(term.notation, column, Message("no {letter} on the last leg", letter=letter))
            if not final and letter in "ek":
                raise BetzaError(
                    term.notation, column, Message("{letter} on the last leg only", letter=letter)
                )
            if not number and letter not in DIRECTIONS + "x" and "x" in group.letters:
                raise BetzaError(term.notation, column, "only directions beside x")
            if group.letters.index(letter) != column - group.column and letter not in "fblr":
                raise BetzaError(
                    term.notation, column, Message("no second {letter} on one leg", letter=letter)
                )
        if not final and ("c" in group.letters or "d" in group.letters):
            takes += 1
            if takes > 1:
                where = group.column + min(
                    group.letters.find(letter) for letter in "cd" if letter in group.letters
                )
                reason = "a move captures one piece on its way and one at its end, and no more"
                raise UnplayedError(term.notation, where, reason)
        if not final and "t" in group.letters and not ("p" in group.letters or "g" in group.letters):
            column = group.column + group.letters.index("t")
            raise BetzaError(term.notation, column, "p or g beside t on a leg before the last")
        if "k" in group.letters and "t" in group.letters:
            raise BetzaError(term.notation, group.column + group.letters.index("k"), "no k beside t")
    check_unload(term, [(group.letters, group.column) for group in groups])


def check_unload(term: Term, groups: Sequence[tuple[str, int]]) -> None:
    """Refuse u where there is nothing to put down, or no place for it.

    Args:
        term: a term of the notation.
        groups: the letters of each leg, and the column of the first of them.

    Raises:
        BetzaError: a letter u has no meaning, or one that cannot be played.
    """
    saying = [number for number, (letters, _) in enumerate(groups) if "u" in letters]
    if not saying:
        return
    number = saying[-1]
    column = groups[number][1] + groups[number][0].index("u")
    if len(saying) > 1:
        raise BetzaError(term.notation, column, "one u, because one piece is put down")
    if number == 0 and "x" in groups[0][0]:
        raise BetzaError(term.notation, column, "only directions beside x")
    takes = [place for place, (letters, _) in enumerate(groups[:-1]) if {*"cd"} & {*letters}]
    if not takes and not captures_on(groups[-1][0]):
        raise BetzaError(term.notation, column, "a leg that captures, whose piece u puts down")
    if takes and number not in (0, takes[0] + 1):
        reason = "a piece captured on the way is put down where it stood, or where the move began"
        raise UnplayedError(term.notation, column, reason)


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


def _legs(
    term: Term, groups: Sequence[_Group], limits: Sequence[int], vectors: Sequence[Vector]
) -> Iterator[Movement]:
    legs = [
        leg(group.letters, vector, limit)
        for group, vector, limit in zip(groups[:-1], vectors[:-1], limits[:-1], strict=True)
    ]
    last = Leap(*vectors[-1], limits[-1], **modality(term, groups[-1].letters))
    last = replace(last, initial="i" in groups[0].letters)
    yield from joined(legs, last, next((n for n, group in enumerate(groups) if "u" in group.letters), None))


def joined(legs: Sequence[Leg], last: Leap, unload: int | None) -> Iterator[Movement]:
    """The movement along legs; ``unload`` is the number of that where what is captured is put down.

    A piece that is captured and put down on the same site stays: it is only jumped over.
    """
    if unload and (take := legs[unload - 1].take):
        before, here, after = legs[: unload - 1], legs[unload - 1], legs[unload:]
        yield Legs((*before, here._replace(empty=False, hop=here.hop or take, take=None), *after), last)
        if not here.empty:
            return
        legs = (*before, here._replace(hop=None, take=None), *after)
    if legs:
        yield Legs(tuple(legs), last, unload)
    else:
        yield last if unload is None else Swap(last)


def leg(letters: str, vector: Vector, limit: int) -> Leg:
    """A leg before the last: by default it ends on an empty site."""
    hops = "p" in letters or "g" in letters
    whose = None
    if "c" in letters or "d" in letters:
        whose = Whose.ANY if {*"cd"} <= {*letters} else Whose.ENEMY if "c" in letters else Whose.OWN
    empty = "m" in letters or "y" in letters or not (hops or whose)
    return Leg(vector, limit, empty, (Whose.OWN if "t" in letters else Whose.ANY) if hops else None, whose)
