"""Perpetual check: a player who repeats a position by checks alone has lost."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from fairyring.kernels.base import PieceRules
from fairyring.kernels.compiling import U, inlined
from fairyring.kernels.contract import MOVER_LOSES, MOVER_WINS, ONGOING, PERPETUAL, SIDE
from fairyring.kernels.declared import Memory, State
from fairyring.kernels.law import Draft, Mechanic, slots
from fairyring.kernels.orthodox.attacks import in_check
from fairyring.kernels.rules import Topic
from fairyring.mechanics.results import Results
from fairyring.messages import Message

# QUIET: White's field of the number of plies since its last move that gave no check, or since the position
# that a text described; 0 in a game without the rule.
(QUIET,) = slots(1)
MEMORY = Memory("plies since a move without check")


@dataclass(frozen=True)
class PerpetualCheck(Mechanic):
    """If a position is repeated and all moves of one side since then gave check, that side has lost.

    If all moves of both sides gave check, it is a draw.
    """

    title: ClassVar[str] = "perpetual check"
    newness: ClassVar[int] = 0

    def usual_captures(self) -> str:
        """It looks at what a move leaves on the board."""
        return ""

    def state(self) -> tuple[State, ...]:
        """When each side last made a move that gave no check."""
        return (MEMORY,)

    def one_move(self) -> str:
        """It looks at each move."""
        return "nothing says whether each move of a turn must give check"

    def goes_against(self, other: Mechanic) -> str:
        """Repetitions that end nothing."""
        endless = isinstance(other, Results) and other.times is None
        return "positions may be repeated for ever, and checks are judged when one is" if endless else ""

    def check(self, rules: PieceRules) -> None:
        """Refuse a game without kings.

        Raises:
            ValueError: there is no royal piece.
        """
        if not rules.has_checks:
            raise ValueError("perpetual check: there is no royal piece, so there are no checks")

    def write(self, draft: Draft) -> None:
        """Write where the plies are counted."""
        draft.set(QUIET, draft.layout.field(MEMORY.fields((), 0)[0]))

    def decides(self, rules: PieceRules) -> bool:
        """By repetition, where the other player has given the checks."""
        return True

    def topics(self, rules: PieceRules) -> tuple[Topic, ...]:
        """Who loses by repetition."""
        text = Message(
            "If a position occurs {times} times and one player has given check with every move since it"
            " first occurred, that player has lost. If both have, the game is drawn.",
            times=rules.repetitions,
        )
        return (Topic("Perpetual check", (text,)),)


@inlined
def turned(words: Any, tables: Any, states: Any, ply: Any) -> None:
    """One ply more for both; and from now on for the side that has moved without giving check."""
    if words[QUIET] != U(0):
        states.info[ply, words[QUIET]] += U(1)
        states.info[ply, words[QUIET] + U(1)] += U(1)
        if not in_check(tables, states, ply):
            states.info[ply, words[QUIET] + states.info[ply - U(1), SIDE]] = U(0)


@inlined
def repeating(words: Any, states: Any, ply: Any, back: Any) -> Any:
    """Whose moves since the repeated position, ``back`` plies before, all gave check; `ONGOING`: nobody's."""
    if words[QUIET] == U(0):
        return ONGOING
    side = states.info[ply, SIDE]
    own = states.info[ply, words[QUIET] + side] >= back
    other = states.info[ply, words[QUIET] + U(1) - side] >= back
    if own and other:
        return PERPETUAL
    return PERPETUAL | (MOVER_LOSES if own else MOVER_WINS) if own or other else ONGOING
