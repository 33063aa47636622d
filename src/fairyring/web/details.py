"""What pages are sent of games, boards and pieces, as strict types; see `fairyring.web.shapes`."""

from __future__ import annotations

from typing import Literal

from fairyring.web.events import SideName
from fairyring.web.shapes import Point, Shape, Text, Token


class Summary(Shape):
    """A game in a few words."""

    name: str
    title: str
    summary: str
    inventor: str
    """"" if nobody is known."""
    year: int
    """0 if it is not known."""
    group: str
    """The title of the group in which the list has it; games of a group stand together there."""
    difficulty: Literal["easy", "some", "many"]
    """How much there is to learn for somebody who plays chess: little, some new rules, or many."""
    puzzles: int
    """How many puzzles it has."""
    lessons: int
    """How many lessons, the steps by which players learn it."""


class Panel(Shape):
    """One board to draw."""

    title: str
    """"" for a board without a name."""
    width: float
    """In squares."""
    height: float


class Outline(Shape):
    """Where a site is drawn on a panel."""

    panel: int
    points: list[Point]
    """Its corners in units of a square, x to the right and y down, as White sees the panel."""


class Site(Shape):
    """A square, and where it is drawn: once on each panel that shows it."""

    name: str
    file: str
    """What players call its file; "" if files have no names there."""
    rank: str
    """The same of its rank."""
    label: str
    """Its name, to be written on it, if file and rank do not say it; "" if they do."""
    shade: int
    """0 for a dark square, 1 for a light one; 2 for a hexagon of the shade between."""
    region: str
    """The part of the board it belongs to; "" if there are no parts."""
    tint: int
    """From 1 to 4, the same for all sites of a part; 0 if there are no parts."""
    carrier: str
    """The site of the piece on whose back it is, or "". It exists only while a piece stands there."""
    outlines: list[Outline]


class Place(Shape):
    """A choice that is made at a site without being its name, such as the back of a piece."""

    site: str
    level: str
    """The level of its tokens."""
    file: str
    """The file of its site."""
    name: Text


class Border(Shape):
    """A line on a panel where the board does not just end."""

    panel: int
    what: Literal["joint", "cushion", "beyond", "exit", "entry"]
    """Another board begins; pieces bounce, there or half a square beyond; they leave the board and come on
    again at the other end; they only come on."""
    points: tuple[Point, Point]
    out: Point
    """The direction in which pieces cross an exit or an entry."""
    side: SideName | None
    """The side for whose pieces it is so; null for both."""


class Board(Shape):
    """What to draw."""

    panels: list[Panel]
    sites: list[Site]
    places: dict[str, Place]
    """By the text of the choice; empty in most games."""
    turning: list[str]
    """The sites of the spinner, each before the one that it turns to; empty in most games."""
    borders: list[Border]
    """Empty in most games."""


class PieceWords(Shape):
    """A kind of piece, for people."""

    letter: str
    name: str
    picture: str
    drawing: str
    """Its picture as SVG, if the game brings it along; empty otherwise."""
    characters: dict[SideName, str]
    """Each side's piece as a Chinese or Japanese character, named as pictures are; empty if it has none."""
    note: Text


class Level(Shape):
    """A level of the computer, for people."""

    name: str
    title: str


class OptionWords(Shape):
    """An option of a game, for people."""

    name: str
    value: bool | int | str
    """The default, which is of the kind of every other value."""
    words: Text
    drawn: tuple[int, int] | None
    """The least and the greatest number to draw from if the player sets none; null: the default stands."""


class Details(Summary):
    """A game, its board and its pieces."""

    board: Board
    pieces: list[PieceWords]
    levels: list[Level]
    """The levels of the computer, the weakest first."""
    options: list[OptionWords]
    """What can be chosen when a game begins."""
    further: bool
    """Whether the last choice of every move is a square for a thing that belongs to neither side, such as a
    wall."""
    start: list[Token]
    """The tokens of the starting position."""
    winning: int
    """The score, in hundredths of a pawn, with which a side wins nine points of ten."""
    without_puzzles: Text | None
    """Why it has no puzzles, a sentence; null if it has some."""


class Puzzle(Shape):
    """A position in which exactly one move wins."""

    id: str
    """Tells it from the game's other puzzles, also when there are more of them later."""
    position: str
    """Its text, as far as the side to move may know it."""
    moves: list[str]
    """The solution, which ends with a move of the side to move; a move that wins at once is as good."""
    goal: Text
    """What is to be found, such as a mate in 2."""


class Lesson(Shape):
    """One of the steps by which players learn a game, in the language asked for."""

    say: str
    """What is taught and asked for."""
    position: str | None
    """Its text; null for the start of the game."""
    arrows: list[tuple[str, str]]
    """What is pointed out, each from site to site; a circle leads from a site to itself."""
    lines: list[list[str]]
    """The right moves, each with those that are played in answer; none if there is only something to read."""
    done: str
    """What is said after a right move; "" for nothing."""
    wrong: str
    """What is said after another move; "" for nothing."""


class PreviewStep(Shape):
    """A move of the game that the first page shows of each: see `fairyring.web.previews`."""

    come: list[tuple[int, Token]]
    """New tokens, with their places in the list after the move."""
    gone: list[int]
    """The places in the list before the move of tokens that are no longer there."""
    last: list[str]
    """The sites of the move."""


class Nothing(Shape):
    """What is answered where there is nothing to say."""


class Held(Shape):
    """A game in which a browser has a seat."""

    id: str
    variant: str
    at: float
    """When the browser took the seat, in seconds since 1970."""
    seats: dict[SideName, str]
    """Who plays each side: `human`, or the name of a level."""
    names: dict[SideName, str]
    """What the players call themselves; "" for one who has not said."""
    you: list[SideName]
    """The sides of the seat."""
