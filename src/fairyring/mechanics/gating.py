"""Gating: a piece in hand comes to the square that another piece leaves with its first move."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from fairyring.kernels.base import PieceRules
from fairyring.kernels.compiling import I, U, called, inlined, internal
from fairyring.kernels.contract import SIDE, States
from fairyring.kernels.declared import Gates, Hand, State, marked, set_field, unmark
from fairyring.kernels.law import Draft, Mechanic, hops, slots
from fairyring.kernels.orthodox import codes
from fairyring.kernels.orthodox.attacks import is_in_check
from fairyring.kernels.orthodox.codes import (
    CASTLE,
    FIELD_MASK,
    GOAL_SHIFT,
    PASS,
    TAG_MASK,
    TAG_SHIFT,
    extra_of,
    third_of,
    third_site,
    with_third,
)
from fairyring.kernels.orthodox.edit import put_piece
from fairyring.kernels.orthodox.effects import tried
from fairyring.kernels.orthodox.tables import ROOK_GOAL, ROOK_START
from fairyring.kernels.rules import Change, Topic, Words
from fairyring.mechanics.drop_limits import DropLimits
from fairyring.mechanics.dropping import BECOMES, DROPS, HAND, HELD, KINDS, worth_of_hands
from fairyring.mechanics.no_checks import NoChecks
from fairyring.messages import Message

# GATED: the first field of the set of gates; 0 in a game without. LOOKING: 1 if what comes in may be a
# hurdle over which something royal is attacked.
GATED, LOOKING = slots(2)
IN_HAND = 0.9  # of its value on the board


@dataclass(frozen=True)
class Gating(Mechanic):
    """When a first-rank piece moves for the first time, a piece in hand may enter on the square it leaves.

    The rules are those of Seirawan Chess (2007). In castling the piece goes to the king's or the rook's
    square; it never ends or avoids a check.

    Attributes:
        pieces: the letters of what each side has in hand at the start; empty where another mechanic has
            hands, from which pieces may be dropped, too.
    """

    pieces: str = "EH"
    title: ClassVar[str] = "gating"

    def state(self) -> tuple[State, ...]:
        """The squares that no piece has left; and the hands, unless they are those of another mechanic."""
        own = (Hand(start=self.pieces, black=self.pieces),) if self.pieces else ()
        return (*own, Gates())

    def foresees(self) -> bool:
        """A piece that comes in neither ends a check nor, unless something hops over it, lets one arise."""
        return True

    def check(self, rules: PieceRules) -> None:
        """Refuse pieces that do not exist, and a game without hands, or with hands of two mechanics.

        Raises:
            ValueError: no piece has such a letter, or it is royal; or there is not one hand a side.
        """
        others = [other for other in getattr(rules, "mechanics", ()) if other is not self]
        holders = [other for other in others if any(isinstance(state, Hand) for state in other.state())]
        if bool(self.pieces) == bool(holders):
            raise ValueError(
                Message(
                    "mechanics: {other} and gating both say what is in hand; gating has no pieces of"
                    " its own then",
                    other=Message(holders[0].title),
                )
                if holders
                else "gating: the letters of what is in hand at the start, unless a mechanic has hands"
            )
        for other in others:
            if isinstance(other, NoChecks):
                raise self.fault(
                    "mechanics: {title} and {mechanic} cannot be combined, because {reason} before"
                    " the move is complete",
                    mechanic=Message(other.title),
                    reason=Message(other.asks_early()),
                )
            if other.further:
                raise self.fault(
                    "mechanics: {other} and {title} cannot be combined, because a move has one further"
                    " choice: a square, or a piece that comes in",
                    other=Message(other.title),
                )
        for letter in self.pieces:
            if letter not in rules.kinds or rules.pieces[rules.kinds[letter]].royal:
                raise self.fault(
                    "{title}: no piece that could be in hand has the letter {letter}", letter=repr(letter)
                )

        if not self.pieces and any(isinstance(other, DropLimits) for other in others):
            raise ValueError(
                "mechanics: drop limits and gating cannot be combined, because nothing says whether"
                " the limits are also for pieces that come in behind others"
            )

    def write(self, draft: Draft) -> None:
        """Write where the fields are."""
        hand, gates = Hand(), Gates()
        letters = [piece.letter for piece in draft.rules.pieces]
        draft.set(GATED, draft.layout.field(gates.fields(letters, 1)[0]))
        draft.set(HELD, draft.layout.field(hand.fields(letters, 1)[0]))
        draft.set(KINDS, len(letters))
        mechanics = getattr(draft.rules, "mechanics", ())
        royal = any(type(mechanic).royals for mechanic in mechanics)  # then it may come in as one of them
        draft.set(LOOKING, int(draft.rules.has_checks and (royal or hops(draft.rules))))

    def words(self, rules: Any, states: States, ply: int, move: int, found: Words) -> Words:
        """The piece that comes with a move, and where, if it comes to a castling rook's square.

        Where a piece could come and none does, the last choice is the moving piece alone.
        """
        gated = third_site(move)
        if not gated:
            if not self._open(rules, states, ply, move):
                return found
            alone = rules.letters[int(states.cells[ply, 0, move & int(codes.FIELD_MASK)])].upper()
            return found._replace(choices=(*found.choices, alone))
        letter = rules.pieces[(gated >> 1) - 1].letter
        if not gated & 1:
            return Words(f"{found.text}/{letter}", (*found.choices, letter), f"{found.uci}{letter.lower()}")
        start = rules.board.names[move & int(codes.FIELD_MASK)]
        castling = rules.castlings[move >> int(codes.EXTRA_SHIFT) & int(codes.SITE_MASK)]
        rook = rules.board.names[castling.rook[0]]
        choice = f"{letter}@{rook}"
        return Words(f"{found.text}/{choice}", (*found.choices, choice), f"{rook}{start}{letter.lower()}")

    def _open(self, rules: Any, states: States, ply: int, move: int) -> bool:
        """Whether a piece could come with a legal move."""
        tag = move >> int(codes.TAG_SHIFT) & int(codes.TAG_MASK)
        hand, gates = Hand(), Gates()
        letters = [piece.letter for piece in rules.pieces]
        info, side = states.info[ply].tolist(), int(states.info[ply, int(SIDE)])
        held = rules.layout.field(hand.fields(letters, 1)[side * len(letters)])
        if tag == int(codes.PASS) or not any(info[held : held + len(letters)]):
            return False
        sites = [move & int(codes.FIELD_MASK)]
        if tag == int(codes.CASTLE):
            castling = rules.castlings[move >> int(codes.EXTRA_SHIFT) & int(codes.SITE_MASK)]
            sites.append(castling.rook[0])
            sites = [site for site in sites if site not in (castling.king[1], castling.rook[1])]
        first = rules.layout.field(gates.fields(letters, 1)[0])
        return any(info[first + (site >> 6)] >> (site & 63) & 1 for site in sites)

    def tells(self, rules: PieceRules, change: Change) -> tuple[Message, ...]:
        """Which piece came in."""
        come = [token for token in change.come if token.side is change.side]
        change.come = [token for token in change.come if token.side is not change.side]
        return tuple(
            Message("{piece} comes in on {site}", piece=Message(token.name), site=token.site)
            for token in come
        )

    def topics(self, rules: PieceRules) -> tuple[Topic, ...]:
        """When a piece comes in."""
        castles = bool(getattr(rules, "castlings", ()))
        goes = (Message("In castling, it goes to the square of the king or of the rook."),)
        castling = goes if castles and not rules.has_checks else ()
        text = Message(
            "Each side begins with pieces in hand. When you move a piece of your first rank for the first"
            " time, you may put a piece from your hand on the square that it leaves, as a part of the same"
            " move. In castling, it goes to the square of the king or of the rook. It cannot end or avoid a"
            " check."
            if rules.has_checks
            else "Each side begins with pieces in hand. When you move a piece of your first rank for the"
            " first time, you may put a piece from your hand on the square that it leaves, as a part of the"
            " same move."
        )
        lost = Message(
            "A square from which a piece has moved, or on which it was captured, is closed for good. A piece"
            " that is captured does not come back."
        )
        written = Message(
            "The piece is written behind the move: b1-c3/H, and e1-g1/H@h1 for the rook's square in"
            " castling. In a position, the castling rights are followed by the letters of the files on"
            " which a piece may still come in, except where a castling right says so already."
            if castles or rules.has_checks
            else "The piece is written behind the move: b1-c3/H. In a position, the letters of the files on"
            " which a piece may still come in stand in the field of castling rights."
        )
        if not self.pieces:
            return (Topic("Pieces that come in", (self._from_hands(rules), *castling, written)),)
        return (Topic("Pieces that come in", (text, *castling, lost, written)),)

    @staticmethod
    def _from_hands(rules: PieceRules) -> Message:
        """The same where pieces come to hand and are dropped, too."""
        return Message(
            "When you move a piece of your first rank for the first time, you may also put a piece from your"
            " hand on the square that it leaves, as a part of the same move, if you could drop it there. In"
            " castling, it goes to the square of the king or of the rook. It cannot end or avoid a check. A"
            " square from which a piece has moved, or on which it was captured, is closed for good."
            if rules.has_checks
            else "When you move a piece of your first rank for the first time, you may also put a piece from"
            " your hand on the square that it leaves, as a part of the same move, if you could drop it there."
            " A square from which a piece has moved, or on which it was captured, is closed for good."
        )


@inlined
def removed(words: Any, states: Any, ply: Any, site: Any) -> None:
    """A piece has left the site: it is closed."""
    unmark(states, ply, words[GATED], site)


@inlined
def held(words: Any, states: Any, ply: Any, side: Any) -> Any:
    """How many kinds of pieces a side has in hand."""
    number = U(0)
    for kind in range(words[KINDS]):
        number += U(states.info[ply, words[HELD] + side * words[KINDS] + kind] != U(0))
    return number


@internal
def arrived(words: Any, tables: Any, states: Any, ply: Any, move: Any) -> None:
    """A piece comes in; with the last one, if no more come to hand, all squares of its side are closed."""
    gated = third_of(move)
    if gated == U(0):
        return
    side = states.info[ply, SIDE]
    kind = (gated >> U(1)) - U(1)
    site = move & FIELD_MASK
    if gated & U(1) != U(0):
        site = tables.ways.castlings[extra_of(move), ROOK_START]
    put_piece(tables, states, ply, site, U(2) * (kind + U(1)) + side)
    field = words[HELD] + side * words[KINDS] + kind
    set_field(states, ply, field, states.info[ply, field] - U(1))
    if held(words, states, ply, side) == U(0) and words[BECOMES] == U(0):
        for word in range(U(states.bits.shape[2])):
            gates = states.info[ply, words[GATED] + word]
            set_field(states, ply, words[GATED] + word, gates & ~states.bits[ply, side, word])


@inlined
def may_come(words: Any, states: Any, ply: Any, side: Any, kind: Any, site: Any) -> Any:
    """Whether a side has a piece of a kind in hand that may come to a site: where it could be dropped."""
    place = side * words[KINDS] + kind
    if states.info[ply, words[HELD] + place] == U(0):
        return False
    if words[HAND] == U(0):
        return True
    row = words[DROPS] + place * U(states.bits.shape[2])
    return (words[row + (site >> U(6))] >> (site & U(63))) & U(1) != U(0)


@inlined
def gates_of(words: Any, tables: Any, states: Any, ply: Any, move: Any) -> Any:
    """Whether a piece may come in where a move starts, and (in castling) where its rook does: two bits."""
    if (move >> TAG_SHIFT) & TAG_MASK == PASS:  # the king stays where it is
        return U(0)
    start, goal = move & FIELD_MASK, (move >> GOAL_SHIFT) & FIELD_MASK
    found = U(marked(states, ply, words[GATED], start))
    if (move >> TAG_SHIFT) & TAG_MASK == CASTLE:
        castling = tables.ways.castlings[extra_of(move)]
        found &= U(castling[ROOK_GOAL] != start)
        gone = castling[ROOK_START] != goal and castling[ROOK_START] != castling[ROOK_GOAL]
        found |= U(gone and marked(states, ply, words[GATED], castling[ROOK_START])) << U(1)
    return found


@called
def endangers(tables: Any, states: Any, ply: Any, move: Any) -> Any:
    """Whether the mover is in check after a move with which a piece comes in."""
    return is_in_check(tables, states, tried(tables, states, ply, move), states.info[ply, SIDE])


@internal
def completed(words: Any, tables: Any, states: Any, ply: Any, moves: Any, begin: Any, n: Any) -> Any:
    """The moves, and after them those with which a piece comes in."""
    side = states.info[ply, SIDE]
    if held(words, states, ply, side) == U(0):
        return n
    end = n
    for i in range(begin, n):
        gates = gates_of(words, tables, states, ply, moves[i])
        for rook in range(U(2)):
            if (gates >> rook) & U(1) == U(0):
                continue
            site = moves[i] & FIELD_MASK
            if rook != U(0):
                site = tables.ways.castlings[extra_of(moves[i]), ROOK_START]
            for kind in range(words[KINDS]):
                if may_come(words, states, ply, side, kind, site):
                    moves[end] = with_third(moves[i], (kind + U(1)) << U(1) | rook)
                    if words[LOOKING] == U(0) or not endangers(tables, states, ply, moves[end]):
                        end += U(1)
    return end


@internal
def choices(words: Any, tables: Any, states: Any, ply: Any, moves: Any, begin: Any, end: Any) -> Any:
    """How many moves `completed` adds."""
    if words[HAND] | words[LOOKING] != U(
        0
    ):  # not every piece may come everywhere; what is listed behind the moves is scratch
        return U(completed(words, tables, states, ply, moves, begin, end)) - end
    kinds = held(words, states, ply, states.info[ply, SIDE])
    number = U(0)
    if kinds != U(0):
        for i in range(begin, end):
            gates = gates_of(words, tables, states, ply, moves[i])
            number += (gates & U(1)) + (gates >> U(1))
    return number * kinds


@inlined
def weighed(words: Any, tables: Any, states: Any, ply: Any) -> Any:
    """White's hand less Black's."""
    value = worth_of_hands(tables, states, ply, words[HELD], words[KINDS])
    return value * I(round(100 * IN_HAND)) // I(100)
