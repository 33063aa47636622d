"""The placement of pieces that carry riders: ``(PN)`` is a white pawn under a white knight."""

from __future__ import annotations

from dataclasses import dataclass

from fairyring.errors import SetupError
from fairyring.kernels.contract import States
from fairyring.messages import Message
from fairyring.notation.declared import MarkedPlacement
from fairyring.notation.placement import Cells, Pieces, Placement
from fairyring.notation.position import FieldText


@dataclass(frozen=True)
class RidingPlacement(MarkedPlacement):
    """A placement in which a carrier and its rider stand in brackets, the carrier first.

    What it parses is by place: the rider's is that of the carrier's back.
    """

    note: str = f"{Placement.note} A carrier and its rider stand in brackets, the carrier first."

    def _site(self, part: FieldText, offset: int, site: int, pieces: Pieces) -> int:
        if part.text[offset : offset + 1] != "(":
            return super()._site(part, offset, site, pieces)
        at = offset + 1
        for place in self.rules.places.at(site):
            at = super()._site(part, at, place, pieces)
        return self._expect(part, at, ")")

    def put(self, states: States, site: int, back: bool, code: int) -> None:
        """Put a piece on the ground or on a back; a rider whose carrier is taken away comes down.

        Raises:
            SetupError: there is no piece to ride.
        """
        cells = states.cells[0, 0]
        ground, top = self.rules.places.at(site)
        if back and not cells[ground]:
            square = self.rules.board.names[site]
            raise SetupError(Message("there is no piece on {site} to sit on", site=square))
        cells[top if back else ground] = code
        if not cells[ground]:
            cells[ground], cells[top] = cells[top], 0

    def carry(self, states: States, start: tuple[int, bool], goal: tuple[int, bool]) -> None:
        """Move a rider alone, or a carrier with its rider; a piece that comes to another sits on it.

        Raises:
            SetupError: there is no piece at the start.
        """
        cells, places = states.cells[0, 0], self.rules.places
        (here, back), (there, _) = start, goal
        self.found(states, here)
        if here == there:
            return
        (ground, top), (under, above) = places.at(here), places.at(there)
        if back or (not cells[top] and cells[under] and not cells[above]):
            code = int(cells[top if back else ground])
            self.put(states, here, back, 0)
            self.put(states, there, bool(cells[under]), code)
        else:
            cells[[under, above]] = cells[[ground, top]]
            cells[[ground, top]] = 0

    def check(self, part: FieldText, states: States) -> None:
        """What the usual placement refuses, a king that carries a rider, and a pawn that rides."""
        cells, places = states.cells[0, 0], self.rules.places
        for (_, place), (code, offset) in self.parse(part).items():
            site = places.site(place)
            piece, name = self.rules.piece_of(code), self.rules.board.names[site]
            if place != site and piece.pawn:
                part.fail(
                    Message("a {piece} cannot ride, as on {site}", piece=Message(piece.name), site=name),
                    offset,
                )
            if place == site and piece.royal and cells[site + places.back]:
                part.fail(
                    Message(
                        "no piece can sit on a {piece}, as on {site}", piece=Message(piece.name), site=name
                    ),
                    offset,
                )
        super().check(part, states)

    def _sign(self, cells: Cells, site: int) -> str:
        carrier = super()._sign(cells, site)
        back = site + self.rules.places.back
        return f"({carrier}{super()._sign(cells, back)})" if cells[0][back] else carrier
