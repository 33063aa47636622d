"""What a game's module declares."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from typing import NamedTuple

from fairyring.kernels.rules import Rules
from fairyring.notation.position import Form


class Standing(IntEnum):
    """What a game is among the others; they are shown in this order."""

    STRANGE = 0
    """A game for its own sake."""
    RELATED = 1
    """A part of another game, or a relative."""
    PLAIN = 2
    """The game that the others bend: it is known."""


class Figure(NamedTuple):
    """A position that shows a rule: the rules page draws it, and where one man may go in it.

    Attributes:
        position: its text.
        start: the first choice of the turns to show.
        caption: what is to be seen, in a few sentences.
    """

    position: str
    start: str
    caption: str


class Ride(NamedTuple):
    """Some turns that show how one man is carried on: the rules page draws his way, step by step.

    Attributes:
        position: the text of the position in which it begins.
        start: the name of the man's site.
        turns: the turns of both sides, one after the other.
        caption: what is to be seen, in a few sentences.
    """

    position: str
    start: str
    turns: tuple[str, ...]
    caption: str


@dataclass(frozen=True)
class Definition:
    """A game: its rules, its texts, and the words for players.

    Attributes:
        title: the game's name for people.
        summary: what is strange about it, in a sentence or two.
        rules: the rules, of some family.
        form: how its positions are written.
        start: the text of the position at the start.
        inventor: who invented it.
        year: when it was published; 0 where nobody can say.
        notes: paragraphs for the rules page, on what the pieces' diagrams do not show.
        rulings: points that the source leaves open, and how they are settled here.
        sources: where the game was published.
        figures: positions for the rules page, each with what one man may do there.
        rides: turns for the rules page, with the way that one man goes in them.
        options: for each option of the game, what it does, in a few words for players.
        standing: what it is among the games that come with fairyring.
    """

    title: str
    summary: str
    rules: Rules
    form: Form
    start: str
    inventor: str = ""
    year: int = 0
    notes: tuple[str, ...] = field(default=())
    rulings: tuple[str, ...] = field(default=())
    sources: tuple[str, ...] = field(default=())
    figures: tuple[Figure, ...] = field(default=())
    rides: tuple[Ride, ...] = field(default=())
    options: Mapping[str, str] = field(default_factory=dict)
    standing: Standing = Standing.STRANGE
