"""The placement of men who carry riders: ``(PN)`` is a white pawn under a white knight."""

from __future__ import annotations

from dataclasses import dataclass

from fairyring.errors import SetupError
from fairyring.kernels.contract import States
from fairyring.kernels.orthodox.rules import Orthodox
from fairyring.notation.orthodox import Cells, EnPassant, Men, Placement, orthodox_form
from fairyring.notation.position import Form, Token


def riding_form(rules: Orthodox, array: str) -> Form:
    """FEN for a game of the riding family; ``array`` is the placement of its start."""
    form = orthodox_form(rules, array, placement=RidingPlacement)
    return Form(
        rules,
        tuple(
            RidingEnPassant(rules, field.array) if isinstance(field, EnPassant) else field
            for field in form.fields
        ),
    )


@dataclass(frozen=True)
class RidingPlacement(Placement):
    """A placement in which a carrier and his rider stand in brackets, the carrier first."""

    note: str = f"{Placement.note} A carrier and his rider stand in brackets, the carrier first."

    def _site(self, token: Token, offset: int, site: int, men: Men) -> int:
        if token.text[offset : offset + 1] != "(":
            return super()._site(token, offset, site, men)
        for level in range(2):
            at = offset + 1 + level
            men[level, site] = (self._man(token, at), at)
        return self._expect(token, offset + 3, ")")

    def put(self, states: States, site: int, back: bool, code: int) -> None:
        """Put a man on the ground or on a back; a rider whose carrier is taken away comes down."""
        cells = states.cells[0]
        if back and not cells[0, site]:
            raise SetupError(f"nobody stands on {self.rules.board.names[site]} to sit on")
        cells[int(back), site] = code
        if not cells[0, site]:
            cells[0, site], cells[1, site] = cells[1, site], 0

    def carry(self, states: States, start: tuple[int, bool], goal: tuple[int, bool]) -> None:
        """Carry a rider alone, or a carrier with his rider; a man who comes to another sits on him."""
        cells = states.cells[0]
        (here, back), (there, _) = start, goal
        self.found(states, here)
        if here == there:
            return
        if back or (not cells[1, here] and cells[0, there] and not cells[1, there]):
            man = int(cells[int(back), here])
            self.put(states, here, back, 0)
            self.put(states, there, bool(cells[0, there]), man)
        else:
            super().carry(states, start, goal)

    def check(self, token: Token, states: States) -> None:
        """What the usual placement refuses, and a king who carries or a pawn who rides."""
        super().check(token, states)
        for (level, site), (code, offset) in self.parse(token).items():
            piece, name = self.rules.piece_of(code), self.rules.board.names[site]
            if level and piece.pawn:
                token.fail(f"a {piece.name} rides on {name}; only officers do", offset)
            if not level and piece.royal and states.cells[0, 1, site]:
                token.fail(f"the {piece.name} on {name} carries a rider; nobody sits on him", offset)

    def _sign(self, cells: Cells, site: int) -> str:
        man = super()._sign(cells, site)
        rider = cells[1][site]
        return f"({man}{self.rules.letters[rider]})" if rider else man


class RidingEnPassant(EnPassant):
    """A passed site whose pawn, having just moved, carries nobody."""

    def _victims(self, states: States, passed: int) -> list[int]:
        return [goal for goal in super()._victims(states, passed) if not states.cells[0, 1, goal]]
