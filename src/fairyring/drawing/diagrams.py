"""Diagrams of how a piece moves, made from the tables that the kernels play by."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import gcd
from typing import Final

from fairyring.board import Board, Place, Side
from fairyring.board.edges import STANDARD
from fairyring.drawing.board import draw
from fairyring.drawing.marks import Marks
from fairyring.kernels.rules import Goal, Over, Rules, Token
from fairyring.messages import Message, joined
from fairyring.pieces import Movement, Piece, Whose
from fairyring.pieces.sorts import sorts_of_ways

MOST_LINES: Final = 30  # over pieces, in a diagram that can still be read


@dataclass(frozen=True)
class Diagram:
    """A piece on the board, with its goals: alone, or with pieces to jump over.

    Attributes:
        board: the board.
        piece: the kind of piece.
        side: its side.
        site: the name of its square.
        goals: where it may go.
        hurdles: the names of the squares of the pieces that it may jump over or capture on its way.
        jumped: what stands there.
        own: those of ``hurdles`` on which pieces of its own side stand.
        taking: by square, where it may go if it captures on its way there; its own square if it stays.
        putting: the squares of pieces on its way that it puts down where it began.
        lenders: what stands beside it because it lends or is lent a move, by square.
        carrier: what carries the small squares that it needs, on a board that has some.
    """

    board: Board
    piece: Piece
    side: Side
    site: str
    goals: tuple[Goal, ...]
    hurdles: tuple[str, ...] = ()
    jumped: Piece | None = None
    own: tuple[str, ...] = ()
    taking: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    carrier: Piece | None = None
    putting: tuple[str, ...] = ()
    lenders: Mapping[str, Piece] = field(default_factory=dict)

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
    def _elsewhere(self) -> list[Goal]:
        return [goal for goal in self.goals if goal.site != self.site]

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
            goals=[goal.site for goal in self._elsewhere if goal.move and goal.capture],
            moves=[goal.site for goal in self._elsewhere if goal.move and not goal.capture],
            captures=[goal.site for goal in self.goals if goal.capture and not (goal.move or goal.swap)],
            friends=[goal.site for goal in self.goals if goal.friendly and not goal.swap],
            taken=list(self.taking),
            swaps=[goal.site for goal in self.goals if goal.swap] + list(self.putting),
            royals=[goal.site for goal in self.goals if goal.capture and goal.royal],
            tame=[goal.site for goal in self.goals if goal.capture and goal.royal is False and not goal.swap],
            stays=[self.site] if self._stays else [],
            ways=[(self.site, *way, goal.site) for goal in self.goals for way in goal.ways if way],
            side=self.side,
        )

    @property
    def _stays(self) -> tuple[str, ...]:
        """The squares on which it captures without going anywhere."""
        return tuple(taken for taken, goals in self.taking.items() if self.site in goals)

    @property
    def title(self) -> Message:
        """The piece and its square."""
        template = "The {piece} on {site}"
        if self.lenders:
            kinds = dict.fromkeys(piece.name for piece in self.lenders.values())
            return Message(
                "The {piece} on {site}, with a {other} of its side",
                piece=Message(self.piece.name),
                site=self.site,
                other=joined("{first} or {rest}", [Message(name) for name in kinds]),
            )
        if self.board.numbers[self.site] in self.board.carriers:
            template = "The {piece} on {site}, with pieces under all the squares that it uses"
        if self.taking:
            template = "The {piece} on {site}, with pieces that it captures on its way"
        elif self.hurdles:
            template = "The {piece} on {site}, with pieces to jump over"
        return Message(template, piece=Message(self.piece.name), site=self.site)

    @property
    def words(self) -> Message:
        """The diagram in words, for those who cannot see it."""
        parts = [
            Message(template, sites=", ".join(sites))
            for template, sites in (
                ("may move to or capture on {sites}", self.marks.goals),
                ("may move to {sites}", self.marks.moves),
                ("may capture on {sites}", self.marks.captures),
                ("may capture a piece of its own side on {sites}", self.marks.friends),
                ("may change places, or put the piece there down on its way: {sites}", self.marks.swaps),
                ("captures royal pieces only: {sites}", self.marks.royals),
                ("captures no royal piece: {sites}", self.marks.tame),
                ("may capture and stay on its square: {sites}", self._stays),
            )
            if sites
        ]
        for taken, goals in self.taking.items():
            beyond = [goal for goal in goals if goal != self.site]
            if beyond:
                template = "captures on {taken} on its way to {sites}"
                parts.append(Message(template, taken=taken, sites=", ".join(beyond)))
        if not self.hurdles:
            return Message(
                "The {piece} on {site}: {goals}.",
                piece=Message(self.piece.name),
                site=self.site,
                goals=joined("{first}; {rest}", parts),
            )
        return Message(
            "The {piece} on {site}, with other pieces on {hurdles}: {goals}.",
            piece=Message(self.piece.name),
            site=self.site,
            hurdles=", ".join(self.hurdles),
            goals=joined("{first}; {rest}", parts),
        )

    def pictures(self, say: Callable[[str], str] = str, seat: Side = Side.WHITE) -> Iterator[str]:
        """One SVG picture for each chart, as ``seat`` sees it; each is labelled with the words for all."""
        tokens = [self._token(self.site, self.piece, self.side)]
        tokens += [self._token(site, piece, self.side) for site, piece in self.lenders.items()]
        if self.jumped:
            tokens += [
                self._token(site, self.jumped, self.side if site in self.own else self.side.other)
                for site in self.hurdles
            ]
        for number in self.charts:
            carried = self.carrier is not None and self.board.charts[number].carried
            yield draw(
                self.board,
                [*tokens, *self._carriers()] if carried else tokens,
                marks=self.marks,
                seat=seat,
                charts=(number - 1, number) if carried else (number,),
                label=self.words,
                say=say,
            )

    def _carriers(self) -> Iterator[Token]:
        """A piece under each small square that it stands on, passes or goes to: no other square is there."""
        assert self.carrier is not None
        used = {self.site, *(site for goal in self.goals for way in goal.ways for site in (*way, goal.site))}
        carriers = {self.board.carriers.get(self.board.numbers[site]) for site in used} - {None}
        for site, name in enumerate(self.board.names):
            if site in carriers:
                yield self._token(name, self.carrier, self.side)

    @staticmethod
    def _token(site: str, piece: Piece, side: Side) -> Token:
        letter = piece.letter if side is Side.WHITE else piece.letter.lower()
        return Token(site, letter, piece.name, piece.picture, side)

    def _places(self, site: str) -> tuple[Place, ...]:
        return self.board.places[self.board.numbers[site]]


def diagrams(rules: Rules, piece: Piece) -> tuple[Diagram, ...]:
    """One diagram for each part of the board on which the piece moves differently.

    For each region of the board, the diagram uses the square that shows most: the most kinds of moves,
    then the most pieces to jump over (or three that it captures on its way), then the most goals, then the
    most goals over an edge; ties go to the square nearest the middle, White and the left. A region is left
    out if the same vectors give the same kinds of moves as in an earlier one. Squares that are on one chart
    only come first. The piece is White's; Black's is added where it moves differently, seen from Black's
    side. Where captures on the way hide near goals, the piece is shown alone, too. If a sort of ways, such as
    a link, is not among all this because few squares have it, the best of those is shown, too.
    """
    shown = side_diagrams(rules, piece, Side.WHITE)
    return (*shown, *side_diagrams(rules, piece, Side.BLACK, shown))


def side_diagrams(
    rules: Rules, piece: Piece, side: Side, before: Sequence[Diagram] = ()
) -> tuple[Diagram, ...]:
    """The diagrams of one side's piece, without what those ``before`` show; see `diagrams`."""
    board = rules.board
    regions = board.regions or ("",) * len(board)
    best: dict[str, tuple[tuple[float, ...], Diagram]] = {}
    ranked: list[tuple[tuple[float, ...], Diagram]] = []
    for number, site in enumerate(board.names):
        diagram = _diagram(rules, piece, side, site)
        if not diagram.goals:
            diagram = _lent(rules, piece, side, site) or diagram
        score = _score(diagram, number)
        if not diagram.goals:
            continue
        ranked.append((score, diagram))
        if regions[number] not in best or score > best[regions[number]][0]:
            best[regions[number]] = ranked[-1]
    shown = [d for _, d in best.values()]
    shown += [lone for d in shown for lone in _lone(rules, d)]
    lent = (_lent(rules, piece, side, d.site) for _, d in best.values() if not d.lenders)
    shown += [d for d in lent if d]
    found = sorted(shown, key=lambda d: len(board.places[board.numbers[d.site]]))
    found.sort(key=lambda d: -len(d.hurdles))
    new = [d for place, d in enumerate(found) if not _is_shown(d, (*before, *found[:place]))]
    ranked.sort(key=lambda each: each[0], reverse=True)
    alone = [_alone(rules, d) for d in new if d.hurdles]
    return (*new, *_missing(piece, side, (*before, *new), [*alone, *(d for _, d in ranked)]))


def _missing(
    piece: Piece, side: Side, shown: Sequence[Diagram], others: Sequence[Diagram]
) -> Iterator[Diagram]:
    """The first of other diagrams with each sort of ways that none has that is shown."""
    assert not isinstance(piece.movement, str)
    found = [*shown]
    sorts = sorts_of_ways(piece.movement, side)
    for sort in sorts if len(sorts) > 1 else ():
        if any(_has_ways(d, sort) for d in found):
            continue
        more = next((d for d in others if _has_ways(d, sort)), None)
        if more:
            found.append(more)
            yield more


def _has_ways(diagram: Diagram, movement: Movement) -> bool:
    """Whether a diagram shows some way of a movement; of captures on the way, a few stand for all."""
    names, goals = diagram.board.names, {goal.site: goal for goal in diagram.goals}
    for way in movement.ways(diagram.board, diagram.board.numbers[diagram.site], diagram.side):
        if way.taken is not None and diagram.taking:
            return True
        goal = goals.get(names[way.goal])
        met = {names[hurdle.site] for hurdle in way.hurdles}
        passed = {names[site] for site in way.through}
        if (
            goal is not None
            and met <= {*diagram.hurdles}
            and passed.isdisjoint(diagram.hurdles)
            and (
                (goal.move and way.move) or (goal.capture and way.capture) or (goal.friendly and way.friendly)
            )
        ):
            return True
    return False


def _is_shown(diagram: Diagram, others: Sequence[Diagram]) -> bool:
    """Whether other diagrams show the same; with pieces to jump over, one that shows more does, too."""
    shape = _shape(diagram)
    if diagram.hurdles:
        return any(shape <= _shape(other) for other in others)
    return any(shape == _shape(other) for other in others)


def _lone(rules: Rules, diagram: Diagram) -> Iterator[Diagram]:
    """The piece alone on the square of a diagram, if pieces that it captures on its way hide near goals."""
    if not diagram.taking:
        return
    goals = rules.reach(diagram.piece.letter, diagram.site, diagram.side)
    shown = {
        (goal.site, goal.move, goal.capture) for goal in diagram.goals if goal.site not in diagram.hurdles
    }
    hidden = [goal for goal in goals if goal.site in diagram.hurdles and () in goal.ways]
    if any((goal.site, goal.move, goal.capture) not in shown for goal in hidden):
        yield _alone(rules, diagram)


def _alone(rules: Rules, diagram: Diagram) -> Diagram:
    """The same without other pieces."""
    goals = rules.reach(diagram.piece.letter, diagram.site, diagram.side)
    return replace(diagram, goals=goals, hurdles=(), jumped=None, own=(), taking={}, putting=())


def _diagram(rules: Rules, piece: Piece, side: Side, site: str) -> Diagram:
    """The piece on a square: alone, or with pieces over which it can go further, as many as fit."""
    lone, over = rules.reach(piece.letter, site, side), rules.over(piece.letter, site, side)
    hurdles = _hurdles([jump for jump in over if not jump.lent])
    pawn = next((other for other in rules.pieces if other.pawn), rules.pieces[0])
    if not hurdles:
        return Diagram(rules.board, piece, side, site, lone, carrier=pawn)
    goals: dict[str, Goal] = {}
    taking: dict[str, tuple[str, ...]] = {}
    walked = [goal._replace(ways=(way,)) for goal in lone for way in goal.ways]
    jumped = [jump for jump in over if _fits(jump, hurdles)]
    for jump in jumped:
        if jump.taken and not jump.swap:
            taking[jump.taken] = tuple(dict.fromkeys((*taking.get(jump.taken, ()), jump.site)))
    walked = [goal for goal in walked if hurdles.keys().isdisjoint(goal.ways[0])]
    walked += [
        Goal(
            j.site,
            (j.path,),
            j.move,
            j.capture,
            friendly=j.friendly,
            swap=j.swap and not j.taken,
            royal=j.royal,
        )
        for j in jumped
    ]
    for goal in walked:
        there = hurdles.get(goal.site)
        move = goal.move and there is None
        capture, friendly = (
            goal.capture and there is not Whose.OWN,
            goal.friendly and there is not Whose.ENEMY,
        )
        if move or capture or friendly:
            known = goals.get(goal.site, Goal(goal.site, (), move=False, capture=False))
            goals[goal.site] = Goal(
                goal.site,
                (*known.ways, *goal.ways),
                known.move or move,
                known.capture or capture,
                friendly=known.friendly or friendly,
                swap=known.swap or goal.swap,
                royal=goal.royal,
            )
    in_order = tuple(name for name in rules.board.names if name in hurdles)
    own = tuple(name for name in in_order if hurdles[name] is Whose.OWN)
    found = tuple(goals.values())
    putting = tuple(dict.fromkeys(jump.taken for jump in jumped if jump.taken and jump.swap))
    return Diagram(rules.board, piece, side, site, found, in_order, pawn, own, taking, putting=putting)


def _lent(rules: Rules, piece: Piece, side: Side, site: str) -> Diagram | None:
    """The piece beside one that lends it a move, or from which it borrows one: that gives it most goals."""
    by_lender: dict[tuple[tuple[str, str], ...], list[Over]] = {}
    for jump in rules.over(piece.letter, site, side):
        if jump.lent and not jump.hurdles:
            by_lender.setdefault(jump.lent, []).append(jump)
    if not by_lender:
        return None
    lenders = max(by_lender, key=lambda lent: len({jump.site for jump in by_lender[lent]}))
    kinds = {kind.letter: kind for kind in rules.pieces}
    beside = {where: kinds[letter] for where, letter in lenders}
    lone = [
        goal
        for goal in rules.reach(piece.letter, site, side)
        if goal.site not in beside and any(beside.keys().isdisjoint(way) for way in goal.ways)
    ]
    known = {(goal.site, goal.swap): goal for goal in lone}
    for jump in by_lender[lenders]:
        goal = Goal(
            jump.site, (jump.path,), jump.move, jump.capture, friendly=jump.friendly, royal=jump.royal
        )
        known.setdefault((jump.site, jump.swap), goal._replace(swap=jump.swap and not jump.taken))
    return Diagram(rules.board, piece, side, site, tuple(known.values()), lenders=beside)


def _fits(jump: Over, hurdles: Mapping[str, Whose]) -> bool:
    """Whether pieces stand where a jump needs them, and nowhere else on its way."""
    return (
        hurdles.keys() >= {*jump.hurdles}
        and hurdles.keys().isdisjoint(jump.way)
        and all(hurdles[site] is Whose.ENEMY for site in jump.enemies)
        and all(hurdles[site] is Whose.OWN for site in jump.own)
    )


def _early(jump: Over) -> tuple[bool, int]:
    first = jump.path.index(jump.hurdles[0])
    return first != 1, first


def _hurdles(over: Sequence[Over]) -> dict[str, Whose]:
    """Squares for pieces to jump over or to capture, none on the way of another, the second if possible."""
    hurdles: dict[str, Whose] = {}
    passed: set[str] = set()
    for jump in sorted(over, key=_early):
        here = {*jump.hurdles}
        if (
            here <= hurdles.keys()
            or not here.isdisjoint(passed)
            or not hurdles.keys().isdisjoint((*jump.way, jump.site))
        ):
            continue
        more = {site: Whose.OWN if site in jump.own else Whose.ENEMY for site in here - hurdles.keys()}
        if hurdles and sum(_fits(each, hurdles | more) for each in over) > MOST_LINES:
            break
        hurdles |= more
        passed |= {*jump.way, jump.site}
    return hurdles


def _score(diagram: Diagram, number: int) -> tuple[float, ...]:
    place = diagram.board.places[number][0]
    chart = diagram.board.charts[place.chart]
    off_x, off_y = abs(2 * place.x + 1 - chart.width), abs(2 * place.y + 1 - chart.height)
    kinds = {(goal.move, goal.capture, goal.double) for goal in diagram.goals}
    shown = len(kinds), len(diagram.hurdles), len(diagram.goals), _over_edges(diagram, number)
    if diagram.taking:  # a few are enough, and then the middle shows most
        shown = len(kinds), min(len(diagram.hurdles), 3), 0, 0
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
