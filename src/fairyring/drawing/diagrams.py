"""Diagrams of how a piece moves, made from the tables that the kernels play by."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import gcd

from fairyring.board import Board, Place, Side
from fairyring.board.edges import STANDARD
from fairyring.drawing.board import Marks, draw
from fairyring.kernels.rules import Goal, Rules, Token
from fairyring.messages import Message, joined
from fairyring.pieces import Piece


@dataclass(frozen=True)
class Diagram:
    """A lone piece on the board, with its goals.

    Attributes:
        board: the board.
        piece: the kind of piece.
        side: its side.
        site: the name of its square.
        goals: where it may go.
    """

    board: Board
    piece: Piece
    side: Side
    site: str
    goals: tuple[Goal, ...]

    @property
    def charts(self) -> tuple[int, ...]:
        """The charts needed to show the piece and all its goals."""
        needed = dict.fromkeys(place.chart for place in self._places(self.site))
        for goal in self.goals:
            places = self._places(goal.site)
            if not any(place.chart in needed for place in places):
                needed[places[0].chart] = None
        return tuple(sorted(needed))

    @property
    def marks(self) -> Marks:
        """Its square and goals, and for comparison the same place on charts that do not show it."""
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
    def title(self) -> Message:
        """The piece and its square."""
        return Message("The {piece} on {site}", piece=Message(self.piece.name), site=self.site)

    @property
    def words(self) -> Message:
        """The diagram in words, for those who cannot see it."""
        either = [goal.site for goal in self.goals if goal.move and goal.capture]
        moves = [goal.site for goal in self.goals if not goal.capture]
        captures = [goal.site for goal in self.goals if not goal.move]
        parts = [
            Message(template, sites=", ".join(sites))
            for template, sites in (
                ("may move to or capture on {sites}", either),
                ("may move to {sites}", moves),
                ("may capture on {sites}", captures),
            )
            if sites
        ]
        return Message(
            "The {piece} on {site}: {goals}.",
            piece=Message(self.piece.name),
            site=self.site,
            goals=joined("{first}; {rest}", parts),
        )

    def pictures(self, say: Callable[[str], str] = str) -> Iterator[str]:
        """One SVG picture for each chart; each is labelled with the words for all of them."""
        letter = self.piece.letter if self.side is Side.WHITE else self.piece.letter.lower()
        token = Token(self.site, letter, self.piece.name, self.piece.picture, self.side)
        for number in self.charts:
            yield draw(
                self.board,
                (token,),
                marks=self.marks,
                charts=(number,),
                label=self.words,
                say=say,
            )

    def _places(self, site: str) -> tuple[Place, ...]:
        return self.board.places[self.board.numbers[site]]


def diagrams(rules: Rules, piece: Piece) -> tuple[Diagram, ...]:
    """One diagram for each part of the board on which the piece moves differently.

    For each region of the board, the diagram uses the square that shows most: the most kinds of moves,
    then the most goals, then the most goals over an edge; ties go to the square nearest the middle, White
    and the left. A region is left out if the same vectors give the same kinds of moves as in an earlier
    one. Squares that are on one chart only come first. The piece is White's; Black's is added where it
    moves differently, seen from Black's side.
    """
    shown = _of_side(rules, piece, Side.WHITE)
    known = {_shape(diagram) for diagram in shown}
    return (*shown, *(d for d in _of_side(rules, piece, Side.BLACK) if _shape(d) not in known))


def _of_side(rules: Rules, piece: Piece, side: Side) -> tuple[Diagram, ...]:
    """The diagrams of one side's piece."""
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
    """How many goals it has only because edges wrap or bounce."""
    if diagram.board.edges[diagram.side] == STANDARD:
        return 0
    flat = {way.goal for way in diagram.piece.ways(diagram.board.flat, number, diagram.side)}
    return sum(diagram.board.numbers[goal.site] not in flat for goal in diagram.goals)


def _shape(diagram: Diagram) -> frozenset[tuple[bool, int, int, bool, bool]]:
    """Its goals as vectors seen from its side, on its chart or on another.

    Where several boards are sewn together on one chart, only the directions count, because how far it
    can go differs from square to square.
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
