"""The Python face of a rule family: what is around its compiled functions, for one game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from fairyring.board import Board, Point, Side
from fairyring.kernels.contract import Layout, States
from fairyring.pieces import Piece


class Words(NamedTuple):
    """A move as people and programs write it.

    Attributes:
        text: the canonical move text, of which no other legal turn has the same.
        choices: the same as small decisions, one after the other.
        uci: the UCI form, where the game has one.
        also: other rows of decisions that are the same move.
        notation: how a list of moves shows it to people, where that is not the text.
        ply: whether it counts as a ply; False for what is chosen before the first move.
    """

    text: str
    choices: tuple[str, ...]
    uci: str = ""
    also: tuple[tuple[str, ...], ...] = ()
    notation: str = ""
    ply: bool = True


class Chips(NamedTuple):
    """So many chips of one kind.

    Attributes:
        worth: what one is worth.
        number: how many they are.
    """

    worth: int
    number: int


Purse = tuple[Chips, ...]
"""Chips of every denomination of a game, the smallest first, those that are lacking included."""


class Momentum(NamedTuple):
    """Where a man who does not stand still goes next by himself.

    Attributes:
        dx: files to White's right (negative: left).
        dy: ranks away from White (negative: towards him).
        place: his place among his side's men in motion, from 1: the order in which they go.
    """

    dx: int
    dy: int
    place: int


class Token(NamedTuple):
    """One thing that lies on the board, for whoever draws it or reads it out.

    Attributes:
        site: the name of its site.
        letter: the piece's letter as in the position text (small for Black).
        name: what a player calls it, colour included ("white knight").
        picture: the name of its drawing.
        side: whose it is, or None for a thing that is nobody's.
        level: on which level of the site it stands; "" for the ground.
        momentum: how it is in motion; None for what stands still, which most games' men always do.
        chips: the chips of a stack, the smallest first; none for anything else.
        marked: whether it bears the mark that only those see who know of it, as a True King does.
    """

    site: str
    letter: str
    name: str
    picture: str
    side: Side | None
    level: str = ""
    momentum: Momentum | None = None
    chips: tuple[Chips, ...] = ()
    marked: bool = False


class Spot(NamedTuple):
    """A place at a site beside the site itself: what a choice means that is made there.

    Attributes:
        site: the name of the site at which it is.
        level: the level on which tokens there stand.
        name: what a player calls it ("the back of d2").
        enter: what a man does to another when he comes to stand over him there ("sit on").
    """

    site: str
    level: str
    name: str
    enter: str


class Goal(NamedTuple):
    """A site that a man could go to, were it alone on the board.

    Attributes:
        site: the goal's name.
        ways: for each way there, the names of the sites that must be empty; the shortest first.
        move: it may go there when the site is empty.
        capture: it may take an enemy there.
        double: it comes there by a double step, after which it may be taken en passant.
        promotion: it promotes there.
    """

    site: str
    ways: tuple[tuple[str, ...], ...]
    move: bool
    capture: bool
    double: bool = False
    promotion: bool = False


class Event(NamedTuple):
    """One thing that happens in the course of a turn.

    Attributes:
        what: ``"move"``, what the mover does (castling is two of them); ``"stop"``, a man in motion whom he
            stops; ``"drift"``, a man who goes on by himself; ``"halt"``, one who would, but stops;
            ``"spin"``, sites that turn with all that is on them.
        sites: the names of the man's sites, from where he is to where he comes, with those between that
            had to be empty; for a spin the sites that turn, each before the one that it comes to.
        legs: the same way as lines to draw, each a row of points in files and ranks of the board's
            first chart, from 0; it turns where it bounces, and a new one begins where it wraps.
        taken: the name of the site on which a man is taken; "" for none.
        becomes: the letter of the man that he is promoted to; "" for none.
        momentum: how he is in motion afterwards, with his place in the order of that moment.
    """

    what: str
    sites: tuple[str, ...]
    legs: tuple[tuple[Point, ...], ...] = ()
    taken: str = ""
    becomes: str = ""
    momentum: Momentum | None = None

    @property
    def automatic(self) -> bool:
        """Whether it happens by itself, after what the mover does."""
        return self.what not in ("move", "stop")

    @property
    def text(self) -> str:
        """The event as a record tells it: ``d2-d4``, ``d2xd4``, ``d7-d8=Q``, ``stop@d4``, ``spin``."""
        if self.what == "spin":
            return self.what
        if self.what in ("stop", "halt"):
            return f"stop@{self.sites[0]}"
        promotion = f"={self.becomes}" if self.becomes else ""
        return f"{self.sites[0]}{'x' if self.taken else '-'}{self.sites[-1]}{promotion}"


class Topic(NamedTuple):
    """A part of the rules in words for players: a heading and its paragraphs."""

    title: str
    paragraphs: tuple[str, ...]


class Secret(NamedTuple):
    """A field of a row that not all may know.

    Attributes:
        field: its place in ``info``.
        owner: the side that knows it.
        blank: what stands there in the rows of those who do not.
    """

    field: int
    owner: Side
    blank: int


class Signs(NamedTuple):
    """What turns show of what their player hides, to anybody who looks on.

    Attributes:
        values: the values that his secret may have, as far as all know.
        words: what each kind of sign is called.
        weights: float64[sign]; by how much one makes a value the likelier, as a logarithm.
        found: int8[turn, value, sign]; how much of each sign there is.
    """

    values: tuple[int, ...]
    words: tuple[str, ...]
    weights: npt.NDArray[np.float64]
    found: npt.NDArray[np.int8]

    @property
    def logs(self) -> npt.NDArray[np.float64]:
        """float64[turn, value]; by how much each turn makes each value the likelier, as a logarithm."""
        return self.found @ self.weights


class Secrets(Protocol):
    """What is hidden in a game. A row with blanks is a position like any other.

    Nothing public depends on a secret: two rows that differ in secrets alone have the same key and the
    same legal moves, and differ in no derived field.
    """

    def hidden(self, states: States, ply: int) -> tuple[Secret, ...]:
        """The fields that hold a secret in a row now; none of those that are blank or known to all."""

    def public(self, move: int) -> int:
        """A move as those see it who may not know what it hides: itself, if it hides nothing."""

    def question(self, states: States, ply: int, move: int) -> str:
        """What must be known to play a move and is blank in the row, as a yes-or-no question; else ""."""

    def answered(self, move: int, answer: bool) -> int:
        """The move that says what a `question` is answered by."""

    def field(self, owner: Side) -> int:
        """The place in ``info`` of the field that holds a side's secret."""

    def possible(self, states: States, ply: int, owner: Side) -> Mapping[int, str]:
        """The values that a side's secret may have, as far as all know, each with its site's name.

        None while there is no secret: before it is chosen, and when everybody knows it.
        """

    def signs(self, states: States, ply: int, moves: npt.NDArray[np.uint64]) -> Signs:
        """What each of some legal turns of a row would show of the mover's secret; row ply + 1 is scratch."""

    def weighed(self, states: States, ply: int, chances: Mapping[int, float]) -> Any:
        """Tables by which to search a row, so that each possible value counts by its chance.

        The row is rewritten for them, but for its key, and whatever a search does not look at from
        the second turn on may be left out of them. What is possible and not named counts as all alike.
        """

    def zeal(self, tables: Any, states: States, ply: int) -> int:
        """By how much such tables overrate the mover, to make him hunt; in hundredths of a pawn."""


class Rules(Protocol):
    """One game's rules, as the layers above the kernels use them."""

    @property
    def board(self) -> Board:
        """The board."""

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """The kinds of men."""

    @property
    def spots(self) -> Mapping[str, Spot]:
        """The choices that are made at a site without being its name; none in most games."""

    @property
    def tacit(self) -> frozenset[str]:
        """The choices that go without saying where the goals after them are shown; none in most games.

        An interface on which one points at the goals leaves them out.
        """

    @property
    def turning(self) -> tuple[str, ...]:
        """The sites of the spinner, each before the one that it comes to; none in most games."""

    @property
    def secrets(self) -> Secrets | None:
        """What is hidden from some; None where all know everything, as in most games."""

    @property
    def layout(self) -> Layout:
        """What a row of `States` holds."""

    @property
    def tables(self) -> Any:
        """The constants for the compiled functions; their type names the family."""

    def derive(self, states: States, ply: int) -> None:
        """Work out a row's derived fields, sets and key from the rest."""

    def considered(self, states: States, ply: int, moves: Sequence[int]) -> Sequence[int]:
        """Those of a position's legal moves that a search looks at, at least one; in most games all."""

    def words(self, states: States, ply: int, move: int) -> Words:
        """The words for a legal move of a row's position."""

    def course(self, states: States, ply: int, move: int | None) -> tuple[Event, ...]:
        """All that happens in a turn, part by part in its order, with the true paths.

        Args:
            states: the rows.
            ply: the position's row, which is left as it is.
            move: a legal move; None for what would happen by itself in a turn of the mover's.

        Returns:
            Nothing in a game in which a turn is no more than what its text and choices say.
        """

    def tokens(self, states: States, ply: int) -> tuple[Token, ...]:
        """What lies on the board, in the order of sites and levels."""

    def purses(self, states: States, ply: int, winner: Side | None = None) -> tuple[Purse, Purse] | None:
        """White's purse and Black's; with a ``winner`` as they are when he has won. None without chips."""

    def checked(self, states: States, ply: int) -> tuple[str, ...]:
        """The names of the sites on which the mover's royal men stand in check."""

    def reach(self, letter: str, site: str, side: Side) -> tuple[Goal, ...]:
        """The goals of a man of ``side``, alone on the board, each site once, as the tables have them.

        Raises:
            KeyError: there is no such kind of man, or no such site.
        """

    def topics(self) -> tuple[Topic, ...]:
        """What the family has to say to players about this game, in the order of a rules page."""
