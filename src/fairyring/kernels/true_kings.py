"""True Kings: of several kings of a side one, which only its owner knows, is the one to capture."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from fairyring.board import Side
from fairyring.kernels.compiling import U, inlined
from fairyring.kernels.contract import REASONS, SIDE, TRUE_KING, States, play
from fairyring.kernels.orthodox.codes import CHOOSE, FELL, FIELD_MASK, GOAL_SHIFT, PAWN, TAG_SHIFT
from fairyring.kernels.orthodox.tables import code_of
from fairyring.kernels.rules import Change, Secret, Signs, Topic, Words
from fairyring.messages import Message

# What the field of a True King holds if not a site.
UNCHOSEN, UNKNOWN, CAPTURED = U(0xFFFF), U(0xFFFE), U(0xFFFD)
KING_WORTH = 3000  # hundredths of a pawn: what the only king left to capture is worth
NOBODY_KNOWS = "?"
NO_FELL = 0x7F  # of the byte of a tag: the tag without `FELL`

KINGS = Topic(
    "The True Kings",
    (
        (
            "Before the first move White, and then Black, secretly chooses one king as the True King. The"
            " other kings are princes. All of them move as kings do, and none is royal: there is no check and"
            " no checkmate, and a king may be left where it can be captured."
        ),
        (
            "When a king is captured, both players learn whether it was the True King. A player who captures"
            " the True King wins. When a side has one king left, everybody knows that it is the True King."
        ),
        (
            "Until the game is over, only its owner is told where a True King stands, on the board and in"
            " records; then both are shown."
        ),
    ),
    ("Capture the opponent's True King.",),
)

# What a move shows of which king is the True King: signs that everybody can see. Each is a number for each
# king of the side that moves: whether it could be captured before and after the move, whether it moved, how
# many of its pieces come near, whether a demand is put beside it.
LEFT, BARED, SAVED, WENT, GUARDED, WALLED = (U(sign) for sign in range(6))
SIGNS = ("left to be taken", "laid open", "saved", "moved", "guarded", "walled in")
NEAR = U(2)  # king's steps within which a piece guards

# How much more likely each sign makes a king to be the True King, as a logarithm; set by hand after a fit to
# games of a computer that believes all kings equally likely (``benchmarks/bluff.py learn`` fits them to its
# own games). The last one takes a wall at face value; an opponent who knows that will wall in princes, too.
WEIGHTS = (-2.1, -0.4, 0.2, 0.05, 0.0, 1.0)


@inlined
def show_danger(found: Any, i: Any, j: Any, went: Any, before: Any, after: Any) -> None:
    """Write into ``found[i, j, sign]`` what attacks on a king's site before and after a move show of it."""
    found[i, j, LEFT] = before and after
    found[i, j, BARED] = after and not before
    found[i, j, SAVED] = before and not after
    found[i, j, WENT] = went and not before


def chooses(move: int) -> bool:
    """Whether a move chooses a True King."""
    return move >> int(TAG_SHIFT) & NO_FELL == CHOOSE


def choice_words(names: Sequence[str], move: int) -> Words:
    """The words for a move that chooses a True King, or for what others may know of it."""
    goal = move >> int(GOAL_SHIFT) & int(FIELD_MASK)
    site = NOBODY_KNOWS if goal == UNKNOWN else names[goal]
    return Words(f"true@{site}", (site,), ply=False)


@dataclass(frozen=True)
class TrueKings(ABC):
    """Who may know what about the True Kings of a game.

    Attributes:
        rules: the game's rules.
        king: the letter of the pieces of which one is the True King.
        first: the index in ``info`` of White's True King; Black's follows.
    """

    rules: Any
    king: str
    first: int

    def kings(self, states: States, ply: int, owner: Side) -> list[int]:
        """The sites of a side's kings."""
        king = code_of(self.rules.kinds[self.king], owner)
        sites: list[int] = (states.cells[ply, 0] == king).nonzero()[0].tolist()
        return sites

    def hidden(self, states: States, ply: int) -> tuple[Secret, ...]:
        """The True Kings that have been chosen and are not their side's only king."""
        found = []
        for side in Side:
            known = int(states.info[ply, self.field(side)]) < len(self.rules.board)
            if known and len(self.kings(states, ply, side)) > 1:
                found.append(Secret(self.field(side), side, int(UNKNOWN)))
        return tuple(found)

    def public(self, move: int) -> int:
        """The choice of a True King without its site; any other move as it is."""
        if not chooses(move):
            return move
        return move & ~(int(FIELD_MASK) << int(GOAL_SHIFT)) | int(UNKNOWN) << int(GOAL_SHIFT)

    def question(self, states: States, ply: int, move: int) -> str:
        """Whether the True King is among the kings that a move captures, if the row does not know."""
        side = int(states.info[ply, int(SIDE)])
        enemy, rules = Side.of(1 - side), self.rules
        if chooses(move) or move & int(FELL) or int(states.info[ply, self.field(enemy)]) != UNKNOWN:
            return ""
        start, goal = move & int(FIELD_MASK), move >> int(GOAL_SHIFT) & int(FIELD_MASK)
        pawn = rules.tables.ways.kinds[states.cells[ply, 0, start]] == PAWN
        if not (pawn or states.cells[ply, 0, goal]):
            return ""  # it captures nothing; a pawn may do so en passant
        rows = rules.layout.rows(len(rules.board), 2)
        rows.cells[0], rows.info[0] = states.cells[ply], states.info[ply]
        rows.key[0], rows.bits[0] = states.key[ply], states.bits[ply]
        play(rules.tables, rows, U(0), U(move))
        after = self.kings(rows, 1, enemy)
        fallen = [rules.board.names[site] for site in self.kings(states, ply, enemy) if site not in after]
        if not fallen or not after:
            return ""
        if len(fallen) == 1:
            return f"is the king on {fallen[0]} the True King?"
        return f"is one of the kings on {', '.join(fallen)} the True King?"

    def answered(self, move: int, answer: bool) -> int:
        """The capture of the True King, or of princes."""
        return move | int(FELL) if answer else move

    def field(self, owner: Side) -> int:
        """The index in ``info`` of a side's True King."""
        return self.first + owner.number

    def possible(self, states: States, ply: int, owner: Side) -> dict[int, str]:
        """The sites of a side's kings, if there are several and one of them may be the True King."""
        true = int(states.info[ply, self.field(owner)])
        sites = self.kings(states, ply, owner) if true == UNKNOWN or true < len(self.rules.board) else []
        return {site: self.rules.board.names[site] for site in sites} if len(sites) > 1 else {}

    def tells(self, change: Change) -> tuple[Message, ...]:
        """Whether a king that was captured was the True King, which both players learn."""
        kings = [token for token in change.lost if token.letter.upper() == self.king]
        if not kings:
            return ()
        if change.reason == REASONS[int(TRUE_KING)]:
            return (Message("it was the True King" if len(kings) == 1 else "the True King was among them"),)
        return (Message("it was a prince" if len(kings) == 1 else "they were princes"),)

    @abstractmethod
    def signs(self, states: States, ply: int, moves: npt.NDArray[np.uint64]) -> Signs:
        """What each of some legal moves of a row would show of the mover's True King."""

    @abstractmethod
    def weighed(self, states: States, ply: int, chances: Mapping[int, float]) -> Any:
        """Tables in which each king named is its own kind."""

    def hunt_bonus(self, tables: Any, states: States, ply: int) -> int:
        """How much more the mover's pieces are worth by such tables, for being near kings: nothing here."""
        return 0
