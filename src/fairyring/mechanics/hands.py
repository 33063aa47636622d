"""Hands: captured pieces change sides, and are dropped on empty squares in place of a move."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from fairyring.board import Side
from fairyring.errors import shown
from fairyring.kernels.base import PieceRules
from fairyring.kernels.compiling import I, U, inlined, internal, lowest_bit, popcount
from fairyring.kernels.contract import SIDE
from fairyring.kernels.declared import Hand, Mark, State, marked, set_field, set_mark
from fairyring.kernels.law import Draft, Mechanic, slots
from fairyring.kernels.orthodox.attacks import occupied
from fairyring.kernels.orthodox.codes import (
    BYTE_MASK,
    DROP,
    PROMOTION_SHIFT,
    ROYAL,
    TAG_MASK,
    TAG_SHIFT,
    encode,
)
from fairyring.kernels.orthodox.tables import BLOCKS, LINE
from fairyring.kernels.orthodox.worth import PLAIN
from fairyring.kernels.rules import Topic
from fairyring.mechanics import drop_limits
from fairyring.messages import Message

# HAND: the first field of the hands; 0 in a game without. KINDS: how many kinds of pieces there are.
# PROMOTED: the first field of the mark, 0 without. PAWN: the kind that a captured marked piece becomes.
# DROPS: for each side and kind, the sites where such a piece may be dropped. BECOMES: what each is in hand.
HAND, KINDS, PROMOTED, PAWN, DROPS, BECOMES = slots(6)
PAWNS = (
    "A pawn is not dropped on a first or last rank. A pawn dropped on its second rank may make its double"
    " step. A promoted piece becomes a pawn again when it is captured."
)
PLAIN_PAWNS = (
    "A pawn is not dropped on a first or last rank. A promoted piece becomes a pawn again when it is"
    " captured."
)
IN_HAND = 1.1  # of its value on the board: a piece in hand can go anywhere


@dataclass(frozen=True)
class Hands(Mechanic):
    """A captured piece goes to the hand of the player who captured it, and can be dropped.

    A promoted piece goes there as a pawn, or as ``becomes`` says. Pawns are never dropped on a first or last
    rank, and no piece where it could never move.

    Attributes:
        becomes: for the letter of each kind that a promotion leads to, the letter of what it is in hand. If
            any are given, no piece is marked as promoted.
    """

    becomes: Mapping[str, str] = field(default_factory=dict)

    title: ClassVar[str] = "hands"
    fate: ClassVar[bool] = True

    def rides(self) -> bool:
        """Riders go to hand, and drops go to the ground."""
        return True

    def pilots(self) -> bool:
        """Riders come to hand and are dropped on backs; big pieces leave the game."""
        return True

    def state(self) -> tuple[State, ...]:
        """The hands, and which pieces are promoted."""
        return (Hand(),) if self.becomes else (Hand(), Mark("promoted", "~"))

    def check(self, rules: PieceRules) -> None:
        """Refuse pieces that do not exist.

        Raises:
            ValueError: there is no such piece, or it is royal.
        """
        for letter in (*self.becomes, *self.becomes.values()):
            if letter not in rules.kinds:
                raise ValueError(f"hands: no piece has the letter {shown(letter)}")
            if rules.pieces[rules.kinds[letter]].royal:
                raise ValueError(f"hands: the {rules.pieces[rules.kinds[letter]].name} is royal")

    def write(self, draft: Draft) -> None:
        """Write the hands' fields, and where each kind may be dropped."""
        rules, board = draft.rules, draft.rules.board
        letters = [piece.letter for piece in rules.pieces]
        draft.set(HAND, draft.layout.field(Hand().fields(letters, 0)[0]))
        draft.set(KINDS, len(letters))
        if not self.becomes:
            draft.set(PROMOTED, draft.layout.field("promoted 0"))
        draft.append(BECOMES, [rules.kinds[self.becomes.get(letter, letter)] for letter in letters])
        draft.set(PAWN, next((kind for kind, piece in enumerate(rules.pieces) if piece.pawn), 0))
        words: list[int] = []
        for side in Side:
            for piece in rules.pieces:
                words += draft.site_words(
                    site
                    for site in range(len(board))
                    if not piece.royal
                    and rules.droppable(piece, site, side)
                    and any(piece.ways(board, site, side))
                )
        draft.append(DROPS, words)

    def topics(self, rules: PieceRules) -> tuple[Topic, ...]:
        """Captures to hand, and drops."""
        paragraphs = [
            Message(
                "A piece that you capture changes sides and goes to your hand. In place of a move, you may"
                " drop a piece from your hand on any empty square, with check or mate, too."
            )
        ]
        if any(piece.pawn for piece in rules.pieces):
            paragraphs.append(Message(PAWNS if rules.steps_twice else PLAIN_PAWNS))
        if self.becomes:
            paragraphs.append(
                Message(
                    "A promoted piece goes to hand as what it was before, and a piece is not dropped where it"
                    " could never move. A drop is written with the letter of the piece, an at sign and the"
                    " square; in a position, the hands stand in square brackets behind the board."
                )
            )
            return (Topic("Pieces in hand", tuple(paragraphs)),)
        paragraphs.append(
            Message(
                "A drop is written with the letter of the piece, an at sign and the square: N@f3. In a"
                " position, the hands stand in square brackets behind the board, and a promoted piece has a"
                " tilde behind its letter."
            )
        )
        return (Topic("Pieces in hand", tuple(paragraphs)),)


@inlined
def carried(words: Any, states: Any, ply: Any, start: Any) -> Any:
    """1 if the piece that leaves is promoted."""
    return U(words[PROMOTED] != U(0) and marked(states, ply, words[PROMOTED], start))


@inlined
def removed(words: Any, states: Any, ply: Any, site: Any) -> None:
    """A piece has left the site, and its mark with it."""
    if words[PROMOTED] != U(0) and marked(states, ply, words[PROMOTED], site):
        set_mark(states, ply, words[PROMOTED], site, False)


@inlined
def landed(words: Any, states: Any, ply: Any, site: Any, load: Any) -> None:
    """A promoted piece is marked where it is now."""
    if words[PROMOTED] != U(0) and load & U(1) != U(0):
        set_mark(states, ply, words[PROMOTED], site, True)


@inlined
def _has_hand(words: Any, piece: Any) -> Any:
    """Whether a piece can go to hand: kinds that are not among the rules' have codes behind theirs."""
    return U(piece) >> U(1) <= words[KINDS]


@inlined
def lost(words: Any, tables: Any, states: Any, ply: Any, site: Any, piece: Any) -> None:
    """The piece on the site goes to the hand of the other side, an exploded one too."""
    if words[HAND] != U(0) and tables.ways.kinds[piece] != ROYAL and _has_hand(words, piece):
        kind = words[words[BECOMES] + (piece >> U(1)) - U(1)]
        if words[PROMOTED] != U(0) and marked(states, ply, words[PROMOTED], site):
            kind = words[PAWN]
        field = words[HAND] + (U(1) - (piece & U(1))) * words[KINDS] + kind
        set_field(states, ply, field, states.info[ply, field] + U(1))


@inlined
def became(words: Any, states: Any, ply: Any, site: Any) -> None:
    """A pawn that promotes is marked, if it can come to hand."""
    if words[PROMOTED] != U(0) and _has_hand(words, states.cells[ply, U(0), site]):
        set_mark(states, ply, words[PROMOTED], site, True)


@inlined
def arrived(words: Any, states: Any, ply: Any, move: Any) -> None:
    """A dropped piece leaves the hand."""
    if words[HAND] != U(0) and (move >> TAG_SHIFT) & TAG_MASK == DROP:
        kind = ((move >> PROMOTION_SHIFT) & BYTE_MASK) - U(1)
        field = words[HAND] + states.info[ply, SIDE] * words[KINDS] + kind
        set_field(states, ply, field, states.info[ply, field] - U(1))


@internal
def drops(words: Any, tables: Any, states: Any, ply: Any, checks: Any, moves: Any, n: Any) -> Any:
    """Append the mover's drops: in check, those that end it."""
    side = states.info[ply, SIDE]
    size = U(states.bits.shape[2])
    for kind in range(words[KINDS]):
        place = side * words[KINDS] + kind
        if states.info[ply, words[HAND] + place] == U(0):
            continue
        limited = drop_limits.barred(words, tables, states, ply, side, kind)
        for word in range(size):
            free = words[words[DROPS] + place * size + word]
            free &= ~occupied(states, ply, word)
            if limited:
                free &= ~states.bits[ply, LINE, word]
            if checks != U(0):
                free &= states.bits[ply, BLOCKS, word]
            while free != U(0):
                site = (word << U(6)) + lowest_bit(free)
                free &= free - U(1)
                moves[n] = encode(site, site, kind + U(1), DROP, U(0))
                n += U(1)
    return n


@inlined
def bulk(words: Any, tables: Any, states: Any, ply: Any) -> Any:
    """The number of drops of a mover that is not in check."""
    total = U(0)
    side = states.info[ply, SIDE]
    size = U(states.bits.shape[2])
    for kind in range(words[KINDS]):
        place = side * words[KINDS] + kind
        if states.info[ply, words[HAND] + place] != U(0):
            limited = drop_limits.barred(words, tables, states, ply, side, kind)
            for word in range(size):
                free = words[words[DROPS] + place * size + word] & ~occupied(states, ply, word)
                if limited:
                    free &= ~states.bits[ply, LINE, word]
                total += popcount(free)
    return total


@inlined
def held_of(words: Any, states: Any, ply: Any, side: Any, kind: Any) -> Any:
    """How many pieces of a kind a side has in hand; none in a game without hands."""
    if words[HAND] == U(0):
        return U(0)
    return states.info[ply, words[HAND] + side * words[KINDS] + kind]


@inlined
def held(words: Any, states: Any, ply: Any, side: Any) -> Any:
    """How many pieces a side has in hand."""
    found = U(0)
    for kind in range(words[KINDS]):
        found += held_of(words, states, ply, side, kind)
    return found


@inlined
def weighed(words: Any, tables: Any, states: Any, ply: Any) -> Any:
    """White's hand less Black's."""
    value = worth_of_hands(tables, states, ply, words[HAND], words[KINDS])
    return value * I(round(100 * IN_HAND)) // I(100)


@inlined
def worth_of_hands(tables: Any, states: Any, ply: Any, first: Any, kinds: Any) -> Any:
    """What the pieces in White's hand would be worth on the board, less those in Black's.

    ``first`` is the first field of the hands, and ``kinds`` the number of kinds of pieces.
    """
    score = I(0)
    for side in range(U(2)):
        for kind in range(kinds):
            number = I(states.info[ply, first + side * kinds + kind])
            value = I(tables.worth.pieces[U(2) * (kind + U(1)) + side, PLAIN])
            score += (I(1) - I(2) * I(side)) * number * value
    return score
