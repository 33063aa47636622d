"""What the workshop's requests take and answer, as strict types; see `fairyring.web.shapes`."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from fairyring.web import details
from fairyring.web.events import SideName
from fairyring.web.requests import Language
from fairyring.web.shapes import Shape, Text, Token
from fairyring.web.workshop.changes import MOST_PARTS, Change, Part

MOST_TEXT = 64 * 1024  # characters; what a game file has at most, in bytes, is said by its reader
FileText = Annotated[str, Field(max_length=MOST_TEXT)]


class Draft(Shape):
    """A draft, and what is done to it."""

    text: FileText
    """The game file."""
    changes: Annotated[list[Change], Field(max_length=100)] = Field(default_factory=list)
    """What is done, in this order."""


class Worded(Language):
    """A draft whose rules are asked for."""

    text: FileText
    """The game file."""


class Movement(Shape):
    """A movement to be described: by letters, or by painted vectors."""

    notation: Annotated[str, Field(max_length=400)] = ""
    """Betza's notation; left out where `parts` say it."""
    parts: Annotated[list[Part], Field(max_length=MOST_PARTS)] | None = None
    """The vectors."""
    beside: Annotated[str, Field(max_length=40)] = ""
    """What letters say beside movement, which is kept behind the vectors."""
    hexagons: bool = False
    """Whether it is for a board of hexagons."""


class Picture(Shape):
    """An SVG file for the picture of a piece."""

    text: FileText


class Drawn(Shape):
    """A picture as the drawing of a piece."""

    drawing: str
    """What the piece's `drawing` is in a game file: SVG of shapes alone."""
    picture: str
    """Its name."""
    shown: str
    """The drawing as pages show it, in the colours of the sides."""


class Problem(Shape):
    """Something that is wrong in a draft."""

    message: Text
    line: int
    column: int
    path: list[str]
    """The keys that lead to it, as far as they are known."""


class Described(Shape):
    """How a piece moves."""

    notation: str
    """Betza's notation; empty for a movement that is not in letters."""
    beside: str
    """The letters of it that say something beside movement: castlings and drops."""
    parts: list[Part] | None
    """Its vectors, to be painted; null if it is more than vectors."""
    within: bool
    """Whether it keeps to an area, the palace, which the rest of what is said here leaves out."""
    hexagons: bool
    """Whether its dots are on a board of hexagons, where files lead to the right and down."""
    dots: list[list[int]]
    """Where it could go on an otherwise empty board: files to the right, ranks ahead, and a sum: 1 it moves
    there, 2 it captures there, 4 by its first move only, 8 over a piece only, 16 it captures its own side's
    pieces there."""


class Lettered(Described):
    """How a piece moves by letters, and what is wrong with these."""

    error: Text
    """Empty if nothing is."""
    column: int
    """Where it is, from 1."""


class DraftPiece(Shape):
    """A kind of piece of a draft."""

    letter: str
    name: str
    picture: str
    drawing: str
    """Its picture as SVG, if the game brings it along; empty otherwise."""
    royal: bool
    pawn: bool
    movement: Described
    value: int | None
    """What it is worth on this board, in hundredths of a pawn.

    It is null for royal pieces, and while the draft is not a game."""
    counts: dict[SideName, int]
    """How many each side has at the start."""


class Drafted(Shape):
    """What the page shows of a draft."""

    text: str
    """The game file, after the changes."""
    data: dict[str, Any]
    """What it says; empty if it is no TOML."""
    problems: list[Problem]
    """What is wrong; nothing if it is a game."""
    remarks: list[Text]
    """What may not be meant."""
    whole: bool
    """Whether it is made from nothing; what it takes from a base is written out with the first change."""
    editable: bool
    """Whether pieces can be put on the board by hand."""
    board: details.Board | None
    """The board; null if the draft has none that can be drawn."""
    tokens: list[Token]
    """What stands on it at the start."""
    pieces: list[DraftPiece]
    areas: dict[str, dict[SideName, list[str]]]
    """The squares of each area that can be painted."""
    drops: list[str]
    """If the draft is not a game: the mechanics of which it would be one without any single one."""


class KnownPiece(Shape):
    """A piece that games here have."""

    name: str
    letter: str
    picture: str
    """The name of its drawing; empty if there is none."""
    pawn: bool
    board: str
    """The kind of board that it is for (`hexagons` or `levels`); empty for plain boards."""
    games: list[str]
    """The titles of some games that have it."""
    notation: str
    dots: list[list[int]]
    """See `Described`."""


class Parameter(Shape):
    """A parameter of a mechanic."""

    name: str
    about: str
    kind: str
    """How it is entered: `switch`, `number`, `text`, `words` (one of some) or `table` (in the text alone)."""
    letters: bool
    """Whether its text has letters of pieces."""
    words: list[str]
    usual: Any
    """What it is when it is left out; null if it may not be."""


class Card(Shape):
    """A mechanic."""

    name: str
    title: str
    about: str
    required: list[str]
    parameters: list[Parameter]


class BoardKind(Shape):
    """A kind of board that numbers describe."""

    kind: str
    numbers: list[str]
    """The names of its numbers, such as `width`."""


class Catalogue(Shape):
    """What the workshop has to choose from."""

    pieces: list[KnownPiece]
    mechanics: list[Card]
    drawings: list[str]
    """The names of all drawings of pieces."""
    boards: list[BoardKind]
    edges: list[str]
    """What an edge can do; see docs/game-files.md."""
    colours: list[str]
    """What a part of the board can be coloured with."""
    templates: list[str]
    """The names of files to begin with."""


class Fit(Shape):
    """Whether a mechanic could be added to a draft."""

    name: str
    value: dict[str, Any]
    """The parameters that it would begin with."""
    reason: Text
    """Why it cannot be; empty if it can."""


class Started(Shape):
    """A game file to begin with."""

    text: str


class RulesInWords(Shape):
    """The rules of a draft in words."""

    html: str
    """As on a rules page, without headings above the third level; empty if the draft is not a game."""
