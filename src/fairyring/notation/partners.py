"""The fields of position texts of two boards that are played in turn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from fairyring.board import Side
from fairyring.errors import shown
from fairyring.kernels.contract import CLOCK, SIDE, States
from fairyring.kernels.declared import Aside, Hand, Turn
from fairyring.kernels.orthodox.rules import Orthodox
from fairyring.kernels.orthodox.tables import EP_PAWN, EP_SQUARE, NOWHERE
from fairyring.messages import Message
from fairyring.notation.declared import MarkedPlacement
from fairyring.notation.en_passant import EnPassant, no_pawn_passed
from fairyring.notation.placement import Pieces
from fairyring.notation.position import FieldText

IN_CHECK = "it is Black's move on board {board}, but White is in check there"
STEPPED = 3  # the most plies on the clock while a double step made on either board can be answered


@dataclass(frozen=True)
class PairedPlacement(MarkedPlacement):
    """Two boards with a bar between them, each with its hands in brackets behind it."""

    @cached_property
    def boards(self) -> tuple[MarkedPlacement, ...]:
        """The placement of each board."""
        hands = (state for state in self.rules.declared if isinstance(state, Hand))
        return tuple(
            MarkedPlacement(self.rules, (section,), held=hand)
            for section, hand in zip(self.sections, hands, strict=True)
        )

    def _parts(self, part: FieldText) -> Iterator[tuple[MarkedPlacement, FieldText]]:
        """Each board's placement, and its part of the text."""
        start, last = 0, len(self.boards) - 1
        for number, board in enumerate(self.boards):
            end = part.text.find("|", start)
            if number < last and end < 0:
                part.fail(Message("expected {expected}", expected=shown("|")), len(part.text))
            if number == last:
                end = len(part.text)
            yield board, FieldText(part.whole, part.start + start, part.text[start:end])
            start = end + 1

    def parse(self, part: FieldText) -> Pieces:
        """The pieces on both boards."""
        return {
            place: (code, offset + own.start - part.start)
            for board, own in self._parts(part)
            for place, (code, offset) in board.parse(own).items()
        }

    def read(self, part: FieldText, states: States) -> None:
        """Put the pieces on the boards and into the hands."""
        for board, own in self._parts(part):
            board.read(own, states)

    def check(self, part: FieldText, states: States) -> None:
        """On each board, one royal piece a side, and no pawn on a first or last rank."""
        for board, own in self._parts(part):
            board.check(own, states)

    def without_hands(self, text: str) -> str:
        """A placement without the hands behind the boards."""
        return "|".join(board.without_hands(own.text) for board, own in self._parts(FieldText(text, 0, text)))

    def write(self, states: States, ply: int) -> str:
        """Both boards of a row, with their hands."""
        return "|".join(board.write(states, ply) for board in self.boards)


@dataclass(frozen=True)
class BoardToMove:
    """The letter of the board on which the next move is made."""

    rules: Orthodox
    turn: Turn
    note: str = Message("The board on which the next move is made: A or B.")

    @property
    def name(self) -> str:
        """What it is called."""
        return self.turn.name

    @property
    def _field(self) -> int:
        return self.rules.layout.field(self.turn.name)

    def read(self, part: FieldText, states: States) -> None:
        """Read the letter."""
        if part.text not in self.turn.boards:
            part.fail(Message("the board to move is 'A' or 'B', not {found}", found=shown(part.text)))
        states.info[0, self._field] = self.turn.boards.index(part.text)

    def check(self, part: FieldText, states: States) -> None:
        """On the other board, where Black is the next to move, White must not be in check."""
        other = 1 - int(states.info[0, self._field])
        aside = self.rules.layout.field(Aside().fields((), 0)[0])
        own = int(EP_SQUARE)
        row = states.info[0].copy()
        states.info[0, own : own + 4], states.info[0, aside : aside + 4] = (
            row[aside : aside + 4],
            row[own : own + 4],
        )
        states.info[0, self._field], states.info[0, int(SIDE)] = other, Side.BLACK.number
        threatened = self.rules.threatened(states, 0)
        states.info[0] = row
        if threatened:
            part.fail(Message(IN_CHECK, board=self.turn.boards[other]))

    def mend(self, states: States) -> None:
        """Either board may be to move."""

    def write(self, states: States, ply: int) -> str:
        """The letter."""
        return self.turn.boards[int(states.info[ply, self._field])]


@dataclass(frozen=True)
class PairedEnPassant(EnPassant):
    """On each board, the site that a pawn has passed with a double step not yet replied to; or ``-``."""

    note: str = Message(
        "On each board, the square that a pawn has just passed with a double step; or a hyphen for both."
    )

    def read(self, part: FieldText, states: States) -> None:
        """Read the names of the sites: on the board that is not to move, White has moved last."""
        self.mend(states)
        turn = next(state for state in self.rules.declared if isinstance(state, Turn))
        to_move = int(states.info[0, self.rules.layout.field(turn.name)])
        for site in () if part.text == "-" else self._sites(part):
            here = self.rules.board.places[site][0].chart == to_move
            square, pawn = (int(EP_SQUARE), int(EP_PAWN)) if here else self._aside
            if int(states.info[0, square]) != int(NOWHERE):
                no_pawn_passed(part)
            mover = self._passer(states) if here else Side.WHITE
            states.info[0, pawn] = self._passed(part, states, site, mover)
            states.info[0, square] = site

    @property
    def _aside(self) -> tuple[int, int]:
        """The fields of the square and its pawn for the board that is not to move."""
        first, second, *_ = Aside().fields((), 0)
        return self.rules.layout.field(first), self.rules.layout.field(second)

    def mend(self, states: States) -> None:
        """No pawn has just made a double step."""
        for field in (int(EP_SQUARE), int(EP_PAWN), *self._aside):
            states.info[0, field] = int(NOWHERE)

    def check(self, part: FieldText, states: States) -> None:
        """Each double step has reset the clock, and only the moves since count."""
        if part.text != "-" and int(states.info[0, int(CLOCK)]) > STEPPED:
            part.fail("a pawn has just moved, so the half-move clock must be at most 3")

    def write(self, states: States, ply: int) -> str:
        """The sites' names in the order of the boards, or ``-``."""
        squares = {int(states.info[ply, field]) for field in (int(EP_SQUARE), self._aside[0])}
        sites = sorted(squares - {int(NOWHERE)})
        return self._between.join(self.rules.board.names[site] for site in sites) or "-"
