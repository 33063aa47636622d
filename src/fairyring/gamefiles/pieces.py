"""Pieces in game files: their movement, in Betza's notation or as a movement of `fairyring.pieces`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import is_dataclass
from typing import Final

import fairyring.pieces
from fairyring.board import Area
from fairyring.gamefiles.boards import AREA, MOST_SITES
from fairyring.gamefiles.derived import Derivation, UnknownShapeError
from fairyring.gamefiles.shapes import (
    LONG,
    Changed,
    Either,
    Entry,
    Items,
    Keyed,
    Kinds,
    Named,
    Shape,
    Table,
    Text,
    words_of,
)
from fairyring.gamefiles.squares import NAME, NAMES
from fairyring.pieces import Dialect, Movement, Piece, betza, drawings, together
from fairyring.pieces.listed import Routes

MOST_PIECES: Final = 64
MOST_LINES: Final = 64  # that are listed for a square
LETTER = Text(2, r"\+?[A-Z]", "a piece's letter, such as N, or + and a letter")

MOVEMENT = Named("movement")
_ROUTES = Keyed(NAME, Items(NAMES, most=MOST_LINES), MOST_SITES)
_derivation = Derivation({Movement: MOVEMENT, Area: AREA, Routes: _ROUTES})


def _kinds() -> Iterator[tuple[str, Table]]:
    """The movements that are data, by their names."""
    for name in fairyring.pieces.__all__:
        cls = getattr(fairyring.pieces, name)
        if is_dataclass(cls) and isinstance(cls, type) and hasattr(cls, "ways") and cls is not Piece:
            try:
                yield in_words(name), _derivation.table(cls)
            except UnknownShapeError:  # such as one made of another
                continue
    yield (
        "betza",
        Table(
            {
                "notation": Entry(Text(400), "the notation", required=True),
                "dialect": Entry(words_of([str(each) for each in Dialect]), "whose reading to follow"),
            },
            betza,
            "Betza's notation, as another program reads it.",
        ),
    )


def in_words(name: str) -> str:
    """The name of a class as game files write it: ``BySide`` is ``by_side``."""
    return "".join(f"_{sign.lower()}" if sign.isupper() else sign for sign in name).lstrip("_")


MOVEMENT.shape = Either(
    {
        str: Changed(Text(400, least=1, wanted="Betza notation, such as RN"), betza),
        list: Items(MOVEMENT, together, least=1, most=20),
        dict: Kinds(dict(_kinds())),
    },
    "Betza notation in quotes, a list of movements, or a table with a kind",
)
_OWN: Final[dict[str, Shape]] = {
    "name": Text(40, r"\S.*", "what players call the piece", least=1),
    "drawing": Changed(
        Text(drawings.MOST, least=1, wanted="the name of a drawing, such as knight, or a drawing as SVG"),
        drawings.checked,
    ),
}
_entries = Derivation({str | Movement: MOVEMENT}, LONG).entries(Piece, ("letter",), partly=True)
PIECES = Keyed(
    LETTER,
    Table(
        _entries | {name: _entries[name]._replace(shape=shape) for name, shape in _OWN.items()},
        note="A kind of piece; of one that the base has, only what is different.",
        what="a table with the piece's name and movement",
    ),
    MOST_PIECES,
)
