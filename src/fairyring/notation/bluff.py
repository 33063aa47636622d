"""The position texts of the bluff family: many boards, unmoved pieces, chips, purses and True Kings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from fairyring.board import Side
from fairyring.errors import SetupError
from fairyring.kernels.bluff.rules import PURSE, Bluff
from fairyring.kernels.bluff.tables import (
    BLOCK,
    CHIPS,
    DENOMINATIONS,
    DOUBLE,
    EP_SQUARE,
    KINGS,
    NOWHERE,
    PIECE,
    PURSES,
    STEP,
    TURN,
    UNMOVED,
)
from fairyring.kernels.contract import CLOCK, NUMBER, States
from fairyring.kernels.orthodox.tables import code_of
from fairyring.messages import Message
from fairyring.notation.chips import Promotions, Purses, Stacks, read_sites
from fairyring.notation.en_passant import no_pawn_passed
from fairyring.notation.orthodox import ToMove, codes_of
from fairyring.notation.placement import Placement
from fairyring.notation.position import Counter, FieldText, Form, move_number, read_site
from fairyring.notation.sections import Section, checked
from fairyring.notation.true_kings import TOO_MANY_KINGS, TrueKings

CHIPS_ON_SITE = "{site} would have {number} chips of {worth}; there are {most} in this game"
NO_CHIP_IN_PURSE = {
    Side.WHITE: "White has no chip of {worth}",
    Side.BLACK: "Black has no chip of {worth}",
}


def bluff_form(rules: Bluff, array: str, parts: Sequence[Section] = ()) -> Form:
    """The form of a game of the bluff family.

    Args:
        rules: the game's rules.
        array: the placement field of the game's start.
        parts: the parts of the placement; unless given, those of `sections`.

    Raises:
        ValueError: the array is malformed.
    """
    placement = BluffPlacement(rules, checked(rules.board, parts or sections(rules)))
    home = codes_of(placement, array)
    return Form(
        rules,
        (
            placement,
            NextMove(rules),
            Unmoved(rules, home),
            Passed(rules),
            Stacks(rules),
            Promotions(rules),
            Purses(rules),
            TrueKings(rules, rules.boards, int(TURN)),
            Counter(
                "half-move clock",
                int(CLOCK),
                0,
                "Plies since the last capture of a piece or of chips, pawn move, or chip placed.",
            ),
            move_number(int(NUMBER)),
        ),
    )


def bluff_start(rules: Bluff, array: str) -> str:
    """The position text of a game's start: full purses, kings and rooks that never moved, White to move.

    Raises:
        ValueError: the array is malformed.
    """
    home = codes_of(BluffPlacement(rules, checked(rules.board, sections(rules))), array)
    unmoved = sorted(site for site, code in home.items() if rules.piece_of(code).letter in ("R", rules.king))
    purse = "/".join(map(str, PURSE[: len(rules.denominations)]))
    purses = f"W:{purse},B:{purse}" if rules.denominations else "-"
    return f"{array} w {','.join(rules.board.names[site] for site in unmoved) or '-'} - - - {purses} -,- 0 1"


def sections(rules: Bluff) -> tuple[Section, ...]:
    """Each board's ranks, from the far one down."""
    side = range(8)
    return tuple(
        tuple(tuple(BLOCK * board + 8 * x + y for x in side) for y in reversed(side))
        for board in range(rules.boards)
    )


@dataclass(frozen=True)
class BluffPlacement(Placement):
    """The placements of all boards, the first one's first."""

    rules: Bluff
    note: str = (
        "The boards in order, with bars between; of each the ranks from the far one down, with slashes"
        " between: a capital letter for a white piece, a small letter for a black one, a number for that many"
        " empty squares."
    )

    def put(self, states: States, site: int, back: bool, code: int) -> None:
        """Put a piece on a site, on its chips too; or take away the piece or, if there is none, the chips."""
        cells = states.cells[0, :, site]
        if code or cells[int(PIECE)]:
            cells[int(PIECE)] = code
        else:
            cells[:] = 0

    def carry(self, states: States, start: tuple[int, bool], goal: tuple[int, bool]) -> None:
        """Move a piece, which leaves chips where they are; or all chips of a site without a piece.

        Raises:
            SetupError: the site is empty, or there are not that many chips.
        """
        (here, _), (there, _) = start, goal
        cells = states.cells[0, :, here]
        if not cells.any():
            self.found(states, here)
        if here == there:
            return
        if cells[int(PIECE)]:
            states.cells[0, int(PIECE), there], cells[int(PIECE)] = cells[int(PIECE)], 0
            return
        total = states.cells[0, int(CHIPS) :, there].astype(int) + cells[int(CHIPS) :]
        for place, number in enumerate(total.tolist()):
            self._room(place, number, there)
        states.cells[0, int(CHIPS) :, there], cells[:] = total, 0

    def pay(self, states: States, worth: int, start: int | Side, goal: int | Side) -> None:
        """Move a chip from a site or a side's purse to another.

        Raises:
            SetupError: there is no such chip there, or not that many chips in the game.
        """
        if worth not in self.rules.denominations:
            raise SetupError(Message("there are no chips of {worth} in this game", worth=worth))
        place = self.rules.denominations.index(worth)
        giving, taking = (self._chips(states, place, holder) for holder in (start, goal))
        if not giving[0] and isinstance(start, Side):
            raise SetupError(Message(NO_CHIP_IN_PURSE[start], worth=worth))
        if not giving[0]:
            site = self.rules.board.names[int(start)]
            raise SetupError(Message("there is no chip of {worth} on {site}", worth=worth, site=site))
        if start != goal and not isinstance(goal, Side):
            self._room(place, int(taking[0]) + 1, goal)
        giving -= 1
        taking += 1

    @staticmethod
    def _chips(states: States, place: int, holder: int | Side) -> npt.NDArray[np.unsignedinteger]:
        """How many chips of a denomination a site or a purse has: a view of that one number."""
        if isinstance(holder, Side):
            first = int(PURSES) + DENOMINATIONS * holder.number + place
            return states.info[0, first : first + 1]
        return states.cells[0, int(CHIPS) + place, holder : holder + 1]

    def _room(self, place: int, number: int, site: int) -> None:
        """Refuse more chips of a denomination on a site than the game has."""
        if number > 2 * PURSE[place]:
            raise SetupError(
                Message(
                    CHIPS_ON_SITE,
                    site=self.rules.board.names[site],
                    number=number,
                    worth=self.rules.denominations[place],
                    most=2 * PURSE[place],
                )
            )

    def check(self, part: FieldText, states: States) -> None:
        """No pawn on a first or last rank, and not too many kings; `TrueKings` checks for too few."""
        super().check(part, states)
        rules = self.rules
        for side in Side:
            kings = int(states.info[0, int(KINGS) + side.number])
            if kings > rules.boards:
                code = code_of(rules.kinds[rules.king], side)
                last = max(offset for piece, offset in self.parse(part).values() if piece == code)
                part.fail(Message(TOO_MANY_KINGS[side], number=kings, most=rules.boards), last)


@dataclass(frozen=True)
class NextMove(ToMove):
    """The side that makes the next move, which need not be the side that is to choose its True King."""

    note: str = "w or b: the side that makes the next move, even if a True King is to be chosen first."
    side_field: int = int(TURN)

    def check(self, part: FieldText, states: States) -> None:
        """Either side may be to move."""


@dataclass(frozen=True)
class Unmoved:
    """The sites of kings and rooks that never moved.

    Attributes:
        rules: the game's rules.
        home: the code of each piece at the start, by site.
    """

    rules: Bluff
    home: dict[int, int]
    name: str = "unmoved kings and rooks"
    note: str = (
        "The squares of all kings and rooks that have never moved, in the order of boards, files and ranks,"
        " with commas between; or a hyphen."
    )

    def read(self, part: FieldText, states: States) -> None:
        """Read the names, which must be in order."""
        for site, _, _ in read_sites(self.rules, part):
            states.info[0, int(UNMOVED) + site // BLOCK] |= 1 << site % BLOCK

    def check(self, part: FieldText, states: States) -> None:
        """Each must stand where it stood at the start."""
        kinds = {"R", self.rules.king}
        for site, offset, name in read_sites(self.rules, part):
            code = self.home.get(site, 0)
            if not code or self.rules.piece_of(code).letter not in kinds:
                part.fail(Message("no king or rook starts on {site}", site=name), offset)
            if int(states.cells[0, int(PIECE), site]) != code:
                piece = self.rules.piece_of(code).called(Side.of(code & 1))
                part.fail(Message("there is no {piece} on {site}", piece=piece, site=name), offset)

    def mend(self, states: States) -> None:
        """A piece that is not where it started has moved."""
        for site in range(len(self.rules.board)):
            if int(states.cells[0, int(PIECE), site]) != self.home.get(site, -1):
                states.info[0, int(UNMOVED) + site // BLOCK] &= ~np.uint64(1 << site % BLOCK)

    def write(self, states: States, ply: int) -> str:
        """The sites of a row's unmoved pieces."""
        names, words = self.rules.board.names, states.info[ply, int(UNMOVED) :].tolist()
        found = [site for site in range(len(names)) if words[site // BLOCK] >> site % BLOCK & 1]
        return ",".join(names[site] for site in found) or "-"


@dataclass(frozen=True)
class Passed:
    """The site that a pawn has just passed with a double step, or ``-``."""

    rules: Bluff
    name: str = "en passant square"
    note: str = "The square that a pawn has just passed with a double step, or a hyphen."

    def read(self, part: FieldText, states: States) -> None:
        """Read the site's name."""
        site = int(NOWHERE) if part.text == "-" else read_site(self.rules, part, 0, part.text)
        states.info[0, int(EP_SQUARE)] = site

    def check(self, part: FieldText, states: States) -> None:
        """A pawn of the other side passed it from its second rank, and nothing was in its way."""
        ep_square = int(states.info[0, int(EP_SQUARE)])
        if ep_square == int(NOWHERE):
            return
        mover = Side.of(1 - int(states.info[0, int(TURN)]))
        pawns, cells = self.rules.tables.ways.pawns[mover.number], states.cells[0, int(PIECE)]
        goal = int(pawns[ep_square, int(STEP)])
        origins = [
            site
            for site in range(len(self.rules.board))
            if int(pawns[site, int(STEP)]) == ep_square
            and int(pawns[site, int(DOUBLE)]) == goal != int(NOWHERE)
        ]
        letter = next(piece.letter for piece in self.rules.pieces if piece.pawn)
        pawn = code_of(self.rules.kinds[letter], mover)
        if not origins or cells[ep_square] or cells[origins[0]] or int(cells[goal]) != pawn:
            no_pawn_passed(part)
        if int(states.info[0, int(CLOCK)]):
            part.fail("a pawn has just moved, so the half-move clock must be 0")

    def mend(self, states: States) -> None:
        """No pawn has just made a double step."""
        states.info[0, int(EP_SQUARE)] = int(NOWHERE)

    def write(self, states: States, ply: int) -> str:
        """The site's name, or ``-``."""
        ep_square = int(states.info[ply, int(EP_SQUARE)])
        return "-" if ep_square == int(NOWHERE) else self.rules.board.names[ep_square]
