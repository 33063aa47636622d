"""The fields of the orthodox family's position texts: FEN, and what bent boards need beyond it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, NoReturn

import numpy as np

from fairyring.board import Board, Side
from fairyring.errors import SetupError, shown
from fairyring.kernels.contract import CLOCK, NUMBER, SIDE, States
from fairyring.kernels.orthodox.rules import Orthodox
from fairyring.kernels.orthodox.tables import NOWHERE, PASSED, RIGHTS, VICTIM, Castling, code_of
from fairyring.notation.position import Counter, Field, Form, Token
from fairyring.pieces import Way

Section = Sequence[Sequence[int]]  # ranks of sites, in the order in which they are written


def whole(board: Board, chart: int = 0) -> Section:
    """A chart's ranks, from the far one down."""
    return tuple(reversed(board.charts[chart].rows))


def orthodox_form(
    rules: Orthodox, array: str, sections: Sequence[Section] = (), placement: type[Placement] | None = None
) -> Form:
    """FEN for a game of the orthodox family.

    Args:
        rules: the game's rules.
        array: the placement field of the game's start.
        sections: the parts of the placement, joined by ``|``; the first chart unless given.
        placement: the placement's own kind of field, where a site may hold more than one man.
    """
    board = (placement or Placement)(rules, tuple(sections) or (whole(rules.board),))
    men = board.parse(Token(array, 0, array))
    start = frozenset((site, code) for (_, site), (code, _) in men.items())
    fields: tuple[Field, ...] = (
        board,
        ToMove(rules),
        Rights(rules, start),
        EnPassant(rules, start),
        Counter("half-move clock", int(CLOCK), 0, "Plies since the last capture or pawn's move."),
        Counter("move number", int(NUMBER), 1, "From 1; it goes up after Black's move."),
    )
    return Form(rules, fields)


# The men of a placement by level and site: the code of each, and where it is written.
Men = dict[tuple[int, int], tuple[int, int]]
Cells = list[list[int]]  # of one row: by layer and site


@dataclass(frozen=True)
class Placement:
    """What stands where: ranks joined by ``/``, sections by ``|``, runs of empty sites as numbers."""

    motion: ClassVar[bool] = False  # whether men move on by themselves

    rules: Orthodox
    sections: Sequence[Section]
    name: str = "piece placement"
    note: str = (
        "Ranks from the far one down, each from its first file on: a capital letter for a man of White's, a"
        " small one for Black's, a number for so many empty squares. A slash ends a rank, a bar a part of"
        " the board."
    )

    def read(self, token: Token, states: States) -> None:
        """Put the men on the board."""
        for (level, site), (code, _) in self.parse(token).items():
            states.cells[0, level, site] = code

    def parse(self, token: Token) -> Men:
        """The men, or fail."""
        men: Men = {}
        offset = 0
        for number, section in enumerate(self.sections):
            if number:
                offset = self._expect(token, offset, "|")
            for place, rank in enumerate(section):
                if place:
                    offset = self._expect(token, offset, "/")
                offset = self._rank(token, offset, rank, men)
        if offset < len(token.text):
            token.fail("the placement should end here", offset)
        return men

    @staticmethod
    def _expect(token: Token, offset: int, sign: str) -> int:
        if token.text[offset : offset + 1] != sign:
            found = token.text[offset : offset + 1]
            token.fail(
                f"{shown(sign)} expected, not {shown(found)}" if found else f"{shown(sign)} expected", offset
            )
        return offset + 1

    def _rank(self, token: Token, offset: int, rank: Sequence[int], men: Men) -> int:
        text, at, after_run = token.text, 0, False
        while at < len(rank):
            sign = text[offset : offset + 1]
            if sign and sign in "123456789":
                if after_run:
                    token.fail("two runs of empty squares side by side", offset)
                end = offset + 1
                while end < len(text) and text[end] in "0123456789" and end - offset < 3:
                    end += 1
                run = int(text[offset:end])
                if at + run > len(rank):
                    token.fail(f"a rank of {len(rank)} squares overflows", offset)
                at, offset, after_run = at + run, end, True
            elif sign in ("", "/", "|"):
                token.fail(f"a rank of {len(rank)} squares ends after {at}", offset)
            else:
                offset = self._site(token, offset, rank[at], men)
                at, after_run = at + 1, False
        return offset

    def _site(self, token: Token, offset: int, site: int, men: Men) -> int:
        """Read what stands on one site, and answer where that ends."""
        men[0, site] = (self._man(token, offset), offset)
        return offset + 1

    def _man(self, token: Token, offset: int) -> int:
        """The code of the man whose letter stands there, or fail."""
        sign = token.text[offset : offset + 1]
        if sign not in self.rules.codes:
            token.fail(f"no piece is called {shown(sign)}", offset)
        return self.rules.codes[sign]

    def check(self, token: Token, states: States) -> None:
        """One king a side, and no pawn on a first or last rank."""
        men = self.parse(token)
        codes = [code for code, _ in men.values()]
        for side in Side:
            for piece in self.rules.pieces:
                times = codes.count(code_of(self.rules.kinds[piece.letter], side))
                if piece.royal and times != 1:
                    man = f"{side} {piece.name}"
                    more = f"more than one {man}; there must be one"
                    token.fail(more if times else f"no {man}; there must be one")
        for (_, site), (code, offset) in men.items():
            if self.rules.piece_of(code).pawn:
                for side in Side:
                    if self.rules.far(self.rules.board, site, side):
                        token.fail(f"a pawn on {self.rules.board.names[site]}", offset)

    def put(self, states: States, site: int, back: bool, code: int) -> None:
        """Put a man on a site of row 0 in place of whoever is there, or nobody where the code is 0.

        Args:
            states: the rows.
            site: the site.
            back: whether on the back of whoever stands there.
            code: the man's.

        Raises:
            SetupError: there is nobody on whose back he could stand.
        """
        states.cells[0, :, site] = 0
        states.cells[0, 0, site] = code

    def carry(self, states: States, start: tuple[int, bool], goal: tuple[int, bool]) -> None:
        """Carry whoever stands at one place of row 0, with all that is his, to another; see `put`.

        Raises:
            SetupError: nobody is there, or there is nobody on whose back he could stand.
        """
        self.found(states, start[0])
        if start != goal:
            states.cells[0, :, goal[0]] = states.cells[0, :, start[0]]
            states.cells[0, :, start[0]] = 0

    def launch(self, states: States, start: int, goal: int) -> None:
        """Set a man of row 0 in motion by the way from a site to another.

        Raises:
            SetupError: he cannot be in motion so.
        """
        raise SetupError("nobody moves on by himself in this game")

    def pay(self, states: States, worth: int, start: int | Side, goal: int | Side) -> None:
        """Move a chip of row 0 from a site or a side's purse to another.

        Raises:
            SetupError: there is no such chip, or no room for it.
        """
        raise SetupError("nobody has chips in this game")

    def found(self, states: States, site: int) -> int:
        """The code of who stands on a site of row 0.

        Raises:
            SetupError: nobody does.
        """
        code = int(states.cells[0, 0, site])
        if not code:
            raise SetupError(f"nobody stands on {self.rules.board.names[site]}")
        return code

    def mend(self, states: States) -> None:
        """Whatever stands there stands there."""

    def write(self, states: States, ply: int) -> str:
        """The placement of a row."""
        cells = states.cells[ply].tolist()  # lists hand out their elements far faster than arrays do
        return "|".join(
            "/".join(self._write_rank(cells, rank) for rank in section) for section in self.sections
        )

    def _write_rank(self, cells: Cells, rank: Sequence[int]) -> str:
        text, run = "", 0
        for site in rank:
            sign = self._sign(cells, site)
            if sign:
                text += (str(run) if run else "") + sign
                run = 0
            else:
                run += 1
        return text + (str(run) if run else "")

    def _sign(self, cells: Cells, site: int) -> str:
        """How what stands on a site is written; nothing for an empty one."""
        return self.rules.letters.get(cells[0][site], "")


@dataclass(frozen=True)
class ToMove:
    """The side to move: ``w`` or ``b``."""

    rules: Orthodox
    name: str = "side to move"
    note: str = "w or b."
    field: int = int(SIDE)

    def read(self, token: Token, states: States) -> None:
        """Read the letter."""
        if token.text not in ("w", "b"):
            token.fail(f"the side to move is 'w' or 'b', not {shown(token.text)}")
        states.info[0, self.field] = "wb".index(token.text)

    def check(self, token: Token, states: States) -> None:
        """The side that has just moved must not be in check."""
        if self.rules.threatened(states, 0):
            token.fail("the side not to move is in check")

    def mend(self, states: States) -> None:
        """Either side may be to move."""

    def write(self, states: States, ply: int) -> str:
        """``w`` or ``b``."""
        return "wb"[int(states.info[ply, self.field])]


@dataclass(frozen=True)
class Rights:
    """The castlings that king and rook have not forfeited: their letters in order, or ``-``.

    Attributes:
        rules: the game's rules.
        array: (site, code) of the men at the start of the game: those who castle are known by it.
    """

    rules: Orthodox
    array: frozenset[tuple[int, int]]
    name: str = "castling rights"
    note: str = "A letter for each castling whose king and rook have not moved, or a hyphen."

    def read(self, token: Token, states: States) -> None:
        """Read the letters."""
        order = [castling.letter for castling in self.rules.castlings]
        last = -1
        rights = 0
        for offset, letter in enumerate("" if token.text == "-" else token.text):
            if letter not in order:
                token.fail(f"castling rights are {''.join(order) or '-'} or some of it, or '-'", offset)
            if order.index(letter) <= last:
                token.fail(f"castling rights are written in the order {''.join(order)}", offset)
            last = order.index(letter)
            rights |= 1 << last
        states.info[0, int(RIGHTS)] = rights

    def mend(self, states: States) -> None:
        """Who is not at home has forfeited his rights."""
        at_start = dict(self.array)
        for number, castling in enumerate(self.rules.castlings):
            home = (castling.king[0], castling.rook[0])
            if any(int(states.cells[0, 0, site]) != at_start[site] for site in home):
                states.info[0, int(RIGHTS)] &= ~np.uint64(1 << number)

    def check(self, token: Token, states: States) -> None:
        """King and rook must stand at home."""
        rights, at_start = int(states.info[0, int(RIGHTS)]), dict(self.array)
        for number, castling in enumerate(self.rules.castlings):
            if not rights >> number & 1:
                continue
            for site in (castling.king[0], castling.rook[0]):
                if int(states.cells[0, 0, site]) != at_start[site]:
                    man = f"{castling.side} {self.rules.piece_of(at_start[site]).name}"
                    self.lacking(token, castling, man, site)

    def lacking(self, token: Token, castling: Castling, man: str, site: int) -> NoReturn:
        """Refuse a right whose man is not at home."""
        offset = token.text.index(castling.letter)
        token.fail(f"no {man} on {self.rules.board.names[site]} for {castling.letter}", offset)

    def write(self, states: States, ply: int) -> str:
        """The letters of a row's rights."""
        rights = int(states.info[ply, int(RIGHTS)])
        letters = [c.letter for number, c in enumerate(self.rules.castlings) if rights >> number & 1]
        return "".join(letters) or "-"


@dataclass(frozen=True)
class EnPassant:
    """The site that a pawn passed by a double step just now, or ``-``.

    Attributes:
        rules: the game's rules.
        array: (site, code) of the men at the start of the game: where several pawns could have passed
            the site, the one is meant that comes from where one of its kind starts.
    """

    rules: Orthodox
    array: frozenset[tuple[int, int]]
    name: str = "en passant square"
    note: str = "The square that a pawn has just passed by a double step, or a hyphen."

    def read(self, token: Token, states: States) -> None:
        """Read the site's name."""
        states.info[0, int(PASSED)] = states.info[0, int(VICTIM)] = int(NOWHERE)
        if token.text == "-":
            return
        site = read_site(self.rules, token, 0, token.text)
        states.info[0, int(PASSED)] = site
        victims = self._victims(states, site)
        if not victims:
            token.fail(f"no pawn can just have passed {token.text}")
        states.info[0, int(VICTIM)] = victims[0]

    def _victims(self, states: States, passed: int) -> list[int]:
        """Where a pawn may stand that just passed the site, the likeliest first.

        That is one that comes from where a pawn of its kind starts; then, as no game comes to such a
        board, the first kind of pawn, and the first square that it could come from.
        """
        cells, board = states.cells[0, 0], self.rules.board
        mover = Side.of(1 - int(states.info[0, 0]))
        found: list[tuple[bool, int, int, int]] = []
        if cells[passed]:
            return []
        for kind, piece in enumerate(self.rules.pieces):
            if not piece.pawn:
                continue
            code = code_of(kind, mover)
            for start in range(len(board)):
                if cells[start] or not self.rules.starts(board, start, mover):
                    continue
                found += [
                    ((start, code) not in self.array, kind, start, way.goal)
                    for way in piece.ways(board, start, mover)
                    if self._passes(way, passed) and int(cells[way.goal]) == code
                ]
        return [goal for *_, goal in sorted(found)]

    def mend(self, states: States) -> None:
        """Nobody has just passed a square."""
        states.info[0, int(PASSED)] = states.info[0, int(VICTIM)] = int(NOWHERE)

    @staticmethod
    def _passes(way: Way, passed: int) -> bool:
        return way.initial and way.through[-1:] == (passed,)

    def check(self, token: Token, states: States) -> None:
        """A double step has just reset the clock."""
        if token.text != "-" and int(states.info[0, int(CLOCK)]):
            token.fail("a pawn has just moved, so the half-move clock must be 0")

    def write(self, states: States, ply: int) -> str:
        """The site's name, or ``-``."""
        passed = int(states.info[ply, int(PASSED)])
        return "-" if passed == int(NOWHERE) else self.rules.board.names[passed]


def read_site(rules: Orthodox, token: Token, offset: int, name: str) -> int:
    """The number of a site by its name, or fail."""
    site = rules.board.numbers.get(name)
    if site is None:
        token.fail(f"the board has no square {shown(name)}", offset)
    return site
