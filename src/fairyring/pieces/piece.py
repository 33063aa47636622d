"""What a kind of piece is: its letter, movement, name and drawing, and what is special about it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from string import ascii_uppercase

from fairyring.board import Board, Side
from fairyring.messages import Message
from fairyring.pieces.betza import betza
from fairyring.pieces.movement import Movement, Way


@dataclass(frozen=True)
class Piece:
    """One kind of piece of a game.

    Attributes:
        letter: one capital letter, perhaps behind a plus sign, which stands for the piece in texts (small
            for Black).
        name: what players call it, in lower case.
        movement: Betza notation, or any `Movement`.
        royal: a move that leaves it open to capture is illegal; a side has one.
        pawn: its own moves reset the half-move clock, it promotes, and it captures and is captured en
            passant.
        drawing: the name of its drawing; the piece's name unless given.
        note: a sentence or two for the rules page, on what the diagram cannot show.

    Raises:
        ValueError: the letter is not one of A to Z, there is no name or movement, or a pawn is royal.
        BetzaError: the movement is not in Betza's notation.
    """

    letter: str
    name: str
    movement: str | Movement
    royal: bool = False
    pawn: bool = False
    drawing: str = ""
    note: str = ""

    def __post_init__(self) -> None:
        if str(self.letter).removeprefix("+") not in tuple(ascii_uppercase):
            raise ValueError(f"a piece's letter is one of A to Z, or + and one of these, not {self.letter!r}")
        if not str(self.name or "").strip():
            raise ValueError(f"piece {self.letter}: its name is what players call it, not {self.name!r}")
        if self.royal and self.pawn:
            raise ValueError(f"piece {self.letter}: a pawn cannot be royal")
        if isinstance(self.movement, str):
            object.__setattr__(self, "movement", betza(self.movement))
        elif isinstance(self.movement, type) or not callable(getattr(self.movement, "ways", None)):
            raise ValueError(
                f"piece {self.letter}: its movement is Betza notation, or an object with a method"
                f" ways(board, site, side), not {self.movement!r}"
            )

    def called(self, side: Side, size: str = "") -> Message:
        """What players call a piece of a side, and of a size if there are several: ``"big white rook"``."""
        return Message(" ".join(filter(None, (size, side, self.name))))

    @property
    def picture(self) -> str:
        """The name of the drawing."""
        return self.drawing or self.name

    def ways(self, board: Board, site: int, side: Side) -> Iterator[Way]:
        """Every way that a piece of ``side`` has from ``site`` on ``board``.

        Raises:
            ValueError: the movement yields something that is no way on this board.
        """
        assert not isinstance(self.movement, str)
        found = self.movement.ways(board, site, side)
        if not isinstance(found, Iterable):
            raise ValueError(
                f"the {self.name}'s ways() must yield ways; from {board.names[site]} it gave {found!r}"
            )
        for way in found:
            self._check(way, board, site)
            yield way

    def _check(self, way: Way, board: Board, site: int) -> None:
        """Refuse a way that is none: it is a user's code that made it."""
        what = f"a way of the {self.name} from {board.names[site]}"
        if not isinstance(way, Way):
            raise ValueError(f"{what} is a Way(goal, …), not {way!r}")
        for hurdle in way.hurdles:
            if hurdle.site in (way.goal, *way.through):
                raise ValueError(f"{what} has its hurdle on its goal, or where it must be empty")
        if way.more and not way.hurdle:
            raise ValueError(f"{what} has more hurdles, but no first one")
        sites = [hurdle.site for hurdle in way.hurdles]
        if len(set(sites)) < len(sites) or sum(hurdle.taken for hurdle in way.hurdles) > 1:
            raise ValueError(f"{what} has two hurdles on one square, or takes more than one")
        for passed in (way.goal, *way.through, *sites):
            if passed not in range(len(board)):
                raise ValueError(f"{what} leads to {passed!r}; sites are numbers from 0 to {len(board) - 1}")
            if passed == site and not (passed == way.goal and way.taken is not None):
                raise ValueError(f"{what} ends there or passes it; leave out where it starts")
