"""A position in the making: men are put, moved and taken away; it need not be possible at once."""

from __future__ import annotations

from fairyring.board import Side
from fairyring.errors import PositionError, SetupError
from fairyring.game.position import Position, Variant
from fairyring.kernels.rules import Purse, Token
from fairyring.notation.orthodox import Placement, ToMove


class Setup:
    """What lies on a board, and the rest of a position's text; `str` is that text.

    Whatever is changed, the rest is made to fit: rights to castle go with those who would have castled,
    whoever stood on a man who is taken away goes with him or comes down to where he stood, and nobody has
    just passed a square. Chips stay when a man comes or goes; those that leave the board go back, one by one,
    to the purse that has fewer of their kind, and where any lie both sides have promoted. What cannot be
    mended so, as two kings of a side, is found by `position`.
    """

    def __init__(self, variant: Variant, text: str | None = None) -> None:
        """Begin with a text, be it that of an impossible position, or with the variant's start.

        Raises:
            PositionError: the text is malformed.
        """
        self.variant = variant
        self._form = variant.definition.form
        self._row = self._form.placed(variant.definition.start if text is None else text)
        self._placement = next(part for part in self._form.fields if isinstance(part, Placement))
        self._turn = next(part for part in self._form.fields if isinstance(part, ToMove))

    @property
    def side(self) -> Side:
        """The side to move."""
        return Side.of(int(self._row.info[0, self._turn.field]))

    @side.setter
    def side(self, side: Side | str) -> None:
        self._row.info[0, self._turn.field] = Side(side).number
        self._mend()

    @property
    def tokens(self) -> tuple[Token, ...]:
        """What lies on the board."""
        return self.variant.rules.tokens(self._row, 0)

    @property
    def purses(self) -> tuple[Purse, Purse] | None:
        """White's chips and Black's; None in a game without chips."""
        return self.variant.rules.purses(self._row, 0)

    @property
    def motion(self) -> bool:
        """Whether men can be set in motion."""
        return self._placement.motion

    def put(self, place: str, letter: str) -> None:
        """Put a man on a site, or on somebody's back there, in place of whoever is there.

        Args:
            place: the name of a site or of another place, as in `Move.choices` (``"d2^"``).
            letter: his letter as in the position text, small for Black.

        Raises:
            SetupError: there is no such place or man, or nobody on whose back he could stand.
        """
        code = self._placement.rules.codes.get(letter)
        if code is None:
            raise SetupError(f"no piece is called {letter!r}")
        self._placement.put(self._row, *self._at(place), code)
        self._mend()

    def remove(self, place: str) -> None:
        """Take away whoever stands at a place, if anybody does; where nobody does, the chips that lie there.

        Raises:
            SetupError: there is no such place.
        """
        self._placement.put(self._row, *self._at(place), 0)
        self._mend()

    def move(self, start: str, goal: str) -> None:
        """Carry whoever stands at a place, with all on his back and as he is in motion, to another.

        Where nobody stands, the chips that lie there are carried, to those that lie at the other place.

        Raises:
            SetupError: there is no such place, nothing at it, or nothing on which he could stand there.
        """
        self._placement.carry(self._row, self._at(start), self._at(goal))
        self._mend()

    def launch(self, start: str, goal: str) -> None:
        """Set a man in motion, the last of his side, by the way from his site to another; his own stops him.

        Raises:
            SetupError: there is no such site, nobody at it, or he cannot be in motion so.
        """
        self._placement.launch(self._row, self._at(start)[0], self._at(goal)[0])
        self._mend()

    def pay(self, worth: int, start: Side | str, goal: Side | str) -> None:
        """Move a chip out of a side's purse onto a site, back, or from one site or one purse to another.

        Args:
            worth: what the chip is worth.
            start: where it is: the name of a site, or a side, whose purse is meant.
            goal: where it goes, likewise.

        Raises:
            SetupError: there is no such chip or place, or there lie all the chips that there are.
        """
        self._placement.pay(self._row, worth, self._holder(start), self._holder(goal))
        self._mend()

    def clear(self) -> None:
        """Take everything off the board."""
        self._row.cells[0] = 0
        self._mend()

    def position(self) -> Position:
        """The position.

        Raises:
            PositionError: it is impossible; the error names the place in the text.
        """
        return self.variant.position(str(self))

    @property
    def fault(self) -> PositionError | None:
        """What is impossible in it; None where nothing is."""
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
        """The number of a place's site, and whether it is on somebody's back there."""
        spot = self.variant.rules.spots.get(place)
        number = self.variant.board.numbers.get(place if spot is None else spot.site)
        if number is None:
            raise SetupError(f"the board has no square {place!r}")
        return number, spot is not None

    def _holder(self, place: Side | str) -> int | Side:
        """Who holds chips: the number of a site, or a side."""
        return Side(place) if place in tuple(Side) else self._at(place)[0]

    def _mend(self) -> None:
        for part in self._form.fields:
            part.mend(self._row)
