"""Long steps: en passant on every square that a pawn has crossed, as in Wildebeest Chess."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from fairyring.board import Side
from fairyring.kernels.base import PieceRules
from fairyring.kernels.compiling import U, called, inlined, internal, lowest_bit
from fairyring.kernels.contract import SIDE
from fairyring.kernels.declared import Crossed, State, set_field, set_mark
from fairyring.kernels.law import Draft, Mechanic, slots
from fairyring.kernels.orthodox.codes import (
    DOUBLE,
    DOUBLE_STEP,
    EN_PASSANT,
    FIELD_MASK,
    GOAL_SHIFT,
    SITE_MASK,
    SKIP_MASK,
    SKIP_SHIFT,
    TAG_MASK,
    TAG_SHIFT,
    encode,
    extra_of,
)
from fairyring.kernels.orthodox.effects import loses_king
from fairyring.kernels.orthodox.en_passant import next_capturer
from fairyring.kernels.orthodox.tables import EP_PAWN, NOWHERE
from fairyring.kernels.stages import movable
from fairyring.messages import Message

# CROSSED: the first field of the set of squares that the last move has crossed, without the last of them,
# which every game keeps; 0 in a game without.
(CROSSED,) = slots(1)


@dataclass(frozen=True)
class LongSteps(Mechanic):
    """A pawn can be captured en passant on every square that its first move crossed, not only the last."""

    title: ClassVar[str] = "long steps"

    def usual_captures(self) -> str:
        """It is about what pawns cross by double steps."""
        return ""

    def state(self) -> tuple[State, ...]:
        """The squares crossed before the last."""
        return (Crossed(),)

    def foresees(self) -> bool:
        """A capture on these squares must be legal."""
        return True

    def check(self, rules: PieceRules) -> None:
        """Refuse games in which it would change nothing, or could not be.

        Raises:
            ValueError: no pawn crosses two squares, another mechanic keeps the double steps, or a pawn would
                promote by a capture en passant.
        """
        steps = [step for side in Side for step in self._steps(rules, side)]
        if not any(len(through) > 1 for _, through in steps):
            raise self.fault("{title}: no pawn crosses two squares by its first move")
        for other in getattr(rules, "mechanics", ()):
            if other.keeps_double_steps():
                raise self.fault(
                    "mechanics: {title} and {other} cannot be combined, because both keep the pawns"
                    " that can be captured en passant",
                    other=Message(other.title),
                )
        far = getattr(rules, "far", None)
        for side, through in steps:
            for site in through[:-1]:
                if far and far(rules.board, site, side.other):
                    name = rules.board.names[site]
                    raise self.fault(
                        "{title}: a pawn would promote by a capture en passant on {name}", name=name
                    )

    def _steps(self, rules: PieceRules, side: Side) -> list[tuple[Side, tuple[int, ...]]]:
        """The squares that a side's pawns cross by each of their first moves."""
        return [
            (side, way.through)
            for piece in rules.pieces
            if piece.pawn
            for site in range(len(rules.board))
            if rules.begins(site, side)
            for way in piece.ways(rules.board, site, side)
            if way.initial
        ]

    def en_passant(self) -> Message:
        """En passant, in words."""
        return Message(
            "En passant: a pawn that has just moved two squares or more can be captured on any square that it"
            " crossed, by an enemy pawn that attacks this square. That is possible on the next move only."
        )

    def write(self, draft: Draft) -> None:
        """Write the field."""
        draft.set(CROSSED, draft.layout.field(Crossed().fields((), 1)[0]))


@internal
def counted(words: Any, tables: Any, states: Any, ply: Any, move: Any, again: Any) -> None:
    """Keep the squares that a move made on the row has crossed, as far as an enemy pawn attacks them.

    Otherwise equal positions would seem different.
    """
    for word in range(U(states.bits.shape[2])):
        set_field(states, ply, words[CROSSED] + word, U(0))
    side = states.info[ply, SIDE]
    start, goal = move & FIELD_MASK, (move >> GOAL_SHIFT) & FIELD_MASK
    piece = U(states.cells[ply, U(0), goal])
    stays = piece != U(0) and piece & U(1) == side
    if again or (move >> TAG_SHIFT) & TAG_MASK != DOUBLE_STEP or not stays:
        return
    rays = tables.ways.rays
    at = piece * U(states.cells.shape[2]) + start
    i, end = U(tables.ways.ray_start[at]) + U(1), U(tables.ways.ray_start[at + U(1)])
    while i < end and not (
        U(rays[i]) & DOUBLE != U(0)
        and U(rays[i]) & SITE_MASK == goal
        and U(rays[i - U(1)]) & SITE_MASK == extra_of(move)
    ):
        i += U(1)
    i -= U(1)
    # Back along the line, in which each step is one nearer to the next line than the one before.
    while (
        i < end and i > U(tables.ways.ray_start[at]) and distance(rays[i - U(1)]) == distance(rays[i]) + U(1)
    ):
        i -= U(1)
        site = U(rays[i]) & SITE_MASK
        _, start = next_capturer(tables.ways, states, ply, U(1) - side, site, U(0))
        if states.cells[ply, U(0), site] == 0 and start != NOWHERE:
            set_mark(states, ply, words[CROSSED], site, True)
            states.info[ply, EP_PAWN] = goal


@inlined
def distance(step: Any) -> Any:
    """How far a step of a line is from the next line."""
    return (U(step) >> SKIP_SHIFT) & SKIP_MASK


@called
def ep_captures(words: Any, tables: Any, states: Any, ply: Any, moves: Any, n: Any, written: Any) -> Any:
    """Append the mover's legal captures en passant on these squares, or only count them on from ``n``."""
    pawn, side = states.info[ply, EP_PAWN], states.info[ply, SIDE]
    if pawn == NOWHERE:
        return n
    for word in range(U(states.bits.shape[2])):
        sites = states.info[ply, words[CROSSED] + word]
        while sites != U(0):
            site = (word << U(6)) + lowest_bit(sites)
            sites &= sites - U(1)
            after, start = next_capturer(tables.ways, states, ply, side, site, U(0))
            while start != NOWHERE:
                move = encode(start, site, U(0), EN_PASSANT, pawn)
                free = movable(tables, states, ply, start >> U(6), U(1) << (start & U(63))) != U(0)
                if free and not loses_king(tables, states, ply, move):
                    if written:
                        moves[n] = move
                    n += U(1)
                after, start = next_capturer(tables.ways, states, ply, side, site, after)
    return n
