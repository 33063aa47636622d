"""Several moves a turn, as in Marseillais and progressive chess."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from fairyring.board import Side
from fairyring.kernels.base import PieceRules
from fairyring.kernels.compiling import U, called, inlined, internal, lowest_bit
from fairyring.kernels.contract import NUMBER, SIDE
from fairyring.kernels.declared import Mark, State, Tally, set_field, set_mark, unmark
from fairyring.kernels.law import Draft, Mechanic, slots
from fairyring.kernels.orthodox.attacks import gives_check
from fairyring.kernels.orthodox.codes import (
    ATTACKER_SHIFT,
    EN_PASSANT,
    FIELD_MASK,
    GOAL_SHIFT,
    PAWN,
    SITE_MASK,
    SKIP_MASK,
    SKIP_SHIFT,
    TAG_MASK,
    TAG_SHIFT,
    encode,
)
from fairyring.kernels.orthodox.effects import loses_king
from fairyring.kernels.orthodox.tables import NOWHERE
from fairyring.kernels.rules import Topic
from fairyring.messages import Message

# LEFT: the field with the moves left in this turn; 0 in a game of one move a turn. FIRST, MORE, MOST: how
# many moves the first turn has, how many more each following one, and how many at most. STEPPED: the first
# field of the mark; 0 where only the last double step counts. PASSED: for each side and site, 0, or where a
# pawn that stands there after a double step came from, with 1 added, and from `CROSSED_SHIFT` on the site
# that it crossed.
LEFT, FIRST, MORE, MOST, STEPPED, PASSED = slots(6)
CROSSED_SHIFT = U(16)
ANY_NUMBER = 999  # more moves than any turn has
STEPS = Mark("just moved two squares", "'")


@dataclass(frozen=True)
class SeveralMoves(Mechanic):
    """A player makes several moves in a turn. A check ends the turn.

    Attributes:
        first: how many moves White's first turn has.
        more: how many more each following turn has, White's or Black's.
        most: how many a turn has at most; None for any number.
        any_step: whether a double step in any move of a turn can be answered en passant, or only one in the
            last.
    """

    first: int = 1
    more: int = 1
    most: int | None = 2
    any_step: bool = True
    title: ClassVar[str] = "several moves a turn"
    several: ClassVar[bool] = True

    def usual_captures(self) -> str:
        """Turns are counted, whatever a move does."""
        return ""

    def state(self) -> tuple[State, ...]:
        """The moves left in this turn, and the pawns that can be captured en passant."""
        note = "How many moves the side to move still has in this turn."
        left = Tally("moves left", self.first, 1, self.most or ANY_NUMBER, note)
        return (left, STEPS) if self.any_step else (left,)

    def keeps_double_steps(self) -> bool:
        """Those of all the moves of a turn."""
        return self.any_step

    def foresees(self) -> bool:
        """A capture of any pawn that has made a double step must be legal."""
        return self.any_step

    def check(self, rules: PieceRules) -> None:
        """Refuse numbers that make no turn.

        Raises:
            ValueError: a turn would have no move, or all turns would have one.
        """
        if self.first < 1 or self.more < 0 or (self.most is not None and self.most < max(2, self.first)):
            raise self.fault(
                "{title}: first is at least 1, more at least 0, and most at least 2 and first; not"
                " {first}, {more} and {most}",
                first=self.first,
                more=self.more,
                most=self.most,
            )
        if self.first == 1 and not self.more:
            raise self.fault("{title}: with first=1 and more=0 every turn has one move")

    def write(self, draft: Draft) -> None:
        """Write how many moves turns have, and which sites double steps cross."""
        draft.set(LEFT, draft.layout.field(self.state()[0].fields((), 0)[0]))
        for slot, value in ((FIRST, self.first), (MORE, self.more), (MOST, self.most or ANY_NUMBER)):
            draft.set(slot, value)
        if self.any_step:
            draft.set(STEPPED, draft.layout.field(STEPS.fields((), 1)[0]))
            draft.append(PASSED, [step for side in Side for step in self._double_steps(draft.rules, side)])

    def _double_steps(self, rules: PieceRules, side: Side) -> list[int]:
        """For each site, the double step of a side's pawn that ends there, as `PASSED` has it.

        Raises:
            ValueError: pawns come to a site by several double steps.
        """
        found = [0] * len(rules.board)
        for piece in (piece for piece in rules.pieces if piece.pawn):
            for site in range(len(rules.board)):
                for goal, crossed in rules.double_steps(piece, site, side):
                    step = site + 1 | crossed << int(CROSSED_SHIFT)
                    if found[goal] not in (0, step):
                        name = rules.board.names[goal]
                        raise self.fault("{title}: pawns come to {name} by several double steps", name=name)
                    found[goal] = step
        return found

    def topics(self, rules: PieceRules) -> tuple[Topic, ...]:
        """Turns, checks and en passant."""
        if self.most is None:
            turns = Message(
                "The number of moves in White's first turn is {first}; each following turn has {more} more"
                " than the one before.",
                first=self.first,
                more=self.more,
            )
        elif self.first == self.most:
            turns = Message("A turn is {most} moves, by one piece or by several.", most=self.most)
        else:
            turns = Message(
                "A turn is {most} moves, by one piece or by several. The first turn is shorter: {first}.",
                most=self.most,
                first=self.first,
            )
        checks = Message(
            "A move that gives check ends the turn. A player who is in check must get out of it with the"
            " first move of the turn, and no move may leave the player's own king attacked. A player who has"
            " no legal move left within a turn is stalemated."
            if rules.has_checks
            else "A player who has no legal move left within a turn is stalemated."
        )
        paragraphs = [turns, checks]
        if self.any_step and any(piece.pawn for piece in rules.pieces):
            paragraphs.append(
                Message(
                    "A pawn that has made a double step in any move of the turn before can be captured en"
                    " passant, if it still stands there, but only before any other move of the turn. In a"
                    " position, an apostrophe behind its letter says so."
                )
            )
        return (Topic("Several moves a turn", tuple(paragraphs)),)


@internal
def next_length(words: Any, states: Any, ply: Any) -> Any:
    """How many moves the turn after that of a row's mover has, if no check ends it."""
    before = U(2) * (states.info[ply, NUMBER] - U(1)) + states.info[ply, SIDE] + U(1)
    return min(words[FIRST] + words[MORE] * before, words[MOST])


@inlined
def continues(words: Any, tables: Any, states: Any, ply: Any) -> Any:
    """Whether the player who has made a move on the row moves again, unless the game is won."""
    return states.info[ply, words[LEFT]] != U(1) and not gives_check(tables, states, ply)


@internal
def counted(words: Any, tables: Any, states: Any, ply: Any, move: Any, again: Any) -> None:
    """Count a move that was made on the row, and the double steps of this turn."""
    side = states.info[ply, SIDE]
    left = states.info[ply, words[LEFT]] - U(1)
    set_field(states, ply, words[LEFT], left if again else next_length(words, states, ply))
    if words[STEPPED] == U(0):
        return
    if not again or (move >> TAG_SHIFT) & TAG_MASK != EN_PASSANT:
        clear_marks(words, states, ply, U(1) - side)
    start, goal = move & FIELD_MASK, (move >> GOAL_SHIFT) & FIELD_MASK
    step = words[words[PASSED] + side * U(states.cells.shape[2]) + goal]
    if step & FIELD_MASK == start + U(1) and is_pawn(tables, states, ply, goal, side):
        set_mark(states, ply, words[STEPPED], goal, True)
    if not again:
        clear_safe_marks(words, tables, states, ply, side)


@inlined
def is_pawn(tables: Any, states: Any, ply: Any, site: Any, side: Any) -> Any:
    """Whether a side's pawn stands on a site."""
    piece = U(states.cells[ply, U(0), site])
    return piece != U(0) and piece & U(1) == side and tables.ways.kinds[piece] == PAWN


@internal
def clear_marks(words: Any, states: Any, ply: Any, side: Any) -> None:
    """A side's pawns can no longer be captured en passant."""
    for word in range(U(states.bits.shape[2])):
        field = words[STEPPED] + word
        set_field(states, ply, field, states.info[ply, field] & ~states.bits[ply, side, word])


@internal
def clear_safe_marks(words: Any, tables: Any, states: Any, ply: Any, side: Any) -> None:
    """Only pawns that a pawn attacks en passant stay marked: else equal positions would seem different."""
    for word in range(U(states.bits.shape[2])):
        pawns = states.info[ply, words[STEPPED] + word] & states.bits[ply, side, word]
        while pawns != U(0):
            site = (word << U(6)) + lowest_bit(pawns)
            pawns &= pawns - U(1)
            _, start = next_capturer(words, tables, states, ply, side, site, U(0))
            if start == NOWHERE:
                set_mark(states, ply, words[STEPPED], site, False)


@internal
def next_capturer(words: Any, tables: Any, states: Any, ply: Any, side: Any, site: Any, after: Any) -> Any:
    """The pawns that attack a side's marked pawn on a site en passant, one by one.

    ``after`` is 0, or what the last call returned first. Returns where to continue, and where such a pawn
    stands, or `NOWHERE`.
    """
    step = words[words[PASSED] + side * U(states.cells.shape[2]) + site]
    crossed = (step >> CROSSED_SHIFT) & FIELD_MASK
    if step == U(0) or states.cells[ply, U(0), crossed] != 0:
        return after, NOWHERE
    i, end = max(after, U(tables.ways.attack_start[crossed])), U(tables.ways.attack_start[crossed + U(1)])
    while i < end:
        step = tables.ways.attacks[i]
        start = step & SITE_MASK
        piece = U(states.cells[ply, U(0), start])
        if piece == U(0):
            i += U(1)
            continue
        i += (step >> SKIP_SHIFT) & SKIP_MASK
        if (step >> (ATTACKER_SHIFT + piece)) & U(1) != U(0) and is_pawn(
            tables, states, ply, start, U(1) - side
        ):
            return i, start
    return i, NOWHERE


@called
def ep_captures(words: Any, tables: Any, states: Any, ply: Any, moves: Any, n: Any) -> Any:
    """Append the mover's legal captures en passant."""
    side = states.info[ply, SIDE]
    for word in range(U(states.bits.shape[2])):
        pawns = states.info[ply, words[STEPPED] + word] & states.bits[ply, U(1) - side, word]
        while pawns != U(0):
            site = (word << U(6)) + lowest_bit(pawns)
            pawns &= pawns - U(1)
            crossed = words[words[PASSED] + (U(1) - side) * U(states.cells.shape[2]) + site] >> CROSSED_SHIFT
            after, start = next_capturer(words, tables, states, ply, U(1) - side, site, U(0))
            while start != NOWHERE:
                move = encode(start, crossed, U(0), EN_PASSANT, site)
                if not loses_king(tables, states, ply, move):
                    moves[n] = move
                    n += U(1)
                after, start = next_capturer(words, tables, states, ply, U(1) - side, site, after)
    return n


@inlined
def removed(words: Any, states: Any, ply: Any, site: Any) -> None:
    """A pawn that moves on, or leaves the board, loses its mark."""
    unmark(states, ply, words[STEPPED], site)
