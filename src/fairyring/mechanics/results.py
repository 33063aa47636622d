"""Results: what it means to have no legal move, and after how many plies a game is drawn."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar, Literal

from fairyring.board import Side
from fairyring.errors import shown
from fairyring.kernels.base import PieceRules
from fairyring.kernels.compiling import U, inlined, internal, lowest_bit
from fairyring.kernels.contract import (
    CHECKMATE,
    CLOCK,
    MOVER_LOSES,
    MOVER_WINS,
    ONGOING,
    REASONS,
    REPEATED,
    REPETITION,
    SIDE,
    STALEMATE,
)
from fairyring.kernels.law import Draft, Mechanic, slots
from fairyring.kernels.orthodox.codes import MOVE, SITE_MASK
from fairyring.kernels.orthodox.tables import NOWHERE, PAWNS
from fairyring.kernels.rules import Topic
from fairyring.mechanics.bare_king import number
from fairyring.messages import Message
from fairyring.pieces import Piece

# STUCK and MATED: the code of the result for a mover without a legal move, out of check and in check; 0 for
# those of chess. NUMBERS: 1 if a stalemate is won by the side with fewer pieces, 2 if by the one with more.
# LIMIT: the number of plies, or 0 for that of chess. UNDONE: 1 if a pawn's move that it can take back does
# not restart the count. TIMES: how often a position must occur. REPEATS: the code of the result then for
# White as the mover, and then that for Black. ODDS: the side that has won where the game would be drawn: 1
# for White and 2 for Black, or 0 for none.
STUCK, MATED, NUMBERS, LIMIT, UNDONE, TIMES, REPEATS, ODDS = slots(8)
NEVER = 1 << 40  # more plies than any game has

Value = Literal["win", "loss", "draw"]
Stalemate = Literal["win", "loss", "draw", "fewer", "more"]
BY_NUMBER = {"fewer": 1, "more": 2}
Draws = Literal["draw", "white", "black"]
ODDS_OF = {"draw": 0, "white": 1, "black": 2}
Repetition = Literal["draw", "win", "loss", "white", "black"]
WINNERS = {"win": MOVER_WINS, "loss": MOVER_LOSES, "draw": ONGOING}
STALEMATED = {
    "win": "A player who has no legal move has won.",
    "loss": "A player who has no legal move has lost, in check or not.",
    "draw": "If the player to move has no legal move and is not in check, the game is drawn.",
    "fewer": (
        "If the player to move has no legal move and is not in check, the player with fewer pieces has won;"
        " with equal numbers the game is drawn."
    ),
    "more": Message(
        "If the player to move has no legal move and is not in check, the player with more pieces has won;"
        " with equal numbers the game is drawn."
    ),
}
WITHOUT_CHECKS = {  # in games in which nobody is ever in check
    "win": Message("A player who has no legal move has won."),
    "loss": Message("A player who has no legal move has lost."),
    "draw": Message("If the player to move has no legal move, the game is drawn."),
    "fewer": Message(
        "If the player to move has no legal move, the player with fewer pieces has won; with equal numbers"
        " the game is drawn."
    ),
    "more": Message(
        "If the player to move has no legal move, the player with more pieces has won; with equal numbers the"
        " game is drawn."
    ),
}
REPEATED_BY = {
    "draw": (ONGOING, ONGOING),
    "win": (MOVER_WINS, MOVER_WINS),
    "loss": (MOVER_LOSES, MOVER_LOSES),
    "white": (MOVER_WINS, MOVER_LOSES),
    "black": (MOVER_LOSES, MOVER_WINS),
}
REPETITIONS = {
    "draw": "The game is drawn when the same position occurs {times} times.",
    "win": "A player who makes the same position occur {times} times has lost.",
    "loss": "A player who makes the same position occur {times} times has won.",
    "white": "When the same position occurs {times} times, White has won.",
    "black": "When the same position occurs {times} times, Black has won.",
}
NO_PROGRESS = (
    "The game is drawn after {plies} plies ({moves} moves by each side) without a capture or a pawn move."
)
NO_PROGRESS_WITH_DROPS = (
    "The game is drawn after {plies} plies ({moves} moves by each side) without a capture, a drop or a pawn"
    " move."
)
DRAWS = {
    "white": Message("Whenever the game would be drawn, White has won."),
    "black": Message("Whenever the game would be drawn, Black has won."),
}
MATES = {
    "win": "A player who is checkmated has won.",
    "loss": "A player who is checkmated has lost.",
    "draw": "Checkmate is a draw.",
}


@dataclass(frozen=True)
class Results(Mechanic):
    """What stalemate, repetition and other endings mean.

    Attributes:
        stalemate: what it is for the player who is stalemated; or ``"fewer"`` or ``"more"`` if the side with
            fewer or with more pieces on the board wins, and it is a draw if both have the same number.
        checkmate: what it is for the player who is checkmated.
        plies: after how many plies without a capture or a pawn move the game is drawn; None for never.
        undone: whether pawns can take moves back, and such a move counts as one without a pawn move.
        times: how often a position must occur to end the game; None if positions may be repeated for ever.
        repetition: what that is for the player to move: ``"draw"``, ``"win"`` or ``"loss"``; or the side that
            has won, ``"white"`` or ``"black"``.
        draws: what it is when the game would be drawn: ``"draw"``, or the side that has won then, ``"white"``
            or ``"black"``.
    """

    stalemate: Stalemate = "draw"
    checkmate: Value = "loss"
    plies: int | None = 100
    undone: bool = False
    times: int | None = 3
    repetition: Repetition = "draw"
    draws: Draws = "draw"
    title: ClassVar[str] = "results"
    newness: ClassVar[int] = 0
    settles: ClassVar[bool] = True

    def usual_captures(self) -> str:
        """It looks at what a move leaves on the board."""
        return ""

    def rides(self) -> bool:
        """It has nothing to do with places."""
        return True

    def pairs(self) -> bool:
        """It has nothing to do with boards."""
        return True

    def check(self, rules: PieceRules) -> None:
        """Refuse values that make no sense.

        Raises:
            ValueError: a result is not one of those above; a number is too small; or pawns that can take
                moves back need other pieces for some of them, and whether these are there is not looked at.
        """
        if self.stalemate not in STALEMATED:
            raise self.fault(
                "{title}: stalemate is 'win', 'loss' or 'draw' for the player, or 'fewer' or 'more'"
                " for the side with fewer or more pieces, not {stalemate}",
                stalemate=shown(repr(self.stalemate)),
            )
        if self.checkmate not in WINNERS:
            raise self.fault(
                "{title}: checkmate is 'win', 'loss' or 'draw' for the player, not {checkmate}",
                checkmate=shown(repr(self.checkmate)),
            )
        if self.plies is not None and self.plies < 1:
            raise self.fault("{title}: the number of plies must be at least 1, not {plies}", plies=self.plies)
        if self.repetition not in REPEATED_BY:
            raise self.fault(
                "{title}: repetition is 'draw', 'win' or 'loss' for the player to move, or 'white'"
                " or 'black' if that side has won, not {repetition}",
                repetition=shown(repr(self.repetition)),
            )
        if self.times is not None and self.times < 2:
            raise self.fault("{title}: times must be at least 2, not {times}", times=self.times)
        if self.draws not in ODDS_OF:
            raise self.fault(
                "{title}: draws is 'draw', or 'white' or 'black' if that side has won then, not {draws}",
                draws=shown(repr(self.draws)),
            )
        if self.undone and (pawn := next(filter(partial(_needs_others, rules), rules.pieces), None)):
            raise self.fault(
                "{title}: undone is for pawns that move by themselves, and {letter} jumps over other pieces"
                " or moves as they do",
                letter=pawn.letter,
            )

    @property
    def mates(self) -> bool:  # type: ignore[override]  # of a class elsewhere, here of what is declared
        """Whether checkmate wins, as in chess."""
        return self.checkmate == "loss"

    def repetitions(self) -> tuple[int, Message] | None:
        """What is declared, unless it is as in chess."""
        if self.times is None:
            return NEVER, Message("A position may occur any number of times.")
        if (self.times, self.repetition) == (3, "draw"):
            return None
        return self.times, Message(REPETITIONS[self.repetition], times=self.times)

    def write(self, draft: Draft) -> None:
        """Write the results' codes."""
        draft.set(STUCK, int(STALEMATE | WINNERS.get(self.stalemate, ONGOING)))
        draft.set(NUMBERS, BY_NUMBER.get(self.stalemate, 0))
        draft.set(MATED, int(CHECKMATE | WINNERS[self.checkmate]))
        draft.set(UNDONE, int(self.undone))
        draft.set(TIMES, NEVER if self.times is None else self.times)
        draft.set(ODDS, ODDS_OF[self.draws])
        drawn = REPETITION if self.times == 3 else REPEATED
        codes = [int(REPEATED | won if won else drawn) for won in REPEATED_BY[self.repetition]]
        draft.append(REPEATS, codes)
        draft.set(LIMIT, NEVER if self.plies is None else self.plies)

    def decides(self, rules: PieceRules) -> bool:
        """By stalemate or repetition, and by draw odds."""
        return (
            self.stalemate in ("loss", *BY_NUMBER)
            or (self.times is not None and self.repetition in ("loss", "white", "black"))
            or self.draws != "draw"
        )

    def ended(self, rules: PieceRules, reason: str, winner: Side | None, mover: Side) -> Message | None:
        """Why nobody could move; where there is no check, nothing is a stalemate to players."""
        if reason != REASONS[int(STALEMATE)] or winner is None:
            return None
        if self.stalemate in BY_NUMBER:
            few = self.stalemate == "fewer"
            return Message("stalemate with fewer pieces" if few else "stalemate with more pieces")
        if rules.has_checks:
            return None
        if winner is mover:
            return Message("having no legal move")
        return Message("leaving {side} without a legal move", side=Message(str(mover).capitalize()))

    def wins_with_little(self, rules: PieceRules) -> bool:
        """Stalemate, where that is not a draw, takes little."""
        return self.stalemate != "draw"

    def topics(self, rules: PieceRules) -> tuple[Topic, ...]:
        """How the game ends."""
        paragraphs = [Message((STALEMATED if rules.has_checks else WITHOUT_CHECKS)[self.stalemate])]
        if rules.has_checks and self.checkmate != "loss":
            paragraphs.append(Message(MATES[self.checkmate]))
        told = [*paragraphs]
        if self.plies is not None:
            told.append(
                Message(
                    NO_PROGRESS_WITH_DROPS if rules.has_drops else NO_PROGRESS,
                    plies=self.plies,
                    moves=self.plies // 2,
                )
            )
        if self.draws != "draw":
            told.append(DRAWS[self.draws])
        if self.undone:
            told.append(
                Message("A pawn's move counts only if the pawn cannot go back to where it came from.")
            )
        if rules.has_checks:
            goals = paragraphs[1:] if self.checkmate == "win" else []
        else:
            goals = paragraphs if self.stalemate != "draw" else []
        return (Topic("Without a legal move", tuple(told), tuple(goals)),)


def _needs_others(rules: PieceRules, piece: Piece) -> bool:
    """Whether a piece is a pawn, and there must be other pieces for one of its moves to an empty square."""
    return piece.pawn and any(
        way.move and way.hurdle
        for side in Side
        for site in range(len(rules.board))
        for way in piece.ways(rules.board, site, side)
    )


@inlined
def with_odds(words: Any, states: Any, ply: Any, code: Any) -> Any:
    """A result, or who has won if it is a draw and one side has draw odds."""
    if words[ODDS] == U(0) or code == ONGOING or code & (MOVER_WINS | MOVER_LOSES) != U(0):
        return code
    return code | (MOVER_WINS if words[ODDS] == U(1) + states.info[ply, SIDE] else MOVER_LOSES)


@inlined
def stuck(words: Any, states: Any, ply: Any, checked: Any) -> Any:
    """The result for a mover without a legal move."""
    return with_odds(words, states, ply, without_a_move(words, states, ply, checked))


@inlined
def without_a_move(words: Any, states: Any, ply: Any, checked: Any) -> Any:
    """The same, before anybody's draw odds."""
    if checked:
        return words[MATED]
    if words[NUMBERS] == U(0):
        return words[STUCK]
    side = states.info[ply, SIDE]
    own, theirs = number(states, ply, side), number(states, ply, U(1) - side)
    if own == theirs:
        return STALEMATE
    return STALEMATE | (MOVER_WINS if U(own < theirs) == words[NUMBERS] & U(1) else MOVER_LOSES)


@inlined
def occurrences(words: Any, times: Any) -> Any:
    """How often a position must occur."""
    return words[TIMES] if words[TIMES] != U(0) else times


@inlined
def repeating(words: Any, states: Any, ply: Any) -> Any:
    """How the game ends then."""
    if words[TIMES] == U(0):
        return REPETITION
    return words[words[REPEATS] + states.info[ply, SIDE]]


@inlined
def plies(words: Any, limit: Any) -> Any:
    """The number of plies after which the game is drawn."""
    return words[LIMIT] if words[LIMIT] != U(0) else limit


@inlined
def turned(words: Any, tables: Any, states: Any, ply: Any) -> None:
    """The clock runs on if a pawn has moved that can go back; the row before has what was there."""
    if words[UNDONE] != U(0) and states.info[ply, CLOCK] == U(0) and can_go_back(tables, states, ply):
        states.info[ply, CLOCK] = states.info[ply - U(1), CLOCK] + U(1)


@internal
def can_go_back(tables: Any, states: Any, ply: Any) -> Any:
    """Whether the last move was that of a pawn, without a capture, and the pawn can make it backwards."""
    side = U(1) - states.info[ply, SIDE]
    before = ply - U(1)
    start, goal = NOWHERE, NOWHERE
    for word in range(U(states.bits.shape[2])):
        was = states.bits[before, side, word] & states.bits[before, PAWNS, word]
        now = states.bits[ply, side, word] & states.bits[ply, PAWNS, word]
        if states.bits[before, U(1) - side, word] != states.bits[ply, U(1) - side, word]:
            return False
        if was & ~now != U(0):
            start = (word << U(6)) + lowest_bit(was & ~now)
        if now & ~was != U(0):
            goal = (word << U(6)) + lowest_bit(now & ~was)
    if max(start, goal) == NOWHERE:
        return False
    at = U(states.cells[ply, U(0), goal]) * U(states.cells.shape[2]) + goal
    for i in range(U(tables.ways.ray_start[at]), U(tables.ways.ray_start[at + U(1)])):
        step = U(tables.ways.rays[i])
        if step & SITE_MASK == start and step & MOVE != U(0):
            return True
    return False
