"""State that mechanics declare: where it is kept, how it is hashed, and what it is called.

All of it is kept in fields of ``info`` that follow the family's own, so that copying, equality and the key
treat every mechanic's state alike. 0 in every field is the state at rest, and adds nothing to the key; nor
does a `Memory`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from fairyring.board import Side
from fairyring.kernels.compiling import U, inlined, wrapped_product
from fairyring.kernels.contract import Layout


@dataclass(frozen=True)
class Counter:
    """A number that each side has.

    Attributes:
        name: what it counts, for players; unique in a game.
        start: the number at the start of a game, and the largest there can be.
        note: for players: how it is written in a position text.
    """

    name: str
    start: int
    note: str

    def fields(self, letters: Sequence[str], words: int) -> tuple[str, ...]:
        """The names of its fields: White's, then Black's."""
        return tuple(f"{self.name} of {side}" for side in Side)


@dataclass(frozen=True)
class Tally:
    """A number that both sides share; beside the board it stands on the side of the player to move.

    Attributes:
        name: what it counts, for players; unique in a game.
        start: the number at the start of a game.
        least: the smallest there can be.
        most: the largest there can be.
        note: for players: what it is in a position text.
    """

    name: str
    start: int
    least: int
    most: int
    note: str

    def fields(self, letters: Sequence[str], words: int) -> tuple[str, ...]:
        """The name of its field."""
        return (self.name,)


@dataclass(frozen=True)
class Hand:
    """The pieces that each side holds beside the board.

    Attributes:
        name: what it is called.
        start: the letters of what White holds at the start of a game.
        black: the letters of what Black holds then.
        board: the title of the chart on which its pieces are dropped; empty where there is one hand for all.
    """

    name: str = "hand"
    start: str = ""
    black: str = ""
    board: str = ""

    def fields(self, letters: Sequence[str], words: int) -> tuple[str, ...]:
        """The names of its fields: for each kind of piece, White's number; then Black's."""
        return tuple(f"{letter} in {side}'s {self.name}" for side in Side for letter in letters)


@dataclass(frozen=True)
class Mark:
    """A mark that a piece has, and that goes with it.

    Attributes:
        name: what a piece with it is called, for players ("promoted").
        sign: what follows the piece's letter in a position text.
    """

    name: str
    sign: str

    def fields(self, letters: Sequence[str], words: int) -> tuple[str, ...]:
        """The names of its fields: words of a set of sites."""
        return tuple(f"{self.name} {number}" for number in range(words))


@dataclass(frozen=True)
class Limit:
    """A number for both sides, 0 while there is none; a position text has it in place of en passant.

    Attributes:
        name: what it is, for players.
        note: for players: how it is written in a position text.
    """

    name: str
    note: str

    def fields(self, letters: Sequence[str], words: int) -> tuple[str, ...]:
        """The name of its field."""
        return (self.name,)


@dataclass(frozen=True)
class Blocker:
    """Things of one kind that stand on sites but belong to neither side: no field, they are in the cells.

    Attributes:
        name: what it is called, for players, and the name of its drawing.
        sign: its sign in a position text.
    """

    name: str
    sign: str

    def fields(self, letters: Sequence[str], words: int) -> tuple[str, ...]:
        """It has none."""
        return ()


@dataclass(frozen=True)
class Memory:
    """A number for each side, or some for both, that say how the position was reached.

    It is not in position texts, does not count for repetition, and is 0 in a position that a text describes.

    Attributes:
        name: what is remembered; unique in a game.
        words: how many numbers there are for both sides together; 0 if each side has one.
    """

    name: str
    words: int = 0

    def fields(self, letters: Sequence[str], words: int) -> tuple[str, ...]:
        """The names of its fields: White's, then Black's."""
        if self.words:
            return tuple(f"{self.name} {number}" for number in range(self.words))
        return tuple(f"{self.name} of {side}" for side in Side)


@dataclass(frozen=True)
class TrueKing:
    """The site of each side's True King, or what is known of it: see `fairyring.kernels.true_kings`.

    It does not count for repetition.

    Attributes:
        name: what it is called, for players.
        most: how many kings a side can have.
        start: its text at the start of a game.
    """

    name: str
    most: int
    start: ClassVar[str] = "-,-"

    def fields(self, letters: Sequence[str], words: int) -> tuple[str, ...]:
        """The names of its fields: White's, then Black's."""
        return tuple(f"{self.name} of {side}" for side in Side)


@dataclass(frozen=True)
class Gates:
    """The squares of the first ranks that no piece has left: a set, written with the castling rights.

    Attributes:
        name: what it is called.
        pieces: the letters of the kinds that count; empty if all do, while their side has a piece in hand.
    """

    name: str = "gates"
    pieces: str = ""

    def fields(self, letters: Sequence[str], words: int) -> tuple[str, ...]:
        """The names of its fields: words of a set of sites."""
        return tuple(f"{self.name} {number}" for number in range(words))


@dataclass(frozen=True)
class Crossed:
    """The squares that a pawn has just crossed before the last one: a set, written with that square.

    Attributes:
        name: what it is called, for players.
    """

    name: str = "crossed"

    def fields(self, letters: Sequence[str], words: int) -> tuple[str, ...]:
        """The names of its fields: words of a set of sites."""
        return tuple(f"{self.name} {number}" for number in range(words))


@dataclass(frozen=True)
class Turn:
    """Which of two boards the next move is made on: the number of its chart.

    Attributes:
        name: what it is called, for players.
        boards: the titles of the charts.
    """

    name: str
    boards: tuple[str, str]

    def fields(self, letters: Sequence[str], words: int) -> tuple[str, ...]:
        """The name of its field."""
        return (self.name,)


@dataclass(frozen=True)
class Aside:
    """What a row says of the board to move, of the other one: the en passant square, its pawn, and the kings.

    The key counts it in its own way.
    """

    def fields(self, letters: Sequence[str], words: int) -> tuple[str, ...]:
        """The names of its fields, in the order of those of the board to move."""
        return ("ep square aside", "ep pawn aside", "white king aside", "black king aside")


@dataclass(frozen=True)
class Backs:
    """A second place on every site: on the back of the piece there."""

    def fields(self, letters: Sequence[str], words: int) -> tuple[str, ...]:
        """No field: the pieces are among those on the board."""
        return ()


State = (
    Counter
    | Tally
    | Hand
    | Limit
    | Mark
    | Blocker
    | TrueKing
    | Memory
    | Turn
    | Aside
    | Backs
    | Gates
    | Crossed
)
UNHASHED = TrueKing | Memory | Aside  # what the key does not count as it counts other fields

BACK = "^"  # what follows a site's name in the name of its back


def drop_choice(letter: str, board: str = "") -> str:
    """The first choice of a move that drops a piece, and the beginning of its text.

    With a ``board``, the piece is of the hand for that board, whose title begins the names of its squares.
    """
    return f"{letter}@{board}"


def extended(layout: Layout, states: Sequence[State], letters: Sequence[str], sites: int) -> Layout:
    """A layout with the fields of declared states after its own: those that the key does not count last.

    Raises:
        ValueError: two states would have the same field.
    """
    fields, history = list(layout.fields), list(layout.history)
    layout = replace(layout, levels=1 + sum(isinstance(state, Backs) for state in states))
    words = (layout.places(sites) + 63) // 64
    for state in sorted(states, key=lambda state: isinstance(state, UNHASHED)):
        for name in state.fields(letters, words):
            if name in fields:
                raise ValueError(f"two mechanics declare the state {name!r}")
            fields.append(name)
            if isinstance(state, Memory):
                history.append(name)
    return replace(layout, fields=tuple(fields), history=tuple(history))


@inlined
def mixed(field: Any, value: Any) -> Any:
    """What a declared field adds to a row's key: by splitmix64's mixer (Steele, Lea, Flood 2014)."""
    number = wrapped_product(field, U(0x9E3779B97F4A7C15)) ^ value
    number = wrapped_product(number ^ (number >> U(30)), U(0xBF58476D1CE4E5B9))
    number = wrapped_product(number ^ (number >> U(27)), U(0x94D049BB133111EB))
    return (number ^ (number >> U(31))) if value != U(0) else U(0)


@inlined
def set_field(states: Any, ply: Any, field: Any, value: Any) -> None:
    """Change a declared field, and the key with it."""
    states.key[ply] ^= mixed(field, states.info[ply, field]) ^ mixed(field, value)
    states.info[ply, field] = value


@inlined
def marked(states: Any, ply: Any, field: Any, site: Any) -> Any:
    """Whether the piece on a site has the mark whose fields begin at ``field``."""
    return (states.info[ply, field + (site >> U(6))] >> (site & U(63))) & U(1) != U(0)


@inlined
def set_mark(states: Any, ply: Any, field: Any, site: Any, on: Any) -> None:
    """Give the piece on a site a mark, or take it away."""
    word, bit = field + (site >> U(6)), U(1) << (site & U(63))
    set_field(states, ply, word, (states.info[ply, word] & ~bit) | (bit if on else U(0)))


@inlined
def unmark(states: Any, ply: Any, field: Any, site: Any) -> None:
    """Take a mark from the piece on a site, if there is one; ``field`` is 0 in a game without."""
    if field != U(0) and marked(states, ply, field, site):
        set_mark(states, ply, field, site, False)
