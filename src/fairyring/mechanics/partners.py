"""Partners: two boards, and what a side captures on one of them is dropped on the other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from fairyring.kernels.base import PieceRules
from fairyring.kernels.contract import States
from fairyring.kernels.declared import Aside, Hand, Mark, State, Turn, drop_choice
from fairyring.kernels.law import Draft
from fairyring.kernels.orthodox.codes import DROP, TAG_MASK, TAG_SHIFT
from fairyring.kernels.orthodox.tables import LAYOUT
from fairyring.kernels.rules import Topic, Words
from fairyring.mechanics.exchanging import ASIDE, AWAY, GROUND, TURN
from fairyring.mechanics.hands import Hands
from fairyring.messages import Message

BOARDS = ("A", "B")
BOARD_TO_MOVE = Turn("board to move", BOARDS)
IN_TURN = (
    "You play on two boards, A and B, and move on them in turn. White begins on board A, Black on board B;"
    " so the moves go A, B, B, A, and then start over."
)
PER_BOARD = (
    "Each move is made as if the other board were not there: only the king on the board to move must be"
    " safe after it, and a check on the other board can wait until it is that board's turn."
)
NO_WAITING = (
    "Players cannot wait for pieces: a player who is checkmated on the board to move has lost the game,"
    " even if a piece from the other board could have stopped the check."
)
EXCHANGED = (
    "A piece that you capture changes sides and goes to your hand for the other board. In place of a move,"
    " you may drop a piece from the hand for the board to move on any empty square there."
)
WRITTEN = (
    "Squares are written with the letter of their board: Ae2, and a drop N@Bf3. In a position, the boards"
    " stand one after the other, each with its hands in square brackets."
)
MARKED = "A promoted piece has a tilde behind its letter."
EN_PASSANT = (
    "En passant: a pawn that has just made a double step can be captured on the square that it crossed, by an"
    " enemy pawn that attacks this square. That is possible on the next move on that board only."
)


@dataclass(frozen=True)
class Partners(Hands):
    """Two boards, A and B, are played in turn, and captured pieces go to the hand for the other board.

    White begins on board A and Black on board B. It is bughouse (tandem chess) for two players, each of whom
    is a team of two partners.
    """

    title: ClassVar[str] = "partners"
    newness: ClassVar[int] = 2

    def state(self) -> tuple[State, ...]:
        """The board to move, the hands, which pieces are promoted, and what is aside."""
        marks = (Mark("promoted", "~"),) if self._marks else ()
        return (BOARD_TO_MOVE, *self._hands(), *marks, Aside())

    def _hands(self) -> list[Hand]:
        return [Hand(f"hand for {board}", self.start, self.black, board) for board in BOARDS]

    def _hand(self) -> Hand:
        return self._hands()[0]

    def rides(self) -> bool:
        """It is not defined what riders would be on two boards."""
        return False

    def pilots(self) -> bool:
        """Nor what big pieces would be."""
        return False

    def foresees(self) -> bool:
        """It must know which board a move is made on, whatever drifts afterwards."""
        return True

    def pairs(self) -> bool:
        """It is what plays two boards in turn."""
        return True

    def en_passant(self) -> Message:
        """The reply on the same board is not the next move."""
        return Message(EN_PASSANT)

    def check(self, rules: PieceRules) -> None:
        """Refuse a game that is not on two boards, or whose mechanics take one board into account.

        Raises:
            ValueError: it is such a game; the text says why.
        """
        board = rules.board
        if len(board.charts) != len(BOARDS) or any(
            len(places) > 1 or name[0] != BOARDS[places[0].chart]
            for name, places in zip(board.coordinates, board.places, strict=True)
        ):
            raise ValueError("partners: the board is two boards A and B, such as pair(8, 8)")
        if board.links:
            raise ValueError("partners: no link can join the two boards")
        if getattr(rules, "base_layout", None) is not LAYOUT:
            raise self.fault("{title}: cannot be a part of a {kind} game yet", kind=type(rules).__name__)
        for other in getattr(rules, "mechanics", ()):
            if not other.pairs():
                raise ValueError(
                    Message(
                        "mechanics: {other} and partners cannot be combined, because {other} takes into"
                        " account only one board",
                        other=Message(other.title),
                    )
                )
        super().check(rules)

    def write(self, draft: Draft) -> None:
        """Write where the boards are, and what belongs to each."""
        super().write(draft)
        charts = [place[0].chart for place in draft.rules.board.places]
        words: list[int] = []
        for number in range(len(BOARDS)):
            words += draft.site_words(site for site, chart in enumerate(charts) if chart == number)
        draft.append(GROUND, words)
        draft.set(TURN, draft.layout.field(BOARD_TO_MOVE.name))
        draft.set(AWAY, 2 * len(draft.rules.pieces))
        draft.set(ASIDE, draft.layout.field(Aside().fields((), 0)[0]))

    def words(self, rules: Any, states: States, ply: int, move: int, found: Words) -> Words:
        """A drop comes from the hand for the board of its square."""
        found = super().words(rules, states, ply, move, found)
        if move >> int(TAG_SHIFT) & int(TAG_MASK) != int(DROP):
            return found
        letter, site = found.choices[0].rstrip("@"), found.choices[1]
        board = BOARDS[rules.board.places[rules.board.numbers[site]][0].chart]
        return found._replace(choices=(drop_choice(letter, board), *found.choices[1:]))

    def topics(self, rules: PieceRules) -> tuple[Topic, ...]:
        """The order of moves, captures to the other hand, and drops."""
        checks = (PER_BOARD, NO_WAITING) if rules.has_checks else ()
        boards = Topic("Two boards", tuple(map(Message, (IN_TURN, *checks))))
        written = (WRITTEN, MARKED) if self._marks else (WRITTEN,)
        hands = (Message(EXCHANGED), *self._limits(rules), *map(Message, written))
        return (boards, Topic("Pieces in hand", hands))
