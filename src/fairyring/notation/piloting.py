"""The position texts of the piloting family: each big piece with its back in brackets, ``N[..P.]``."""

from __future__ import annotations

from collections import Counter as Tally

from fairyring.board import Side
from fairyring.errors import SetupError, shown
from fairyring.kernels.contract import CLOCK, NUMBER, States
from fairyring.kernels.piloting.rules import Piloting
from fairyring.kernels.piloting.tables import CORNERS
from fairyring.notation.orthodox import Cells, Men, Placement, ToMove, whole
from fairyring.notation.position import Counter, Form, Token

WRITTEN = ("a2", "b2", "a1", "b1")  # a back as it is seen, its far rank first


def piloting_form(rules: Piloting) -> Form:
    """The form of a game of the piloting family: placement, side to move, clocks."""
    return Form(
        rules,
        (
            BackedPlacement(rules, (whole(rules.board),), note=NOTE),
            ToMove(rules),
            Counter(
                "half-move clock",
                int(CLOCK),
                0,
                "Plies since the last capture, small pawn's step, pilot move of a big pawn, or promotion.",
            ),
            Counter("move number", int(NUMBER), 1, "From 1; it goes up after Black's move."),
        ),
    )


NOTE = (
    "Ranks of big squares from the far one down, a slash between: a letter for a big piece, in capitals for"
    " White's, then in brackets its four small squares a2, b2, a1, b1, a dot for an empty one; a number for"
    " so many empty big squares."
)


class BackedPlacement(Placement):
    """A placement in which every big man is followed by his back."""

    rules: Piloting

    def _site(self, token: Token, offset: int, site: int, men: Men) -> int:
        offset = super()._site(token, offset, site, men)
        offset = self._expect(token, offset, "[")
        for corner in WRITTEN:
            sign = token.text[offset : offset + 1]
            if sign != ".":
                if sign not in self.rules.codes:
                    token.fail(f"a small piece or '.' expected, not {shown(sign)}", offset)
                back = 4 * (site - self.rules.smalls) + CORNERS.index(corner)
                men[0, back] = (self.rules.codes[sign], offset)
            offset += 1
        return self._expect(token, offset, "]")

    def put(self, states: States, site: int, back: bool, code: int) -> None:
        """Put a big man on a big square, or a small one on somebody's back."""
        carrier = self.rules.board.carriers.get(site)
        if carrier is not None and not states.cells[0, 0, carrier]:
            raise SetupError(f"nobody stands on {self.rules.board.names[carrier]} to stand on")
        super().put(states, site, back, code)

    def carry(self, states: States, start: tuple[int, bool], goal: tuple[int, bool]) -> None:
        """Carry a small man, or a big one with all on his back."""
        board = self.rules.board
        (here, _), (there, _) = start, goal
        man = self.found(states, here)
        if here == there:
            return
        if here in board.carriers or there in board.carriers:
            if here not in board.carriers or there not in board.carriers:
                raise SetupError("big men stand on big squares, and small ones on their backs")
            self.put(states, there, False, man)
            states.cells[0, 0, here] = 0
            return
        cells = states.cells[0, 0]
        for one, other in ((here, there), *zip(board.backs[here], board.backs[there], strict=True)):
            cells[other], cells[one] = cells[one], 0

    def mend(self, states: States) -> None:
        """Nobody stands where there is no back."""
        for back, carrier in self.rules.board.carriers.items():
            if not states.cells[0, 0, carrier]:
                states.cells[0, 0, back] = 0

    def check(self, token: Token, states: States) -> None:
        """One small king a side, no more of a kind than in the array, no big pawn on its own first rank."""
        tally: Tally[tuple[str, int]] = Tally()
        board = self.rules.board
        for (_, site), (code, offset) in self.parse(token).items():
            piece, side = self.rules.piece_of(code), Side.of(code & 1)
            size = "big" if site >= self.rules.smalls else "small"
            tally[size, code] += 1
            if tally[size, code] > self.rules.most[piece.letter]:
                token.fail(f"more {size} {side} {piece.name}s than at the start", offset)
            if size == "big" and piece.pawn and board.rank(site, side) == 0:
                token.fail(f"a big {side} pawn on {board.names[site]}, its own first rank", offset)
        for code, letter in self.rules.letters.items():
            if self.rules.piece_of(code).royal and not tally["small", code]:
                token.fail(f"no small {Side.of(code & 1)} king {shown(letter)}; each side must have one")

    def _sign(self, cells: Cells, site: int) -> str:
        big = super()._sign(cells, site)
        if not big:
            return ""
        first = 4 * (site - self.rules.smalls)
        signs = (self.rules.letters.get(cells[0][first + CORNERS.index(corner)], ".") for corner in WRITTEN)
        return f"{big}[{''.join(signs)}]"
