"""The position texts of the drifting family: a man in motion is followed by it, ``P{0,2#1}``."""

from __future__ import annotations

import re
from itertools import product

import numpy as np

from fairyring.board import Side
from fairyring.errors import SetupError
from fairyring.kernels.contract import CLOCK, NUMBER, States
from fairyring.kernels.drifting.rules import Drifting
from fairyring.kernels.drifting.tables import PIECE, PLACE, VECTOR
from fairyring.kernels.orthodox.tables import RIGHTS, code_of
from fairyring.notation.orthodox import Cells, EnPassant, Men, Placement, Rights, ToMove, whole
from fairyring.notation.position import Counter, Field, Form, Token

MOTION = re.compile(r"\{(-?[1-9][0-9]?|0),(-?[1-9][0-9]?|0)#([1-9][0-9]{0,2})\}")


def drifting_form(rules: Drifting, array: str) -> Form:
    """FEN with motion, for a game of the drifting family; ``array`` is the placement of its start."""
    placement = MovingPlacement(rules, (whole(rules.board),), note=NOTE)
    men = placement.parse(Token(array, 0, array))
    start = frozenset((site, code) for (_, site), (code, _) in men.items())
    fields: tuple[Field, ...] = (
        placement,
        ToMove(rules),
        RightsAtRest(rules, start),
        PassedByMotion(rules, start),
        Counter("half-move clock", int(CLOCK), 0, "Plies since the last capture, pawn's step or promotion."),
        Counter("move number", int(NUMBER), 1, "From 1; it goes up after Black's move."),
    )
    return Form(rules, fields)


NOTE = (
    "Ranks from the far one down, each from its first file on: a capital letter for a man of White's, a small"
    " one for Black's, a number for so many empty squares, a slash between ranks. A man in motion is followed"
    " by {dx,dy#k}: the files to the right and the ranks up, as White sees them, that he will go by himself,"
    " and his place in the order in which his side's men were launched. The men of the side to move who head"
    " off an edge that nothing passes have stopped already."
)


class MovingPlacement(Placement):
    """A placement in which men may be in motion; what it parses is by layer and site."""

    motion = True
    rules: Drifting

    def parse(self, token: Token) -> Men:
        """The men and their motion, or fail."""
        men = super().parse(token)
        for side in Side:
            places = sorted(
                (place, offset)
                for (layer, site), (place, offset) in men.items()
                if layer == int(PLACE) and men[int(PIECE), site][0] & 1 == side.number
            )
            for wanted, (place, offset) in enumerate(places, 1):
                if place != wanted:
                    token.fail(f"{side}'s launch places are not 1 to {len(places)}", offset)
        return men

    def _site(self, token: Token, offset: int, site: int, men: Men) -> int:
        end = super()._site(token, offset, site, men)
        if token.text[end : end + 1] != "{":
            return end
        found = MOTION.match(token.text, end)
        if found is None:
            token.fail("motion is written {dx,dy#k}, in whole numbers", end)
        mechanics = self.rules.mechanics
        dx, dy, place = map(int, found.groups())
        code, _ = men[int(PIECE), site]
        kind, side = code // 2 - 1, Side.of(code & 1)
        if (dx, dy) not in mechanics.possible[kind, side]:
            token.fail(f"a {side} {self.rules.pieces[kind].name} cannot be in motion by {dx},{dy}", end)
        if place > len(self.rules.board):
            token.fail("there are not so many men in motion", found.start(3))
        men[int(VECTOR), site] = (mechanics.numbers[dx, dy], end)
        men[int(PLACE), site] = (place, found.start(3))
        return found.end()

    def launch(self, states: States, start: int, goal: int) -> None:
        """Set a man in motion, the last of his side, by the way to another site; his own stops him."""
        code, mechanics, board = self.found(states, start), self.rules.mechanics, self.rules.board
        (_, x, y), (_, to_x, to_y) = board.places[start][0], board.places[goal][0]
        kind, side, vector = code // 2 - 1, Side.of(code & 1), (to_x - x, to_y - y)
        if start != goal and vector not in mechanics.possible[kind, side]:
            name = self.rules.pieces[kind].name
            raise SetupError(f"a {side} {name} cannot be in motion by {vector[0]},{vector[1]}")
        states.cells[0, int(VECTOR), start] = 0 if start == goal else mechanics.numbers[vector]
        states.cells[0, int(PLACE), start] = 0 if start == goal else len(board)

    def mend(self, states: States) -> None:
        """Each side's men in motion are launched one after the other."""
        pieces, places = states.cells[0, int(PIECE)], states.cells[0, int(PLACE)]
        for side in Side:
            moving = [
                site
                for site in range(len(self.rules.board))
                if pieces[site] & 1 == side.number and places[site]
            ]
            for place, site in enumerate(sorted(moving, key=lambda site: int(places[site])), 1):
                places[site] = place

    def check(self, token: Token, states: States) -> None:
        """One king a side, no pawn where none can come, and nobody to move off the board."""
        men = self.parse(token)
        mechanics, board = self.rules.mechanics, self.rules.board
        standing = {site: found for (layer, site), found in men.items() if layer == int(PIECE)}
        codes = [code for code, _ in standing.values()]
        for side in Side:
            for kind, piece in enumerate(self.rules.pieces):
                times = codes.count(code_of(kind, side))
                if piece.royal and times != 1:
                    man = f"{side} {piece.name}"
                    more = f"more than one {man}; there must be one"
                    token.fail(more if times else f"no {man}; there must be one")
        for site, (code, offset) in standing.items():
            kind, side = code // 2 - 1, Side.of(code & 1)
            if self.rules.piece_of(code).pawn and not self.rules.may_stand[side, site]:
                token.fail(f"a {side} pawn on {board.names[site]}", offset)
            vector, at = men.get((int(VECTOR), site), (0, 0))
            if not vector or side.number != int(states.info[0, 0]):
                continue
            if mechanics.glide(kind, side, mechanics.vectors[vector], site) is None:
                token.fail(f"the {side} {self.rules.piece_of(code).name} would have stopped at the edge", at)

    def _sign(self, cells: Cells, site: int) -> str:
        sign = super()._sign(cells, site)
        vector = cells[int(VECTOR)][site]
        if not vector:
            return sign
        dx, dy = self.rules.mechanics.vectors[vector]
        return f"{sign}{{{dx},{dy}#{cells[int(PLACE)][site]}}}"


class RightsAtRest(Rights):
    """The rights of men who have never been in motion."""

    def mend(self, states: States) -> None:
        """Who is not at home, or in motion, has forfeited his rights."""
        super().mend(states)
        for number, castling in enumerate(self.rules.castlings):
            if states.cells[0, int(VECTOR), castling.rook[0]]:
                states.info[0, int(RIGHTS)] &= ~np.uint64(1 << number)

    def check(self, token: Token, states: States) -> None:
        """King and rook must stand at home, and still."""
        super().check(token, states)
        for number, castling in enumerate(self.rules.castlings):
            site = castling.rook[0]
            if int(states.info[0, int(RIGHTS)]) >> number & 1 and states.cells[0, int(VECTOR), site]:
                self.lacking(token, castling, "man at rest", site)


class PassedByMotion(EnPassant):
    """The passed site; the pawn that passed it goes on by a double step, the last of its side launched."""

    rules: Drifting

    def _victims(self, states: States, passed: int) -> list[int]:
        pieces, vectors, places = (states.cells[0, int(layer)] for layer in (PIECE, VECTOR, PLACE))
        rules, mechanics = self.rules, self.rules.mechanics
        mover = Side.of(1 - int(states.info[0, 0]))
        own = (pieces > 0) & (pieces & 1 == mover.number)
        spinner = rules.spinner
        turning = {rules.board.numbers[name] for name in spinner.ring if spinner.after is mover}
        found = []
        for kind, start in product(range(len(rules.pieces)), range(len(rules.board))):
            # Where it came from, somebody may have drifted to; nobody else can stand there.
            left = not pieces[start] or (own[start] and vectors[start])
            if not (rules.pieces[kind].pawn and rules.starts(rules.board, start, mover) and left):
                continue
            for _, (landing, vector, _) in mechanics.launches(kind, start, mover):
                goal = landing.way.goal
                if (
                    self._passes(landing.way, passed)
                    and not pieces[passed]
                    and not turning & {goal, passed}
                    and pieces[goal] == code_of(kind, mover)
                    and vectors[goal] == mechanics.numbers[vector]
                    and places[goal] == places[own].max()
                ):
                    found.append(goal)
        return found
