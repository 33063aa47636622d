"""The terms of a notation: modifiers, an atom and a range, and the movement of a term with a single leg."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final, NamedTuple

from fairyring.messages import Message
from fairyring.pieces.betza.directions import (
    DIRECTIONS,
    Dialect,
    Vector,
    Word,
    around,
    chosen,
    words,
)
from fairyring.pieces.betza.errors import BetzaError, UnplayedError
from fairyring.pieces.legs import Curve, Jump, Ski
from fairyring.pieces.lending import Borrows
from fairyring.pieces.movement import Anywhere, Hop, Leap, Movement, Round, Swap, Whose


class Atom(NamedTuple):
    """A capital, or a vector in parentheses.

    Attributes:
        steps: its vectors, longer part first.
        limit: how often it leaps in a row; 0 for any number.
    """

    steps: tuple[Vector, ...]
    limit: int = 1


ATOMS: Final = {
    "W": Atom(((1, 0),)),
    "F": Atom(((1, 1),)),
    "D": Atom(((2, 0),)),
    "N": Atom(((2, 1),)),
    "A": Atom(((2, 2),)),
    "H": Atom(((3, 0),)),
    "L": Atom(((3, 1),)),
    "C": Atom(((3, 1),)),
    "J": Atom(((3, 2),)),
    "Z": Atom(((3, 2),)),
    "G": Atom(((3, 3),)),
    "K": Atom(((1, 0), (1, 1))),
    "R": Atom(((1, 0),), limit=0),
    "B": Atom(((1, 1),), limit=0),
    "Q": Atom(((1, 0), (1, 1)), limit=0),
}
ANYWHERE: Final = "U"

UNPLAYED: Final = {
    "w": "it has no meaning that two programs agree on",
    "~": "it marks castlings and promoted pieces in moves and positions, and is no movement",
    "I": "it copies the last move, and movement depends only on what stands on the board",
}
MODIFIERS: Final = DIRECTIONS + "mcdeinjpgtoqzkux"
LONGER: Final = {"X": (3, 0), "Y": (2, 2)}
"""By how much the longer and the shorter part of a leap grow with each of these letters behind its atom."""
_ITS_MODIFIERS: Final = DIRECTIONS + "mceinpg"
_CHAINED: Final = "ay"

_PARTS: Final = re.compile(
    r"(?P<modifiers>[a-z]*)"
    r"(?:(?P<atom>[A-Z])(?:(?P<longer>[XY])|(?P<again>(?P=atom)*))|\((?P<one>[0-9]{1,2}),(?P<other>[0-9]{1,2})\))?"
    r"(?P<range>[0-9]*)"
)
MOST_LEAP: Final = 63


class Term:
    """A term as it is written.

    Args:
        notation: the whole text.
        start: where the term begins, from 0.
        dialect: whose reading to follow.

    Raises:
        BetzaError: there is no term.
    """

    def __init__(self, notation: str, start: int, dialect: Dialect) -> None:
        parts = _PARTS.match(notation, start)
        assert parts is not None  # every part of the pattern may be empty
        self.notation, self.dialect = notation, dialect
        self.modifiers, self.column = parts["modifiers"], start + 1
        self._check_modifiers()
        self.name: str = parts["atom"] or ""
        self._again: str = parts["again"] or ""
        self._digits: str = parts["range"] or ""
        self._parts = parts
        self.end = parts.end()
        if self.name not in ATOMS and self.name != ANYWHERE and not parts["one"]:
            raise self._no_atom(parts.end("modifiers"))
        self.atom_column = parts.end("modifiers") + 1
        self.atom = ATOMS.get(self.name) or Atom((self._vector(),) if parts["one"] else ())
        if parts["longer"]:
            self.atom = self._longer(parts["longer"])
        self.digits = int(self._digits) if self._digits else None
        self.limit = self._limit()
        self.rider = self.limit != 1 or self.digits is not None

    @property
    def its(self) -> bool:
        """Whether it is read as Fairy-Stockfish does."""
        return self.dialect is Dialect.FAIRY_STOCKFISH

    def _check_modifiers(self) -> None:
        known = _ITS_MODIFIERS if self.its else MODIFIERS + _CHAINED
        for column, letter in enumerate(self.modifiers, self.column):
            if letter not in known:
                raise self._no_atom(column - 1)

    def _no_atom(self, place: int) -> BetzaError:
        found = self.notation[place : place + 1]
        if found in UNPLAYED and not self.its:
            return UnplayedError(self.notation, place + 1, UNPLAYED[found])
        modifiers = _ITS_MODIFIERS if self.its else MODIFIERS + _CHAINED
        atoms = [*sorted(ATOMS), *(() if self.its else (ANYWHERE, "O", "@"))]
        said = Message(
            "a modifier ({modifiers}) or an atom ({atoms})"
            if self.its
            else "a modifier ({modifiers}) or an atom ({atoms}, or a vector such as (4,1))",
            modifiers=" ".join(sorted(modifiers)),
            atoms=" ".join(atoms),
        )
        return BetzaError(self.notation, place + 1, said)

    def _vector(self) -> Vector:
        longer, shorter = sorted((int(self._parts["one"]), int(self._parts["other"])), reverse=True)
        if not longer:
            raise BetzaError(self.notation, self._parts.start("one") + 1, "a vector that leads somewhere")
        if longer > MOST_LEAP:
            raise BetzaError(
                self.notation, self._parts.start("one") + 1, Message("numbers up to {most}", most=MOST_LEAP)
            )
        return longer, shorter

    def _longer(self, letter: str) -> Atom:
        """The atom with X or Y behind it."""
        column = self._parts.start("longer") + 1
        if self.its:
            raise BetzaError(self.notation, column, "no longer leaps, which Fairy-Stockfish does not have")
        if len(self.atom.steps) != 1 or self.atom.limit != 1:
            raise BetzaError(
                self.notation, column, Message("one leap before {letter}, such as F or N", letter=letter)
            )
        longer, shorter = (part + more for part, more in zip(self.atom.steps[0], LONGER[letter], strict=True))
        return Atom(((longer, shorter),))

    def _limit(self) -> int:
        """How often the atom may leap, by its kind, its doubling or its range."""
        if self.its:
            return self._its_limit()
        limit, column = self.atom.limit, self._parts.start("range") + 1
        doubled = 0 if self.name == ANYWHERE else limit
        if len(self._again) > doubled:  # a rider is never doubled, a leaper once
            column = self._parts.start("again") + doubled + 1
            if not limit:
                wanted = Message("only one {atom} in a row, which is a rider already", atom=self.name)
            elif doubled:
                wanted = Message("only two {atom} in a row", atom=self.name)
            else:
                wanted = Message("only one {atom} in a row", atom=self.name)
            raise BetzaError(self.notation, column, wanted)
        if not self._digits:
            return 0 if self._again else limit
        if self.name == ANYWHERE:
            raise BetzaError(self.notation, column, Message("no range after {name}", name=self.name))
        if self._again:
            raise BetzaError(self.notation, column, "no range after a doubled atom, which has none")
        if len(self._digits) > 2:
            raise BetzaError(self.notation, column + 2, "a range of one or two digits")
        if self._digits[0] == "0" and self._digits != "0":
            raise BetzaError(self.notation, column, "a range without a leading zero")
        return int(self._digits)

    def _its_limit(self) -> int:
        """Fairy-Stockfish's: one digit is a range, and two equal atoms are a rider, even of R."""
        if self._again:
            self.end = self._parts.start("again") + 1
            return 0
        if not self._digits:
            return self.atom.limit
        if len(self._digits) > 1:
            column = self._parts.start("range") + 2
            raise BetzaError(
                self.notation, column, "a range of one digit, which is all that Fairy-Stockfish reads"
            )
        return int(self._digits)

    def refuse(self, letter: str, reason: str) -> BetzaError:
        """The error for a modifier of this term."""
        return BetzaError(self.notation, self.column + self.modifiers.index(letter), reason)

    def words(self, step: Vector) -> list[Word]:
        """The modifiers one by one, as they are read for a step.

        Raises:
            BetzaError: one is said twice.
        """
        found = words(self.modifiers, self.column, step, self.dialect)
        seen: set[str] = set()
        for word in found:
            if word.text in seen:
                name = self.name or f"({step[0]},{step[1]})"
                raise BetzaError(
                    self.notation,
                    word.column,
                    Message("no second {text} on {name}", text=word.text, name=name),
                )
            seen.add(word.text)
        return found

    def vectors(self, step: Vector, found: list[Word]) -> tuple[Vector, ...]:
        """The vectors of a step that its words name.

        Raises:
            BetzaError: a word names none.
        """
        named = {word.text: word.column for word in found if word.text[0] in DIRECTIONS}
        try:
            return chosen(list(named), step, len(self.atom.steps) == 1, self.dialect)
        except ValueError as error:
            word = str(error)
            if word == "h" and 0 < step[1] < step[0]:
                wanted = "a direction before or after h, as in fhN"
            elif self.its:
                wanted = Message(
                    "another order of directions: Fairy-Stockfish does not read {word}", word=word
                )
            else:
                wanted = "h only on an oblique leap, such as fhN"
            raise BetzaError(self.notation, named[word], wanted) from None


# What does not stand beside what: the first letter is refused beside the second.
_APART: Final = (
    "kt",
    "ng",
    "np",
    "gp",
    "jp",
    "jg",
    "jn",
    "qz",
    "nq",
    "nz",
    "jq",
    "jz",
    "pq",
    "gq",
    "pz",
    "gz",
)


def movements(term: Term) -> Iterator[Movement]:
    """The movement of a term with a single leg.

    Raises:
        BetzaError: its modifiers do not fit together.
    """
    check(term)
    letters = term.modifiers
    initial = "i" in letters
    if term.name == ANYWHERE:
        if wrong := next((letter for letter in letters if letter not in "mcdeiktu"), ""):
            wanted = Message("only m, c, d, e, i, k, t and u before {atom}", atom=ANYWHERE)
            raise term.refuse(wrong, wanted)
        everywhere = Anywhere(Leap(0, 0, 1, **modality(term, letters), initial=initial))
        yield Swap(everywhere) if "u" in letters else everywhere
        return
    for step in term.atom.steps:
        found = term.words(step)
        lame = "n" in letters and step[0] > 1 and not (term.its and term.rider)
        if term.its and not _its_knows(term, step):
            continue
        for right, forward in term.vectors(step, found):
            leap = Leap(right, forward, term.limit, **modality(term, letters), lame=lame, initial=initial)
            if "x" in letters:
                yield Borrows(leap)
                continue
            for movement in _formed(term, step, leap):
                changing: Movement = Swap(movement) if "u" in letters else movement
                yield Round(changing) if "o" in letters else changing


def _its_knows(term: Term, step: Vector) -> bool:
    """Whether Fairy-Stockfish has such moves at all; without, its piece just does not have them."""
    if "p" in term.modifiers or "g" in term.modifiers:
        return step[0] == 1
    if term.rider:
        return step in ((1, 0), (1, 1), (2, 1))
    return "n" not in term.modifiers or step in ((2, 0), (2, 1), (2, 2), (3, 2))


def modality(term: Term, letters: str) -> dict[str, Any]:
    """What a leap may do at its end, by the letters m, c, d, e, k and t; without any, move and capture.

    Where a notation says of no move that it captures en passant, a pawn does so wherever it captures.
    """
    usual = not any(letter in letters for letter in ("mc" if term.its else "mcdek"))
    told = "e" in term.notation and not term.its
    captures = (usual or "c" in letters or "k" in letters) and not (term.its and "i" in letters)
    # Beside c, k means all but royal pieces; alone, only those. So does t, where it belongs to no hurdle.
    tame = ("k" in letters and "c" in letters) or ("t" in letters and not {*"pg"} & {*letters})
    return {
        "move": "m" in letters or usual,
        "capture": captures,
        "friendly": "d" in letters,
        "passing": "e" in letters if told else None,
        "royal": None if term.its or not captures else False if tame else True if "k" in letters else None,
    }


def check(term: Term) -> None:
    """Refuse modifiers that do not fit together, or not to the atom.

    Raises:
        BetzaError: they do not.
    """
    letters, longest = term.modifiers, max((step[0] for step in term.atom.steps), default=0)
    for one, other in _APART:
        if one in letters and other in letters:
            raise term.refuse(one, Message("no {one} beside {other}", one=one, other=other))
    if term.its:
        return
    hop = next((letter for letter in "pg" if letter in letters), "")
    if hop and term.limit == 1:
        raise BetzaError(
            term.notation, term.atom_column, Message("a rider after {hop}, such as R or NN", hop=hop)
        )
    if "z" in letters and term.limit == 1:
        raise BetzaError(term.notation, term.atom_column, "a rider after z, such as B or NN")
    if "j" in letters and (longest == 1) is (term.limit == 1):
        wanted = "an atom after j that leaps over something, such as D or N; or R, B or Q"
        raise BetzaError(term.notation, term.atom_column, wanted)
    if wrong := next((each for each in letters if "x" in letters and each not in DIRECTIONS + "xi"), ""):
        raise term.refuse(wrong, "only directions and i beside x")
    if "u" in letters and not captures_on(letters):
        raise term.refuse(
            "u", "c, d or no letter of what it may do beside u, which puts down what is captured"
        )
    if "y" in letters:
        raise term.refuse("y", "y only before a, in a move of several legs, such as yafsW")


def captures_on(letters: str) -> bool:
    """Whether the letters of a leg say, or leave open, that it captures."""
    return bool({*"cd"} & {*letters}) or not {*"mek"} & {*letters}


def _formed(term: Term, step: Vector, leap: Leap) -> Iterator[Movement]:
    """One leap, as the letters p, g, j, q and z change it."""
    letters = term.modifiers
    if term.its and ("p" in letters or "g" in letters):
        # There, 1 is the grasshopper's range, and other ranges count the sites on both sides of the hurdle.
        reach = term.digits if term.digits is not None else 1 if "g" in letters else 0
        yield Hop(replace(leap, limit=0 if reach == 1 else reach), reach == 1)
    elif "p" in letters or "g" in letters:
        yield Hop(leap, "g" in letters, Whose.OWN if "t" in letters else Whose.ANY)
    elif "j" in letters:
        yield Jump(leap) if leap.limit == 1 else Ski(leap)
    elif "q" in letters or "z" in letters:
        ring = around(*step)
        place = ring.index((leap.right, leap.forward))
        rides = replace(leap, right=0, forward=0, limit=0 if leap.limit == 1 else leap.limit)
        for turn in (1, -1):
            vectors = [ring[(place + turn * number) % len(ring)] for number in range(len(ring))]
            yield Curve(tuple(vectors if "q" in letters else vectors[:2]), rides)
    else:
        yield leap
