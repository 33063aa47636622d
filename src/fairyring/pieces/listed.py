"""Ways that are listed square by square, for movement that no vectors describe."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from fairyring.board import Board, Side
from fairyring.errors import shown
from fairyring.messages import Message
from fairyring.pieces.movement import Hurdle, Leap, Way, Whose

Routes = Mapping[str, tuple[str, ...]]
"""For each square, the lines that lead from it."""

PASSED: Final = "/"
TAKEN: Final = "="
HURDLES: Final[Mapping[str, Whose]] = {"^": Whose.ANY, "+": Whose.OWN, "~": Whose.ENEMY}
"""The signs of a piece on the way, by whose it is."""


@dataclass(frozen=True)
class Listed:
    """Lines that are listed square by square.

    A line is the names of the squares that it passes, in order, with spaces between them: ``"b1 c1 d1"``.
    Each of them is a goal, and must be empty for those behind it. Signs before a name say what else it is:
    ``/`` that the square is passed and is no goal, ``^`` that a piece must stand on it, ``+`` one of the
    mover's own, ``~`` one of the enemy's, and ``=`` before such a sign that it is captured on the way.

    Attributes:
        white: White's lines from each square.
        black: Black's.
        move: may end on an empty site.
        capture: may end on an enemy piece.
        initial: possible only from the sites that the rules' ``starts`` names.
        friendly: may end on a piece of its own side, and capture it.
        passing: whether a pawn may capture en passant by it; None: if it may capture.
    """

    white: Routes = field(default_factory=dict)
    black: Routes = field(default_factory=dict)
    move: bool = True
    capture: bool = True
    initial: bool = False
    friendly: bool = False
    passing: bool | None = None

    def ways(self, board: Board, site: int, side: Side) -> Iterator[Way]:
        """The ways along each line.

        Raises:
            ValueError: a line passes what is not a square of the board.
        """
        for line in (self.white if side is Side.WHITE else self.black).get(board.names[site], ()):
            yield from self._along(line, board, site)

    def _along(self, line: str, board: Board, site: int) -> Iterator[Way]:
        leap = Leap(0, 0, 1, self.move, self.capture, False, self.initial, self.friendly, self.passing)
        through: tuple[int, ...] = ()
        hurdles: tuple[Hurdle, ...] = ()
        for word in line.split():
            name = word.lstrip("".join((PASSED, TAKEN, *HURDLES)))
            signs = word.removesuffix(name)
            if name not in board.numbers:
                raise ValueError(
                    Message(
                        "line {line}: the board has no square {name}",
                        line=shown(line, 40),
                        name=shown(name, 40),
                    )
                )
            there = board.numbers[name]
            whose = HURDLES.get(signs.removeprefix(TAKEN))
            if whose:
                hurdles += (Hurdle(there, len(through), whose, signs.startswith(TAKEN)),)
                continue
            if signs not in ("", PASSED):
                raise ValueError(
                    Message(
                        "line {line}: {signs} is not a sign of a square",
                        line=shown(line, 40),
                        signs=shown(signs),
                    )
                )
            if not signs:
                way = (
                    self._back(through, hurdles, site) if there == site else leap.way(there, through, hurdles)
                )
                if way:
                    yield way
            if there != site:
                through += (there,)

    def _back(self, through: tuple[int, ...], hurdles: tuple[Hurdle, ...], site: int) -> Way | None:
        """A move that ends where it began, having captured."""
        taken = any(hurdle.taken for hurdle in hurdles)
        if not (taken and self.move):
            return None
        return Way(site, through, True, False, self.initial, hurdles[0], hurdles[1:])
