"""The first field of position texts: what stands where."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, NoReturn

from fairyring.board import Side
from fairyring.errors import SetupError, shown
from fairyring.kernels.base import PieceRules
from fairyring.kernels.contract import States
from fairyring.kernels.orthodox.tables import code_of
from fairyring.messages import Message
from fairyring.notation.position import FieldText, Form
from fairyring.notation.sections import Section

NEEDS = {Side.WHITE: "White needs a {piece}", Side.BLACK: "Black needs a {piece}"}
MISPLACED = "a {piece} cannot stand on {site}: it would have promoted there, or moved backwards to get there"
TOO_MANY = {
    Side.WHITE: "White must have one {piece}, not {number}",
    Side.BLACK: "Black must have one {piece}, not {number}",
}

# The pieces of a placement by layer and site: the code of each, and where it is written.
Pieces = dict[tuple[int, int], tuple[int, int]]
Cells = list[list[int]]  # of one row: by layer and site


@dataclass(frozen=True)
class Placement:
    """What stands where: ranks separated by ``/``, sections by ``|``, runs of empty sites as numbers."""

    motion: ClassVar[bool] = False

    rules: PieceRules
    sections: Sequence[Section]
    name: str = "piece placement"
    note: str = (
        "Ranks from the far one down, each from its first file on: a capital letter for a white piece, a"
        " small letter for a black one, a number for that many empty squares. A slash ends a rank, a bar ends"
        " a part of the board."
    )

    @property
    def codes(self) -> Mapping[str, int]:
        """The code of each piece by its letter."""
        return self.rules.codes

    def read(self, part: FieldText, states: States) -> None:
        """Put the pieces on the board."""
        for (layer, site), (code, _) in self.parse(part).items():
            states.cells[0, layer, site] = code

    def parse(self, part: FieldText) -> Pieces:
        """The pieces that the part names.

        Raises:
            PositionError: the part is malformed.
        """
        pieces: Pieces = {}
        offset = 0
        for number, section in enumerate(self.sections):
            if number:
                offset = self._expect(part, offset, "|")
            for place, rank in enumerate(section):
                if place:
                    offset = self._expect(part, offset, "/")
                offset = self._rank(part, offset, rank, pieces)
        if offset < len(part.text):
            part.fail(Message("the piece placement should end here"), offset)
        return pieces

    @staticmethod
    def _expect(part: FieldText, offset: int, sign: str) -> int:
        found = part.text[offset : offset + 1]
        if found != sign:
            expected = shown(sign)
            if not found:
                part.fail(Message("expected {expected}", expected=expected), offset)
            part.fail(
                Message("expected {expected}, not {found}", expected=expected, found=shown(found)), offset
            )
        return offset + 1

    def _rank(self, part: FieldText, offset: int, rank: Sequence[int], pieces: Pieces) -> int:
        text, at, after_run = part.text, 0, False
        while at < len(rank):
            sign = text[offset : offset + 1]
            if sign and sign in "123456789":
                if after_run:
                    part.fail("two numbers of empty squares in a row; write their sum", offset)
                end = offset + 1
                while end < len(text) and text[end] in "0123456789" and end - offset < 3:
                    end += 1
                run = int(text[offset:end])
                if at + run > len(rank):
                    part.fail(
                        Message(
                            "this rank has {squares} squares; here it gets {number}",
                            squares=len(rank),
                            number=at + run,
                        ),
                        offset,
                    )
                at, offset, after_run = at + run, end, True
            elif sign in ("", "/", "|"):
                part.fail(
                    Message(
                        "this rank has {squares} squares, but ends after {number}",
                        squares=len(rank),
                        number=at,
                    ),
                    offset,
                )
            else:
                offset = self._site(part, offset, rank[at], pieces)
                at, after_run = at + 1, False
        return offset

    def _site(self, part: FieldText, offset: int, site: int, pieces: Pieces) -> int:
        """Read what stands on one site, and return where that ends."""
        code = self._piece(part, offset)
        pieces[0, site] = (code, offset)
        return offset + len(self.rules.letters[code])

    def _piece(self, part: FieldText, offset: int) -> int:
        """The code of the piece whose letter stands there."""
        sign = part.text[offset : offset + 1]
        if sign == "+":
            sign = part.text[offset : offset + 2]
        if sign not in self.rules.codes:
            part.fail(Message("there is no piece {letter} in this game", letter=shown(sign)), offset)
        return self.rules.codes[sign]

    def without_hands(self, text: str) -> str:
        """A placement without the hands behind it: all of it here."""
        return text

    def check(self, part: FieldText, states: States) -> None:
        """One royal piece a side, and no pawn on a first or last rank."""
        pieces = self.parse(part)
        self.check_royals(part, (code for code, _ in pieces.values()))
        for (_, site), (code, offset) in pieces.items():
            if code in self._pawns and self._is_barred(site, Side.of(code & 1)):
                self.misplaced(part, code, site, offset)

    @cached_property
    def _pawns(self) -> frozenset[int]:
        """The codes of pawns."""
        return frozenset(code for code in self.rules.codes.values() if self.rules.piece_of(code).pawn)

    def _is_barred(self, site: int, side: Side) -> bool:
        """Whether a side's pawn can never stand on a site."""
        known = self._barred.get((site, side))
        if known is None:
            known = self._barred[site, side] = self.rules.barred_to_pawns(site, side)
        return known

    @cached_property
    def _barred(self) -> dict[tuple[int, Side], bool]:
        return {}

    def check_royals(self, part: FieldText, codes: Iterable[int]) -> None:
        """Each side has one piece of each royal kind among the codes."""
        times = Tally(codes)
        for side in Side:
            for kind, piece in enumerate(self.rules.pieces):
                number = times[code_of(kind, side)]
                if piece.royal and number < self.rules.fewest_royals(side):
                    part.fail(Message(NEEDS[side], piece=Message(piece.name)))
                if piece.royal and number > 1:
                    part.fail(Message(TOO_MANY[side], piece=Message(piece.name), number=number))

    def misplaced(self, part: FieldText, code: int, site: int, offset: int) -> NoReturn:
        """Refuse a pawn where it can never stand."""
        piece = self.rules.piece_of(code).called(Side.of(code & 1))
        site_name = self.rules.board.names[site]
        part.fail(Message(MISPLACED, piece=piece, site=site_name), offset)

    def put(self, states: States, site: int, back: bool, code: int) -> None:
        """Put a piece on a site; see `fairyring.notation.position.Placing`."""
        states.cells[0, :, site] = 0
        states.cells[0, 0, site] = code

    def carry(self, states: States, start: tuple[int, bool], goal: tuple[int, bool]) -> None:
        """Move what stands on a site to another; see `fairyring.notation.position.Placing`."""
        self.found(states, start[0])
        if start != goal:
            states.cells[0, :, goal[0]] = states.cells[0, :, start[0]]
            states.cells[0, :, start[0]] = 0

    def launch(self, states: States, start: int, goal: int) -> None:
        """Refuse: no piece of this game is ever in motion.

        Raises:
            SetupError: always.
        """
        raise SetupError("pieces are never in motion in this game")

    def pay(self, states: States, worth: int, start: int | Side, goal: int | Side) -> None:
        """Refuse: there are no chips.

        Raises:
            SetupError: always.
        """
        raise SetupError("there are no chips in this game")

    def found(self, states: States, site: int) -> int:
        """The code of the piece on a site of row 0.

        Raises:
            SetupError: there is none.
        """
        code = int(states.cells[0, 0, site])
        if not code:
            raise SetupError(Message("there is no piece on {site}", site=self.rules.board.names[site]))
        return code

    def mend(self, states: States) -> None:
        """Any piece may stand anywhere."""

    def write(self, states: States, ply: int) -> str:
        """The placement of a row."""
        cells = states.cells[ply].tolist()  # lists hand out their elements far faster than arrays do
        return "|".join(
            "/".join(self._write_rank(cells, rank) for rank in section) for section in self.sections
        )

    def _write_rank(self, cells: Cells, rank: Sequence[int]) -> str:
        text, run = "", 0
        ground = cells[0]
        for site in rank:
            sign = self._sign(cells, site) if ground[site] else ""
            if sign:
                text += (str(run) if run else "") + sign
                run = 0
            else:
                run += 1
        return text + (str(run) if run else "")

    def _sign(self, cells: Cells, site: int) -> str:
        """How what stands on a site is written; nothing for an empty one."""
        return self.rules.letters.get(cells[0][site], "")


def check_start(form: Form, text: str) -> None:
    """Refuse a position text whose pieces cannot make a position; nothing is compiled for it.

    Raises:
        PositionError: the pieces cannot make a position, such as a side without its king.
    """
    states = form.placed(text)
    for field in form.fields:
        if isinstance(field, Placement):
            field.check(FieldText(text, 0, text.partition(" ")[0]), states)
