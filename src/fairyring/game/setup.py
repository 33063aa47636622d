"""Setting up a position: pieces are put, moved and removed; it need not be possible until it is done."""

from __future__ import annotations

import secrets as chance
from types import NoneType

from fairyring.board import Side
from fairyring.errors import PositionError, SetupError, expect, shown
from fairyring.game.position import Position, Variant
from fairyring.kernels.rules import Panel, Purse, Token
from fairyring.kernels.true_kings import UNCHOSEN
from fairyring.messages import Message


class Setup:
    """A position that is being set up: the board, and the rest of its text; `str` returns the text.

    After each change the rest is made to fit: castling rights are lost with the pieces that would castle, a
    rider goes with its carrier or comes down to the ground, and no pawn has just made a double step. Chips
    stay when a piece comes or goes; those that leave the board go back, one by one, to the purse that has
    fewer of their kind, and if there are any on the board, both sides count as having promoted. What cannot
    be made to fit, such as two kings of a side, is found by `position`.
    """

    def __init__(self, variant: Variant, text: str | None = None) -> None:
        """Begin with a text, which may describe an impossible position, or with the variant's start.

        Raises:
            PositionError: the text is malformed.
            SetupError: the variant's position texts do not say what stands where, or which side is to move.
            TypeError: the variant is not a variant, or the text is not a text.
        """
        expect(variant, Variant, "a position is set up in a variant, which load finds by its name")
        expect(text, (str, NoneType), "a position is read from a text")
        self.variant = variant
        self._form = variant.definition.form
        self._row = self._form.placed(variant.definition.start if text is None else text)
        placing, side = self._form.placing, self._form.side
        if placing is None or side is None:
            raise SetupError("positions of this game cannot be set up")
        self._placing = placing
        self._side = side.side_field

    @property
    def side(self) -> Side:
        """The side to move."""
        return Side.of(int(self._row.info[0, self._side]))

    @side.setter
    def side(self, side: Side | str) -> None:
        self._row.info[0, self._side] = Side(side).number
        self._mend()

    @property
    def tokens(self) -> tuple[Token, ...]:
        """What is on the board."""
        return self.variant.rules.tokens(self._row, 0)

    @property
    def purses(self) -> tuple[Purse, Purse] | None:
        """White's chips and Black's; None in a game without chips."""
        return self.variant.rules.purses(self._row, 0)

    @property
    def panels(self) -> tuple[Panel, ...]:
        """What the sides have beside the board, as the text says; none in most games."""
        return self.variant.rules.panels(self._row, 0)

    @property
    def motion(self) -> bool:
        """Whether pieces can be set in motion."""
        return self._placing.motion

    def put(self, place: str, letter: str) -> None:
        """Put a piece on a site, or on a back there, in place of what is there.

        Args:
            place: the name of a site or of another place, as in `Move.choices` (``"d2^"``).
            letter: the piece's letter as in the position text, small for Black.

        Raises:
            SetupError: there is no such place or piece, or no piece whose back it could stand on.
        """
        code = self._placing.codes.get(letter)
        if code is None:
            raise SetupError(Message("there is no piece {letter} in this game", letter=shown(letter)))
        self._placing.put(self._row, *self._at(place), code)
        self._mend()

    def remove(self, place: str) -> None:
        """Remove the piece at a place; if there is none, the chips.

        Raises:
            SetupError: there is no such place.
        """
        self._placing.put(self._row, *self._at(place), 0)
        self._mend()

    def move(self, start: str, goal: str) -> None:
        """Move the piece at a place, with all on its back and its motion, to another place.

        If there is no piece, the chips there are moved, and added to those at the other place.

        Raises:
            SetupError: there is no such place, nothing at it, or no piece whose back it could stand on.
        """
        self._placing.carry(self._row, self._at(start), self._at(goal))
        self._mend()

    def launch(self, start: str, goal: str) -> None:
        """Set a piece in motion, the last of its side, by the step from its site to another.

        Its own site as the goal stops it.

        Raises:
            SetupError: there is no such site, no piece on it, or it cannot be in motion that way.
        """
        self._placing.launch(self._row, self._at(start)[0], self._at(goal)[0])
        self._mend()

    def pay(self, worth: int, start: Side | str, goal: Side | str) -> None:
        """Move a chip from a side's purse to a site, back, or from one site or purse to another.

        Args:
            worth: what the chip is worth.
            start: where it is: the name of a site, or a side for its purse.
            goal: where it goes: the name of a site, or a side for its purse.

        Raises:
            SetupError: there is no such chip or place, or all chips of the kind are there already.
        """
        self._placing.pay(self._row, worth, self._holder(start), self._holder(goal))
        self._mend()

    def clear(self) -> None:
        """Remove everything from the board."""
        self._row.cells[0] = 0
        self._mend()

    def hide_again(self) -> None:
        """Let the sides choose their True Kings again, for another game from this position.

        Where the text cannot say so, because the other side makes the next move, they are chosen at random.
        Nothing changes in games without True Kings, and for a king whose side has no other.
        """
        secrets = self.variant.rules.secrets
        row = self.variant.position(str(self)).rows(1)
        found = () if secrets is None else secrets.hidden(row, 0)
        for each in found:
            self._row.info[0, each.field] = UNCHOSEN
        if found and self.fault:
            for each in found:
                sites = secrets.possible(row, 0, each.owner) if secrets else ()
                self._row.info[0, each.field] = chance.choice([*sites])

    def position(self) -> Position:
        """The position.

        Raises:
            PositionError: it is impossible; the error names the place in the text.
        """
        return self.variant.position(str(self))

    @property
    def fault(self) -> PositionError | None:
        """Why the position is impossible; None if it is possible."""
        try:
            self.position()
        except PositionError as error:
            return error
        return None

    def __str__(self) -> str:
        return self._form.write(self._row, 0)

    def __repr__(self) -> str:
        return f"Setup({self.variant!r}, {str(self)!r})"

    def _at(self, place: str) -> tuple[int, bool]:
        """The number of a place's site, and whether the place is a back there."""
        spot = self.variant.rules.spots.get(place)
        number = self.variant.board.numbers.get(place if spot is None else spot.site)
        if number is None:
            raise SetupError(Message("the board has no square {square}", square=shown(place)))
        return number, spot is not None

    def _holder(self, place: Side | str) -> int | Side:
        """What holds chips: the number of a site, or a side."""
        return Side(place) if place in tuple(Side) else self._at(place)[0]

    def _mend(self) -> None:
        for part in self._form.fields:
            part.mend(self._row)
