"""The rules of a game in its file: a key for each attribute of the rules of each family."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any, Final

import fairyring.mechanics
from fairyring.board import Area, Board, Side
from fairyring.board.graph import SquareName
from fairyring.gamefiles.boards import AREA, BOARD
from fairyring.gamefiles.derived import Derivation, described
from fairyring.gamefiles.pieces import PIECES, in_words
from fairyring.gamefiles.shapes import (
    Changed,
    Either,
    Entry,
    Items,
    Kinds,
    Shape,
    Table,
    Text,
    Word,
)
from fairyring.kernels.law import Letters, Mechanic, letters_in
from fairyring.kernels.orthodox.castlings import USUAL_GOALS, castlings_anywhere
from fairyring.kernels.orthodox.rules import castling, usual_castlings
from fairyring.kernels.orthodox.tables import Castling
from fairyring.messages import Message
from fairyring.notation.families import FORMS
from fairyring.pieces import Piece

FAMILIES: Final[Mapping[str, type[Any]]] = {in_words(rules.__name__): rules for rules in FORMS}
"""The families, by their names in game files."""


def _declared() -> Iterator[tuple[str, type[Mechanic]]]:
    for name in fairyring.mechanics.__all__:
        if is_dataclass(getattr(fairyring.mechanics, name)):
            yield in_words(name), getattr(fairyring.mechanics, name)


MECHANICS: Final = dict(_declared())
"""The mechanics, by their names in game files."""


@dataclass(frozen=True)
class Usual:
    """Castling as in chess, on a board with eight files.

    Attributes:
        sides: the sides that have it.
        safe: whether the king must be safe on its way.
    """

    sides: tuple[Side, ...] = tuple(Side)
    safe: bool = True

    def on(self, board: Board) -> tuple[Castling, ...]:
        """The castlings on a board.

        Raises:
            ValueError: the board does not have eight files.
        """
        found = (each for each in usual_castlings(board) if each.side in self.sides)
        return tuple(each if self.safe else replace(each, safe=()) for each in found)


@dataclass(frozen=True)
class Anywhere:
    """Castling of a king and a rook that start anywhere on their first rank, as in Chess960.

    Attributes:
        king: the letter of the piece that castles.
        rook: the letter of the piece that it castles with.
        goals: the files to which both go, with a rook on the right as White sees it, and with one on
            the left.
    """

    king: str = "K"
    rook: str = "R"
    goals: tuple[tuple[str, str], tuple[str, str]] = USUAL_GOALS

    def on(self, board: Board) -> tuple[Castling, ...]:
        """The castlings on a board.

        Raises:
            ValueError: the board has more charts than one, or too many files, or no such files.
        """
        return castlings_anywhere(board, self.king, self.rook, self.goals)


@dataclass(frozen=True)
class OneCastling:
    """One castling.

    Attributes:
        letter: its letter in position texts: a capital is White's, a small letter Black's.
        king: the squares from which and to which the king goes.
        rook: the squares from which and to which the rook goes.
        safe: whether the king must be safe on its way.
    """

    letter: str
    king: tuple[SquareName, SquareName]
    rook: tuple[SquareName, SquareName]
    safe: bool = True

    def on(self, board: Board) -> tuple[Castling, ...]:
        """It, on a board.

        Raises:
            ValueError: the board does not have the squares, or not on one rank.
        """
        side = Side.WHITE if self.letter.isupper() else Side.BLACK
        made = castling(board, side, self.letter, self.king, self.rook)
        return (made if self.safe else replace(made, safe=()),)


Castlings = tuple[Usual | Anywhere | OneCastling, ...]

_LETTERS = Either(
    {str: Changed(Text(), lambda text: tuple(letters_in(text))), list: Items(Text())},
    "the letters of pieces in quotes, or a list of them",
)
_derivation = Derivation({Area: AREA, Letters: _LETTERS})
_one = Table(
    {
        **_derivation.entries(OneCastling),
        "letter": Entry(Text(1, "[A-Za-z]", "one letter"), described(OneCastling)["letter"], required=True),
    },
    OneCastling,
    "One castling.",
)
CASTLINGS = Either(
    {
        str: Word({"usual": (Usual(),), "anywhere": (Anywhere(),), "none": ()}),
        list: Items(_one, most=64),
        dict: Changed(
            Kinds({in_words(cls.__name__): _derivation.table(cls) for cls in (Usual, Anywhere)}),
            lambda castlings: (castlings,),
        ),
    },
    "'usual', 'anywhere', 'none', a table with a kind, or a list of castlings",
)


def _mechanics() -> Table:
    shapes = {name: Entry(_mechanic(cls)) for name, cls in MECHANICS.items()}
    notes = {
        name: " ".join((cls.__doc__ or "").partition("\n")[0].split()) for name, cls in MECHANICS.items()
    }
    return Table(
        {name: entry._replace(note=notes[name]) for name, entry in shapes.items()},
        lambda **given: tuple(given.values()),
        "The mechanics that the game has beyond chess, each with its parameters.",
        "a table with a table for each mechanic",
    )


def _mechanic(cls: type[Mechanic]) -> Table:
    what = Message("a table with the parameters of {mechanic}", mechanic=Message(cls.title))
    return replace(_derivation.table(cls), what=what)


_SPECIAL: Final[dict[object, Shape]] = {
    Board: BOARD,
    tuple[Piece, ...]: PIECES,
    tuple[Castling, ...]: CASTLINGS,
    tuple[Mechanic, ...]: _mechanics(),
    Area: AREA,
}
APART: Final = {"array"}  # what Piloting calls so follows from the array


def rules_entries() -> dict[str, Entry]:
    """A key for each attribute of the rules of any family."""
    found: dict[str, Entry] = {}
    for rules in FAMILIES.values():
        found |= Derivation(_SPECIAL).entries(rules, APART, partly=True)
    return found


def attributes(rules: type[Any]) -> set[str]:
    """The keys that a family's rules have."""
    return {field.name for field in fields(rules)} - APART
