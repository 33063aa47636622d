"""The directions of a notation's letters, as each dialect reads them."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from enum import StrEnum
from typing import Final, NamedTuple

Vector = tuple[int, int]


class Dialect(StrEnum):
    """Whose reading of the letters to follow; `fairyring.pieces.betza` has the differences."""

    FAIRYRING = "fairyring"
    XBETZA = "xbetza"
    FAIRY_STOCKFISH = "fairy-stockfish"


class Word(NamedTuple):
    """One or two letters that are read together.

    Attributes:
        text: the letters; one for two equal ones.
        column: the column of the first one, from 1.
    """

    text: str
    column: int


VERTICAL: Final = "fbv"
HORIZONTAL: Final = "lrs"
DIRECTIONS: Final = VERTICAL + HORIZONTAL + "h"

_SINGLE: Final = re.compile(r".")
_PAIR: Final = re.compile(r"ff|bb|ll|rr|[fb][lrs]|[lr][fbv]|[fblr]h|h[lr]|.")
# Fairy-Stockfish puts two letters together where they are equal or of different axes; h is of both.
_ITS_PAIR: Final = re.compile(r"([a-z])\1|[fbvh][rlsh]|[rlsh][fbvh]|.")
_ITS_WORDS: Final = frozenset("f b l r v s rf lf rb lb fr fl br bl rv lv fs bs fh bh lh rh hl hr".split())

_TESTS: Final[dict[str, Callable[[int, int], bool]]] = {
    "f": lambda _, forward: forward > 0,
    "b": lambda _, forward: forward < 0,
    "v": lambda _, forward: forward != 0,
    "l": lambda right, _: right < 0,
    "r": lambda right, _: right > 0,
    "s": lambda right, _: right != 0,
}


def around(longer: int, shorter: int) -> tuple[Vector, ...]:
    """The four or eight rotations and reflections of a vector, clockwise from straight ahead."""
    found: list[Vector] = []
    quarter = [(shorter, longer), (longer, shorter)]
    for _ in range(4):
        found += quarter
        quarter = [(forward, -right) for right, forward in quarter]
    return tuple(dict.fromkeys(found))


def oblique(step: Vector) -> bool:
    """Whether a vector, longer part first, is neither straight nor diagonal."""
    return 0 < step[1] < step[0]


def words(text: str, column: int, step: Vector, dialect: Dialect) -> list[Word]:
    """A term's modifiers, the directions among them in pairs where the dialect reads them so.

    Args:
        text: the modifiers.
        column: the column of the first one.
        step: the atom's vector, longer part first.
        dialect: the dialect.
    """
    pattern = _SINGLE
    if dialect is Dialect.FAIRY_STOCKFISH:
        pattern = _ITS_PAIR
    elif oblique(step) or (dialect is Dialect.XBETZA and step[0] == step[1]):
        pattern = _PAIR
    found = []
    for match in pattern.finditer(text):
        word = match[0]
        # What is equal and no direction is two words: the second one is one too many.
        if len(word) == 2 and word[0] == word[1] and word[0] not in DIRECTIONS:
            found.append(Word(word[0], column + match.start()))
            found.append(Word(word[0], column + match.start() + 1))
        else:
            found.append(Word(word[:1] if word[:1] == word[1:] else word, column + match.start()))
    return found


def chosen(named: Collection[str], step: Vector, alone: bool, dialect: Dialect) -> tuple[Vector, ...]:
    """The vectors of a step that words name, clockwise from straight ahead; all if there are no words.

    Args:
        named: the words that are directions.
        step: the vector, longer part first.
        alone: whether the atom has no other step, as K and Q have.
        dialect: the dialect.

    Raises:
        ValueError: a word is not a direction of such a step; its argument is the word.
    """
    every = around(*step)
    if not named:
        return every
    if dialect is Dialect.FAIRY_STOCKFISH:
        parts = [letter for word in named for letter in word] if alone and not step[1] else named
        for word in named:
            if word not in _ITS_WORDS and not (parts is not named and "h" not in word):
                raise ValueError(word)
        knight = {vector for word in parts for vector in around(2, 1) if _oblique(word, *vector)}
        slots = {_stretched(vector, step) for vector in knight}
        return tuple(vector for vector in every if vector in slots)
    for word in named:
        if word == "h" or ("h" in word and not oblique(step)):
            raise ValueError(word)
    if not oblique(step) and dialect is Dialect.XBETZA and step[1]:
        fits = [v for v in every if any(all(_TESTS[letter](*v) for letter in word) for word in named)]
    elif step[0] == step[1]:
        fits = [vector for vector in every if _diagonal(named, *vector)]
    else:
        fits = [vector for vector in every if any(_oblique(word, *vector) for word in named)]
    return tuple(fits)


def _oblique(word: str, right: int, forward: int) -> bool:
    """Whether a word names a vector whose parts differ: its last letter the longer part, h a half."""
    upright = abs(forward) > abs(right)
    if word in ("hl", "hr"):
        return (right * forward > 0) is (upright is (word == "hr"))
    if word.endswith("h"):
        return word != "h" and _TESTS[word[0]](right, forward)
    return upright is (word[-1] in VERTICAL) and all(_TESTS[letter](right, forward) for letter in word)


def _diagonal(named: Collection[str], right: int, forward: int) -> bool:
    """Whether single letters allow a diagonal: by each axis that they mention."""
    mentioned = [[_TESTS[word] for word in named if word in axis] for axis in (VERTICAL, HORIZONTAL)]
    return all(not tests or any(test(right, forward) for test in tests) for tests in mentioned)


def _stretched(knight: Vector, step: Vector) -> Vector:
    """The vector of a step that lies where a knight's vector does."""
    right, forward = knight
    across, along = (step[1], step[0]) if abs(forward) > abs(right) else step
    return (across if right > 0 else -across, along if forward > 0 else -along)


# Directions of a leg, relative to the one before it: in eighths of a turn, clockwise.
_TURNS: Final = {
    "f": (0,),
    "b": (4,),
    "l": (6,),
    "r": (2,),
    "v": (0, 4),
    "s": (2, 6),
    "fl": (7,),
    "fr": (1,),
    "bl": (5,),
    "br": (3,),
    "fs": (1, 7),
    "bs": (3, 5),
    "lv": (5, 7),
    "rv": (1, 3),
    "lf": (7,),
    "rf": (1,),
    "lb": (5,),
    "rb": (3,),
}
_BENDS: Final = {"": 2, "f": 1, "b": 3}
_TURN_WORDS: Final = re.compile(r"[fb][lrszq]|[lr][fbv]|.")


def turn_words(text: str, column: int) -> list[Word]:
    """The modifiers of a leg that follows another."""
    return [Word(match[0], column + match.start()) for match in _TURN_WORDS.finditer(text)]


def is_turn(word: str) -> bool:
    """Whether a word of `turn_words` is a direction."""
    return word in _TURNS or word[-1] in "zq"


def turns(named: Sequence[str], bend: int) -> tuple[int, ...]:
    """By how many eighths, clockwise, a leg may turn from the one before it; without words by any but back.

    ``bend`` is to which side the legs before have turned last: 1 right, -1 left, 0 none. ``q`` turns to the
    same side again and ``z`` to the other.

    Raises:
        ValueError: there has been no turn to which q or z could refer; its argument is the word.
    """
    found: list[int] = []
    for word in named or ("f", "fs", "s", "bs"):
        if word[-1] not in "zq":
            found += _TURNS[word]
        elif not bend:
            raise ValueError(word)
        else:
            eighths = _BENDS[word[:-1]]
            found.append(eighths if (bend > 0) is (word[-1] == "q") else 8 - eighths)
    return tuple(sorted(set(found)))
