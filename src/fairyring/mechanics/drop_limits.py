"""Limits of drops: where pieces of a kind go, how many on a file, no mate by dropping one, and no checks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from fairyring.board import HOLE, Area, Side, SidesSquares, Squares
from fairyring.errors import shown
from fairyring.kernels.base import PieceRules
from fairyring.kernels.compiling import U, called, inlined, internal, lowest_bit
from fairyring.kernels.contract import SIDE
from fairyring.kernels.declared import Hand
from fairyring.kernels.law import Draft, Mechanic, check_letters, hops, slots
from fairyring.kernels.orthodox.attacks import add_to_set
from fairyring.kernels.orthodox.codes import (
    ATTACKER_SHIFT,
    CAPTURE,
    DROP,
    GOAL_SHIFT,
    MOVE,
    SITE_MASK,
    SKIP_MASK,
    SKIP_SHIFT,
    encode,
)
from fairyring.kernels.orthodox.effects import tried
from fairyring.kernels.orthodox.generate import leaves_king_attacked
from fairyring.kernels.orthodox.tables import KING, LINE, NOWHERE
from fairyring.kernels.rules import Topic
from fairyring.mechanics.explosion import Explosion
from fairyring.mechanics.immunity import Immunity
from fairyring.mechanics.no_escape import NoEscape
from fairyring.messages import Message
from fairyring.pieces import Piece

# LIMITED: a bit for each kind of which a side may have only so many on a file. MOST: for each kind, how many;
# 0 if it is never dropped. FILES: the file of each site as words of a set. NO_MATE: a bit for each kind that
# may not be dropped to give mate. QUIET: 1 if no piece may be dropped to give check. BELOW: for each site,
# the one below it, from 1, or 0 at the edge; 0 if pieces may be dropped above empty sites. SLIDES: how many
# ways there are into the board from its sides, how long they are, and then their sites, from 1, and 0; 0 if
# pieces need not slide in.
LIMITED, MOST, FILES, NO_MATE, QUIET, BELOW, SLIDES = slots(7)

WHERE = {
    Side.WHITE: "White may drop a {piece} only on these squares: {squares}.",
    Side.BLACK: "Black may drop a {piece} only on these squares: {squares}.",
}


@dataclass(frozen=True)
class DropLimits(Mechanic):
    """Where and when pieces in hand cannot be dropped.

    Attributes:
        per_file: letters of kinds, each as many times as a side may have it on a file: it may not be dropped
            on a file where its side already has as many.
        no_mate: letters of the kinds that may not be dropped to give mate; they must capture only on squares
            next to theirs.
        never: letters of the kinds that may never be dropped.
        areas: for letters of kinds, where a side may drop them.
        checks: whether a piece may be dropped to give check.
        rests: whether pieces may be dropped only on the first rank, or right above another piece.
        slides: whether pieces may be dropped only where they would come to rest if they slid in from a side
            of the board, as far as they can.
    """

    per_file: str = ""
    no_mate: str = ""
    never: str = ""
    areas: Mapping[str, Area] = field(default_factory=dict)
    checks: bool = True
    rests: bool = False
    slides: bool = False
    title: ClassVar[str] = "drop limits"
    newness: ClassVar[int] = 0

    def one_royal(self) -> str:
        """Whether a drop gives mate is asked of the king whose site a row knows."""
        return "a drop that gives mate is recognised by one king of each side" if self.no_mate else ""

    def usual_captures(self) -> str:
        """Whether a drop gives mate is worked out from the lines along which pieces move."""
        return super().usual_captures() if self.no_mate else ""

    def asks_early(self) -> str:
        """Whether a drop gives check or mate."""
        return "drops that give check or mate are forbidden" if self.no_mate or not self.checks else ""

    def foresees(self) -> bool:
        """Whether a drop gives check or mate."""
        return bool(self.no_mate) or not self.checks

    def pairs(self) -> bool:
        """Each board has its own files; a drop that gives mate may be answered on one of the boards alone."""
        return not self.no_mate

    def goes_against(self, other: Mechanic) -> str:
        """What takes moves away that would end a check."""
        alike = isinstance(other, Immunity) and not set(other.pieces).isdisjoint(self.no_mate)
        if not self.no_mate or not (alike or isinstance(other, Explosion | NoEscape)):
            return ""
        return "whether a drop gives mate is worked out without asking which moves other mechanics forbid"

    def check(self, rules: PieceRules) -> None:
        """Refuse pieces that do not exist, those that give check from afar, and a game without checks.

        Raises:
            ValueError: there is no such piece, one of ``no_mate`` could be blocked, nothing is royal, or no
                mechanic drops pieces.
        """
        if not self.checks and not rules.has_checks:
            raise ValueError("drop limits: there is no royal piece, so there are no checks")
        if (self.rests or self.slides) and len(rules.board.charts) > 1:
            raise ValueError("drop limits: pieces rest on others, or slide in, only on a board of one chart")
        check_letters("drop limits", [*self.per_file, *self.no_mate, *self.never, *self.areas], rules)
        for area in self.areas.values():
            if isinstance(area, Squares | SidesSquares):
                area.check(rules.board)
        for letter in self.never:
            if letter in (*self.per_file, *self.no_mate, *self.areas):
                raise self.fault(
                    "{title}: {letter} is never dropped, so nothing else limits that", letter=shown(letter)
                )
        for letter in self.no_mate:
            piece = rules.pieces[rules.kinds[letter]]
            ways = [w for site in range(len(rules.board)) for w in piece.ways(rules.board, site, Side.WHITE)]
            if any(way.through or way.hurdle for way in ways if way.capture):
                raise self.fault(
                    "{title}: the {piece} gives check from afar, and may be blocked",
                    piece=Message(piece.name),
                )
        if self.no_mate and hops(rules):
            raise self.fault(
                "{title}: with no_mate, no piece can jump over others: whether a drop gives mate is worked"
                " out without such moves"
            )
        mechanics = [mechanic for mechanic in getattr(rules, "mechanics", ()) if mechanic.fate]
        if not any(isinstance(state, Hand) for mechanic in mechanics for state in mechanic.state()):
            raise ValueError("drop limits: no piece is ever dropped; add hands, start hands or setup")

    def admits(self, rules: PieceRules, piece: Piece, site: int, side: Side) -> bool:
        """Where the kind's area is, if it has one."""
        return piece.letter not in self.areas or self.areas[piece.letter](rules.board, site, side)

    def write(self, draft: Draft) -> None:
        """Write the kinds, and the files."""
        kinds, board = draft.rules.kinds, draft.rules.board
        draft.set(LIMITED, sum(1 << kinds[letter] for letter in set(self.per_file + self.never)))
        draft.append(MOST, [self.per_file.count(letter) for letter in kinds])
        draft.set(QUIET, int(not self.checks))
        draft.set(NO_MATE, sum(1 << kinds[letter] for letter in set(self.no_mate)))
        if self.rests:
            rows = board.charts[0].rows
            under = {
                site: rows[y - 1][x] + 1 if y and rows[y - 1][x] != HOLE else 0
                for y, row in enumerate(rows)
                for x, site in enumerate(row)
            }
            draft.append(BELOW, [under[site] for site in range(len(board))])
        if self.slides:
            rows = board.charts[0].rows
            lines = [[site for site in line if site != HOLE] for line in (*rows, *zip(*rows, strict=True))]
            length = max(len(line) for line in lines)
            ways = [way for line in lines if line for way in (line, line[::-1])]
            padded = (
                site for way in ways for site in [*(site + 1 for site in way), *[0] * (length - len(way))]
            )
            draft.append(SLIDES, [len(ways), length, *padded])
        words: list[int] = []
        for site in range(len(board)):
            files = {(place.chart, place.x) for place in board.places[site]}
            words += draft.site_words(
                other
                for other in range(len(board))
                if files & {(place.chart, place.x) for place in board.places[other]}
            )
        draft.append(FILES, words)

    def topics(self, rules: PieceRules) -> tuple[Topic, ...]:
        """What is not allowed."""
        one = tuple(
            Message(
                "A {piece} may not be dropped on a file where its side already has one."
                if self.per_file.count(letter) == 1
                else "A {piece} may not be dropped on a file where its side already has {number}.",
                piece=Message(rules.pieces[rules.kinds[letter]].name),
                number=self.per_file.count(letter),
            )
            for letter in dict.fromkeys(self.per_file)
        )
        mate = tuple(
            Message(
                "A {piece} may not be dropped to give mate, but it may be dropped to give check.",
                piece=Message(rules.pieces[rules.kinds[letter]].name),
            )
            for letter in self.no_mate
        )
        never = tuple(
            Message("A {piece} may never be dropped.", piece=Message(rules.pieces[rules.kinds[letter]].name))
            for letter in self.never
        )
        where = (
            message
            for letter, area in self.areas.items()
            for message in _where(rules, rules.pieces[rules.kinds[letter]], area)
        )
        quiet = () if self.checks else (Message("No piece may be dropped to give check."),)
        rests = Message("A piece may be dropped only on the first rank, or right above another piece.")
        slides = Message(
            "A piece may be dropped only where it would come to rest if it slid in from a side of the"
            " board, along a file or rank, until something stopped it."
        )
        rest = (*[rests] * self.rests, *[slides] * self.slides)
        return (Topic("Limits of drops", (*never, *where, *one, *mate, *quiet, *rest)),)


def _where(rules: PieceRules, piece: Piece, area: Area) -> Iterator[Message]:
    """Where a piece may be dropped, in words."""
    name = Message(piece.name)
    if isinstance(area, Squares) and area.ranks and not (area.files or area.names):
        near, far = min(area.ranks), max(area.ranks)
        if area.ranks == (1,):
            yield Message("You may drop a {piece} only on your own first rank.", piece=name)
            return
        if area.ranks == tuple(range(near, far + 1)) and near > 0:
            text = "You may drop a {piece} only on ranks {near} to {far}, counted from your side."
            yield Message(text, piece=name, near=near, far=far)
            return
    for side, text in WHERE.items():
        names = [name for site, name in enumerate(rules.board.names) if area(rules.board, site, side)]
        yield Message(text, piece=name, squares=", ".join(names) or "-")


@inlined
def barred(words: Any, tables: Any, states: Any, ply: Any, side: Any, kind: Any) -> Any:
    """Whether drops of a kind are limited; if so, the set LINE has the sites where they are not allowed."""
    everywhere = words[BELOW] | words[SLIDES]
    if ((words[LIMITED] | words[NO_MATE]) >> kind) & U(1) == U(0) and everywhere == U(0):
        return False
    collect(words, tables, states, ply, side, kind)
    return True


@called
def collect(words: Any, tables: Any, states: Any, ply: Any, side: Any, kind: Any) -> None:
    """Put the sites on which a piece of a kind may not be dropped into the set LINE."""
    size = U(states.bits.shape[2])
    code = U(2) * (kind + U(1)) + side
    limited = (words[LIMITED] >> kind) & U(1) != U(0)
    never = limited and words[words[MOST] + kind] == U(0)
    for word in range(size):
        states.bits[ply, LINE, word] = ~U(0) if never or words[SLIDES] != U(0) else U(0)
    if never:
        return
    if words[SLIDES] != U(0):
        for way in range(words[words[SLIDES]]):
            rest = resting(words, states, ply, way)
            if rest != U(0):
                states.bits[ply, LINE, (rest - U(1)) >> U(6)] &= ~(U(1) << ((rest - U(1)) & U(63)))
    if words[BELOW] != U(0):
        for site in range(U(states.cells.shape[2])):
            below = words[words[BELOW] + site]
            if below != U(0) and states.cells[ply, U(0), below - U(1)] == 0:
                add_to_set(states, ply, LINE, site)
    if limited:
        for word in range(size):
            pieces = states.bits[ply, side, word]
            while pieces != U(0):
                site = (word << U(6)) + lowest_bit(pieces)
                pieces &= pieces - U(1)
                if U(states.cells[ply, U(0), site]) != code:
                    continue
                file = words[FILES] + site * size
                if number_of(words, states, ply, side, code, file) >= words[words[MOST] + kind]:
                    for other in range(size):
                        states.bits[ply, LINE, other] |= words[file + other]
    king = states.info[ply, KING + U(1) - side]
    if (words[NO_MATE] >> kind) & U(1) == U(0) or king == NOWHERE:
        return
    for i in range(U(tables.ways.attack_start[king]), U(tables.ways.attack_start[king + U(1)])):
        step = tables.ways.attacks[i]
        site = step & SITE_MASK
        if (step >> (ATTACKER_SHIFT + code)) & U(1) == U(0) or states.cells[ply, U(0), site] != 0:
            continue
        spare = tried(tables, states, ply, encode(site, site, kind + U(1), DROP, U(0)))
        if not escapes(tables.ways, states, spare, U(1) - side):
            add_to_set(states, ply, LINE, site)


@internal
def resting(words: Any, states: Any, ply: Any, way: Any) -> Any:
    """The site, from 1, where a piece that slides in on a way comes to rest; 0 if it cannot come in."""
    length = words[words[SLIDES] + U(1)]
    first = words[SLIDES] + U(2) + way * length
    found, step = U(0), U(0)
    while step < length and words[first + step] != U(0):
        if states.cells[ply, U(0), words[first + step] - U(1)] != 0:
            return found
        found = words[first + step]
        step += U(1)
    return found


@internal
def number_of(words: Any, states: Any, ply: Any, side: Any, code: Any, file: Any) -> Any:
    """How many pieces of a code a side has on the file whose words begin at a place of the law."""
    found = U(0)
    for word in range(U(states.bits.shape[2])):
        pieces = states.bits[ply, side, word] & words[file + word]
        while pieces != U(0):
            site = (word << U(6)) + lowest_bit(pieces)
            pieces &= pieces - U(1)
            found += U(U(states.cells[ply, U(0), site]) == code)
    return found


@internal
def escapes(ways: Any, states: Any, ply: Any, side: Any) -> Any:
    """Whether a side has a move, other than a drop, that leaves its king safe; it becomes the row's mover."""
    states.info[ply, SIDE] = side
    for word in range(U(states.bits.shape[2])):
        pieces = states.bits[ply, side, word]
        while pieces != U(0):
            start = (word << U(6)) + lowest_bit(pieces)
            pieces &= pieces - U(1)
            at = U(states.cells[ply, U(0), start]) * U(states.cells.shape[2]) + start
            i, end = U(ways.ray_start[at]), U(ways.ray_start[at + U(1)])
            while i < end:
                step = U(ways.rays[i])
                goal = step & SITE_MASK
                other = U(states.cells[ply, U(0), goal])
                if other == U(0):
                    can = step & MOVE != U(0)
                    i += U(1)
                else:
                    can = step & CAPTURE != U(0) and other & U(1) != side
                    i += (step >> SKIP_SHIFT) & SKIP_MASK
                if can and not leaves_king_attacked(ways, states, ply, start | goal << GOAL_SHIFT):
                    return True
    return False
