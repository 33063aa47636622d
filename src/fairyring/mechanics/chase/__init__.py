"""Perpetual chase: a player who repeats a position by attacking the same piece again and again has lost.

The rules are those of the Asian Xiangqi Federation as far as Fairy-Stockfish has them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from fairyring.board import Side, grid
from fairyring.kernels.base import PieceRules
from fairyring.kernels.declared import Memory, State
from fairyring.kernels.law import Draft, Mechanic, check_letters
from fairyring.kernels.orthodox.tables import code_of
from fairyring.kernels.rules import Topic
from fairyring.mechanics.cannon_rule import CannonRule
from fairyring.mechanics.chase.attacks import KINDS, Chases
from fairyring.mechanics.chase.stages import A_WORD, PLIES
from fairyring.mechanics.hands import Hands
from fairyring.mechanics.rebirth import Rebirth
from fairyring.mechanics.results import Results
from fairyring.mechanics.walls import Duck
from fairyring.messages import Message

MOST_SITES = 1 << 7  # the goal of a remembered move has seven bits
MEMORY = Memory("the last moves", words=PLIES // A_WORD)


@dataclass(frozen=True)
class Chase(Mechanic):
    """If a position is repeated and all moves of one side since then attacked the same piece, it has lost.

    If both sides do that, or both give check all the time, it is a draw. It is for the pieces of Xiangqi, on
    its board or a plain board of another size. A repetition within 63 plies is judged.

    Attributes:
        pieces: the letters of soldier, horse, cannon, chariot, elephant and advisor; empty in a game that is
            based on Xiangqi and judges no chases.
    """

    pieces: str = "PNCRBA"
    title: ClassVar[str] = "perpetual chase"
    newness: ClassVar[int] = 0

    def state(self) -> tuple[State, ...]:
        """The last moves."""
        return (MEMORY,) if self.pieces else ()

    def foresees(self) -> bool:
        """It looks back at moves that pieces made by themselves."""
        return True

    def one_move(self) -> str:
        """It looks at each move."""
        return "nothing says whether each move of a turn must attack the piece"

    def goes_against(self, other: Mechanic) -> str:
        """Repetitions that end nothing, what moves besides pieces, and attacks unlike those in Xiangqi."""
        if not self.pieces:
            return ""
        if isinstance(other, Results) and other.times is None:
            return "positions may be repeated for ever, and a chase is judged when one is"
        if isinstance(other, Duck):
            return "where the duck was before a move is not remembered"
        if isinstance(other, CannonRule):
            return "attacks are judged by the rules of Xiangqi, where cannons may jump over each other"
        return ""

    def check(self, rules: PieceRules) -> None:
        """Refuse a board that is not a rectangle or too large, and pieces that do not exist.

        Raises:
            ValueError: the game has one of these, or there is no general.
        """
        if not self.pieces:
            return
        chart = rules.board.charts[0]
        if rules.board.charts != grid(chart.width, chart.height).charts or len(rules.board) > MOST_SITES:
            raise self.fault(
                "{title}: a plain board without holes, of at most {most} squares, such as that of"
                " Xiangqi, 9 files and 10 ranks",
                most=MOST_SITES,
            )
        check_letters("perpetual chase", self.pieces, rules)
        if len(self.pieces) != len(KINDS) - 1 or not any(piece.royal for piece in rules.pieces):
            raise ValueError(
                "perpetual chase: the letters of soldier, horse, cannon, chariot, elephant and advisor, and a"
                " royal piece"
            )

    def part(self, draft: Draft) -> Chases | None:
        """What each piece is."""
        if not self.pieces:
            return None
        rules = draft.rules
        kinds = np.zeros(2 * (len(rules.pieces) + 2), np.uint64)
        royal = next(piece.letter for piece in rules.pieces if piece.royal)
        for number, letter in zip(KINDS, royal + self.pieces, strict=True):
            kinds[code_of(rules.kinds[letter], Side.WHITE) :][:2] = number
        return Chases(
            np.array([draft.layout.field(MEMORY.fields((), 0)[0])], np.uint64),
            kinds,
            np.array([code_of(rules.kinds[self.pieces[0]], side) for side in Side], np.uint64),
            np.array([rules.board.charts[0].width], np.uint64),
            self._homes(rules),
        )

    def _homes(self, rules: PieceRules) -> npt.NDArray[np.uint8]:
        """Where each piece may go, and where soldiers have crossed the river: they may go sideways there."""
        board, sites = rules.board, range(len(rules.board))
        homes = np.zeros((2 * (len(rules.pieces) + 2), len(board)), np.uint8)
        for kind, piece in enumerate(rules.pieces):
            for side in Side:
                for site in sites:
                    for way in piece.ways(board, site, side):
                        if piece.letter != self.pieces[0]:
                            homes[code_of(kind, side), way.goal] = 1
                        elif board.places[way.goal][0].y == board.places[site][0].y:
                            homes[code_of(kind, side), site] = 1
        return homes

    def decides(self, rules: PieceRules) -> bool:
        """By repetition, where the other player has chased."""
        return bool(self.pieces)

    def topics(self, rules: PieceRules) -> tuple[Topic, ...]:
        """What a chase is."""
        text = Message(
            "If a position occurs {times} times and one player has attacked the same piece with every move"
            " since it first occurred, that player has lost. If both have, the game is drawn.",
            times=rules.repetitions,
        )
        counts = Message(
            "An attack counts if it is new, and if the piece is not protected or is worth more: a chariot"
            " attacked by a horse or a cannon; a chariot, a cannon or a horse attacked by an advisor or an"
            " elephant. A piece that could capture its attacker in the same way is not chased, nor is a"
            " soldier that has not crossed the river; and generals and soldiers chase nothing."
        )
        returns = any(isinstance(each, Hands | Rebirth) for each in getattr(rules, "mechanics", ()))
        captures = Message("If a piece has been captured in between, that is a repetition, but no chase.")
        paragraphs = (text, counts, *[captures] * returns)
        return (Topic(Message("Perpetual chase"), paragraphs),) if self.pieces else ()
