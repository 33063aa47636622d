"""Castling rules: castlings that win, and castlings that the opponent may not make on the same wing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from fairyring.board import Side
from fairyring.errors import shown
from fairyring.kernels.base import PieceRules
from fairyring.kernels.compiling import U, inlined, internal
from fairyring.kernels.contract import CASTLED, MOVER_LOSES, MOVER_WINS, ONGOING, SIDE
from fairyring.kernels.law import Draft, Mechanic, slots
from fairyring.kernels.orthodox.codes import CASTLE, TAG_MASK, TAG_SHIFT, extra_of
from fairyring.kernels.orthodox.tables import (
    CASTLER,
    HOME,
    KING,
    KING_START,
    RIGHT,
    RIGHTS,
    Castling,
    rights_of,
)
from fairyring.kernels.rules import Topic
from fairyring.messages import Message

# WINGS: for each castling, the file that its king goes to; 0 in a game that does not take any. WINS: the
# castlings that win, their number and then ROW words each; 0 in a game without.
WINGS, WINS = slots(2)
WINNING = {
    Side.WHITE: "White wins by castling from {start} to {goal}, and loses once it can never do so.",
    Side.BLACK: "Black wins by castling from {start} to {goal}, and loses once it can never do so.",
}
ROW = U(4)  # side, right, the king's goal and the rook's


def castlings_of(rules: PieceRules) -> tuple[Castling, ...]:
    """The castlings of a game."""
    found: tuple[Castling, ...] = getattr(rules, "castlings", ())
    return found


@dataclass(frozen=True)
class OppositeCastling(Mechanic):
    """Once a side has castled, the other side may not castle on the same side of the board."""

    title: ClassVar[str] = "opposite castling"

    def usual_captures(self) -> str:
        """It asks whether a move castles."""
        return ""

    def rides(self) -> bool:
        """Only castlings count."""
        return True

    def check(self, rules: PieceRules) -> None:
        """Refuse a game without castlings.

        Raises:
            ValueError: there is none.
        """
        if not castlings_of(rules):
            raise ValueError("opposite castling: there are no castlings")

    def write(self, draft: Draft) -> None:
        """Write where kings go."""
        places = draft.rules.board.places
        draft.append(WINGS, [places[castling.king[1]][0].x for castling in castlings_of(draft.rules)])

    def topics(self, rules: PieceRules) -> tuple[Topic, ...]:
        """What it does."""
        text = "When a player has castled, the opponent may no longer castle on the same wing."
        return (Topic("Opposite castling", (text,)),)


@dataclass(frozen=True)
class CastlingWins(Mechanic):
    """A side wins by a certain castling, and loses when it can never make it again.

    Attributes:
        letters: the letters of these castlings, at most one of a side.
    """

    letters: str = "Qq"
    title: ClassVar[str] = "castling wins"

    def usual_captures(self) -> str:
        """It asks whether a move castles."""
        return ""

    def check(self, rules: PieceRules) -> None:
        """Refuse castlings that do not exist, or that the king could also reach by a step.

        Raises:
            ValueError: there is such a castling, or a side has two of them.
        """
        castlings = {castling.letter: castling for castling in castlings_of(rules)}
        if not self.letters:
            raise ValueError("castling wins: the letter of at least one castling")
        for letter in self.letters:
            if letter not in castlings or castlings[letter].anywhere:
                raise self.fault(
                    "{title}: there is no castling {letter} on certain squares", letter=shown(letter)
                )
        sides = [castlings[letter].side for letter in self.letters]
        if len(set(sides)) < len(sides):
            raise ValueError("castling wins: at most one castling for each side, not two")
        for other in getattr(rules, "mechanics", ()):
            if other.castlers(rules):
                raise self.fault(
                    "mechanics: {other} and {title} cannot be combined, because nobody can castle before king"
                    " and rook are on the board, and a player who can never castle has lost",
                    other=Message(other.title),
                )
        royal = [piece for piece in rules.pieces if piece.royal]
        if not royal:
            raise ValueError("castling wins: there is no royal piece that could castle")
        for letter in self.letters:
            start, goal = castlings[letter].king
            if any(way.goal == goal for way in royal[0].ways(rules.board, start, castlings[letter].side)):
                raise self.fault(
                    "{title}: the {piece} reaches its goal by a plain move, too", piece=Message(royal[0].name)
                )

    def write(self, draft: Draft) -> None:
        """Write the castlings."""
        castlings = castlings_of(draft.rules)
        rights = rights_of(castlings)
        rows = [
            (castling.side.number, rights[castling.letter], castling.king[1], castling.rook[1])
            for castling in castlings
            if castling.letter in self.letters
        ]
        draft.append(WINS, [len(rows), *(word for row in rows for word in row)])

    def decides(self, rules: PieceRules) -> bool:
        """By that castling."""
        return True

    def topics(self, rules: PieceRules) -> tuple[Topic, ...]:
        """What wins."""
        names = rules.board.names
        own = [castling for castling in castlings_of(rules) if castling.letter in self.letters]
        wins = tuple(
            Message(WINNING[each.side], start=names[each.king[0]], goal=names[each.king[1]]) for each in own
        )
        lost = (
            "It is no longer possible once the king or that rook has moved, or the rook has been captured."
            " If a move does that to both sides, the player who made it has lost."
        )
        return (Topic("Castling wins", (*wins, lost), wins),)


@inlined
def arrived(words: Any, tables: Any, states: Any, ply: Any, move: Any, kept: Any) -> Any:
    """The rights that remain: a castling takes those on the same wing from the other side."""
    if words[WINGS] == U(0) or (move >> TAG_SHIFT) & TAG_MASK != CASTLE:
        return kept
    return kept & ~opposite(words, tables.ways.castlings, states, ply, extra_of(move))


@internal
def opposite(words: Any, castlings: Any, states: Any, ply: Any, made: Any) -> Any:
    """The other side's rights on the wing of a castling.

    Where games start from many arrays, it depends on the king's square which wing a rook is on.
    """
    found = U(0)
    for number in range(U(castlings.shape[0])):
        king = U(states.cells[ply, U(0), castlings[number, KING_START]])
        wing = words[words[WINGS] + number] == words[words[WINGS] + made]
        there = castlings[number, HOME] == U(0) or castlings[number, HOME] == king
        if wing and there and castlings[number, CASTLER] != states.info[ply, SIDE]:
            found |= U(1) << castlings[number, RIGHT]
    return found


@inlined
def over(words: Any, states: Any, ply: Any) -> Any:
    """A side has castled, or can no longer do so: first the side that has moved."""
    if words[WINS] == U(0):
        return ONGOING
    side = states.info[ply, SIDE]
    code = decided(words, states, ply, U(1) - side)
    if code != ONGOING:
        return code ^ (MOVER_WINS | MOVER_LOSES)
    return decided(words, states, ply, side)


@internal
def decided(words: Any, states: Any, ply: Any, side: Any) -> Any:
    """Whether a side, as if it were the mover, has won or lost by its castling.

    Where the right is gone, the board says why: as the king cannot go to its goal in one step otherwise, and
    the game ends with the right, a king and a rook on their goals have castled.
    """
    for row in range(words[words[WINS]]):
        at = words[WINS] + U(1) + row * ROW
        if words[at] != side or (states.info[ply, RIGHTS] >> words[at + U(1)]) & U(1) != U(0):
            continue
        rook = U(states.cells[ply, U(0), words[at + U(3)]])
        king = states.info[ply, KING + side] == words[at + U(2)]
        castled = king and rook != U(0) and rook & U(1) == side
        return CASTLED | (MOVER_WINS if castled else MOVER_LOSES)
    return ONGOING
