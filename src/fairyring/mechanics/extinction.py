"""Extinction: a side that has no pieces left has lost, or won."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from fairyring.board import Side
from fairyring.kernels.base import PieceRules
from fairyring.kernels.compiling import I, U, inlined, internal, lowest_bit
from fairyring.kernels.contract import EXTINCT, MOVER_LOSES, MOVER_WINS, NO_PIECES, ONGOING, SIDE
from fairyring.kernels.law import Draft, Mechanic, slots
from fairyring.kernels.orthodox.codes import FIELD_MASK, GOAL_SHIFT
from fairyring.kernels.rules import Topic
from fairyring.messages import Message

# BARE: the code of the result for a mover without pieces; 0 in a game without extinction. COUNTED: the codes
# of the pieces that count, a bit each; 0 for all.
BARE, COUNTED = slots(2)
LAST = 20_000  # in `tempting`, more than any other piece


@dataclass(frozen=True)
class Extinction(Mechanic):
    """A side without pieces, or without those of one kind, has lost or won.

    Attributes:
        piece: the letter of the kind that counts; empty for all.
        wins: whether it has won, rather than lost.
        kingless: the sides that have no king from the start.
    """

    piece: str = ""
    wins: bool = False
    kingless: tuple[Side, ...] = ()
    title: ClassVar[str] = "extinction"

    def rides(self) -> bool:
        """Riders count."""
        return True

    def fewest_royals(self, side: Side) -> int:
        """A side may have no king from the start."""
        return 0 if side in self.kingless else 1

    def check(self, rules: PieceRules) -> None:
        """Refuse a piece that does not exist.

        Raises:
            ValueError: no piece has that letter.
        """
        if self.piece and self.piece not in rules.kinds:
            raise ValueError(f"extinction: no piece has the letter {self.piece!r}")

    def write(self, draft: Draft) -> None:
        """Write what it is to have no pieces."""
        reason = EXTINCT if self.piece else NO_PIECES
        draft.set(BARE, int(reason | (MOVER_WINS if self.wins else MOVER_LOSES)))
        if self.piece:
            draft.set(COUNTED, 3 << 2 * (draft.rules.kinds[self.piece] + 1))

    def topics(self, rules: PieceRules) -> tuple[Topic, ...]:
        """What it is to have no pieces."""
        if self.piece:
            name = Message(rules.pieces[rules.kinds[self.piece]].name)
            gained = Message("A player who has no {piece} left has won.", piece=name)
            gone = Message("A player who has no {piece} left has lost.", piece=name)
            return (Topic("The last one", (gained if self.wins else gone,)),)
        won, lost = "A player who has no pieces left has won.", "A player who has no pieces left has lost."
        return (Topic("Without pieces", (Message(won if self.wins else lost),)),)


@inlined
def over(words: Any, states: Any, ply: Any) -> Any:
    """The mover has no pieces."""
    if words[BARE] == U(0) or has_pieces(words, states, ply, states.info[ply, SIDE]):
        return ONGOING
    return words[BARE]


@inlined
def won(words: Any, states: Any, ply: Any) -> Any:
    """Whether a side has no pieces: the turn ends, and with it the game."""
    if words[BARE] == U(0):
        return False
    return not (has_pieces(words, states, ply, U(0)) and has_pieces(words, states, ply, U(1)))


@internal
def has_pieces(words: Any, states: Any, ply: Any, side: Any) -> Any:
    """Whether a side has a piece that counts on the board."""
    for word in range(U(states.bits.shape[2])):
        pieces = states.bits[ply, side, word]
        while pieces != U(0):
            site = (word << U(6)) + lowest_bit(pieces)
            if words[COUNTED] == U(0) or counts(words, U(states.cells[ply, U(0), site])):
                return True
            pieces &= pieces - U(1)
    return False


@inlined
def counts(words: Any, piece: Any) -> Any:
    """Whether a piece is of the kind that counts."""
    return (words[COUNTED] >> piece) & U(1) != U(0)


@inlined
def tempting(words: Any, states: Any, ply: Any, move: Any, score: Any) -> Any:
    """To capture the last piece of the kind wins; only where the opponent has lost by it."""
    goal = U(states.cells[ply, U(0), (move >> GOAL_SHIFT) & FIELD_MASK])
    if words[BARE] & MOVER_LOSES == U(0) or not counts(words, goal):
        return score
    return I(LAST)
