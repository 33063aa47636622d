"""The position texts of the drifting family: a piece's motion stands after it, ``P{0,2#1}``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import product

import numpy as np

from fairyring.board import Side
from fairyring.errors import SetupError
from fairyring.kernels.contract import CLOCK, NUMBER, States
from fairyring.kernels.drifting.motion import Vector
from fairyring.kernels.drifting.rules import Drifting
from fairyring.kernels.drifting.tables import PIECE, PLACE, VECTOR
from fairyring.kernels.orthodox.tables import RIGHTS, code_of
from fairyring.messages import Message
from fairyring.notation.declared import CODE_MASK, MarkedPlacement, counter_fields
from fairyring.notation.en_passant import EnPassant
from fairyring.notation.orthodox import Rights, ToMove, at_start
from fairyring.notation.placement import Cells, Pieces
from fairyring.notation.position import Counter, Field, FieldText, Form, move_number
from fairyring.notation.sections import Section, checked, every_site

MOTION = re.compile(r"\{((-?[1-9][0-9]?|0),(-?[1-9][0-9]?|0)(?:,[1-9][0-9]?)?)#([1-9][0-9]{0,2})\}")


def drifting_form(rules: Drifting, array: str, sections: Sequence[Section] = ()) -> Form:
    """FEN with motion, for a game of the drifting family.

    Args:
        rules: the game's rules.
        array: the placement field of the game's start.
        sections: as for `orthodox_form`.

    Raises:
        ValueError: as for `orthodox_form`.
    """
    note = NOTE if len(rules.board.charts) == 1 else f"{NOTE} {BOARDS}"
    placement = MovingPlacement(rules, checked(rules.board, sections or every_site(rules.board)), note=note)
    start = at_start(placement, rules, array)
    fields: tuple[Field, ...] = (
        placement,
        ToMove(rules),
        RightsAtRest(rules, start),
        PassedByMotion(rules, start),
        *counter_fields(rules, rules.declared),
        Counter("half-move clock", int(CLOCK), 0, SINCE_DROPS if rules.has_drops else SINCE),
        move_number(int(NUMBER)),
    )
    return Form(rules, fields)


SINCE = "Plies since the last capture, pawn step or promotion."
SINCE_DROPS = "Plies since the last capture, drop, pawn step or promotion."
LAUNCH_ORDER = {
    Side.WHITE: "White's launch numbers must be 1 to {number}, each of them once",
    Side.BLACK: "Black's launch numbers must be 1 to {number}, each of them once",
}
NOTE = (
    "Ranks from the far one down, each from its first file on: a capital letter for a white piece, a small"
    " letter for a black one, a number for that many empty squares, a slash between ranks. After a piece in"
    " motion stands {dx,dy#k}: the files to the right and the ranks up, as White sees them, that it will go"
    " by itself, and its number in the order in which its side's pieces were launched. Pieces of the side to"
    " move that head off a plain edge have already stopped."
)
BOARDS = (
    "On a square of two boards on which the piece would go different ways, the number of its board follows:"
    " {2,0,1#1} is a motion on the first board."
)


class MovingPlacement(MarkedPlacement):
    """A placement in which pieces may be in motion; what it parses is by layer and site."""

    motion = True
    rules: Drifting

    def read(self, part: FieldText, states: States) -> None:
        """Put the pieces on the board and set them in motion."""
        self.parse(part)  # which refuses what no row could hold
        super().read(part, states)

    def parse(self, part: FieldText) -> Pieces:
        """The pieces and their motion.

        Raises:
            PositionError: the part is malformed.
        """
        pieces = super().parse(part)
        for side in Side:
            places = sorted(
                (place, offset)
                for (layer, site), (place, offset) in pieces.items()
                if layer == int(PLACE) and pieces[int(PIECE), site][0] & 1 == side.number
            )
            for wanted, (place, offset) in enumerate(places, 1):
                if place != wanted:
                    part.fail(Message(LAUNCH_ORDER[side], number=len(places)), offset)
        return pieces

    def _site(self, part: FieldText, offset: int, site: int, pieces: Pieces) -> int:
        end = super()._site(part, offset, site, pieces)
        if part.text[end : end + 1] != "{" or pieces[int(PIECE), site][0] in self.rules.blockers:
            return end
        found = MOTION.match(part.text, end)
        if found is None:
            part.fail(Message("motion is written like {example}, in whole numbers", example="{0,2#1}"), end)
        mechanics = self.rules.motion
        dx, dy, place = int(found[2]), int(found[3]), int(found[4])
        code = pieces[int(PIECE), site][0] & CODE_MASK
        kind, side = code // 2 - 1, Side.of(code & 1)
        vectors = mechanics.momenta(kind, side, (dx, dy), site)
        if not vectors:
            part.fail(self._no_motion(code, dx, dy), end)
        told = {mechanics.written(kind, side, vector, site): vector for vector in vectors}
        if found[1] not in told:
            name, choices = self.rules.board.names[site], " / ".join(told)
            part.fail(Message("on {site}, this motion is written {texts}", site=name, texts=choices), end)
        if place > len(self.rules.board):
            part.fail("no side has that many pieces in motion", found.start(4))
        pieces[int(VECTOR), site] = (mechanics.numbers[told[found[1]]], end)
        pieces[int(PLACE), site] = (place, found.start(4))
        return found.end()

    def _no_motion(self, code: int, dx: int, dy: int) -> Message:
        piece = self.rules.piece_of(code).called(Side.of(code & 1))
        return Message("a {piece} can never be in motion by {dx},{dy}", piece=piece, dx=dx, dy=dy)

    def launch(self, states: States, start: int, goal: int) -> None:
        """Set a piece in motion as the last of its side; see `fairyring.notation.position.Placing`."""
        code, mechanics, board = self.found(states, start), self.rules.motion, self.rules.board
        if code in self.rules.blockers:
            raise SetupError("only pieces can be in motion")
        kind, side = code // 2 - 1, Side.of(code & 1)
        steps = [
            Vector(there.x - here.x, there.y - here.y, here.chart)
            for here, there in product(board.places[start], board.places[goal])
            if here.chart == there.chart
        ]
        if not steps:
            raise SetupError("a piece in motion stays on one board")
        vector = steps[0]
        if start != goal:
            if vector not in mechanics.possible[kind, side]:
                raise SetupError(self._no_motion(code, vector.dx, vector.dy))
            vector = mechanics.settled(kind, side, vector, start)
        states.cells[0, int(VECTOR), start] = 0 if start == goal else mechanics.numbers[vector]
        states.cells[0, int(PLACE), start] = 0 if start == goal else len(board)

    def mend(self, states: States) -> None:
        """The launch numbers of each side's pieces in motion are 1, 2, 3 and so on."""
        super().mend(states)
        pieces, places = states.cells[0, int(PIECE)], states.cells[0, int(PLACE)]
        for side in Side:
            moving = [
                site
                for site in range(len(self.rules.board))
                if pieces[site] & 1 == side.number and places[site]
            ]
            for place, site in enumerate(sorted(moving, key=lambda site: int(places[site])), 1):
                places[site] = place

    def check(self, part: FieldText, states: States) -> None:
        """One king a side, no pawn where none can get to, and no piece about to leave the board."""
        pieces = self.parse(part)
        mechanics = self.rules.motion
        standing = {site: found for (layer, site), found in pieces.items() if layer == int(PIECE)}
        self.check_royals(part, (code for code, _ in standing.values()))
        for site, (code, offset) in standing.items():
            kind, side = code // 2 - 1, Side.of(code & 1)
            if self.rules.piece_of(code).pawn and not self.rules.may_stand[side, site]:
                self.misplaced(part, code, site, offset)
            vector, at = pieces.get((int(VECTOR), site), (0, 0))
            if not vector or side.number != int(states.info[0, 0]):
                continue
            if mechanics.glide(kind, side, mechanics.vectors[vector], site) is None:
                stopped = self.rules.piece_of(code).called(side)
                part.fail(Message("this {piece} would have stopped at the edge", piece=stopped), at)

    def _sign(self, cells: Cells, site: int) -> str:
        sign = super()._sign(cells, site)
        vector = cells[int(VECTOR)][site]
        if not vector:
            return sign
        code, mechanics = cells[int(PIECE)][site], self.rules.motion
        written = mechanics.written(code // 2 - 1, Side.of(code & 1), mechanics.vectors[vector], site)
        return f"{sign}{{{written}#{cells[int(PLACE)][site]}}}"


class RightsAtRest(Rights):
    """The castling rights of pieces that have never been in motion."""

    def mend(self, states: States) -> None:
        """A piece that is in motion, or not where it started, has lost its rights."""
        super().mend(states)
        for number, castling in enumerate(self.rules.castlings):
            if states.cells[0, int(VECTOR), castling.rook[0]]:
                states.info[0, int(RIGHTS)] &= ~np.uint64(1 << number)

    def check(self, part: FieldText, states: States) -> None:
        """King and rook must be where they started, and at rest."""
        super().check(part, states)
        for number, castling in enumerate(self.rules.castlings):
            site = castling.rook[0]
            if int(states.info[0, int(RIGHTS)]) >> number & 1 and states.cells[0, int(VECTOR), site]:
                part.fail(
                    Message(
                        "castling {letter}: the piece on {site} is in motion",
                        letter=castling.letter,
                        site=self.rules.board.names[site],
                    ),
                    part.text.index(castling.letter),
                )


class PassedByMotion(EnPassant):
    """The passed site; its pawn is in motion by a double step, and the last of its side that was launched."""

    rules: Drifting

    def _ep_pawns(self, states: States, ep_square: int, mover: Side) -> list[int]:
        pieces, vectors, places = (states.cells[0, int(layer)] for layer in (PIECE, VECTOR, PLACE))
        rules, mechanics = self.rules, self.rules.motion
        own = (pieces > 0) & (pieces & 1 == mover.number)
        spinner = rules.spinner
        turning = {rules.board.numbers[name] for name in spinner.ring if spinner.after is mover}
        found = []
        for kind, start in product(range(len(rules.pieces)), range(len(rules.board))):
            # Another piece may have drifted to where the pawn came from, or a wall been put there.
            left = not pieces[start] or (own[start] and vectors[start]) or pieces[start] in rules.blockers
            if not (rules.pieces[kind].pawn and rules.starts(rules.board, start, mover) and left):
                continue
            for launch in mechanics.launches(kind, start, mover):
                goal = launch.way.goal
                if (
                    self._passes(launch.way, ep_square)
                    and not pieces[ep_square]
                    and not turning & {goal, ep_square}
                    and pieces[goal] == code_of(kind, mover)
                    and vectors[goal] == mechanics.numbers[mechanics.given(kind, mover, launch)]
                    and places[goal] == places[own].max()
                ):
                    found.append(goal)
        return found
