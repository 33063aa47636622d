"""Betza's funny notation: a piece's movement in a few letters, as Ralph Betza devised it.

A notation is a series of terms, and the piece has the moves of them all: ``fbNF`` is ``fbN`` and ``F``. A
term is *modifiers* (small letters, in any order), one *atom* (a capital) and perhaps a *range*.

Atoms: W (1, 0), F (1, 1), D (2, 0), N (2, 1), A (2, 2), H (3, 0), L or C (3, 1), J or Z (3, 2) and
G (3, 3) leap once, in all directions; K is W and F together. R is the unlimited rider of W, B that
of F, and Q both. An atom that leaps once becomes an unlimited rider when doubled (``NN``). A number
is the most leaps in a row (``R4``, ``N2``); 0 is any number (``W0`` is ``WW`` is ``R``).

Modifiers belong to one term only (in ``fbNF`` the F goes in all four directions):

- ``m`` moves without capturing, ``c`` only captures; with both or neither it does both.
- ``n`` lame: does not jump over what is in between (see `Leap.lame`).
- ``p`` hopper, on riders only: jumps over one piece of either side on its way, its hurdle, and cannot go
  without one; before and after it, over empty sites. ``mRcpR`` is the cannon of Xiangqi.
- ``g`` the same, but lands right behind the hurdle: ``gQ`` is the grasshopper.
- ``i`` initial: only from the sites that the rules' ``starts`` names.
- ``f`` forward, ``b`` back, ``l`` left, ``r`` right, ``v`` for f and b, ``s`` for l and r, all as
  the mover sees them; without any of them: every direction.

*Directions on W, D, H, R* are added up: ``fsW`` goes forward, left and right.
*Directions on F, A, G, B* must all fit: ``fF`` is the two forward diagonals, ``lF`` the two left ones,
``flF`` the one forward and left, ``fsF`` the two forward ones again.
*On K and Q* each half has its own reading: ``fK`` is ``fWfF``.

*Bent riders*: ``t[FR]`` ("then") is F, and if the site there is empty, R from there on, outward: by those
of its vectors that are closest to that of the F. That is the griffon; ``t[WB]`` is its counterpart. The
first atom leaps once, the second rides and may have a range (``t[FR3]``); before ``t`` may be ``m`` or ``c``.

*Directions on N, C, L, Z, J* are read from left to right, two letters at a time if the table has
the two, and added up: ``fbN`` is ``fN`` and ``bN``, ``flrbN`` is ``flN`` and ``rbN``, ``fblN`` is ``fN``
and ``blN``. The last letter names the longer part of the leap, so a single ``f`` is the narrow pair,
two ranks ahead. This is H. G. Muller's reading (XBoard), in which Betza's own ``ff`` and ``fs`` mean the
same. The knight's leaps, as (right, forward):

    f, ff   (1, 2) (-1, 2)          fs   (2, 1) (-2, 1)
    b, bb   (1, -2) (-1, -2)        bs   (2, -1) (-2, -1)
    l, ll   (-2, 1) (-2, -1)        lv   (-1, 2) (-1, -2)
    r, rr   (2, 1) (2, -1)          rv   (1, 2) (1, -2)
    v, fb   the four of f and b     s, lr   the four of l and r
    fl   (-2, 1)     fr   (2, 1)     lf   (-1, 2)     rf   (1, 2)
    bl   (-2, -1)    br   (2, -1)    lb   (-1, -2)    rb   (1, -2)

Everything else is refused: other letters (locusts, other chained moves, h and a), a modifier said twice,
both p and g, or one of them on what is no rider or with n; ranges of more than two digits or with a leading
zero.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final, NamedTuple

from fairyring.pieces.movement import Bent, Hop, Leap, Movement, Together, together


class BetzaError(ValueError):
    """A text that is not in Betza's notation.

    Attributes:
        notation: the whole text.
        column: where reading stopped, from 1; at the end of the text, its length plus 1.
        expected: what would have been right there, in words.
    """

    def __init__(self, notation: str, column: int, expected: str) -> None:
        super().__init__(notation, column, expected)
        self.notation = notation
        self.column = column
        self.expected = expected

    def __str__(self) -> str:
        found = repr(self.notation[self.column - 1]) if self.column <= len(self.notation) else "the end"
        return f"{self.notation!r}, column {self.column}: expected {self.expected}, found {found}"

    @property
    def marked(self) -> str:
        """The notation with a caret under the column, on two lines."""
        return f"{self.notation}\n{'^':>{self.column}}"


class _Atom(NamedTuple):
    steps: tuple[tuple[int, int], ...]  # longer part first
    limit: int = 1


_ATOMS: Final = {
    "W": _Atom(((1, 0),)),
    "F": _Atom(((1, 1),)),
    "D": _Atom(((2, 0),)),
    "N": _Atom(((2, 1),)),
    "A": _Atom(((2, 2),)),
    "H": _Atom(((3, 0),)),
    "L": _Atom(((3, 1),)),
    "C": _Atom(((3, 1),)),
    "J": _Atom(((3, 2),)),
    "Z": _Atom(((3, 2),)),
    "G": _Atom(((3, 3),)),
    "K": _Atom(((1, 0), (1, 1))),
    "R": _Atom(((1, 0),), limit=0),
    "B": _Atom(((1, 1),), limit=0),
    "Q": _Atom(((1, 0), (1, 1)), limit=0),
}

_Test = Callable[[int, int], bool]
_VERTICAL: Final[dict[str, _Test]] = {
    "f": lambda _, forward: forward > 0,
    "b": lambda _, forward: forward < 0,
    "v": lambda _, forward: forward != 0,
}
_HORIZONTAL: Final[dict[str, _Test]] = {
    "l": lambda right, _: right < 0,
    "r": lambda right, _: right > 0,
    "s": lambda right, _: right != 0,
}
_DIRECTIONS: Final = _VERTICAL | _HORIZONTAL
_MODIFIERS: Final = "".join(_DIRECTIONS) + "mcnipg"

_TERM: Final = re.compile(
    rf"(?P<modifiers>[{_MODIFIERS}]*)"
    rf"(?:(?P<atom>[{''.join(_ATOMS)}])(?P<again>(?P=atom)*)(?P<range>[0-9]*))?"
)
_BENT: Final = re.compile(rf"(?P<modifiers>[{_MODIFIERS}]*)t(?P<open>\[)?")
_WORD: Final = re.compile(r".")
_OBLIQUE_WORD: Final = re.compile(r"ff|bb|ll|rr|[fb][lrs]|[lr][fbv]|.")


def betza(notation: str) -> Together:
    """The movement that a text in Betza's notation describes.

    Returns:
        One `Leap` or `Hop` for each vector of each term, or `Bent` for each pair of vectors, in the order of
        the terms (K and Q: W before F) and within a term clockwise from straight ahead; no two are equal.
        ``lame`` is set only where a leap has something between its ends.

    Raises:
        BetzaError: the text is anything else; no other exception is raised.
    """
    found: dict[Movement, None] = {}
    start = 0
    while start < len(notation) or not found:
        if bent := _BENT.match(notation, start):
            first, then = _legs(bent)
            found.update(dict.fromkeys(_bent(bent["modifiers"], first, then)))
            start = then.end() + 1
            continue
        term = _TERM.match(notation, start)
        assert term is not None  # every part of the pattern may be empty
        if term["atom"] is None:
            letters = f"a modifier ({' '.join(sorted(_MODIFIERS))}) or an atom ({' '.join(sorted(_ATOMS))})"
            raise BetzaError(notation, term.end() + 1, letters)
        found.update(dict.fromkeys(_moves(term)))
        start = term.end()
    return together(found)


def _moves(term: re.Match[str]) -> Iterator[Leap | Hop]:
    """The leaps of one whole term, or its hops."""
    hops = [letter for letter in term["modifiers"] if letter in "pg"]
    for leap in _leaps(term):
        if not hops:
            yield leap
            continue
        for column, letter in enumerate(term["modifiers"], term.start("modifiers") + 1):
            if letter == "n" or (letter in "pg" and letter != hops[0]):
                raise BetzaError(term.string, column, f"no {letter} beside {hops[0]}")
        if leap.limit == 1:
            raise BetzaError(term.string, term.start("atom") + 1, f"a rider after {hops[0]}, such as R or NN")
        yield Hop(leap, near=hops[0] == "g")


def _legs(bent: re.Match[str]) -> tuple[re.Match[str], re.Match[str]]:
    """The two terms of a bent rider."""
    text, column = bent.string, bent.start("modifiers")
    for place, letter in enumerate(bent["modifiers"], column + 1):
        if letter not in "mc":
            raise BetzaError(text, place, "m or c before t")
    if bent["open"] is None:
        raise BetzaError(text, bent.end() + 1, "[ after t, as in t[FR]")
    first = _TERM.match(text, bent.end())
    then = first and _TERM.match(text, first.end())
    assert first is not None
    assert then is not None  # every part of the pattern may be empty
    for leg, what in ((first, "an atom that leaps once"), (then, "a rider")):
        if leg["atom"] is None or leg["modifiers"]:
            raise BetzaError(text, leg.start() + 1, f"{what}, without modifiers")
        if (_limit(leg) == 1) is not (leg is first) or len(_ATOMS[leg["atom"]].steps) > 1:
            raise BetzaError(text, leg.start() + 1, what)
    if text[then.end() : then.end() + 1] != "]":
        raise BetzaError(text, then.end() + 1, "]")
    return first, then


def _bent(modifiers: str, first: re.Match[str], then: re.Match[str]) -> Iterator[Bent]:
    """Each vector of the first term with those of the second that are closest to it."""
    may_move, may_capture = "m" in modifiers or "c" not in modifiers, "c" in modifiers or "m" not in modifiers
    onward = list(_leaps(then))
    for leap in _leaps(first):
        nearness = [leap.right * leg.right + leap.forward * leg.forward for leg in onward]
        for leg, near in zip(onward, nearness, strict=True):
            if near == max(nearness):
                legs = (replace(each, move=may_move, capture=may_capture) for each in (leap, leg))
                yield Bent(*legs)


def _leaps(term: re.Match[str]) -> Iterator[Leap]:
    """The leaps of one whole term."""
    for step in _ATOMS[term["atom"]].steps:
        words, limit = _words(term, step), _limit(term)
        directions = [word for word in words if word[0] in _DIRECTIONS]
        fits = _fits_diagonal if step[0] == step[1] else _fits
        for right, forward in _around(*step):
            if not directions or fits(directions, right, forward):
                yield Leap(
                    right,
                    forward,
                    limit,
                    move="m" in words or "c" not in words,
                    capture="c" in words or "m" not in words,
                    lame="n" in words and step[0] > 1,
                    initial="i" in words,
                )


def _limit(term: re.Match[str]) -> int:
    """How often the atom may leap, by its kind, its doubling or its range."""
    letter, digits = term["atom"], term["range"]
    limit = _ATOMS[letter].limit
    if len(term["again"]) > limit:  # a rider is never doubled, a leaper once
        most = f"only two {letter}" if limit else f"only one {letter} (a rider already)"
        raise BetzaError(term.string, term.start("again") + limit + 1, f"{most} in a row")
    if not digits:
        return 0 if term["again"] else limit
    column = term.start("range") + 1
    if term["again"]:
        raise BetzaError(term.string, column, "no range after a doubled atom, which has none")
    if len(digits) > 2:
        raise BetzaError(term.string, column + 2, "a range of one or two digits")
    if digits[0] == "0" and digits != "0":
        raise BetzaError(term.string, column, "a range without a leading zero")
    return int(digits)


def _words(term: re.Match[str], step: tuple[int, int]) -> list[str]:
    """The modifiers one by one; two letters that are read together on an oblique step are one."""
    longer, shorter = step
    pattern = _OBLIQUE_WORD if 0 < shorter < longer else _WORD
    words: list[str] = []
    for found in pattern.finditer(term.string, *term.span("modifiers")):
        word = found[0][:1] if found[0][:1] == found[0][1:] else found[0]
        if word in words:
            raise BetzaError(term.string, found.start() + 1, f"no second {word} on {term['atom']}")
        words.append(word)
    return words


def _fits(words: list[str], right: int, forward: int) -> bool:
    """Whether one of the words describes a vector whose parts differ: its last letter the longer part."""
    upright = abs(forward) > abs(right)
    return any(
        upright == (word[-1] in _VERTICAL) and all(_DIRECTIONS[letter](right, forward) for letter in word)
        for word in words
    )


def _fits_diagonal(words: list[str], right: int, forward: int) -> bool:
    """Whether the words, all single letters, allow a diagonal: by each axis that they mention."""
    mentioned = [[axis[word] for word in words if word in axis] for axis in (_VERTICAL, _HORIZONTAL)]
    return all(not tests or any(test(right, forward) for test in tests) for tests in mentioned)


def _around(longer: int, shorter: int) -> tuple[tuple[int, int], ...]:
    """The four or eight rotations and reflections of a vector, clockwise from straight ahead."""
    found: list[tuple[int, int]] = []
    quarter = [(shorter, longer), (longer, shorter)]
    for _ in range(4):
        found += quarter
        quarter = [(forward, -right) for right, forward in quarter]
    return tuple(dict.fromkeys(found))
