"""The placement of pieces that carry riders: ``(PN)`` is a white pawn under a white knight."""

from __future__ import annotations

from dataclasses import dataclass

from fairyring.errors import SetupError
from fairyring.kernels.contract import States
from fairyring.kernels.orthodox.rules import Orthodox
from fairyring.messages import Message
from fairyring.notation.orthodox import EnPassant, orthodox_form
from fairyring.notation.placement import Cells, Pieces, Placement
from fairyring.notation.position import FieldText, Form


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
    """A placement in which a carrier and its rider stand in brackets, the carrier first."""

    note: str = f"{Placement.note} A carrier and its rider stand in brackets, the carrier first."

    def _site(self, part: FieldText, offset: int, site: int, pieces: Pieces) -> int:
        if part.text[offset : offset + 1] != "(":
            return super()._site(part, offset, site, pieces)
        for level in range(2):
            at = offset + 1 + level
            pieces[level, site] = (self._piece(part, at), at)
        return self._expect(part, offset + 3, ")")

    def put(self, states: States, site: int, back: bool, code: int) -> None:
        """Put a piece on the ground or on a back; a rider whose carrier is taken away comes down.

        Raises:
            SetupError: there is no piece to ride.
        """
        cells = states.cells[0]
        if back and not cells[0, site]:
            square = self.rules.board.names[site]
            raise SetupError(Message("there is no piece on {site} to sit on", site=square))
        cells[int(back), site] = code
        if not cells[0, site]:
            cells[0, site], cells[1, site] = cells[1, site], 0

    def carry(self, states: States, start: tuple[int, bool], goal: tuple[int, bool]) -> None:
        """Move a rider alone, or a carrier with its rider; a piece that comes to another sits on it.

        Raises:
            SetupError: there is no piece at the start.
        """
        cells = states.cells[0]
        (here, back), (there, _) = start, goal
        self.found(states, here)
        if here == there:
            return
        if back or (not cells[1, here] and cells[0, there] and not cells[1, there]):
            code = int(cells[int(back), here])
            self.put(states, here, back, 0)
            self.put(states, there, bool(cells[0, there]), code)
        else:
            super().carry(states, start, goal)

    def check(self, part: FieldText, states: States) -> None:
        """What the usual placement refuses, a king that carries a rider, and a pawn that rides."""
        super().check(part, states)
        for (level, site), (code, offset) in self.parse(part).items():
            piece, name = self.rules.piece_of(code), self.rules.board.names[site]
            if level and piece.pawn:
                part.fail(
                    Message("a {piece} cannot ride, as on {site}", piece=Message(piece.name), site=name),
                    offset,
                )
            if not level and piece.royal and states.cells[0, 1, site]:
                part.fail(
                    Message(
                        "no piece can sit on a {piece}, as on {site}", piece=Message(piece.name), site=name
                    ),
                    offset,
                )

    def _sign(self, cells: Cells, site: int) -> str:
        carrier = super()._sign(cells, site)
        rider = cells[1][site]
        return f"({carrier}{self.rules.letters[rider]})" if rider else carrier


class RidingEnPassant(EnPassant):
    """The passed site; the pawn that passed it has just moved and carries no rider."""

    def _ep_pawns(self, states: States, ep_square: int) -> list[int]:
        return [goal for goal in super()._ep_pawns(states, ep_square) if not states.cells[0, 1, goal]]
