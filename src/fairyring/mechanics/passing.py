"""Passing: a player may leave everything as it is, and the game ends when both do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

import numpy as np
import numpy.typing as npt

from fairyring.kernels.base import PieceRules
from fairyring.kernels.compiling import U, inlined, internal, lowest_bit
from fairyring.kernels.contract import ONGOING, PASSED, SIDE, States
from fairyring.kernels.declared import Memory, State
from fairyring.kernels.law import Draft, Mechanic
from fairyring.kernels.orthodox.attacks import is_in_check
from fairyring.kernels.orthodox.codes import PASS, TAG_MASK, TAG_SHIFT, encode
from fairyring.kernels.orthodox.play import finish_move
from fairyring.kernels.orthodox.tables import KING, NOWHERE, RIGHTS
from fairyring.kernels.rules import Topic, Words
from fairyring.kernels.stages import register_part, turned
from fairyring.messages import Message

MEMORY = Memory("a pass as the last move")
CHOICE = "pass"  # how a pass is entered


class Passing(NamedTuple):
    """The part of games in which players may pass.

    Attributes:
        field: uint64[1]; White's field for whether its last move was a pass; Black's comes after it.
        stuck: uint64[1]; 1 if players may pass only when they have no other move.
    """

    field: npt.NDArray[np.uint64]
    stuck: npt.NDArray[np.uint64]


@dataclass(frozen=True)
class Pass(Mechanic):
    """A player who is not in check may pass. If both pass in a row, the game ends.

    It is then a draw, unless another mechanic counts points. To pass is written as a move of the king that
    ends where it starts; without a king, of the piece on the first square.

    Attributes:
        stuck: whether players may pass only when they have no other move.
    """

    stuck: bool = False

    title: ClassVar[str] = "pass"

    def usual_captures(self) -> str:
        """It asks whether a move passes."""
        return ""

    def state(self) -> tuple[State, ...]:
        """Whether each side's last move was a pass."""
        return (MEMORY,)

    def foresees(self) -> bool:
        """A pass is a move of the king."""
        return True

    def check(self, rules: PieceRules) -> None:
        """Refuse a free choice to pass without a king, and mechanics that ask for more with a move.

        Raises:
            ValueError: there is no royal piece to choose for a pass, or each move asks for a further square.
        """
        if not self.stuck and not any(piece.royal for piece in rules.pieces):
            raise ValueError("pass: there is no royal piece, and a pass is written as a move of it")
        for other in getattr(rules, "mechanics", ()):
            if other.further:
                raise ValueError(
                    Message(
                        "mechanics: {other} and pass cannot be combined, because nothing says whether a"
                        " player who passes puts something on a square",
                        other=Message(other.title),
                    )
                )

    def part(self, draft: Draft) -> Passing:
        """Where passes are remembered."""
        first = draft.layout.field(MEMORY.fields((), 0)[0])
        return Passing(np.array([first], np.uint64), np.array([self.stuck], np.uint64))

    def words(self, rules: Any, states: States, ply: int, move: int, found: Words) -> Words:
        """To pass is one choice, and not a piece that goes to its own square."""
        passes = move >> int(TAG_SHIFT) & int(TAG_MASK) == int(PASS)
        return found._replace(choices=(CHOICE,)) if passes else found

    def topics(self, rules: PieceRules) -> tuple[Topic, ...]:
        """Who may pass, and how."""
        may = Message(
            "A player who has no legal move passes. If both players pass, one after the other, the game has"
            " ended."
            if not rules.has_checks
            else "A player who has no legal move and is not in check passes. If both players pass, one after"
            " the other, the game has ended."
            if self.stuck
            else "A player who is not in check may pass in place of a move. If both players pass, one after"
            " the other, the game has ended."
        )
        royal = [Message(piece.name) for piece in rules.pieces if piece.royal]
        how = Message("A pass is written as a move of a piece from its square to the same square.")
        if royal:
            how = Message(
                "A pass is written as a move of your {king} from its square to the same square, such as"
                " e2-e2.",
                king=royal[0],
            )
        return (Topic(Message("Passing"), (may, how)),)


@internal
def to_pass(states: Any, ply: Any) -> Any:
    """The pass of the mover: of its king, or of the first of its pieces; 0 if it has none."""
    side = states.info[ply, SIDE]
    site = states.info[ply, KING + side]
    for word in range(U(states.bits.shape[2])):
        if site == NOWHERE and states.bits[ply, side, word] != U(0):
            site = (word << U(6)) + lowest_bit(states.bits[ply, side, word])
    return encode(site, site, U(0), PASS, U(0)) if site != NOWHERE else U(0)


@inlined
def generated(passing: Any, tables: Any, states: Any, ply: Any, checks: Any, moves: Any, n: Any) -> Any:
    """The pass, out of check."""
    if passing.stuck[U(0)] == U(0) and checks == U(0) and to_pass(states, ply) != U(0):
        moves[n] = to_pass(states, ply)
        n += U(1)
    return n


@inlined
def bulk(passing: Any, tables: Any, states: Any, ply: Any, moves: Any, n: Any) -> Any:
    """One more, out of check."""
    if passing.stuck[U(0)] != U(0) and n != U(0):
        return n
    return n + U(to_pass(states, ply) != U(0))


@inlined
def is_stuck(passing: Any, tables: Any, states: Any, ply: Any, number: Any) -> Any:
    """Whether the mover passes because it has no other of so many moves."""
    if passing.stuck[U(0)] == U(0) or number != U(0) or to_pass(states, ply) == U(0):
        return False
    return not is_in_check(tables, states, ply, states.info[ply, SIDE])


@inlined
def completed(
    passing: Any, tables: Any, states: Any, ply: Any, noisy: Any, moves: Any, begin: Any, n: Any
) -> Any:
    """The pass of a mover that has no other move."""
    if not noisy and is_stuck(passing, tables, states, ply, n - begin):
        moves[n] = to_pass(states, ply)
        n += U(1)
    return n


@inlined
def choices(
    passing: Any, tables: Any, states: Any, ply: Any, moves: Any, begin: Any, end: Any, number: Any
) -> Any:
    """The pass of a mover that has no other move, too."""
    return number + U(is_stuck(passing, tables, states, ply, number))


@inlined
def chosen(passing: Any, tables: Any, states: Any, ply: Any, move: Any) -> Any:
    """A pass changes nothing on the board: no castling right is lost by it."""
    if (move >> TAG_SHIFT) & TAG_MASK != PASS:
        return False
    if not finish_move(tables, states, ply, move, states.info[ply, RIGHTS], False):
        turned(tables, states, ply)
    return True


@inlined
def counted(passing: Any, tables: Any, states: Any, ply: Any, move: Any, again: Any) -> None:
    """Remember whether the move was a pass. Any other move separates the passes before and after it."""
    first, side = passing.field[U(0)], states.info[ply, SIDE]
    passed = U((move >> TAG_SHIFT) & TAG_MASK == PASS)
    states.info[ply, first + side] = passed
    states.info[ply, first + U(1) - side] &= passed


@inlined
def over(passing: Any, tables: Any, states: Any, ply: Any) -> Any:
    """Both have passed."""
    first = passing.field[U(0)]
    return PASSED if states.info[ply, first] & states.info[ply, first + U(1)] != U(0) else ONGOING


@inlined
def no_pass(passing: Any, tables: Any, states: Any, ply: Any) -> Any:
    """After a pass, a second one would end the game."""
    first = passing.field[U(0)]
    return states.info[ply, first] | states.info[ply, first + U(1)] != U(0)


register_part(Passing, globals())
