"""What letters say beside movement: castling, ``O``, and where a piece in hand is dropped, ``@``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, TypeVar

from fairyring.board import Board, Side
from fairyring.messages import Message
from fairyring.pieces.betza.errors import BetzaError, UnplayedError
from fairyring.pieces.movement import BySide, Leap, Together, Way, field_names

BESIDE: Final = re.compile(r"(?P<modifiers>[a-z]*)(?P<atom>[O@])(?P<range>[0-9]*)")
_UNPLAYED: Final = {
    "Of": "a king castles along its rank",
    "Ob": "a king castles along its rank",
    "Ov": "a king castles along its rank",
    "@c": "a piece is dropped on an empty square",
    "@s": "drops are not limited by the shades of squares",
    "@b": "drops are limited by files, and not by the whole board",
    "@n": "a drop jumps over whatever is on the file",
}
_LETTERS: Final = {"O": "ijlrs", "@": "mfj"}
_OFTEN: Final = {"O": "j", "@": "fj"}


@dataclass(frozen=True)
class Beside:
    """Something that letters say of a piece that is no movement: it has no ways.

    Attributes:
        notation: the whole notation.
        column: where its capital stands, from 1.
    """

    notation: str = field(default="", kw_only=True, compare=False, repr=False)
    column: int = field(default=1, kw_only=True, compare=False, repr=False)

    def ways(self, board: Board, site: int, side: Side) -> Iterator[Way]:
        """None."""
        return iter(())

    def unplayed(self, reason: str) -> UnplayedError:
        """The error for what cannot be in a game."""
        return UnplayedError(self.notation, self.column, reason)


@dataclass(frozen=True)
class Castle(Beside):
    """Castling, ``isO2``: with the piece at the edge of the board, which comes to the other side of the king.

    Attributes:
        right: whether the king goes to the mover's right, rather than left.
        squares: how many squares it goes.
        inset: how many squares there are between its partner and the edge.
    """

    right: bool
    squares: int
    inset: int = 0


@dataclass(frozen=True)
class DropZone(Beside):
    """Where a piece in hand may be dropped, ``f@8``.

    Attributes:
        ranks: on which of the mover's ranks, counted from the first; 0 for all.
        barred: on how many of them it may not.
        per_file: how many of the kind a side may have on a file at most; 0 for any number.
    """

    ranks: int
    barred: int = 0
    per_file: int = 0


def read(found: re.Match[str]) -> Iterator[Beside]:
    """What a term says that `BESIDE` has found.

    Raises:
        BetzaError: it is not written so, or cannot be played.
    """
    notation, atom, letters = found.string, found["atom"], found["modifiers"]
    column = found.start("atom") + 1
    for place, letter in enumerate(letters):
        here = found.start() + place + 1
        if reason := _UNPLAYED.get(atom + letter):
            raise UnplayedError(notation, here, reason)
        if letter not in _LETTERS[atom]:
            wanted = Message("only {letters} before {atom}", letters=" ".join(_LETTERS[atom]), atom=atom)
            raise BetzaError(notation, here, wanted)
        if letter in letters[:place] and letter not in _OFTEN[atom]:
            wanted = Message("no second {letter} before {atom}", letter=letter, atom=atom)
            raise BetzaError(notation, here, wanted)
    digits = found["range"]
    if len(digits) > 2 or (len(digits) == 2 and digits[0] == "0"):
        wanted = Message("a number from 0 to 99 after {atom}", atom=atom)
        raise BetzaError(notation, found.start("range") + 1, wanted)
    number = int(digits or 1)
    if atom == "@":
        barred = letters.count("j")
        if number and barred >= number:
            raise BetzaError(notation, found.start("range") + 1, "more ranks than j leaves out")
        yield DropZone(number, barred, letters.count("f"), notation=notation, column=column)
        return
    if not number:
        raise BetzaError(notation, found.start("range") + 1, "how many squares the king goes")
    if "i" not in letters:
        raise UnplayedError(notation, column, "nobody castles once they have moved, which iO says")
    sides = {side for letter in letters for side in {"l": "l", "r": "r", "s": "rl"}.get(letter, "")}
    if not sides:
        raise BetzaError(notation, column, "l, r or s before O")
    for right in (True, False):
        if "lr"[right] in sides:
            yield Castle(right, number, letters.count("j"), notation=notation, column=column)


B = TypeVar("B", bound=Beside)


def said(movement: object, kind: type[B], side: Side) -> Iterator[B]:
    """What letters say of a side's piece beside its movement.

    Raises:
        UnplayedError: they say it where it is no part of the whole movement.
    """
    match movement:
        case Leap():  # as most are: it has no movement within
            return
        case Together():
            for part in movement.parts:
                yield from said(part, kind, side)
        case BySide():
            yield from said(movement.of(side), kind, side)
        case Beside():
            if isinstance(movement, kind):
                yield movement
        case _:
            for name in field_names(movement):
                within = getattr(movement, name)
                for inner in said(within, kind, side) if hasattr(within, "ways") else ():
                    raise inner.unplayed("it is said of the whole piece, not of a part of its movement")
