"""What a kind of piece is: its letter, movement, name and drawing, and what is special about it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from string import ascii_uppercase

from fairyring.board import Board, Side
from fairyring.messages import Message
from fairyring.pieces.betza import betza
from fairyring.pieces.drawings import checked, drawing_of, is_drawn
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
        drawing: the name of its drawing, or the drawing itself as SVG of shapes alone
            (`fairyring.pieces.drawings`); the drawing with the piece's name unless given.
        note: a sentence or two for the rules page, on what the diagram cannot show.

    Raises:
        ValueError: the letter is not one of A to Z, there is no name or movement, a pawn is royal, or the
            drawing has more than shapes.
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
            raise ValueError(
                Message(
                    "a piece's letter is one of A to Z, or + and one of these, not {letter}",
                    letter=repr(self.letter),
                )
            )
        if not str(self.name or "").strip():
            raise ValueError(
                Message(
                    "piece {letter}: its name is what players call it, not {name}",
                    letter=self.letter,
                    name=repr(self.name),
                )
            )
        if self.royal and self.pawn:
            raise ValueError(Message("piece {letter}: a pawn cannot be royal", letter=self.letter))
        if is_drawn(self.drawing):
            object.__setattr__(self, "drawing", checked(self.drawing))
        if isinstance(self.movement, str):
            object.__setattr__(self, "movement", betza(self.movement))
        elif isinstance(self.movement, type) or not callable(getattr(self.movement, "ways", None)):
            raise ValueError(
                Message(
                    "piece {letter}: its movement is Betza notation, or an object with a method"
                    " ways(board, site, side), not {movement}",
                    letter=self.letter,
                    movement=repr(self.movement),
                )
            )

    def called(self, side: Side, size: str = "") -> Message:
        """What players call a piece of a side, and of a size if there are several: ``"big white rook"``."""
        return Message(" ".join(filter(None, (size, side, self.name))))

    @property
    def picture(self) -> str:
        """The name of the drawing, or the drawing itself."""
        return drawing_of(self.drawing, self.name)

    def ways(self, board: Board, site: int, side: Side) -> Iterator[Way]:
        """Every way that a piece of ``side`` has from ``site`` on ``board``.

        Raises:
            ValueError: the movement yields something that is no way on this board.
        """
        assert not isinstance(self.movement, str)
        found = self.movement.ways(board, site, side)
        if not isinstance(found, Iterable):
            raise ValueError(
                Message(
                    "the {name}'s ways() must yield ways; from {site} it gave {found}",
                    name=self.name,
                    site=board.names[site],
                    found=repr(found),
                )
            )
        sites = range(len(board))
        for way in found:
            # It may be a user's code that made it.
            if not _is_plain(way, sites, site) and (fault := _fault(way, sites, site)):
                raise ValueError(
                    Message(
                        "a way of the {name} from {site} {fault}",
                        name=self.name,
                        site=board.names[site],
                        fault=fault,
                    )
                )
            yield way


def _is_plain(way: object, sites: range, start: int) -> bool:
    """Whether it is a way over empty sites to another, without a fault: most are."""
    return (
        isinstance(way, Way)
        and not way.hurdle
        and not way.more
        and way.goal in sites
        and way.goal != start
        and (not way.through or (start not in way.through and all(map(sites.__contains__, way.through))))
    )


def _fault(way: object, sites: range, start: int) -> str:
    """What is wrong with a way on a board with these sites; empty if nothing is."""
    if not isinstance(way, Way):
        return f"is a Way(goal, …), not {way!r}"
    passed = (way.goal, *way.through)
    if way.hurdles:
        hurdles = [hurdle.site for hurdle in way.hurdles]
        beside = [hurdle.site for hurdle in way.hurdles if hurdle.kind]
        if any(hurdle in (way.through if hurdle in beside else passed) for hurdle in hurdles):
            return "has its hurdle on its goal, or where it must be empty"
        if len(set(hurdles)) < len(hurdles) or sum(hurdle.taken for hurdle in way.hurdles) > 1:
            return "has two hurdles on one square, or takes more than one"
        passed += tuple(hurdles)
    if way.more and not way.hurdle:
        return "has more hurdles, but no first one"
    for site in passed:
        if site not in sites:
            return f"leads to {site!r}; sites are numbers from 0 to {sites[-1]}"
        if site == start and not (site == way.goal and way.taken is not None):
            return "ends there or passes it; leave out where it starts"
    return ""
