"""Passing: a player may leave everything as it is, and the game ends when both do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

import numpy as np
import numpy.typing as npt

from fairyring.kernels.base import PieceRules
from fairyring.kernels.compiling import U, inlined
from fairyring.kernels.contract import ONGOING, PASSED, SIDE
from fairyring.kernels.declared import Memory, State
from fairyring.kernels.law import Draft, Mechanic
from fairyring.kernels.orthodox.codes import PASS, TAG_MASK, TAG_SHIFT, encode
from fairyring.kernels.orthodox.tables import KING, NOWHERE
from fairyring.kernels.rules import Topic
from fairyring.kernels.stages import register_part
from fairyring.messages import Message

MEMORY = Memory("a pass as the last move")


class Passing(NamedTuple):
    """The part of games in which players may pass.

    Attributes:
        field: uint64[1]; White's field for whether its last move was a pass; Black's comes after it.
    """

    field: npt.NDArray[np.uint64]


@dataclass(frozen=True)
class Pass(Mechanic):
    """A player who is not in check may pass. When both pass, one after the other, the game has ended.

    It is then a draw, unless another mechanic counts points. To pass is written as a move of the king that
    ends where it starts.
    """

    title: ClassVar[str] = "pass"

    def state(self) -> tuple[State, ...]:
        """Whether each side's last move was a pass."""
        return (MEMORY,)

    def foresees(self) -> bool:
        """A pass is a move of the king."""
        return True

    def check(self, rules: PieceRules) -> None:
        """Refuse a game without a king, and mechanics that ask for more with a move.

        Raises:
            ValueError: there is no royal piece, or each move asks for a further square.
        """
        if not any(piece.royal for piece in rules.pieces):
            raise ValueError("pass: there is no royal piece, and a pass is written as a move of it")
        for other in getattr(rules, "mechanics", ()):
            if other.further:
                raise ValueError(
                    f"mechanics: {other.title} and pass cannot be combined, because nothing says whether a"
                    " player who passes puts something on a square"
                )

    def part(self, draft: Draft) -> Passing:
        """Where passes are remembered."""
        return Passing(np.array([draft.layout.field(MEMORY.fields((), 0)[0])], np.uint64))

    def topics(self, rules: PieceRules) -> tuple[Topic, ...]:
        """Who may pass, and how."""
        name = next(piece.name for piece in rules.pieces if piece.royal)
        may = Message(
            "A player who is not in check may pass in place of a move. If both players pass, one after the"
            " other, the game has ended."
        )
        written = Message(
            "To pass, choose your {king} and then its own square. It is written as a move from that square to"
            " itself, such as e2-e2.",
            king=Message(name),
        )
        return (Topic(Message("Passing"), (may, written)),)


@inlined
def to_pass(states: Any, ply: Any) -> Any:
    """The pass of the mover, who has a king."""
    king = states.info[ply, KING + states.info[ply, SIDE]]
    return encode(king, king, U(0), PASS, U(0))


@inlined
def generated(passing: Any, tables: Any, states: Any, ply: Any, checks: Any, moves: Any, n: Any) -> Any:
    """The pass, out of check."""
    if checks == U(0) and states.info[ply, KING + states.info[ply, SIDE]] != NOWHERE:
        moves[n] = to_pass(states, ply)
        n += U(1)
    return n


@inlined
def bulk(passing: Any, tables: Any, states: Any, ply: Any, moves: Any, n: Any) -> Any:
    """One more, out of check."""
    return n + U(states.info[ply, KING + states.info[ply, SIDE]] != NOWHERE)


@inlined
def counted(passing: Any, tables: Any, states: Any, ply: Any, move: Any, again: Any) -> None:
    """Remember whether the move was a pass."""
    passed = U((move >> TAG_SHIFT) & TAG_MASK == PASS)
    states.info[ply, passing.field[U(0)] + states.info[ply, SIDE]] = passed


@inlined
def ended(passing: Any, tables: Any, states: Any, ply: Any) -> Any:
    """Both have passed."""
    first = passing.field[U(0)]
    return PASSED if states.info[ply, first] & states.info[ply, first + U(1)] != U(0) else ONGOING


@inlined
def no_pass(passing: Any, tables: Any, states: Any, ply: Any) -> Any:
    """After a pass, a second one would end the game."""
    first = passing.field[U(0)]
    return states.info[ply, first] | states.info[ply, first + U(1)] != U(0)


register_part(Passing, globals())
