"""The law: the mechanics of a game as numbers for the compiled rules; and what a mechanic declares."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from typing import Annotated, Any, ClassVar, NamedTuple

import numpy as np
import numpy.typing as npt

from fairyring.board import Side
from fairyring.errors import shown
from fairyring.kernels.base import PieceRules
from fairyring.kernels.compiling import U
from fairyring.kernels.contract import Layout, States
from fairyring.kernels.declared import UNHASHED, State
from fairyring.kernels.packed import packed
from fairyring.kernels.parts import functions_of
from fairyring.kernels.rules import Change, Secrets, Topic, Words
from fairyring.messages import Message
from fairyring.pieces import Piece, Way

Letters = Annotated[tuple[str, ...], "letters"]
"""The letters of pieces, which a game file may also write as one text."""


@packed
class Law(NamedTuple):
    """The part of a game's tables that all mechanics made of data share.

    Attributes:
        words: uint64[word]; first the slots of all mechanics, 0 where a game does not have one; then the
            tables to which slots point.
    """

    words: npt.NDArray[np.uint64]


_slots = 0


def slots(number: int) -> list[np.uint64]:
    """Places in every law that nobody else has: for a mechanic's module, as it is imported."""
    global _slots
    first, _slots = _slots, _slots + number
    return [U(place) for place in range(first, _slots)]


# FIRST and END: the fields of `info` that the mechanics declare and the key counts.
FIRST, END = slots(2)


def letters_in(text: str) -> list[str]:
    """The letters of pieces that a text is made of: ``"K+E"`` is ``K`` and ``+E``."""
    return re.findall(r"\+?.", text)


def check_letters(title: str, letters: Iterable[str], rules: PieceRules) -> None:
    """Refuse letters that no piece has.

    Raises:
        ValueError: there is one; ``title`` says what names it.
    """
    for letter in letters:
        if letter not in rules.kinds:
            raise ValueError(
                Message(
                    "{title}: no piece has the letter {letter}", title=Message(title), letter=shown(letter)
                )
            )


def check_squares(title: str, names: Iterable[str], rules: PieceRules) -> None:
    """Refuse squares that the board does not have.

    Raises:
        ValueError: there is one; ``title`` says what names it.
    """
    for name in names:
        if name not in rules.board.numbers:
            raise ValueError(
                Message("{title}: the board has no square {name}", title=Message(title), name=shown(name))
            )


def check_not_royal(title: str, letters: Iterable[str], rules: PieceRules) -> None:
    """Refuse the letters of royal pieces.

    Raises:
        ValueError: there is one; ``title`` says what names it.
    """
    for letter in letters:
        piece = rules.pieces[rules.kinds[letter]]
        if piece.royal:
            raise ValueError(
                Message("{title}: the {piece} is royal", title=Message(title), piece=Message(piece.name))
            )


def hops(rules: PieceRules) -> bool:
    """Whether some piece jumps over others, so that one that comes between may open a line."""
    every = product(rules.pieces, Side, range(len(rules.board)))
    return any(way.hurdle for piece, side, site in every for way in piece.ways(rules.board, site, side))


def codes_of(kinds: Iterable[int]) -> int:
    """The codes of kinds of pieces, both sides' of each, as a word with a bit for each."""
    return sum(3 << 2 * (kind + 1) for kind in set(kinds))


class Draft:
    """A law as it is written.

    Attributes:
        rules: the game's rules.
        layout: what its rows hold.
    """

    def __init__(self, rules: PieceRules, layout: Layout) -> None:
        self.rules = rules
        self.layout = layout
        self._words = [0] * _slots

    def set(self, slot: np.uint64, value: int) -> None:
        """Write a number into a slot."""
        self._words[int(slot)] = value

    def append(self, slot: np.uint64, words: Iterable[int]) -> None:
        """Write a table at the end, and where it begins into a slot."""
        self.set(slot, len(self._words))
        self._words += words

    def site_words(self, sites: Iterable[int]) -> list[int]:
        """A set of sites, or of other places, as words."""
        return self.rules.places.words(sites)

    @property
    def law(self) -> Law:
        """What is written."""
        return Law(np.array(self._words, np.uint64))


class Mechanic:
    """One mechanic of a game: made of data, or with a part and functions of its own.

    Many methods answer one question about the mechanic, which is in their docstring here. The docstring of a
    mechanic's own answer gives the reason for it.

    Attributes:
        title: what players and errors call it.
        fate: whether it says what becomes of a captured piece; only one mechanic of a game does.
        settles: whether it says what stalemate is, and when a game without progress is drawn.
        mates: whether a player who checkmates the other wins, as in chess.
        further: whether a player chooses one more square with each move; at most one mechanic asks that.
        promotes: whether it says which pieces promote, in place of the rules' ``promotions`` and ``far``.
        royals: whether pieces can be royal by it, of which a side may have several.
        several: whether a turn may have several moves by it.
        newness: how much there is to learn about it before a first game; 0 if it seldom matters then.
    """

    title: ClassVar[str]
    newness: ClassVar[int] = 1
    fate: ClassVar[bool] = False
    settles: ClassVar[bool] = False
    mates: ClassVar[bool] = True
    further: ClassVar[bool] = False
    promotes: ClassVar[bool] = False
    royals: ClassVar[bool] = False
    several: ClassVar[bool] = False

    def state(self) -> tuple[State, ...]:
        """The state that it declares."""
        return ()

    def fields(self, rules: PieceRules) -> list[str]:
        """The names of the fields of that state."""
        letters = [piece.letter for piece in rules.pieces]
        words = len(rules.places.words(()))
        return [name for state in self.state() for name in state.fields(letters, words)]

    def foresees(self) -> bool:
        """Whether it looks at what a move leads to, as far as the move's own piece goes."""
        return False

    def keeps_double_steps(self) -> bool:
        """Whether it keeps track of the pawns that can be captured en passant; no en passant square then."""
        return False

    def en_passant(self) -> Message | None:
        """How en passant is told, if it is otherwise than in chess."""
        return None

    def fewest_royals(self, side: Side) -> int:
        """How many royal pieces a side has at least, in positions that can occur."""
        return 1

    def repetitions(self) -> tuple[int, Message] | None:
        """How often a position must occur to end the game, and how that is told, if it says so."""
        return None

    def rides(self) -> bool:
        """Whether it works where a piece can be on another's back; a rider's place is not a site there."""
        return False

    def pilots(self) -> bool:
        """Whether it works where small pieces stand on big ones and pilot them."""
        return False

    def pairs(self) -> bool:
        """Whether it works where two boards are played in turn: what it knows is of the board to move."""
        return False

    def hides(self) -> bool:
        """Whether it works where no king is royal, but one of each side's is secretly the True King.

        What it does there, it does at the stages `sweeps` and `swept` alone.
        """
        return False

    def fault(self, template: str, **fields: object) -> ValueError:
        """The error that it does not fit; the template also has a field ``{title}``."""
        return ValueError(Message(template, title=Message(self.title), **fields))

    def check(self, rules: PieceRules) -> None:
        """Refuse a game that it does not fit.

        Raises:
            ValueError: it does not fit; the text says why.
        """

    def pawns_behind(self) -> bool:
        """Whether pawns can be on their side's first rank because of it."""
        return False

    def pawns_stay(self) -> bool:
        """Whether pawns can be on their side's last rank because of it."""
        return False

    def beyond(self, rules: PieceRules) -> Iterable[tuple[int, int, int]]:
        """Moves that no piece has by its movement: start, goal, and the number of what it becomes, or 0."""
        return ()

    def promotes_to(
        self, rules: PieceRules, letter: str, side: Side, start: int, goal: int
    ) -> tuple[str, ...]:
        """The letters of what a side's piece may become by a move, if the mechanic says so."""
        return ()

    def castlers(self, rules: PieceRules) -> Mapping[int, int]:
        """The pieces that castle though they are not in the array: site and code; none here."""
        return {}

    def admits(self, rules: PieceRules, piece: Piece, site: int, side: Side) -> bool:
        """Whether it lets a side drop a piece on a site, if that is empty."""
        return True

    def set_kings(self) -> str:
        """Why it cannot be combined with kings that are still in hand; empty if it can."""
        return ""

    def usual_captures(self) -> str:
        """Why it cannot be combined with pieces that capture otherwise than on their goal; empty if it can.

        Such pieces capture on their way, or pieces of their own side, or put down what they capture, or
        capture royal pieces alone or all but them.
        """
        return "it takes into account only what a move captures on its goal"

    def one_royal(self) -> str:
        """Why it cannot be combined with several royal pieces of a side; empty if it can."""
        return ""

    def one_move(self) -> str:
        """Why it cannot be combined with turns of several moves; empty if it can."""
        return ""

    def goes_against(self, other: Mechanic) -> str:
        """Why it cannot be combined with another mechanic of these rules; empty if it can."""
        return ""

    def asks_early(self) -> str:
        """What it asks of a move's own piece, if a wall that comes with the move could change the answer."""
        return ""

    def excuses(self, rules: Any, states: States, ply: int) -> bool:
        """Whether the side that is not to move may be in check on a row; no move captures its king."""
        return False

    def checked(self, rules: Any, states: States, ply: int) -> tuple[int, ...]:
        """The sites of the mover's royal pieces that are attacked, if some are royal by it."""
        return ()

    def glances(self, rules: PieceRules) -> Iterable[tuple[int, int, Way]]:
        """Ways along which pieces attack royal pieces and nothing else: code, site and way; none here."""
        return ()

    def way_parts(self, rules: PieceRules) -> tuple[Any, ...]:
        """Parts of the ways of the pieces: NamedTuples whose types have functions for stages of moving."""
        return ()

    def write(self, draft: Draft) -> None:
        """Write what it is into the law of a game: nothing, unless it writes something."""

    def part(self, draft: Draft) -> Any:
        """Its own part of a game's tables: a NamedTuple whose type has functions for stages, or None."""
        return None

    def secrets(self, rules: Any) -> Secrets | None:
        """What is hidden from some players because of it: nothing here."""
        return None

    def to_of(self, side: Side) -> Mapping[str, tuple[str, ...]]:
        """For the letter of each kind of a side's that promotes by it, the letters of what it may become."""
        return {}

    def may_stay(self, rules: PieceRules, letter: str, side: Side, start: int, goal: int) -> bool:
        """Whether a move with which a piece could promote may be made without promoting, too."""
        return False

    def words(self, rules: Any, states: States, ply: int, move: int, found: Words) -> Words:
        """The words for a legal move of a row's position: those that were ``found``, or more of them."""
        return found

    def tells(self, rules: PieceRules, change: Change) -> tuple[Message, ...]:
        """What it did in a move, in words for players: nothing, unless it says something.

        What it tells it takes out of the `Change`.
        """
        return ()

    def topics(self, rules: PieceRules) -> tuple[Topic, ...]:
        """What the rules page says about it: nothing, unless it says something."""
        return ()

    def decides(self, rules: PieceRules) -> bool:
        """Whether a player can win by it otherwise than by checkmate, with a move of their own."""
        return False

    def wins_with_little(self, rules: PieceRules) -> bool:
        """Whether a king and a minor piece may win by it: then there is no draw by insufficient material."""
        return False

    def ended(self, rules: PieceRules, reason: str, winner: Side | None, mover: Side) -> Message | None:
        """By what a game ended, where that can be said better than by the reason alone; else None.

        ``mover`` is the side that would move next. The words follow "White wins by" or "Draw by".
        """
        return None


def check_all(rules: PieceRules, mechanics: Sequence[Any]) -> None:
    """Refuse mechanics that cannot be combined with a game or with each other.

    Raises:
        ValueError: one cannot; the text says why.
    """
    for place, mechanic in enumerate(mechanics):
        if not isinstance(mechanic, Mechanic):
            raise ValueError(
                Message(
                    "mechanics: expected a mechanic, such as Explosion(), not {mechanic}",
                    mechanic=shown(repr(mechanic)),
                )
            )
        if type(mechanic) in map(type, mechanics[:place]):
            raise ValueError(
                Message("mechanics: {mechanic} is there twice", mechanic=Message(mechanic.title))
            )
        if mechanic.fate and (rivals := [other for other in mechanics[:place] if other.fate]):
            raise ValueError(
                Message(
                    "mechanics: {one} and {mechanic} cannot be combined, because both say what becomes of a"
                    " captured piece",
                    one=Message(rivals[0].title),
                    mechanic=Message(mechanic.title),
                )
            )
        mechanic.check(rules)
        declared: object = mechanic.state()
        if not isinstance(declared, tuple | list):
            said = "`{mechanic}.state()` must return a tuple, such as `(Counter(…),)`, not a {kind}"
            kinds = {"mechanic": type(mechanic).__qualname__, "kind": type(declared).__qualname__}
            raise ValueError(Message(said, **kinds))


def check_hidden(mechanics: Sequence[Mechanic]) -> None:
    """Refuse mechanics that cannot be combined with True Kings, where one mechanic or the family hides them.

    Raises:
        ValueError: one does not; the text says why.
    """
    for mechanic in mechanics:
        if not mechanic.hides():
            raise ValueError(
                Message(
                    "mechanics: {mechanic} and hidden True Kings cannot be combined, because nothing"
                    " says what {mechanic} means for a king that may or may not be the True King",
                    mechanic=Message(mechanic.title),
                )
            )


def parts(rules: PieceRules, layout: Layout, mechanics: Sequence[Mechanic]) -> tuple[Any, ...]:
    """The parts of a game's tables: the law, and then the mechanics' own, in their order."""
    written = Draft(rules, layout)
    declared = [field for mechanic in mechanics for field in mechanic.fields(rules)]
    written.set(FIRST, len(layout.fields) - len(declared))
    unhashed = [state for mechanic in mechanics for state in mechanic.state() if isinstance(state, UNHASHED)]
    written.set(END, len(layout.fields) - sum(len(state.fields((), 0)) for state in unhashed))
    for mechanic in mechanics:
        mechanic.write(written)
    own = [part for mechanic in mechanics if (part := mechanic.part(written)) is not None]
    for part in own:
        functions_of(type(part))  # an inventor hears at once of one that is not registered
    return (written.law, *own)
