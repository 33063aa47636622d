"""To and fro: a player who keeps moving the same piece between two squares has lost, as in modern Janggi."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

import numpy as np
import numpy.typing as npt

from fairyring.kernels.base import PieceRules
from fairyring.kernels.compiling import U, inlined, internal
from fairyring.kernels.contract import MOVER_WINS, ONGOING, REPEATED, SIDE
from fairyring.kernels.declared import Memory, State
from fairyring.kernels.law import Draft, Mechanic, check_letters, codes_of, letters_in
from fairyring.kernels.orthodox.attacks import is_in_check
from fairyring.kernels.orthodox.codes import (
    CASTLE,
    EN_PASSANT,
    FIELD_MASK,
    GOAL_SHIFT,
    PASS,
    TAG_MASK,
    TAG_SHIFT,
)
from fairyring.kernels.rules import Topic
from fairyring.kernels.stages import register_part
from fairyring.messages import Message, joined

MEMORY = Memory("moves to and fro")
MOST = U(5)  # moves: the first may come from anywhere, and each of the last three goes straight back

# The memory of a side: its last move, how many moves are in the row, and whether it has passed since.
START, GOAL, ROW, PASSED = U(0), U(16), U(32), U(40)
SITE, COUNT = U(0xFFFF), U(0xFF)


class Shuttling(NamedTuple):
    """The part of games in which nobody moves to and fro.

    Attributes:
        field: uint64[1]; White's field of the memory; Black's comes after it.
        counted: uint64[1]; the codes of the pieces that count, a bit each.
    """

    field: npt.NDArray[np.uint64]
    counted: npt.NDArray[np.uint64]


@dataclass(frozen=True)
class ToAndFro(Mechanic):
    """A player who moves the same piece five times in a row, the last three times straight back, has lost.

    A capture, or a move in check, ends the row; so does a pass, except one before the last move.

    Attributes:
        pieces: the letters of the pieces that count.
    """

    pieces: str
    title: ClassVar[str] = "to and fro"
    newness: ClassVar[int] = 0

    def state(self) -> tuple[State, ...]:
        """Each side's last move, and how often it has been to and fro."""
        return (MEMORY,)

    def foresees(self) -> bool:
        """A move ends where its piece is."""
        return True

    def check(self, rules: PieceRules) -> None:
        """Refuse pieces that do not exist, and turns of several moves.

        Raises:
            ValueError: the game has one of these.
        """
        if not self.pieces:
            raise ValueError("to and fro: the letters of the pieces that count")
        check_letters("to and fro", letters_in(self.pieces), rules)
        for other in getattr(rules, "mechanics", ()):
            if other.several:
                raise ValueError(
                    Message(
                        "mechanics: {other} and to and fro cannot be combined, because nothing says"
                        " whether the moves of one turn count",
                        other=Message(other.title),
                    )
                )

    def part(self, draft: Draft) -> Shuttling:
        """Where moves are remembered, and which."""
        kinds, first = draft.rules.kinds, draft.layout.field(MEMORY.fields((), 0)[0])
        counted = codes_of(kinds[letter] for letter in letters_in(self.pieces))
        return Shuttling(np.array([first], np.uint64), np.array([counted], np.uint64))

    def topics(self, rules: PieceRules) -> tuple[Topic, ...]:
        """Who loses."""
        names = [Message(rules.pieces[rules.kinds[letter]].name) for letter in letters_in(self.pieces)]
        text = Message(
            "A player who moves the same piece five times in a row, the last three times straight back to"
            " where it came from, has lost. Captures by either side and moves out of check start the count"
            " again. This applies to these pieces: {pieces}."
            if rules.has_checks
            else "A player who moves the same piece five times in a row, the last three times straight back"
            " to where it came from, has lost. Captures by either side start the count again. This applies to"
            " these pieces: {pieces}.",
            pieces=joined("{first}, {rest}", names),
        )
        return (Topic(Message("To and fro"), (text,)),)


@internal
def row_after(part: Any, tables: Any, states: Any, ply: Any, move: Any, before: Any) -> Any:
    """The mover's memory, ``before`` so far, after a move that led from the row before to this one."""
    side, last = states.info[ply, SIDE], ply - U(1)
    start, goal = move & FIELD_MASK, (move >> GOAL_SHIFT) & FIELD_MASK
    tag = (move >> TAG_SHIFT) & TAG_MASK
    row, passed = (before >> ROW) & COUNT, before >> PASSED != U(0)
    if tag == PASS:
        return before | U(1) << PASSED if row != U(0) and not passed else U(0)
    mask = part.counted[U(0)] >> U(states.cells[last, U(0), start])
    if tag >= CASTLE or mask & U(1) == U(0) or is_in_check(tables, states, last, side):
        return U(0)
    on = start == (before >> GOAL) & SITE and row != U(0)
    back = on and goal == (before >> START) & SITE
    now = U(1)
    if passed:
        now = MOST if back and row == MOST - U(1) else U(1)
    elif on:
        now = row + U(1) if back else U(2)
    return start << START | goal << GOAL | now << ROW


@inlined
def counted(part: Any, tables: Any, states: Any, ply: Any, move: Any, again: Any) -> None:
    """Remember the move; after a capture both sides begin again."""
    field, side = part.field[U(0)], states.info[ply, SIDE]
    goal, tag = (move >> GOAL_SHIFT) & FIELD_MASK, (move >> TAG_SHIFT) & TAG_MASK
    if tag == EN_PASSANT or (tag < CASTLE and states.cells[ply - U(1), U(0), goal] != 0):
        states.info[ply, field] = U(0)
        states.info[ply, field + U(1)] = U(0)
        return
    states.info[ply, field + side] = row_after(
        part, tables, states, ply, move, states.info[ply, field + side]
    )


@inlined
def ended(part: Any, tables: Any, states: Any, ply: Any) -> Any:
    """The side that has moved has moved to and fro for too long."""
    own = part.field[U(0)] + U(1) - states.info[ply, SIDE]
    return REPEATED | MOVER_WINS if (states.info[ply, own] >> ROW) & COUNT >= MOST else ONGOING


register_part(Shuttling, globals())
