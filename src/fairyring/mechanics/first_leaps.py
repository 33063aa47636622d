"""First leaps: moves that a piece of the first rank has only until it has moved, as in Cambodian chess."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from fairyring.board import Board, Side
from fairyring.errors import reason_of, shown
from fairyring.kernels.base import PieceRules
from fairyring.kernels.compiling import U, called, inlined, internal, lowest_bit
from fairyring.kernels.contract import SIDE
from fairyring.kernels.declared import Gates, State, unmark
from fairyring.kernels.law import Draft, Mechanic, check_letters, hops, slots
from fairyring.kernels.orthodox.codes import (
    FIELD_MASK,
    GOAL_SHIFT,
    MOVE,
    MOVES,
    SITE_MASK,
    SKIP_MASK,
    SKIP_SHIFT,
)
from fairyring.kernels.orthodox.generate import unsafe
from fairyring.kernels.orthodox.tables import KING, NOWHERE, code_of
from fairyring.kernels.rules import Topic
from fairyring.kernels.stages import further_moves
from fairyring.messages import Message
from fairyring.pieces import BetzaError, Way, betza

# UNMOVED: the first field of the set of squares from which pieces may still leap; 0 in a game without. GOALS:
# for each site, where its leaps begin behind `GOALS`, and after the last where they end; LEAPS: the leaps,
# the code of a piece and the goal each. AIMERS: the sites of each side's first rank, each with words of a
# set: from where an enemy piece takes a king's leaps away by moving there. AIMING: a bit for each kind that
# does so. HURDLES: 1 if some ways depend on what stands beside them, over hurdles or because they are lent.
UNMOVED, GOALS, LEAPS, AIMERS, AIMING, HURDLES = slots(6)


@dataclass(frozen=True)
class FirstLeaps(Mechanic):
    """A piece that has not moved from its side's first rank may leap to certain empty squares.

    A king may not do so in check. Only pieces of the array do so, and none that is dropped.

    Attributes:
        moves: for the letter of each kind that leaps, its leaps in Betza's notation.
        aimed: letters of kinds. When such a piece moves to where it could capture the enemy king on an empty
            board, that king may no longer leap.
    """

    moves: Mapping[str, str] = field(default_factory=dict)
    aimed: str = ""
    title: ClassVar[str] = "first leaps"

    def state(self) -> tuple[State, ...]:
        """The squares that no piece has left."""
        return (Gates(pieces="".join(self.moves)),)

    def foresees(self) -> bool:
        """A king may not leap into check."""
        return True

    def check(self, rules: PieceRules) -> None:
        """Refuse pieces and leaps that cannot be.

        Raises:
            ValueError: there is no such piece, a pawn would leap, or a notation has other moves than leaps to
                empty squares.
        """
        if not self.moves:
            raise self.fault("{title}: the leaps of at least one kind of piece")
        check_letters(self.title, (*self.moves, *self.aimed), rules)
        for letter, notation in self.moves.items():
            if rules.pieces[rules.kinds[letter]].pawn:
                raise self.fault("{title}: pawns have initial moves in their own movement")
            try:
                ways = [
                    way for site in range(len(rules.board)) for way in self._ways(rules.board, letter, site)
                ]
            except BetzaError as error:
                raise self.fault(
                    "{title} of {letter}, {notation}: {error}",
                    letter=letter,
                    notation=shown(notation),
                    error=reason_of(error),
                ) from error
            if any(way.capture or way.through or not way.single or way.hurdle for way in ways):
                raise self.fault(
                    "{title} of {letter}: leaps to empty squares, such as mN, not {notation}",
                    letter=letter,
                    notation=shown(notation),
                )

    def _ways(self, board: Board, letter: str, site: int, side: Side = Side.WHITE) -> list[Way]:
        return list(betza(self.moves[letter]).ways(board, site, side))

    def beyond(self, rules: PieceRules) -> Iterable[tuple[int, int, int]]:
        """The leaps."""
        for side in Side:
            for site in range(len(rules.board)):
                for letter in self.moves if rules.board.rank(site, side) == 0 else ():
                    yield from ((site, way.goal, 0) for way in self._ways(rules.board, letter, site, side))

    def write(self, draft: Draft) -> None:
        """Write the leaps, and from where kings are aimed at."""
        rules, sites = draft.rules, len(draft.rules.board)
        draft.set(UNMOVED, draft.layout.field(self.state()[0].fields((), 1)[0]))
        draft.set(HURDLES, int(hops(rules)))
        draft.set(AIMING, sum(1 << rules.kinds[letter] for letter in set(self.aimed)))
        leaps: list[int] = []
        begins, aims = [0], list[int]()
        for site in range(sites):
            for side in Side:
                for letter in self.moves if rules.board.rank(site, side) == 0 else ():
                    code = code_of(rules.kinds[letter], side)
                    for goal in sorted({way.goal for way in self._ways(rules.board, letter, site, side)}):
                        leaps += [code, goal]
            begins.append(len(leaps))
            enemy = next((side.other for side in Side if rules.board.rank(site, side) == 0), Side.WHITE)
            aims += draft.site_words(
                start
                for start in range(sites)
                for letter in self.aimed
                for way in rules.pieces[rules.kinds[letter]].ways(rules.board, start, enemy)
                if way.goal == site
            )
        draft.append(LEAPS, leaps)
        draft.append(GOALS, begins)
        draft.append(AIMERS, aims)

    def topics(self, rules: PieceRules) -> tuple[Topic, ...]:
        """Who may leap, and when."""
        names = {letter: Message(rules.pieces[rules.kinds[letter]].name) for letter in rules.kinds}
        board = rules.board
        found = []
        for letter in self.moves:
            home = next(
                site
                for site in sorted(range(len(board)), key=lambda site: abs(2 * board.places[site][0].x - 7))
                if board.rank(site, Side.WHITE) == 0
            )
            goals = sorted({way.goal for way in self._ways(board, letter, home)})
            found.append(
                Message(
                    "A {piece} that has not moved yet may leap to an empty square: from {home} to {goals}.",
                    piece=names[letter],
                    home=board.names[home],
                    goals=", ".join(board.names[goal] for goal in goals),
                )
            )
        royal = [letter for letter in self.moves if rules.pieces[rules.kinds[letter]].royal]
        check = Message("It may not do so in check.")
        aimed = [
            Message(
                "It also loses the right to do so when an enemy {piece} moves to a square from which it"
                " would attack it on an empty board.",
                piece=names[letter],
            )
            for letter in self.aimed
        ]
        own = tuple(
            text
            for letter, leap in zip(self.moves, found, strict=True)
            for text in (leap, *((check, *aimed) if letter in royal else ()))
        )
        written = Message(
            "In a position, the field of castling rights has the file of each piece that may still leap, a"
            " capital letter for White."
        )
        return (Topic("First leaps", (*own, written)),)


@internal
def goes(tables: Any, states: Any, ply: Any, start: Any, goal: Any) -> Any:
    """Whether the piece on a site can go to an empty one by its own movement: that is not a leap then."""
    ways = tables.ways
    at = U(states.cells[ply, U(0), start]) * U(states.cells.shape[2]) + start
    i, end = U(ways.ray_start[at]), U(ways.ray_start[at + U(1)])
    while i < end:
        step = U(ways.rays[i])
        if states.cells[ply, U(0), step & SITE_MASK] != 0:
            i += (step >> SKIP_SHIFT) & SKIP_MASK
            continue
        if step & SITE_MASK == goal and step & MOVE != U(0):
            return True
        i += U(1)
    return False


@internal
def goes_over(tables: Any, states: Any, ply: Any, start: Any, goal: Any, moves: Any, n: Any) -> Any:
    """The same over a hurdle, or by a way that is lent; what is listed behind the moves is scratch."""
    last = further_moves(tables.ways, states, ply, states.info[ply, SIDE], start, MOVES, U(0), moves, n)
    for i in range(n, last):
        if (moves[i] >> GOAL_SHIFT) & FIELD_MASK == goal:
            return True
    return False


@internal
def leaps(
    words: Any, tables: Any, states: Any, ply: Any, checks: Any, moves: Any, n: Any, written: Any
) -> Any:
    """Append the mover's leaps that are legal, or only count them on from ``n``."""
    side = states.info[ply, SIDE]
    king = states.info[ply, KING + side]
    for word in range(U(states.bits.shape[2])):
        homes = states.info[ply, words[UNMOVED] + word] & states.bits[ply, side, word]
        while homes != U(0):
            start = (word << U(6)) + lowest_bit(homes)
            homes &= homes - U(1)
            if start == king and checks != U(0):
                continue
            at = words[LEAPS] + words[words[GOALS] + start]
            while at < words[LEAPS] + words[words[GOALS] + start + U(1)]:
                goal = words[at + U(1)]
                fits = words[at] == U(states.cells[ply, U(0), start])
                at += U(2)
                if not fits or states.cells[ply, U(0), goal] != 0 or goes(tables, states, ply, start, goal):
                    continue
                if words[HURDLES] != U(0) and goes_over(tables, states, ply, start, goal, moves, n):
                    continue
                move = start | goal << GOAL_SHIFT
                if not unsafe(tables, states, ply, move):
                    if written:
                        moves[n] = move
                    n += U(1)
    return n


@called
def generated(words: Any, tables: Any, states: Any, ply: Any, checks: Any, moves: Any, n: Any) -> Any:
    """Append the leaps."""
    return leaps(words, tables, states, ply, checks, moves, n, True)


@called
def bulk(words: Any, tables: Any, states: Any, ply: Any, moves: Any, n: Any) -> Any:
    """Count the leaps of a side that is not in check."""
    return leaps(words, tables, states, ply, U(0), moves, n, False)


@inlined
def removed(words: Any, states: Any, ply: Any, site: Any) -> None:
    """A piece has left a site, or was captured there."""
    unmark(states, ply, words[UNMOVED], site)


@inlined
def arrived(words: Any, states: Any, ply: Any, move: Any) -> None:
    """A piece that now aims at the enemy king takes its leaps away."""
    side = states.info[ply, SIDE]
    goal, king = (move >> GOAL_SHIFT) & FIELD_MASK, states.info[ply, KING + U(1) - side]
    piece = U(states.cells[ply, U(0), goal])
    if king == NOWHERE or piece == U(0) or (words[AIMING] >> ((piece >> U(1)) - U(1))) & U(1) == U(0):
        return
    aimers = words[AIMERS] + king * U(states.bits.shape[2])
    if (words[aimers + (goal >> U(6))] >> (goal & U(63))) & U(1) != U(0):
        removed(words, states, ply, king)
