"""Bare king: a side that has nothing left but its king has lost, unless it can answer in kind at once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from fairyring.kernels.base import PieceRules
from fairyring.kernels.compiling import I, U, inlined, popcount
from fairyring.kernels.contract import BARED, MOVER_LOSES, MOVER_WINS, ONGOING, SIDE
from fairyring.kernels.law import Draft, Mechanic, slots
from fairyring.kernels.rules import Topic
from fairyring.messages import Message

(BARE,) = slots(1)  # 1 in a game in which a bare king has lost
BARE_BONUS = 200  # divided by the number of pieces that a side has left, in hundredths of a pawn


@dataclass(frozen=True)
class BareKing(Mechanic):
    """A side with a single piece has lost, unless it leaves the other side with a single piece at once.

    That is the rule of shatranj in most of its sources. When both kings are bare, the game goes on.
    """

    title: ClassVar[str] = "bare king"

    def usual_captures(self) -> str:
        """It counts what a move leaves on the board."""
        return ""

    def one_move(self) -> str:
        """A bare king has one move in which to answer."""
        return "nothing says with which move of a turn a bare king would have to capture"

    def check(self, rules: PieceRules) -> None:
        """Refuse a game without kings.

        Raises:
            ValueError: there is no royal piece, or captured pieces come back.
        """
        if not any(piece.royal for piece in rules.pieces):
            raise ValueError("bare king: there is no royal piece that could be bare")
        for other in getattr(rules, "mechanics", ()):
            if other.fate:
                raise ValueError(
                    Message(
                        "bare king and {other}: pieces off the board may come in, so no king is bare",
                        other=Message(other.title),
                    )
                )

    def write(self, draft: Draft) -> None:
        """Write that it is so."""
        draft.set(BARE, 1)

    def decides(self, rules: PieceRules) -> bool:
        """By baring the king."""
        return True

    def topics(self, rules: PieceRules) -> tuple[Topic, ...]:
        """What a bare king is."""
        text = Message(
            "A player who has only the king left has lost. There is one way out: if that player can capture"
            " the last other piece of the opponent at once, the game goes on with two bare kings."
        )
        return (Topic("Bare king", (text,)),)


@inlined
def number(states: Any, ply: Any, side: Any) -> Any:
    """How many pieces a side has on the board."""
    found = U(0)
    for word in range(U(states.bits.shape[2])):
        found += popcount(states.bits[ply, side, word])
    return found


@inlined
def over(words: Any, states: Any, ply: Any) -> Any:
    """The other side is bare and has made its last move; or the mover is, and cannot bare the other side."""
    if words[BARE] == U(0):
        return ONGOING
    side = states.info[ply, SIDE]
    own, theirs = number(states, ply, side), number(states, ply, U(1) - side)
    if theirs <= U(1) and own > U(1):
        return BARED | MOVER_WINS
    if own <= U(1) and theirs > U(2):
        return BARED | MOVER_LOSES
    return ONGOING


@inlined
def weighed(words: Any, states: Any, ply: Any) -> Any:
    """The fewer pieces a side has left, the more it is in danger."""
    if words[BARE] == U(0):
        return I(0)
    white, black = I(number(states, ply, U(0))), I(number(states, ply, U(1)))
    return I(BARE_BONUS) // max(black, I(1)) - I(BARE_BONUS) // max(white, I(1))
