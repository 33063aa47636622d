"""The rules of one game in Python: everything around the compiled functions of its family."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from fairyring.board import Board, Point, Side
from fairyring.kernels.contract import Layout, States
from fairyring.messages import Message
from fairyring.pieces import Piece


class Words(NamedTuple):
    """A move in words, for people and programs.

    Attributes:
        text: the canonical move text; no other legal move has the same.
        choices: the same as small decisions, one after the other.
        uci: the UCI form, if the game has one.
        also: other rows of decisions that mean the same move.
        notation: how a list of moves shows it to people, if not by the text.
        ply: whether it counts as a ply; False for what is chosen before the first move.
    """

    text: str
    choices: tuple[str, ...]
    uci: str = ""
    also: tuple[tuple[str, ...], ...] = ()
    notation: str = ""
    ply: bool = True


class Chips(NamedTuple):
    """A number of chips of one denomination.

    Attributes:
        worth: the value of one chip.
        number: how many there are.
    """

    worth: int
    number: int


Purse = tuple[Chips, ...]
"""Chips of every denomination of a game, the smallest first, including those of which there are none."""


class Momentum(NamedTuple):
    """Where a piece in motion goes next by itself.

    Attributes:
        dx: files to White's right (negative: left).
        dy: ranks away from White (negative: towards White).
        place: its launch number: its place, from 1, in the order in which its side's pieces drift.
        charts: the numbers of the charts on which it goes there: several where boards that share squares lead
            the same way.
    """

    dx: int
    dy: int
    place: int
    charts: tuple[int, ...] = (0,)


class Token(NamedTuple):
    """One thing on the board, for drawing it or reading it out.

    Attributes:
        site: the name of its site.
        letter: the piece's letter as in the position text (small for Black).
        name: what a player calls it, colour included ("white knight").
        picture: the name of its drawing.
        side: the side it belongs to, or None for a thing that belongs to neither side.
        level: on which level of the site it is; "" for the ground.
        momentum: its motion; None for a thing at rest, as all are in most games.
        chips: the chips of a stack, the smallest first; none for anything else.
        marked: whether it has the mark that only those see who may know of it, such as a True King.
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


class Holding(NamedTuple):
    """Pieces of one kind that a side has beside the board.

    Attributes:
        letter: the piece's letter as in the position text (small for Black).
        name: what a player calls it, colour included ("white knight").
        picture: the name of its drawing.
        number: how many there are.
        choice: the first choice of a move that drops one (``N@``).
    """

    letter: str
    name: str
    picture: str
    number: int
    choice: str


class Panel(NamedTuple):
    """What a side has beside the board: a hand, a number, or the letter of the board to move.

    Attributes:
        title: what it is, for players ("hand", "checks left").
        side: whose it is.
        holdings: the pieces, in the order of their kinds; none in a panel that shows a number.
        number: the number or letter; None in a panel that shows pieces.
    """

    title: str
    side: Side
    holdings: tuple[Holding, ...] = ()
    number: int | str | None = None


class Spot(NamedTuple):
    """A place at a site that is not the site itself: what a choice there means.

    Attributes:
        site: the name of its site.
        level: the level of the tokens there.
        name: what a player calls it ("the back of d2").
        enter: the template of what a piece does to another on which it comes to stand ("sit on {piece}").
    """

    site: str
    level: str
    name: str
    enter: str


class Goal(NamedTuple):
    """A site that a piece could go to if it were alone on the board.

    Attributes:
        site: the goal's name.
        ways: for each way there, the names of the sites that must be empty; the shortest first.
        move: whether it may go there if the site is empty.
        capture: whether it may capture an enemy there.
        double: whether it gets there by a double step, after which it may be captured en passant.
        promotion: whether it promotes there.
        friendly: whether it may capture a piece of its own side there.
        swap: whether it may go there by putting down elsewhere the piece there: an enemy if ``capture``
            would be possible without that, one of its own if ``friendly`` would.
        royal: whether only royal pieces are captured there, or, if it is False, all but them; None: any.
    """

    site: str
    ways: tuple[tuple[str, ...], ...]
    move: bool
    capture: bool
    double: bool = False
    promotion: bool = False
    friendly: bool = False
    swap: bool = False
    royal: bool | None = None


class Over(NamedTuple):
    """A site that a piece could go to over others, if the rest of the board were empty.

    Attributes:
        site: the goal's name; where the piece stands, if it captures and stays or comes back.
        path: the names of all sites on the way, in order.
        hurdles: the names of those on which pieces must stand; the others must be empty.
        move: whether it may go there if the site is empty.
        capture: whether it may capture an enemy there.
        enemies: those of ``hurdles`` on which enemies must stand.
        own: those on which pieces of its own side must stand.
        taken: the one on which it captures on its way; empty if there is none.
        friendly: whether it may capture a piece of its own side on the goal.
        swap: as `Goal.swap`; with ``taken``, it is that piece which is put down, where the move begins.
        royal: as `Goal.royal`.
        lent: the names of sites beside the way, and for each the letter of the kind of which a piece of its
            own side must stand there.
    """

    site: str
    path: tuple[str, ...]
    hurdles: tuple[str, ...]
    move: bool
    capture: bool
    enemies: tuple[str, ...] = ()
    own: tuple[str, ...] = ()
    taken: str = ""
    friendly: bool = False
    swap: bool = False
    royal: bool | None = None
    lent: tuple[tuple[str, str], ...] = ()

    @property
    def way(self) -> tuple[str, ...]:
        """The names of the sites that must be empty."""
        return tuple(site for site in self.path if site not in self.hurdles)


class Event(NamedTuple):
    """One thing that happens in the course of a turn.

    Attributes:
        what: ``"move"``, what the player does (castling is two of them); ``"stop"``, a piece in motion that
            the player stops; ``"drop"``, one that the player drops; ``"drift"``, one that moves by itself;
            ``"halt"``, one that would, but stops; ``"vanish"``, pieces that leave the board uncaptured;
            ``"spin"``, sites that rotate with everything on them.
        sites: the names of the piece's sites, from its start to its goal, with those between that had to be
            empty; for a spin, the sites that rotate, each before the one that it moves to.
        legs: the same way as lines to draw, each a row of points in files and ranks of its charts, from 0;
            a line turns where the way bounces, and a new one begins where it wraps around. None along a link.
        captured: the name of the site on which a piece is captured; "" for none.
        becomes: the letter of the piece that it promotes to; "" for none.
        momentum: its motion afterwards, with its launch number at that moment.
        charts: the numbers of the charts that show the legs.
    """

    what: str
    sites: tuple[str, ...]
    legs: tuple[tuple[Point, ...], ...] = ()
    captured: str = ""
    becomes: str = ""
    momentum: Momentum | None = None
    charts: tuple[int, ...] = (0,)

    @property
    def automatic(self) -> bool:
        """Whether it happens by itself, after what the player does."""
        return self.what not in ("move", "stop", "drop")

    @property
    def text(self) -> str:
        """The event as a record has it: ``d2-d4``, ``d2xd4``, ``d7-d8=Q``, ``stop@d4``, ``spin``."""
        if self.what == "spin":
            return self.what
        if self.what in ("stop", "halt"):
            return f"stop@{self.sites[0]}"
        if self.what == "vanish":
            return f"x@{','.join(self.sites)}"
        promotion = f"={self.becomes}" if self.becomes else ""
        return f"{self.sites[0]}{'x' if self.captured else '-'}{self.sites[-1]}{promotion}"


@dataclass
class Change:
    """What a move changed beside the way of its own piece.

    What tells something of it takes that out of ``gone``, ``come`` and ``turned``; what is left there is
    told in general words.

    Attributes:
        side: the side that moved.
        goal: the name of the site where its move ended; "" if it ended on none.
        reason: why the game ended with it, as `Result` has it; "" while the game goes on.
        captured: the pieces that were captured, in order.
        gone: the pieces that left the board and were not captured on a goal.
        lost: all pieces that left the board in one way or the other.
        come: the things that are new on the board.
        turned: what became something else where it stood, before and after.
    """

    side: Side
    goal: str = ""
    reason: str = ""
    captured: list[Token] = field(default_factory=list)
    gone: list[Token] = field(default_factory=list)
    lost: list[Token] = field(default_factory=list)
    come: list[Token] = field(default_factory=list)
    turned: list[tuple[Token, Token]] = field(default_factory=list)


class Topic(NamedTuple):
    """A part of the rules in words for players.

    Attributes:
        title: its heading.
        paragraphs: what it says.
        goals: how a game is won by it, in a sentence or two; a rules page begins with these.
        reference: whether it is to be looked up rather than read before the first game.
    """

    title: str
    paragraphs: tuple[str, ...]
    goals: tuple[str, ...] = ()
    reference: bool = False


class Secret(NamedTuple):
    """A field of a row that not everybody may know.

    Attributes:
        field: its index in ``info``.
        owner: the side that knows it.
        blank: its value in the rows of those who do not.
    """

    field: int
    owner: Side
    blank: int


class Signs(NamedTuple):
    """What moves show of a secret of their player, to everybody who watches.

    Attributes:
        values: the values that the secret may have, as far as everybody knows.
        words: what each kind of sign is called.
        weights: float64[sign]; how much more likely one makes a value, as a logarithm.
        found: int8[move, value, sign]; how much of each sign there is.
    """

    values: tuple[int, ...]
    words: tuple[str, ...]
    weights: npt.NDArray[np.float64]
    found: npt.NDArray[np.int8]

    @property
    def logs(self) -> npt.NDArray[np.float64]:
        """float64[move, value]; how much more likely each move makes each value, as a logarithm."""
        return self.found @ self.weights


class Secrets(Protocol):
    """What is hidden in a game. A row with blanks is a position like any other.

    Nothing public depends on a secret: two rows that differ only in secrets have the same key and the same
    legal moves, and differ in no derived field.
    """

    def hidden(self, states: States, ply: int) -> tuple[Secret, ...]:
        """The fields that hold a secret in a row now, without those that are blank or known to everybody."""

    def public(self, move: int) -> int:
        """A move as it looks to those who may not know what it hides; itself, if it hides nothing."""

    def question(self, states: States, ply: int, move: int) -> str:
        """What must be known to play a move and is blank in the row, as a yes-or-no question; else ""."""

    def answered(self, move: int, answer: bool) -> int:
        """The move with the answer to its `question`."""

    def field(self, owner: Side) -> int:
        """The index in ``info`` of the field that holds a side's secret."""

    def possible(self, states: States, ply: int, owner: Side) -> Mapping[int, str]:
        """The values that a side's secret may have, as far as everybody knows, each with its site's name.

        None while there is no secret: before it is chosen, and when everybody knows it.
        """

    def signs(self, states: States, ply: int, moves: npt.NDArray[np.uint64]) -> Signs:
        """What each of some legal moves of a row would show of the mover's secret; row ply + 1 is scratch."""

    def weighed(self, states: States, ply: int, chances: Mapping[int, float]) -> Any:
        """Tables for searching a row in which each possible value counts by its chance.

        The row is rewritten for them, except its key, and they may omit what a search does not look at from
        the
        second move on. Possible values that are not named are equally likely.
        """

    def tells(self, change: Change) -> tuple[Message, ...]:
        """What everybody learns of a secret by a move, in words for players."""

    def hunt_bonus(self, tables: Any, states: States, ply: int) -> int:
        """How much such tables overrate the mover, so that its pieces hunt; in hundredths of a pawn."""


class Rules(Protocol):
    """One game's rules, as the layers above the kernels use them."""

    @property
    def board(self) -> Board:
        """The board."""

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """The kinds of pieces."""

    @property
    def displaces(self) -> bool:
        """Whether a move may put a piece down elsewhere in place of capturing it."""

    @property
    def spots(self) -> Mapping[str, Spot]:
        """The choices made at a site that are not its name; none in most games."""

    @property
    def tacit(self) -> frozenset[str]:
        """The choices that go without saying once the goals after them are shown; none in most games.

        An interface in which players point at the goals leaves them out.
        """

    @property
    def turning(self) -> tuple[str, ...]:
        """The sites of the spinner, each before the one that it moves to; none in most games."""

    @property
    def further(self) -> bool:
        """Whether each move ends with choosing a square for a thing of neither side, such as a wall."""

    @property
    def secrets(self) -> Secrets | None:
        """What is hidden from some players; None if everybody knows everything, as in most games."""

    @property
    def values(self) -> Mapping[str, int]:
        """What each piece is worth by its name with its side, in hundredths of a pawn."""

    @property
    def layout(self) -> Layout:
        """What a row of `States` holds."""

    @property
    def most_moves(self) -> int:
        """How many moves a position may have at most: lists of moves need room for so many."""

    @property
    def tables(self) -> Any:
        """The constants for the compiled functions; their type names the family."""

    def derive(self, states: States, ply: int) -> None:
        """Compute a row's derived fields, sets and key from the rest."""

    def considered(self, states: States, ply: int, moves: Sequence[int]) -> Sequence[int]:
        """The legal moves that a search looks at, at least one; in most games all of them."""

    def words(self, states: States, ply: int, move: int) -> Words:
        """The words for a legal move of a row's position."""

    def course(self, states: States, ply: int, move: int | None) -> tuple[Event, ...]:
        """All that happens in a turn, part by part in order, with the true paths.

        Args:
            states: the rows.
            ply: the position's row, which does not change.
            move: a legal move; None for what would happen by itself in a turn of the mover's.

        Returns:
            Nothing in a game whose moves are no more than their text and choices say.
        """

    def tokens(self, states: States, ply: int) -> tuple[Token, ...]:
        """What lies on the board, in the order of sites and levels."""

    def purses(self, states: States, ply: int, winner: Side | None = None) -> tuple[Purse, Purse] | None:
        """White's purse and Black's; with a ``winner``, as after its win. None without chips."""

    def panels(self, states: States, ply: int) -> tuple[Panel, ...]:
        """What the sides have beside the board; nothing in most games."""

    def checked(self, states: States, ply: int) -> tuple[str, ...]:
        """The names of the sites on which the mover's royal pieces are in check."""

    def check_lines(self, states: States, ply: int) -> tuple[tuple[str, ...], ...]:
        """The lines along which the mover is in check: the sites from each attacker to what it attacks."""

    def tells(self, change: Change) -> tuple[Message, ...]:
        """What a move did beyond moving and capturing, in words for players; see `Change`."""

    def ended(self, reason: str, winner: Side | None, mover: Side) -> Message | None:
        """By what a game ended, where the game can say it better than by the reason alone; else None.

        ``reason`` is as `Result` has it, and ``mover`` is the side that would move next.
        """

    def reach(self, letter: str, site: str, side: Side) -> tuple[Goal, ...]:
        """The goals of a piece of ``side``, alone on the board, each site once, as the tables have them.

        Raises:
            KeyError: there is no such kind of piece, or no such site.
            ValueError: ``side`` is neither side.
        """

    def over(self, letter: str, site: str, side: Side) -> tuple[Over, ...]:
        """The goals of a piece of ``side`` over other pieces, as the tables have them; none where none hops.

        Raises:
            KeyError: there is no such kind of piece, or no such site.
            ValueError: ``side`` is neither side.
        """

    def topics(self, array: Mapping[str, str]) -> tuple[Topic, ...]:
        """What the family has to tell players about this game, in the order of a rules page.

        ``array``: the letters of the pieces that stand on the board at the start, by site.
        """
