"""The fields of position texts that say which squares a pawn has just crossed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NoReturn

from fairyring.board import Side
from fairyring.kernels.contract import CLOCK, States
from fairyring.kernels.declared import Crossed
from fairyring.kernels.orthodox.rules import Orthodox
from fairyring.kernels.orthodox.tables import EP_PAWN, EP_SQUARE, NOWHERE, code_of
from fairyring.messages import Message
from fairyring.notation.position import FieldText, read_site
from fairyring.pieces import Way


@dataclass(frozen=True)
class EnPassant:
    """The site that a pawn has just passed with a double step, or ``-``.

    Attributes:
        rules: the game's rules.
        array: (site, code) of the pieces at the start of the game: if several pawns could have passed the
            site, it was the one that comes from where a pawn of its kind starts.
    """

    rules: Orthodox
    array: frozenset[tuple[int, int]]
    name: str = "en passant square"
    note: str = "The square that a pawn has just passed with a double step, or a hyphen."

    def read(self, part: FieldText, states: States) -> None:
        """Read the site's name."""
        states.info[0, int(EP_SQUARE)] = states.info[0, int(EP_PAWN)] = int(NOWHERE)
        if part.text == "-":
            return
        site = read_site(self.rules, part, 0, part.text)
        states.info[0, int(EP_SQUARE)] = site
        states.info[0, int(EP_PAWN)] = self._passed(part, states, site, self._passer(states))

    @staticmethod
    def _passer(states: States) -> Side:
        """The side that has just moved."""
        return Side.of(1 - int(states.info[0, 0]))

    def _passed(self, part: FieldText, states: States, site: int, mover: Side) -> int:
        """Where the pawn of a side stands that has just passed a site."""
        pawns = self._ep_pawns(states, site, mover)
        return pawns[0] if pawns else no_pawn_passed(part)

    def _ep_pawns(self, states: States, ep_square: int, mover: Side) -> list[int]:
        """Where a pawn of a side may stand that has just passed the site, the likeliest first."""
        return [way.goal for way in self._ep_ways(states, ep_square, mover)]

    @property
    def _between(self) -> str:
        """What stands between the names of sites: a comma if one could not tell otherwise where each ends."""
        return "," if self.rules.board.usual else ""

    def _sites(self, part: FieldText) -> list[int]:
        """The sites whose names follow each other."""
        found: list[int] = []
        names = self.rules.board.numbers
        offset, end = 0, len(part.text)
        if self._between:
            for name in part.text.split(self._between):
                found.append(read_site(self.rules, part, offset, name))
                offset += len(name) + len(self._between)
            return found
        while offset < end:
            stop = next((at for at in range(end, offset, -1) if part.text[offset:at] in names), end)
            found.append(read_site(self.rules, part, offset, part.text[offset:stop]))
            offset = stop
        return found

    def _ep_ways(self, states: States, ep_square: int, mover: Side) -> list[Way]:
        """The ways on which a side's pawn may have just passed the site, the likeliest first.

        That is one that comes from where a pawn of its kind starts. Otherwise no game leads to such a
        board, and it is the first kind of pawn, and the first square that it could come from.
        """
        cells, board = states.cells[0, 0], self.rules.board
        found: list[tuple[bool, int, int, int, Way]] = []
        if cells[ep_square]:
            return []
        for kind, piece in enumerate(self.rules.pieces):
            if not piece.pawn:
                continue
            code = code_of(kind, mover)
            for start in range(len(board)):
                left = not cells[start] or int(cells[start]) in self.rules.blockers
                if not left or not self.rules.starts(board, start, mover):
                    continue
                if not self.rules.can_pass(start, mover):
                    continue
                found += [
                    ((start, code) not in self.array, kind, start, way.goal, way)
                    for way in piece.ways(board, start, mover)
                    if self._passes(way, ep_square)
                    and int(cells[way.goal]) == code
                    and not any(cells[back] for back in self.rules.places.at(way.goal)[1:])
                ]
        return [way for *_, way in sorted(found, key=lambda each: each[:-1])]

    def mend(self, states: States) -> None:
        """No pawn has just made a double step."""
        states.info[0, int(EP_SQUARE)] = states.info[0, int(EP_PAWN)] = int(NOWHERE)

    @staticmethod
    def _passes(way: Way, ep_square: int) -> bool:
        return way.initial and way.through[-1:] == (ep_square,)

    def check(self, part: FieldText, states: States) -> None:
        """A double step has just reset the clock."""
        if part.text != "-" and int(states.info[0, int(CLOCK)]):
            part.fail("a pawn has just moved, so the half-move clock must be 0")

    def write(self, states: States, ply: int) -> str:
        """The site's name, or ``-``."""
        ep_square = int(states.info[ply, int(EP_SQUARE)])
        return "-" if ep_square == int(NOWHERE) else self.rules.board.names[ep_square]


@dataclass(frozen=True)
class CrossedSquares(EnPassant):
    """The sites that a pawn has just crossed, or ``-``: the last, and those on which it can be captured."""

    note: str = Message(
        "The square that a pawn has just crossed last, together with those before it that an enemy pawn"
        " attacks; or a hyphen."
    )

    def read(self, part: FieldText, states: States) -> None:
        """Read the sites' names, which follow each other."""
        states.info[0, int(EP_SQUARE)] = states.info[0, int(EP_PAWN)] = int(NOWHERE)
        self._set(states, ())
        if part.text == "-":
            return
        sites = self._sites(part)
        for last in sites:
            for way in self._ep_ways(states, last, self._passer(states)):
                if set(sites) <= set(way.through):
                    states.info[0, int(EP_SQUARE)], states.info[0, int(EP_PAWN)] = last, way.goal
                    self._set(states, [site for site in sites if site != last])
                    return
        no_pawn_passed(part)

    @property
    def _first(self) -> int:
        return self.rules.layout.field(Crossed().fields((), 1)[0])

    def _set(self, states: States, sites: Sequence[int]) -> None:
        words = self.rules.places.words(sites)
        states.info[0, self._first : self._first + len(words)] = words

    def mend(self, states: States) -> None:
        """No pawn has just moved."""
        super().mend(states)
        self._set(states, ())

    def check(self, part: FieldText, states: States) -> None:
        """Squares before the last are empty and attacked by a pawn, and all are in the order of the board."""
        super().check(part, states)
        cells, board = states.cells[0, 0], self.rules.board
        mover = Side.of(int(states.info[0, 0]))
        pawns = {code_of(kind, mover): piece for kind, piece in enumerate(self.rules.pieces) if piece.pawn}
        attacked = {
            way.goal
            for start, code in enumerate(cells.tolist())
            for way in (pawns[code].ways(board, start, mover) if code in pawns else ())
            if way.capture and not any(cells[site] for site in (*way.through, way.goal))
        }
        self._set(states, [site for site in self._crossed(states, 0) if site in attacked])
        if (canonical := self.write(states, 0)) != part.text:
            part.fail(Message("crossed squares: {expected}", expected=canonical))

    def _crossed(self, states: States, ply: int) -> list[int]:
        words = states.info[ply, self._first :].tolist()
        return [site for site in range(len(self.rules.board)) if words[site >> 6] >> (site & 63) & 1]

    def write(self, states: States, ply: int) -> str:
        """The sites' names in the order of the board, or ``-``."""
        last = int(states.info[ply, int(EP_SQUARE)])
        sites = {*self._crossed(states, ply), last} - {int(NOWHERE)}
        return self._between.join(self.rules.board.names[site] for site in sorted(sites)) or "-"


def no_pawn_passed(part: FieldText) -> NoReturn:
    """Refuse an en passant square that no pawn can have passed."""
    part.fail(Message("no pawn can have just passed {square}", square=part.text))
