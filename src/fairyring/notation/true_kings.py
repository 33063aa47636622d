"""The field of position texts that says where the True Kings are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from fairyring.board import Side
from fairyring.errors import shown
from fairyring.kernels.contract import CLOCK, SIDE, States
from fairyring.kernels.orthodox.tables import EP_SQUARE, NOWHERE
from fairyring.kernels.true_kings import CAPTURED, NOBODY_KNOWS, UNCHOSEN, UNKNOWN
from fairyring.messages import Message
from fairyring.notation.position import FieldText, read_site

NO_KING = {
    Side.WHITE: Message("White has no king, but its True King was not captured"),
    Side.BLACK: Message("Black has no king, but its True King was not captured"),
}
NO_KING_THERE = {
    Side.WHITE: "there is no white king on {site}",
    Side.BLACK: "there is no black king on {site}",
}
TO_CHOOSE = {
    Side.WHITE: Message("White has not chosen its True King, so it is White's move"),
    Side.BLACK: Message("Black has not chosen its True King, so it is Black's move"),
}
TOO_MANY_KINGS = {
    Side.WHITE: "White has {number} kings; there can be {most} at most",
    Side.BLACK: "Black has {number} kings; there can be {most} at most",
}
ONE_KING = {
    Side.WHITE: Message("White has one king, so that is its True King"),
    Side.BLACK: Message("Black has one king, so that is its True King"),
}
CAPTURED_TOO_SOON = {
    Side.WHITE: Message("White's True King was captured, but it is Black's move"),
    Side.BLACK: Message("Black's True King was captured, but it is White's move"),
}
CAPTURED_AND_THERE = {
    Side.WHITE: "White's True King was captured, but all {number} kings are there",
    Side.BLACK: "Black's True King was captured, but all {number} kings are there",
}
CAPTURED_BEFORE = {
    Side.WHITE: Message("White's True King was captured, but not by the last move"),
    Side.BLACK: Message("Black's True King was captured, but not by the last move"),
}
SECRETS = {"-": int(UNCHOSEN), NOBODY_KNOWS: int(UNKNOWN), "x": int(CAPTURED)}


@dataclass(frozen=True)
class TrueKings:
    """White's True King and Black's.

    Attributes:
        rules: the game's rules, which have True Kings.
        most: how many kings a side can have.
        side_field: the index in ``info`` of the side that makes the next move.
    """

    rules: Any
    most: int
    side_field: int
    name: str = "true kings"
    note: str = (
        "The squares of White's and Black's True Kings, with a comma between; ? for one that you may not"
        " know, - for one that is not yet chosen, x for one that was captured. A side's last king is its True"
        " King."
    )

    def read(self, part: FieldText, states: States) -> None:
        """Read the squares or signs."""
        words = part.text.split(",")
        if len(words) != 2:
            part.fail(
                Message(
                    "True Kings are written like {example}, not {found}",
                    example="1e1,?",
                    found=shown(part.text),
                )
            )
        offset = 0
        for side, word in enumerate(words):
            known = SECRETS.get(word)
            site = read_site(self.rules, part, offset, word) if known is None else known
            states.info[0, self.rules.secrets.field(Side.of(side))] = site
            offset += len(word) + 1

    def check(self, part: FieldText, states: States) -> None:
        """Each is one of its side's kings, and was captured only if its side has just lost."""
        words = part.text.split(",")
        for side, offset in zip(Side, (0, len(words[0]) + 1), strict=True):
            self._check(part, states, side, offset, words[side.number])
        white, black = (self._true(states, side) == int(UNCHOSEN) for side in Side)
        if white and not black and len(self.rules.secrets.kings(states, 0, Side.BLACK)) > 1:
            part.fail("White chooses its True King before Black does", len(words[0]) + 1)
        if (white or black) and int(states.info[0, int(SIDE)]) != (0 if white else 1):
            part.fail(TO_CHOOSE[Side.WHITE if white else Side.BLACK])

    def _true(self, states: States, side: Side) -> int:
        return int(states.info[0, self.rules.secrets.field(side)])

    def _check(self, part: FieldText, states: States, side: Side, offset: int, word: str) -> None:
        info, true = states.info[0], self._true(states, side)
        sites = self.rules.secrets.kings(states, 0, side)
        if len(sites) > self.most:
            part.fail(Message(TOO_MANY_KINGS[side], number=len(sites), most=self.most), offset)
        if true == int(CAPTURED):
            if int(info[self.side_field]) != side.number:
                part.fail(CAPTURED_TOO_SOON[side], offset)
            if len(sites) == self.most:
                part.fail(Message(CAPTURED_AND_THERE[side], number=self.most), offset)
            if int(info[int(CLOCK)]) or int(info[int(EP_SQUARE)]) != int(NOWHERE):
                part.fail(CAPTURED_BEFORE[side], offset)
            if int(UNCHOSEN) in (self._true(states, side) for side in Side):
                part.fail("a True King was captured before both were chosen", offset)
        elif not sites:
            part.fail(NO_KING[side], offset)
        elif true in (int(UNKNOWN), int(UNCHOSEN)):
            if len(sites) == 1:
                part.fail(ONE_KING[side], offset)
        elif true not in sites:
            part.fail(Message(NO_KING_THERE[side], site=word), offset)

    def mend(self, states: States) -> None:
        """A side's only king is its True King; a square without a king holds none."""
        for side in reversed(Side):
            kings, field = self.rules.secrets.kings(states, 0, side), self.rules.secrets.field(side)
            if len(kings) == 1:
                states.info[0, field] = kings[0]
            elif int(states.info[0, field]) not in (*SECRETS.values(), *kings):
                states.info[0, field] = int(UNCHOSEN)
            if int(states.info[0, field]) == int(UNCHOSEN):
                states.info[0, int(SIDE)] = side.number

    def write(self, states: States, ply: int) -> str:
        """Both, as far as the row knows."""
        signs = {value: sign for sign, value in SECRETS.items()}
        places = (int(states.info[ply, self.rules.secrets.field(side)]) for side in Side)
        return ",".join(signs.get(place) or self.rules.board.names[place] for place in places)
