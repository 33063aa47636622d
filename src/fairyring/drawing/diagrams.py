"""Diagrams of how a man moves, made from the tables that the game is played by."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import gcd

from fairyring.board import Board, Place, Side
from fairyring.board.edges import STANDARD
from fairyring.drawing.board import Marks, draw
from fairyring.kernels.rules import Goal, Rules, Token
from fairyring.pieces import Piece


@dataclass(frozen=True)
class Diagram:
    """A man alone on the board, with his goals.

    Attributes:
        board: the board.
        piece: what he is.
        side: whose he is.
        site: the name of the square he stands on.
        goals: where he may go.
    """

    board: Board
    piece: Piece
    side: Side
    site: str
    goals: tuple[Goal, ...]

    @property
    def charts(self) -> tuple[int, ...]:
        """The charts that are needed to show the man and all his goals."""
        needed = dict.fromkeys(place.chart for place in self._places(self.site))
        for goal in self.goals:
            places = self._places(goal.site)
            if not any(place.chart in needed for place in places):
                needed[places[0].chart] = None
        return tuple(sorted(needed))

    @property
    def marks(self) -> Marks:
        """His square and goals, and his place on charts that do not show him, for comparison."""
        shown = self._places(self.site)
        beside = []
        for number in self.charts:
            if all(place.chart != number for place in shown):
                other = self.board.at(Place(number, shown[0].x, shown[0].y))
                beside += [] if other is None else [self.board.names[other]]
        return Marks(
            chosen=(self.site,),
            faint=beside,
            goals=[goal.site for goal in self.goals if goal.move and goal.capture],
            moves=[goal.site for goal in self.goals if not goal.capture],
            captures=[goal.site for goal in self.goals if not goal.move],
            ways=[(self.site, *way, goal.site) for goal in self.goals for way in goal.ways if way],
        )

    @property
    def words(self) -> str:
        """The diagram in words, for who cannot see it."""
        either = [goal.site for goal in self.goals if goal.move and goal.capture]
        moves = [goal.site for goal in self.goals if not goal.capture]
        captures = [goal.site for goal in self.goals if not goal.move]
        says = [
            f"{what} {', '.join(sites)}"
            for what, sites in (
                ("may move to or take on", either),
                ("may move to", moves),
                ("may take on", captures),
            )
            if sites
        ]
        return f"The {self.piece.name} on {self.site}: {'; '.join(says)}."

    def pictures(self) -> Iterator[str]:
        """One SVG picture for each of the charts; each says the words of the whole."""
        letter = self.piece.letter if self.side is Side.WHITE else self.piece.letter.lower()
        man = Token(self.site, letter, self.piece.name, self.piece.picture, self.side)
        for number in self.charts:
            yield draw(self.board, (man,), marks=self.marks, charts=(number,), label=self.words)

    def _places(self, site: str) -> tuple[Place, ...]:
        return self.board.places[self.board.numbers[site]]


def diagrams(rules: Rules, piece: Piece) -> tuple[Diagram, ...]:
    """One diagram for each part of the board on which the piece moves in a way of its own.

    In each region of the board the square is taken that shows most: most kinds of moves, then most
    goals, then most of them over an edge, then the one nearest to the middle, to White and to the
    left. A region where the same vectors lead to the same kinds of moves as in one before it is left
    out. Those that lie on one chart come first. The man is White's; if Black's moves otherwise, as he
    sees the board, he is shown too.
    """
    shown = _of_side(rules, piece, Side.WHITE)
    known = {_shape(diagram) for diagram in shown}
    return (*shown, *(d for d in _of_side(rules, piece, Side.BLACK) if _shape(d) not in known))


def _of_side(rules: Rules, piece: Piece, side: Side) -> tuple[Diagram, ...]:
    """The diagrams of one side's man."""
    board = rules.board
    regions = board.regions or ("",) * len(board)
    best: dict[str, tuple[tuple[float, ...], Diagram]] = {}
    for number, site in enumerate(board.names):
        diagram = Diagram(board, piece, side, site, rules.reach(piece.letter, site, side))
        score = _score(diagram, number)
        if diagram.goals and (regions[number] not in best or score > best[regions[number]][0]):
            best[regions[number]] = (score, diagram)
    found = sorted((d for _, d in best.values()), key=lambda d: len(board.places[board.numbers[d.site]]))
    shapes = [_shape(diagram) for diagram in found]
    return tuple(d for place, d in enumerate(found) if shapes[place] not in shapes[:place])


def _score(diagram: Diagram, number: int) -> tuple[float, ...]:
    place = diagram.board.places[number][0]
    chart = diagram.board.charts[place.chart]
    off_x, off_y = abs(2 * place.x + 1 - chart.width), abs(2 * place.y + 1 - chart.height)
    kinds = {(goal.move, goal.capture, goal.double) for goal in diagram.goals}
    shown = len(kinds), len(diagram.goals), _over_edges(diagram, number)
    seat = 1 if diagram.side is Side.WHITE else -1
    return *shown, -max(off_x, off_y), -off_x - off_y, -seat * place.y, -seat * place.x


def _over_edges(diagram: Diagram, number: int) -> int:
    """How many goals he has only because edges wrap or bounce."""
    if diagram.board.edges[diagram.side] == STANDARD:
        return 0
    flat = {way.goal for way in diagram.piece.ways(diagram.board.flat, number, diagram.side)}
    return sum(diagram.board.numbers[goal.site] not in flat for goal in diagram.goals)


def _shape(diagram: Diagram) -> frozenset[tuple[bool, int, int, bool, bool]]:
    """His goals as vectors, as he sees them, on his chart or off it.

    Of boards that are sewn together on one chart the directions alone count: how far he comes differs
    from square to square.
    """
    far = bool(diagram.board.regions) and len(diagram.board.charts) == 1
    seat = 1 if diagram.side is Side.WHITE else -1
    places = diagram.board.places
    numbers = diagram.board.numbers
    found = set()
    for goal in diagram.goals:
        for here in places[numbers[diagram.site]]:
            for there in places[numbers[goal.site]]:
                dx, dy = seat * (there.x - here.x), seat * (there.y - here.y)
                steps = gcd(dx, dy) if far and not goal.double else 1
                found.add((there.chart != here.chart, dx // steps, dy // steps, goal.move, goal.capture))
    return frozenset(found)
