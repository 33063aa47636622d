"""The position texts of the piloting family: each big piece, then its back in brackets, ``N[..P.]``."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Sequence

from fairyring.board import Side
from fairyring.errors import SetupError, shown
from fairyring.kernels.contract import CLOCK, NUMBER, States
from fairyring.kernels.piloting.rules import Piloting
from fairyring.kernels.piloting.tables import CORNERS
from fairyring.messages import Message
from fairyring.notation.declared import MarkedPlacement, counter_fields
from fairyring.notation.orthodox import ToMove, beside_board, codes_of
from fairyring.notation.placement import MISPLACED, Cells, Pieces
from fairyring.notation.position import Counter, FieldText, Form, move_number
from fairyring.notation.sections import Section, whole

WRITTEN = ("a2", "b2", "a1", "b1")  # a back as it is seen, its far rank first

NEEDS_SMALL = {Side.WHITE: "White needs a small {piece}", Side.BLACK: "Black needs a small {piece}"}


def piloting_form(rules: Piloting, array: str = "", sections: Sequence[Section] = ()) -> Form:
    """The form of a game of the piloting family: placement, side to move, counters, clocks.

    Raises:
        ValueError: the array, the placement field of the game's start, is malformed.
    """
    placement = BackedPlacement(rules, sections or (whole(rules.board),), note=NOTE)
    if array:
        codes_of(placement, array)
    return Form(
        rules,
        (
            placement,
            ToMove(rules),
            *counter_fields(rules, rules.declared),
            Counter("half-move clock", int(CLOCK), 0, SINCE_DROPS if rules.has_drops else SINCE),
            move_number(int(NUMBER)),
        ),
    )


def array_of(placement: str) -> Tally[str]:
    """How many pieces of each kind White's big set has in a placement; the other three sets are the same."""
    return Tally(letter for rank in placement.split("/") for letter in rank[::7] if letter.isupper())


def backed_start(rules: Piloting, array: str) -> str:
    """The position text of a game's start: empty hands, full counters, White to move."""
    hands, numbers = beside_board(rules)
    return f"{array}{hands} w {numbers}0 1"


SINCE = "Plies since the last capture, step of a small pawn, pilot move of a big pawn, or promotion."
SINCE_DROPS = (
    "Plies since the last capture, drop, step of a small pawn, pilot move of a big pawn, or promotion."
)
NOTE = (
    "Ranks of big squares from the far one down, with slashes between: a letter for a big piece, a capital"
    " for White's, then in brackets its four small squares a2, b2, a1, b1, with a dot for an empty one; a"
    " number for that many empty big squares."
)


class BackedPlacement(MarkedPlacement):
    """A placement in which the back of every big piece stands after it."""

    rules: Piloting

    def _hands_begin(self, text: str) -> int:
        """The last bracket, unless it is behind a letter: then it is a back."""
        begin = text.rfind("[")
        return -1 if text[begin - 1 : begin] in self.rules.codes else begin

    def _site(self, part: FieldText, offset: int, site: int, pieces: Pieces) -> int:
        code = self._piece(part, offset)
        pieces[0, site] = (self.rules.big(code), offset)
        offset = self._expect(part, offset + len(self.rules.letters[code]), "[")
        for corner in WRITTEN:
            sign = part.text[offset : offset + 1]
            if sign != ".":
                if sign not in self.rules.codes:
                    part.fail(
                        Message("expected a small piece or '.', not {found}", found=shown(sign)), offset
                    )
                back = 4 * (site - self.rules.smalls) + CORNERS.index(corner)
                offset = super()._site(part, offset, back, pieces)
            else:
                offset += 1
        return self._expect(part, offset, "]")

    def put(self, states: States, site: int, back: bool, code: int) -> None:
        """Put a big piece on a big square, or a small one on the back of a big one.

        Raises:
            SetupError: there is no big piece beneath.
        """
        carrier = self.rules.board.carriers.get(site)
        if carrier is not None and not states.cells[0, 0, carrier]:
            square = self.rules.board.names[carrier]
            raise SetupError(Message("there is no big piece on {site} to stand on", site=square))
        super().put(states, site, back, code if carrier is not None or not code else self.rules.big(code))

    def carry(self, states: States, start: tuple[int, bool], goal: tuple[int, bool]) -> None:
        """Move a small piece, or a big one with all that stand on its back.

        Raises:
            SetupError: there is no piece at the start, or it is too big or too small for the goal.
        """
        board = self.rules.board
        (here, _), (there, _) = start, goal
        code = self.found(states, here)
        if here == there:
            return
        if here in board.carriers or there in board.carriers:
            if here not in board.carriers or there not in board.carriers:
                raise SetupError("big pieces stand on big squares, and small ones on the backs of big ones")
            self.put(states, there, False, code)
            states.cells[0, 0, here] = 0
            return
        cells = states.cells[0, 0]
        for one, other in ((here, there), *zip(board.backs[here], board.backs[there], strict=True)):
            cells[other], cells[one] = cells[one], 0

    def mend(self, states: States) -> None:
        """Small pieces that have lost their big one are gone too."""
        for back, carrier in self.rules.board.carriers.items():
            if not states.cells[0, 0, carrier]:
                states.cells[0, 0, back] = 0
        super().mend(states)

    def check(self, part: FieldText, states: States) -> None:
        """One small king a side, no more of a kind than at the start, no big pawn on its own first rank.

        Where small pieces change sides, there may be more of them.
        """
        tally: Tally[int] = Tally()
        board = self.rules.board
        for (_, site), (code, offset) in self.parse(part).items():
            piece, side = self.rules.piece_of(code), Side.of(code & 1)
            big = site >= self.rules.smalls
            called = piece.called(side, "big" if big else "small")
            tally[code] += 1
            most = self.rules.most[piece.letter]
            if tally[code] > most and (big or piece.royal or not self.rules.has_drops):
                part.fail(
                    Message("too many pieces: {piece}; at most {most}", piece=called, most=most), offset
                )
            if big and piece.pawn and board.rank(site, side) == 0:
                part.fail(Message(MISPLACED, piece=called, site=board.names[site]), offset)
        for code in self.rules.codes.values():
            piece = self.rules.piece_of(code)
            if piece.royal and not tally[code]:
                part.fail(Message(NEEDS_SMALL[Side.of(code & 1)], piece=Message(piece.name)))

    def _sign(self, cells: Cells, site: int) -> str:
        if not cells[0][site]:
            return ""
        first, sign = 4 * (site - self.rules.smalls), super()._sign
        back = "".join(sign(cells, first + CORNERS.index(corner)) or "." for corner in WRITTEN)
        return f"{sign(cells, site)}[{back}]"
