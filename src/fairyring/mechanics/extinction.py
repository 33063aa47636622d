"""Extinction: a side that has too few pieces has lost, or won."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from fairyring.board import Side
from fairyring.kernels.base import PieceRules
from fairyring.kernels.compiling import I, U, inlined, internal, lowest_bit
from fairyring.kernels.contract import EXTINCT, MOVER_LOSES, MOVER_WINS, NO_PIECES, ONGOING, REASONS, SIDE
from fairyring.kernels.declared import Turn
from fairyring.kernels.law import Draft, Mechanic, check_letters, codes_of, slots
from fairyring.kernels.orthodox.codes import FIELD_MASK, GOAL_SHIFT
from fairyring.kernels.orthodox.tables import BALANCE
from fairyring.kernels.orthodox.worth import halves
from fairyring.kernels.rules import Topic
from fairyring.mechanics import dropping, exchanging
from fairyring.mechanics.bare_king import number
from fairyring.messages import Message, listed

# BARE: the code of the result for a mover with too few pieces; 0 in a game without extinction. COUNTED: the
# codes of the pieces of which there may not be too few, a bit each; 0 for all together. MOST: how many are
# too few. AGAINST: how many the other side must have, or else the game goes on.
BARE, COUNTED, MOST, AGAINST = slots(4)
SIDES = U(0x5555555555555555)  # the bits of White's codes
LAST = 20_000  # in `tempting`, more than any other piece
BURDEN = I(150)  # per cent: what material counts the other way where the side without pieces wins
SCARCE = 200  # divided by the pieces of a kind that can be lost, in hundredths of a pawn
GONE = 600  # where there are too few, but not yet enough against them


@dataclass(frozen=True)
class Extinction(Mechanic):
    """A side with too few pieces, or too few of a kind, loses or wins. Pieces in hand count.

    If both sides have too few at once, it counts for the side that has moved. On two boards that are played
    in turn, each board counts by itself, with the hand for it.

    Attributes:
        pieces: the letters of the kinds that count, each by itself; empty for all pieces together.
        wins: whether the side has won, rather than lost.
        draws: whether it is a draw instead.
        most: how many pieces are still too few.
        kingless: the sides that have no king from the start.
        against: how many such pieces the other side must have, or else the game goes on.
    """

    pieces: str = ""
    wins: bool = False
    most: int = 0
    kingless: tuple[Side, ...] = ()
    draws: bool = False
    against: int = 0
    title: ClassVar[str] = "extinction"

    def usual_captures(self) -> str:
        """It counts what a move leaves on the board."""
        return ""

    def rides(self) -> bool:
        """Riders count."""
        return True

    def pairs(self) -> bool:
        """Kinds are counted on each board."""
        return bool(self.pieces)

    def fewest_royals(self, side: Side) -> int:
        """A side may have no king from the start."""
        return 0 if side in self.kingless else 1

    def check(self, rules: PieceRules) -> None:
        """Refuse pieces that do not exist.

        Raises:
            ValueError: no piece has that letter, or ``most`` is negative.
        """
        check_letters("extinction", self.pieces, rules)
        if self.draws and (self.wins or self.pieces):
            raise ValueError(
                "extinction: with draws, all kinds of pieces count together and no side wins: leave out"
                " pieces and wins"
            )
        if self.most < 0:
            raise self.fault("{title}: most must be at least 0, not {most}", most=self.most)
        if self.against < 0:
            raise self.fault("{title}: against must be at least 0, not {against}", against=self.against)
        if self.against and self.draws:
            raise ValueError(
                "extinction: against is how many pieces the winner must have, and draws has none"
            )

    def write(self, draft: Draft) -> None:
        """Write what it is to have too few pieces."""
        reason = EXTINCT if self.pieces or self.most else NO_PIECES
        winner = U(0) if self.draws else MOVER_WINS if self.wins else MOVER_LOSES
        draft.set(BARE, int(reason | winner))
        draft.set(COUNTED, codes_of(draft.rules.kinds[letter] for letter in self.pieces))
        draft.set(MOST, self.most)
        draft.set(AGAINST, self.against)

    def ended(self, rules: PieceRules, reason: str, winner: Side | None, mover: Side) -> Message | None:
        """Which pieces there were too few of."""
        if reason not in (REASONS[int(EXTINCT)], REASONS[int(NO_PIECES)]):
            return None
        if self.most and (winner is None or self.wins):
            return Message("having so few pieces left")
        if not self.pieces:
            return Message("losing the last piece") if self.wins else None
        if len(self.pieces) > 1:
            return None
        kind = rules.pieces[rules.kinds[self.pieces]]
        if self.wins:
            template = "losing the last {piece}" if kind.pawn else "losing the {piece}"
        elif self.most:
            template = "the capture of one {piece}"
        else:
            template = "the capture of the last {piece}" if kind.pawn else "the capture of the {piece}"
        return Message(template, piece=Message(kind.name))

    def decides(self, rules: PieceRules) -> bool:
        """By too few pieces, unless that is a draw."""
        return not self.draws

    def wins_with_little(self, rules: PieceRules) -> bool:
        """One capture may be enough."""
        return True

    def topics(self, rules: PieceRules) -> tuple[Topic, ...]:
        """What it is to have too few pieces."""
        names = [Message(rules.pieces[rules.kinds[letter]].name) for letter in self.pieces]
        if self.against:
            compared = self._compared(names)
            return (Topic("Too few pieces", (compared, *self._boards(rules)), (compared,)),)
        if names and self.most:
            few = Message(
                "A player who has only {number} pieces of one of these kinds has won: {pieces}."
                if self.wins
                else "A player who has only {number} pieces of one of these kinds has lost: {pieces}.",
                number=self.most,
                pieces=listed("{first} or {last}", names),
            )
            return (Topic("Too few pieces", (few, *self._boards(rules)), (few,)),)
        if names:
            gone = Message(
                "A player who has no {piece} left has won."
                if self.wins
                else "A player who has no {piece} left has lost.",
                piece=listed("{first} or {last}", names),
            )
            return (Topic("The last one", (gone, *self._boards(rules)), (gone,)),)
        if self.draws:
            few = Message("The game is drawn when a player has only {number} pieces left.", number=self.most)
            bare = Message("The game is drawn when a player has only one piece left.")
            return (Topic("Too few pieces", (bare if self.most == 1 else few,)),)
        if self.most:
            few = Message(
                "A player who has only {number} pieces left has won."
                if self.wins
                else "A player who has only {number} pieces left has lost.",
                number=self.most,
            )
            if self.most == 1:
                won = "A player who has only one piece left has won."
                few = Message(won if self.wins else "A player who has only one piece left has lost.")
            return (Topic("Too few pieces", (few,), (few,)),)
        won, lost = "A player who has no pieces left has won.", "A player who has no pieces left has lost."
        none = Message(won if self.wins else lost)
        return (Topic("Without pieces", (none,), (none,)),)

    def _compared(self, names: list[Message]) -> Message:
        """What it is to have too few pieces against so many."""
        pieces = listed("{first} or {last}", names) if names else Message("")
        if not names:
            won = (
                "A player who has at most {number} pieces left has won if the opponent has {others} or more."
            )
            lost = (
                "A player who has at most {number} pieces left has lost if the opponent has {others} or more."
            )
            return Message(won if self.wins else lost, number=self.most, others=self.against)
        if not self.most:
            won = "A player who has no {pieces} left has won if the opponent has at least {others}."
            lost = "A player who has no {pieces} left has lost if the opponent has at least {others}."
            return Message(won if self.wins else lost, pieces=pieces, others=self.against)
        won = (
            "A player who has at most {number} pieces of one of these kinds has won if the opponent has at"
            " least {others}: {pieces}."
        )
        lost = (
            "A player who has at most {number} pieces of one of these kinds has lost if the opponent has at"
            " least {others}: {pieces}."
        )
        said = won if self.wins else lost
        return Message(said, number=self.most, others=self.against, pieces=pieces)

    def _boards(self, rules: PieceRules) -> tuple[Message, ...]:
        """That each board counts by itself, where two are played in turn."""
        states = (state for mechanic in getattr(rules, "mechanics", ()) for state in mechanic.state())
        paired = any(isinstance(state, Turn) for state in states)
        return (Message("Each board counts by itself, with the hand for it."),) * paired


@inlined
def over(words: Any, states: Any, ply: Any) -> Any:
    """A side has too few pieces: the one that has moved, or else the mover."""
    if words[BARE] == U(0):
        return ONGOING
    side = states.info[ply, SIDE]
    if has_few(words, states, ply, U(1) - side):
        decided = words[BARE] & (MOVER_WINS | MOVER_LOSES) != U(0)
        return words[BARE] ^ (MOVER_WINS | MOVER_LOSES) if decided else words[BARE]
    return words[BARE] if has_few(words, states, ply, side) else ONGOING


@inlined
def won(words: Any, states: Any, ply: Any) -> Any:
    """Whether a side has too few pieces: the turn ends, and with it the game."""
    if words[BARE] == U(0):
        return False
    return has_few(words, states, ply, U(0)) or has_few(words, states, ply, U(1))


@internal
def has_few(words: Any, states: Any, ply: Any, side: Any) -> Any:
    """Whether a side has too few pieces of a kind that counts."""
    if words[COUNTED] == U(0):
        enough = number(states, ply, U(1) - side) + dropping.held(words, states, ply, U(1) - side)
        own = number(states, ply, side) + dropping.held(words, states, ply, side)
        return own <= words[MOST] and enough >= words[AGAINST]
    missing = words[COUNTED] & SIDES << side
    if words[MOST] | words[AGAINST] | words[dropping.HELD] == U(0):
        for word in range(U(states.bits.shape[2])):
            pieces = states.bits[ply, side, word]
            while pieces != U(0) and missing != U(0):
                site = (word << U(6)) + lowest_bit(pieces)
                pieces &= pieces - U(1)
                missing &= ~(U(1) << U(states.cells[ply, U(0), site]))
        return missing != U(0)
    for board in range(exchanging.boards(words)):
        left = missing
        while left != U(0):
            code = lowest_bit(left)
            left &= left - U(1)
            if of_code(words, states, ply, board, code) > words[MOST]:
                continue
            if words[AGAINST] == U(0) or of_code(words, states, ply, board, code ^ U(1)) >= words[AGAINST]:
                return True
    return False


@internal
def of_code(words: Any, states: Any, ply: Any, board: Any, code: Any) -> Any:
    """How many pieces of a code there are on a board, and in hand for it."""
    side, kind = code & U(1), (code >> U(1)) - U(1)
    found = dropping.held_for(words, states, ply, board, side, kind)
    for word in range(U(states.bits.shape[2])):
        pieces = states.bits[ply, side, word] & exchanging.of_board(words, states, board, word)
        while pieces != U(0):
            site = (word << U(6)) + lowest_bit(pieces)
            pieces &= pieces - U(1)
            found += U(states.cells[ply, U(0), site] == code)
    return found


@internal
def tempting(words: Any, states: Any, ply: Any, move: Any, score: Any) -> Any:
    """To capture the last piece of a kind wins; only where the opponent has lost by it."""
    piece = U(states.cells[ply, U(0), (move >> GOAL_SHIFT) & FIELD_MASK])
    if words[BARE] & MOVER_LOSES == U(0) or (words[COUNTED] >> piece) & U(1) == U(0):
        return score
    board = exchanging.board_to_move(words, states, ply)
    return I(LAST) if of_code(words, states, ply, board, piece) <= words[MOST] + U(1) else score


@internal
def weighed(words: Any, states: Any, ply: Any) -> Any:
    """The fewer pieces of a kind a side can still lose, the worse for it.

    Where a side wins without pieces, material counts against it.
    """
    score = I(0)
    if words[BARE] & MOVER_WINS != U(0) and words[COUNTED] == U(0):
        opening, ending = halves(states.info[ply, BALANCE])
        return -(opening + ending) * BURDEN // I(200)
    codes = words[COUNTED] if words[BARE] & MOVER_LOSES != U(0) else U(0)
    while codes != U(0):
        code = lowest_bit(codes)
        codes &= codes - U(1)
        for board in range(exchanging.boards(words)):
            left = I(of_code(words, states, ply, board, code)) - I(words[MOST])
            danger = I(SCARCE) // max(left, I(1)) if left > I(0) else I(GONE)
            score += danger if code & U(1) == U(1) else -danger
    return score
