"""Promotions: which pieces promote, where, and to what."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from fairyring.board import Side
from fairyring.kernels.base import PieceRules
from fairyring.kernels.compiling import U, inlined, internal
from fairyring.kernels.contract import SIDE
from fairyring.kernels.law import Draft, Letters, Mechanic, check_letters, check_not_royal, letters_in, slots
from fairyring.kernels.orthodox.codes import (
    CAPTURES,
    EN_PASSANT,
    FIELD_MASK,
    GOAL_SHIFT,
    MOVES,
    PROMOTION_SHIFT,
    TAG_MASK,
    TAG_SHIFT,
    captures,
)
from fairyring.kernels.orthodox.tables import code_of
from fairyring.kernels.rules import Topic
from fairyring.mechanics.counting import of_kind
from fairyring.messages import Message, listed

# SITES: for each code and site, bits that say what a move to it or from it means; 0 in a game without this
# mechanic. CHOICES: for each code, how many kinds it may become, and their numbers from 1; WIDTH words each.
# MOST: for each kind, how many there may be of a side; 0 in a game without limits. CAPTURING: 1 if only
# captures promote. TURNING: 1 if what a piece becomes can become something again.
SITES, CHOICES, WIDTH, MOST, CAPTURING, TURNING = slots(6)
ENTER, STAY, LEAVE, SOME, MUST = U(1), U(2), U(4), U(8), U(16)
ANY_NUMBER = 1 << 16


@dataclass(frozen=True)
class Promotions(Mechanic):
    """Pieces of some kinds promote by moving into the last ranks, or also by moving from there.

    A piece that may stay what it is must promote where it could not move on, on an empty board, unless
    ``idle``. If there is nothing then that it may become, it cannot make the move. A capture en passant never
    promotes, as in Fairy-Stockfish.

    Attributes:
        to: for the letter of each kind that promotes, the letters of what it may become, the best first. A
            piece may also become again what it was: ``{"P": ("R",), "R": ("P",)}``.
        ranks: how many of the last ranks count.
        leaving: whether a move that begins on these ranks promotes, too.
        optional: whether a piece may also stay what it is.
        most: letters of pieces, each as many times as a side may have it on the board; a piece can become one
            only while its side has fewer. A side may have any number of a kind whose letter is not among
            them.
        black: ``to`` for Black, if it is different.
        capturing: whether only captures promote.
        idle: whether a piece may also stay what it is where it could never move on.
        forced: the letters of kinds that must promote, though others may stay what they are.
        black_ranks: ``ranks`` for Black, if it is different; or 0.
    """

    to: Mapping[str, Letters]
    ranks: int = 1
    leaving: bool = False
    optional: bool = False
    most: str = ""
    black: Mapping[str, Letters] | None = None
    capturing: bool = False
    idle: bool = False
    forced: str = ""
    black_ranks: int = 0
    title: ClassVar[str] = "promotions"
    newness: ClassVar[int] = 0
    promotes: ClassVar[bool] = True

    def usual_captures(self) -> str:
        """A capture on the way promotes as any other."""
        return ""

    def check(self, rules: PieceRules) -> None:
        """Refuse pieces and ranks that do not exist.

        Raises:
            ValueError: there is no such piece, a royal piece would promote or come of it, or there are not
                so many ranks.
        """
        tables = [self.to_of(side) for side in Side]
        named = [each for to in tables for letter in to for each in (letter, *to[letter])]
        named += letters_in(self.forced)
        check_letters(self.title, (*named, *letters_in(self.most)), rules)
        check_not_royal(self.title, (each for each in named if each not in letters_in(self.most)), rules)
        height = max(chart.height for chart in rules.board.charts)
        for ranks in (self.ranks, self.black_ranks or self.ranks):
            if not 1 <= ranks <= height:
                raise self.fault("{title}: the board does not have {ranks} last ranks", ranks=ranks)

    def pawns_stay(self) -> bool:
        """Pawns need not promote on the last ranks."""
        return self.optional and self.idle

    def to_of(self, side: Side) -> Mapping[str, tuple[str, ...]]:
        """What a side's pieces may become."""
        return self.black if self.black is not None and side is Side.BLACK else self.to

    def _ranks(self, side: Side) -> int:
        """How many of a side's last ranks count."""
        return (side is Side.BLACK and self.black_ranks) or self.ranks

    def _bits(self, rules: PieceRules, letter: str, side: Side, site: int) -> int:
        """ENTER, STAY, LEAVE and MUST for a piece and a site."""
        if letter not in self.to_of(side) or rules.board.rank(site, side.other) >= self._ranks(side):
            return 0
        piece = rules.pieces[rules.kinds[letter]]
        mobile = self.idle or any(not way.initial for way in piece.ways(rules.board, site, side))
        bits = int(ENTER) | (int(LEAVE) if self.leaving else 0)
        if not self._optional(letter):
            return bits | int(MUST)
        return bits | (int(STAY) if mobile else 0)

    def _optional(self, letter: str) -> bool:
        """Whether pieces of a kind may stay what they are, at least where they could move on."""
        return self.optional and letter not in letters_in(self.forced)

    def promotes_to(
        self, rules: PieceRules, letter: str, side: Side, start: int, goal: int
    ) -> tuple[str, ...]:
        """The letters of what a side's piece may become by a move."""
        there = self._bits(rules, letter, side, goal) & int(ENTER)
        from_there = self._bits(rules, letter, side, start) & int(LEAVE)
        return self.to_of(side)[letter] if there or from_there else ()

    def may_stay(self, rules: PieceRules, letter: str, side: Side, start: int, goal: int) -> bool:
        """Whether a piece could promote by a move, and need not."""
        from_there = self._bits(rules, letter, side, start) & int(LEAVE)
        there = self._bits(rules, letter, side, goal)
        stays = self._optional(letter) and (not there & int(ENTER) or bool(there & int(STAY)))
        return stays and bool(from_there or there & int(ENTER))

    def write(self, draft: Draft) -> None:
        """Write the tables."""
        rules, sites = draft.rules, len(draft.rules.board)
        bits = [0] * (2 * (len(rules.pieces) + 1) * sites)
        width = 1 + max(len(letters) for side in Side for letters in ((), *self.to_of(side).values()))
        choices = [0] * (2 * (len(rules.pieces) + 1) * width)
        for kind, piece in enumerate(rules.pieces):
            for side in Side:
                code = code_of(kind, side)
                own = [self._bits(rules, piece.letter, side, site) for site in range(sites)]
                for site in range(sites):
                    goals = [way.goal for way in piece.ways(rules.board, site, side)] if any(own) else []
                    some = own[site] & int(LEAVE) or any(own[goal] & int(ENTER) for goal in goals)
                    bits[code * sites + site] = own[site] | (int(SOME) if some else 0)
                numbers = [rules.kinds[letter] + 1 for letter in self.to_of(side).get(piece.letter, ())]
                choices[code * width : code * width + 1 + len(numbers)] = [len(numbers), *numbers]
        draft.append(SITES, bits)
        draft.append(CHOICES, choices)
        draft.set(WIDTH, width)
        draft.set(CAPTURING, int(self.capturing))
        tables = [self.to_of(side) for side in Side]
        draft.set(
            TURNING, int(any(each in to for to in tables for letters in to.values() for each in letters))
        )
        if self.most:
            draft.append(
                MOST, [letters_in(self.most).count(piece.letter) or ANY_NUMBER for piece in rules.pieces]
            )

    def _table(self, rules: PieceRules, side: Side) -> tuple[Message, ...]:
        """What a side's pieces become, in words."""
        return tuple(
            Message(
                "{piece}: it becomes {others}.",
                piece=Message(rules.pieces[rules.kinds[letter]].name),
                others=listed(
                    "{first} or {last}", [Message(rules.pieces[rules.kinds[each]].name) for each in letters]
                ),
            )
            for letter, letters in self.to_of(side).items()
        )

    def topics(self, rules: PieceRules) -> tuple[Topic, ...]:
        """Where pieces promote, to what, and how that is written."""
        where = Message(
            "A piece of these kinds promotes by a move to one of the last {ranks} ranks, or from one of them."
            if self.leaving
            else "A piece of these kinds promotes by a move to one of the last {ranks} ranks.",
            ranks=self.ranks,
        )
        if self.ranks == 1:
            where = Message(
                "A piece of these kinds promotes by a move to the last rank, or from there."
                if self.leaving
                else "A piece of these kinds promotes by a move to the last rank."
            )
        height = max(chart.height for chart in rules.board.charts)
        if self.ranks == height:
            where = Message(
                "A piece of these kinds becomes another one whenever it captures."
                if self.capturing
                else "A piece of these kinds becomes another one with every move."
            )
        if self.black_ranks not in (0, self.ranks):
            where = Message(
                "A piece of these kinds promotes by a move to or from the last ranks, which are {white} for"
                " White and {black} for Black."
                if self.leaving
                else "A piece of these kinds promotes by a move to the last ranks, which are {white} for"
                " White and {black} for Black.",
                white=self.ranks,
                black=self.black_ranks,
            )
        table = self._table(rules, Side.WHITE)
        if self.black is not None:
            table = (
                *(Message("White: {rule}", rule=row) for row in table),
                *(Message("Black: {rule}", rule=row) for row in self._table(rules, Side.BLACK)),
            )
        stays = (
            Message(
                "It may also stay what it is, even where it can never move again."
                if self.idle
                else "It may also stay what it is, except where it could never move again; there it must"
                " promote."
            )
            if self.optional
            else Message("It must do so." if self.ranks == height else "It must promote.")
        )
        named = [Message(rules.pieces[rules.kinds[each]].name) for each in letters_in(self.forced)]
        must = (
            (Message("These pieces must promote: {pieces}.", pieces=listed("{first} and {last}", named)),)
            if named
            else ()
        )
        limit: tuple[Message, ...] = (Message("It can become only a piece that its own side has lost."),)
        sides = (letters for side in Side for letters in self.to_of(side).values())
        if not {letter for letters in sides for letter in letters} <= set(letters_in(self.most)):
            limit = tuple(
                Message(
                    "It can become a {piece} only while its side has fewer than {number}.",
                    piece=Message(rules.pieces[rules.kinds[letter]].name),
                    number=letters_in(self.most).count(letter),
                )
                for letter in dict.fromkeys(letters_in(self.most))
            )
        written = Message("A promotion adds = and the letter of the new piece to the move.")
        return (Topic("Promotion", (where, *table, stays, *must, *limit, written)),)


@inlined
def promoting(words: Any, states: Any, ply: Any, start: Any) -> Any:
    """Whether some move of the piece on a site promotes."""
    if words[SITES] == U(0):
        return False
    at = U(states.cells[ply, U(0), start]) * U(states.cells.shape[2]) + start
    return words[words[SITES] + at] & SOME != U(0)


@inlined
def asked(words: Any, states: Any, ply: Any, start: Any, actions: Any) -> Any:
    """All moves, where some promote: a quiet one may be wanted, too, unless it can be taken back."""
    if words[TURNING] != U(0) or not promoting(words, states, ply, start):
        return actions
    return MOVES | CAPTURES


@internal
def promoted(
    words: Any, states: Any, ply: Any, start: Any, actions: Any, moves: Any, first: Any, n: Any
) -> Any:
    """Put moves that promote behind those that do not; leave out those that must, or are not wanted."""
    sites = U(states.cells.shape[2])
    piece = U(states.cells[ply, U(0), start])
    table = words[SITES] + piece * sites
    choices = words[CHOICES] + piece * words[WIDTH]
    leaves = words[table + start] & LEAVE != U(0)
    must = leaves and words[table + start] & MUST != U(0)
    free = U(0)  # a bit for each choice of which there may be more
    for choice in range(words[choices]):
        kind = words[choices + U(1) + choice] - U(1)
        if (
            words[MOST] == U(0)
            or of_kind(states, ply, states.info[ply, SIDE], kind) < words[words[MOST] + kind]
        ):
            free |= U(1) << choice
    end, last = n, n
    kept = first
    for i in range(first, last):
        move = moves[i]
        goal = (move >> GOAL_SHIFT) & FIELD_MASK
        there = words[table + goal]
        passing = (move >> TAG_SHIFT) & TAG_MASK == EN_PASSANT
        quiet = not captures(states, ply, move)
        stays = passing or (quiet and words[CAPTURING] != U(0))
        if (leaves or there & ENTER != U(0)) and not stays:
            for choice in range(words[choices]):
                if (free >> choice) & U(1) != U(0):
                    moves[end] = move | words[choices + U(1) + choice] << PROMOTION_SHIFT
                    end += U(1)
            if must or (there & ENTER != U(0) and there & STAY == U(0)):
                continue
        if quiet and actions & MOVES == U(0):
            continue
        moves[kept] = move
        kept += U(1)
    for i in range(last, end):
        moves[kept] = moves[i]
        kept += U(1)
    return kept
