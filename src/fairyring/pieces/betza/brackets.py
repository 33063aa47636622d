"""Moves of several legs, each with an atom of its own, in brackets: ``[F?R]``, ``[W-F]`` and ``t[FR]``."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from math import atan2, pi, prod
from typing import Final, NamedTuple

from fairyring.messages import Message
from fairyring.pieces.betza.chains import MOST_PATHS, TOO_MANY, check_unload, joined, leg
from fairyring.pieces.betza.directions import DIRECTIONS, Dialect, Vector, around, is_turn, turn_words, turns
from fairyring.pieces.betza.errors import BetzaError, UnplayedError
from fairyring.pieces.betza.terms import ANYWHERE, Term, modality
from fairyring.pieces.legs import Leg
from fairyring.pieces.lending import Lends
from fairyring.pieces.movement import Leap, Movement, Round

OPENING: Final = re.compile(r"(?P<modifiers>[a-z]*?)(?P<then>t?)\[")
_BEFORE: Final = "mcio"
_LEG: Final = DIRECTIONS + "mcdptukx"
_NOTHING: Final = 1e-9  # what floats may miss by


class _Leg(NamedTuple):
    term: Term
    stays: bool  # whether the move may end here, too


class Bracket:
    """A move in brackets as it is written.

    Args:
        opening: the match of `OPENING`.
        dialect: whose reading to follow.

    Raises:
        BetzaError: it is not written as such a move is.
    """

    def __init__(self, opening: re.Match[str], dialect: Dialect) -> None:
        self.notation, self.letters = opening.string, opening["modifiers"]
        for column, letter in enumerate(self.letters, opening.start() + 1):
            if letter not in _BEFORE or letter in self.letters[: column - opening.start() - 1]:
                one_of = Message("one of {letters} before [", letters=" ".join(_BEFORE))
                wanted = "m or c before t" if opening["then"] else one_of
                raise BetzaError(self.notation, column, wanted)
        self.legs: list[_Leg] = []
        self._read(opening.end(), bool(opening["then"]), dialect)
        self._check()

    def _read(self, place: int, then: bool, dialect: Dialect) -> None:
        while True:
            try:
                term = Term(self.notation, place, dialect)
            except BetzaError as error:
                if not then or error.column != place + 1:
                    raise
                wanted = "a rider" if self.legs else "an atom that leaps once"
                raise BetzaError(self.notation, error.column, wanted) from None
            self._check_leg(term, then)
            place = term.end
            sign = self.notation[place : place + 1]
            self.legs.append(_Leg(term, sign == "?" or (then and not self.legs)))
            if then and len(self.legs) == 1:
                continue
            if sign == "]":
                self.end = place + 1
                return
            if then or sign not in ("?", "-"):
                raise BetzaError(self.notation, place + 1, "]" if then else "?, - or ]")
            place += 1

    def _check_leg(self, term: Term, then: bool) -> None:
        for column, letter in enumerate(term.modifiers, term.column):
            if letter not in _LEG or then:
                none_but = Message("only {letters} on a leg", letters=" ".join(_LEG))
                wanted = "an atom without modifiers" if then else none_but
                raise BetzaError(self.notation, column, wanted)
        if "x" in term.modifiers and self.legs:
            raise term.refuse("x", "x on the first leg only")
        wrong = next((each for each in term.modifiers if each not in DIRECTIONS + "x"), "")
        if "x" in term.modifiers and wrong:
            raise term.refuse(wrong, "only directions beside x")
        if term.name == ANYWHERE:
            raise BetzaError(self.notation, term.atom_column, "a leap or a ride as a leg")
        if then:
            rides = bool(self.legs)
            if (term.limit != 1) is not rides or len(term.atom.steps) > 1:
                wanted = "a rider" if rides else "an atom that leaps once"
                raise BetzaError(self.notation, term.atom_column, wanted)

    def _check(self) -> None:
        terms = [each.term for each in self.legs]
        if len(terms) < 2:
            raise BetzaError(self.notation, self.end, "? or -, and another leg")
        if "p" in terms[-1].modifiers:
            raise terms[-1].refuse("p", "no p on the last leg")
        if {*"kt"} <= {*terms[-1].modifiers}:
            raise terms[-1].refuse("k", "no k beside t")
        for term, stays in self.legs[:-1]:
            if "k" in term.modifiers:
                raise term.refuse("k", "k on the last leg only")
            if "t" in term.modifiers and "p" not in term.modifiers:
                raise term.refuse("t", "p beside t on a leg before the last")
            if wrong := next((each for each in term.modifiers if stays and each in "ux"), ""):
                raise term.refuse(wrong, Message("- and not ? behind a leg with {letter}", letter=wrong))
        takes = [term for term, stays in self.legs[:-1] if not stays and {*"cd"} & {*term.modifiers}]
        if len(takes) > 1:
            reason = "a move captures one piece on its way and one at its end, and no more"
            raise UnplayedError(self.notation, takes[1].column, reason)
        own = [(term.modifiers, term.column) for term in terms]
        final = own[-1][0] if {*"mcdk"} & {*own[-1][0]} else own[-1][0] + self.letters
        check_unload(terms[-1], [*own[:-1], (final, own[-1][1])])

    def movements(self) -> Iterator[Movement]:
        """The move along every path, and those that end after a leg that it may end on.

        Raises:
            BetzaError: the directions of a leg do not fit.
        """
        each = prod(leg.term.limit or 8 for leg in self.legs)
        for number, movement in enumerate(self._from((), ()), start=1):
            if number * each > MOST_PATHS:
                raise BetzaError(self.notation, self.legs[-1].term.atom_column, TOO_MANY)
            yield Round(movement) if "o" in self.letters else movement

    def _from(self, legs: tuple[Leg, ...], before: tuple[Vector, ...]) -> Iterator[Movement]:
        term, stays = self.legs[len(before)]
        final = len(before) == len(self.legs) - 1
        for vector in _vectors(term, before[-1] if before else None):
            if "x" in term.modifiers:
                for movement in self._from((), (vector,)):
                    yield Lends(Leap(*vector, term.limit), movement)
                continue
            if stays or final:
                own = "".join(letter for letter in term.modifiers if letter in "mcdkt")
                may = modality(term, own if {*"mcdk"} & {*own} else own + self.letters)
                last = Leap(*vector, term.limit, **may, initial="i" in self.letters)
                yield from joined(legs, last, self._unload(len(before) - len(legs)) if final else None)
            if not final:
                passed = leg("" if stays else term.modifiers, vector, term.limit)
                yield from self._from((*legs, passed), (*before, vector))

    def _unload(self, lent: int) -> int | None:
        """The number of the leg where a piece is put down; a leg by which a move is lent does not count."""
        found = (number for number, each in enumerate(self.legs) if "u" in each.term.modifiers)
        return next((number - lent for number in found), None)


def _vectors(term: Term, before: Vector | None) -> Iterator[Vector]:
    """The vectors of a leg after another one; without directions, those that lead straightest on."""
    if before is None:
        for step in term.atom.steps:
            yield from term.vectors(step, term.words(step))
        return
    named = {w.text: w.column for w in turn_words(term.modifiers, term.column) if is_turn(w.text)}
    if wrong := next((word for word in named if word[-1] in "zq"), ""):
        raise BetzaError(term.notation, named[wrong], "f, b, l, r, v or s on a leg in brackets")
    every = [vector for step in term.atom.steps for vector in around(*step)]
    found = list(_named(turns(list(named) or ["f"], 0), before, every))
    if not found:
        column = min(named.values(), default=term.atom_column)
        raise BetzaError(
            term.notation, column, Message("a direction in which {term} can follow", term=term.name)
        )
    yield from found


def _named(eighths: Sequence[int], before: Vector, every: Sequence[Vector]) -> Iterator[Vector]:
    """The vectors that directions name: a quarter those closest to it, an eighth those between two quarters.

    Of several between two quarters, those that lead on or back most nearly straight.
    """
    for vector in every:
        for eighth in eighths:
            if eighth % 2 == 0:
                among, at = list(every), eighth
            else:
                among = [each for each in every if _off(before, each, eighth) < 1 - _NOTHING]
                at = 0 if eighth in (1, 7) else 4
            closest = min((_off(before, each, at) for each in among), default=0.0)
            if vector in among and _off(before, vector, at) < closest + _NOTHING:
                yield vector
                break


def _off(before: Vector, vector: Vector, eighth: int) -> float:
    """By how many eighths of a turn a vector is off a direction that is relative to another vector."""
    turned = ((atan2(*vector) - atan2(*before)) / (pi / 4) - eighth) % 8
    return min(turned, 8 - turned)
