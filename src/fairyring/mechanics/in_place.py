"""Promotion in place: pawns promote where they stand, as in Sittuyin, the chess of Myanmar."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, ClassVar

from fairyring.board import Side
from fairyring.board.graph import SquareName
from fairyring.kernels.base import PieceRules
from fairyring.kernels.compiling import U, called, inlined, internal, lowest_bit, popcount
from fairyring.kernels.contract import ONGOING, SIDE, STALEMATE
from fairyring.kernels.law import Draft, Mechanic, check_letters, check_squares, letters_in, slots
from fairyring.kernels.orthodox.attacks import is_in_check
from fairyring.kernels.orthodox.codes import PLAIN, SITE_MASK, encode
from fairyring.kernels.orthodox.effects import tried
from fairyring.kernels.orthodox.generate import unsafe
from fairyring.kernels.orthodox.tables import PAWNS
from fairyring.kernels.rules import Topic
from fairyring.mechanics.counting import of_kind, pawns
from fairyring.mechanics.drop_limits import escapes
from fairyring.messages import Message
from fairyring.pieces import Piece

# ZONES: where White's and Black's pawns promote, as words; 0 in a game without. BECOMES: the number of the
# kind that they become, from 1.
ZONES, BECOMES = slots(2)


@dataclass(frozen=True)
class InPlace(Mechanic):
    """Instead of moving, a pawn on certain squares, or the last of its side, becomes another piece.

    It does so where it stands, or on an empty square to which that piece could move at once; only while its
    side has no such piece, and not if that attacks an enemy piece or gives check. A player with a king and a
    pawn who could do nothing else need not, and the game is drawn. The rule is that of Fairy-Stockfish.

    Attributes:
        piece: the letter of what pawns become.
        squares: the names of the squares on which White's pawns promote.
        black: the names of those for Black's pawns.
    """

    piece: str
    squares: Sequence[SquareName]
    black: Sequence[SquareName]
    title: ClassVar[str] = "promotion in place"

    def foresees(self) -> bool:
        """It looks at what the new piece attacks."""
        return True

    def asks_early(self) -> str:
        """Whether the new piece gives check."""
        return "promotions in place that give check are forbidden"

    def one_royal(self) -> str:
        """A game is drawn if the only king cannot move."""
        return "a player with one king and one pawn may be stalemated"

    def check(self, rules: PieceRules) -> None:
        """Refuse what does not exist, and pieces that do not leap.

        Raises:
            ValueError: there is no such piece or square, or the piece moves over others.
        """
        check_letters(self.title, [self.piece], rules)
        piece, sites = self._piece(rules), range(len(rules.board))
        ways = [way for site in sites for way in piece.ways(rules.board, site, Side.WHITE)]
        if any(way.through or way.hurdle for way in ways):
            raise self.fault(
                "{title}: the {piece} can be blocked, and pawns can become only leapers this way",
                piece=Message(piece.name),
            )
        check_squares(self.title, (*self.squares, *self.black), rules)
        self._check_own_moves(rules)

    def _check_own_moves(self, rules: Any) -> None:
        """Refuse a pawn that becomes the piece by a move of its own to where it also goes in becoming it.

        Raises:
            ValueError: there is one; both would be the same move.
        """
        pawns = [each for each in rules.pieces if each.pawn]
        for pawn, side, start in product(pawns, Side, range(len(rules.board))):
            goals = {way.goal for way in pawn.ways(rules.board, start, side) if way.move}
            steps = {way.goal for way in self._piece(rules).ways(rules.board, start, side)}
            for goal in sorted(goals & steps):
                if self.piece in self._own(rules, pawn, side, start, goal):
                    raise self.fault(
                        "{title}: a {pawn} that moves from {start} to {goal} becomes a {piece} by its own"
                        " promotion, too; that one must be to other pieces",
                        pawn=Message(pawn.name),
                        piece=Message(self._piece(rules).name),
                        start=rules.board.names[start],
                        goal=rules.board.names[goal],
                    )

    @staticmethod
    def _own(rules: Any, pawn: Piece, side: Side, start: int, goal: int) -> Sequence[str]:
        """The letters of what a side's pawn becomes by a move of its own."""
        if rules.promoter:
            letters: Sequence[str] = rules.promoter.promotes_to(rules, pawn.letter, side, start, goal)
            return letters
        return letters_in(rules.promoting(side)) if rules.far(rules.board, goal, side) else ()

    def _piece(self, rules: PieceRules) -> Piece:
        return rules.pieces[rules.kinds[self.piece]]

    def beyond(self, rules: PieceRules) -> Iterable[tuple[int, int, int]]:
        """The promotions: where a pawn stands, or by a move of the piece that it becomes."""
        kind = rules.kinds[self.piece]
        for site in range(len(rules.board)):
            yield site, site, kind + 1
            for side in Side:
                ways = rules.pieces[kind].ways(rules.board, site, side)
                yield from ((site, way.goal, kind + 1) for way in ways)

    def write(self, draft: Draft) -> None:
        """Write the squares and the piece."""
        numbers = draft.rules.board.numbers
        words = [draft.site_words(numbers[name] for name in names) for names in (self.squares, self.black)]
        draft.append(ZONES, [word for own in words for word in own])
        draft.set(BECOMES, draft.rules.kinds[self.piece] + 1)

    def topics(self, rules: PieceRules) -> tuple[Topic, ...]:
        """When a pawn promotes, and how."""
        piece = Message(rules.pieces[rules.kinds[self.piece]].name)
        return (
            Topic(
                "Promotion",
                (
                    Message(
                        "In place of a move, a pawn may become a {piece} while its side has none: on these"
                        " squares, or anywhere if it is its side's only pawn. White: {white}. Black:"
                        " {black}.",
                        piece=piece,
                        white=", ".join(self.squares),
                        black=", ".join(self.black),
                    ),
                    Message(
                        "It does so where it stands, or on an empty square to which a {piece} could move"
                        " from there. By doing so it may not attack an enemy piece, and the other king may"
                        " not come into check.",
                        piece=piece,
                    ),
                    Message(
                        "If a player who has only a king and a pawn could do nothing else, it is stalemate."
                    ),
                    Message("A promotion adds = and the letter of the new piece to the move."),
                ),
            ),
        )


@called
def generated(words: Any, tables: Any, states: Any, ply: Any, moves: Any, n: Any) -> Any:
    """Append the mover's promotions."""
    side, size = states.info[ply, SIDE], U(states.bits.shape[2])
    if of_kind(states, ply, side, words[BECOMES] - U(1)) != U(0):
        return n
    number = U(0)
    for word in range(size):
        number += popcount(states.bits[ply, PAWNS, word] & states.bits[ply, side, word])
    code = words[BECOMES] << U(1) | side
    for word in range(size):
        own = states.bits[ply, PAWNS, word] & states.bits[ply, side, word]
        if number > U(1):
            own &= words[words[ZONES] + side * size + word]
        while own != U(0):
            start = (word << U(6)) + lowest_bit(own)
            own &= own - U(1)
            n = U(become(words, tables, states, ply, start, start, moves, n))
            at = code * U(states.cells.shape[2]) + start
            for i in range(U(tables.ways.ray_start[at]), U(tables.ways.ray_start[at + U(1)])):
                goal = U(tables.ways.rays[i]) & SITE_MASK
                if states.cells[ply, U(0), goal] == 0:
                    n = U(become(words, tables, states, ply, start, goal, moves, n))
    return n


@internal
def become(words: Any, tables: Any, states: Any, ply: Any, start: Any, goal: Any, moves: Any, n: Any) -> Any:
    """Append the promotion of a pawn by a move to a goal, if it is legal."""
    side = states.info[ply, SIDE]
    at = (words[BECOMES] << U(1) | side) * U(states.cells.shape[2]) + goal
    for i in range(U(tables.ways.ray_start[at]), U(tables.ways.ray_start[at + U(1)])):
        other = U(states.cells[ply, U(0), U(tables.ways.rays[i]) & SITE_MASK])
        if other != U(0) and other & U(1) != side:
            return n
    move = encode(start, goal, words[BECOMES], PLAIN, U(0))
    if unsafe(tables, states, ply, move):
        return n
    if is_in_check(tables, states, tried(tables, states, ply, move), U(1) - side):
        return n
    moves[n] = move
    return n + U(1)


@inlined
def ended(tables: Any, states: Any, ply: Any) -> Any:
    """A king and a pawn that can only promote."""
    side = states.info[ply, SIDE]
    number = U(0)
    for word in range(U(states.bits.shape[2])):
        number += popcount(states.bits[ply, side, word])
    if number != U(2) or pawns(states, ply) == U(0) or is_in_check(tables, states, ply, side):
        return ONGOING
    own = U(0)
    for word in range(U(states.bits.shape[2])):
        own += popcount(states.bits[ply, side, word] & states.bits[ply, PAWNS, word])
    return ONGOING if own != U(1) or escapes(tables.ways, states, ply, side) else STALEMATE
