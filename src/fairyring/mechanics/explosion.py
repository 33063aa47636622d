"""Explosion: a capture removes the pieces around it, and those that made and suffered it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from fairyring.board import HEXAGONS, HOLE, LEVELS, Board, Side
from fairyring.kernels.base import PieceRules
from fairyring.kernels.compiling import I, U, inlined, internal, lowest_bit
from fairyring.kernels.contract import EXPLODED, MOVER_LOSES, ONGOING, SIDE
from fairyring.kernels.law import Draft, Mechanic, check_letters, codes_of, slots
from fairyring.kernels.orthodox.codes import (
    BLOCKER,
    FIELD_MASK,
    GOAL_SHIFT,
    LOCUST,
    ROYAL,
    TAG_MASK,
    TAG_SHIFT,
    captures,
    extra_of,
)
from fairyring.kernels.orthodox.edit import take_away
from fairyring.kernels.orthodox.tables import KING, NOWHERE
from fairyring.kernels.orthodox.worth import PLAIN
from fairyring.kernels.rules import Change, Topic
from fairyring.mechanics import royals
from fairyring.mechanics.royals import KINDS, Royals, fewer, touched
from fairyring.messages import Message, joined, listed
from fairyring.pieces import Piece, betza

# BLAST: for each place, the places around it; 0 in a game without explosions. SPARED: the codes of pieces
# that explode only when they capture or are captured, a bit each. IMMUNE: those of pieces that do not explode
# when they capture. KINGS: those of royal pieces; a side whose king has exploded has lost.
BLAST, SPARED, IMMUNE, KINGS = slots(4)
KING_GONE = 20_000  # in `tempting`, more than any other piece


@dataclass(frozen=True)
class Explosion(Mechanic):
    """A capture explodes: it removes both pieces and all those around them that are not spared.

    A king that touches the other king is not in check, for a capture would explode both.

    Attributes:
        spares: the letters of the pieces that stay when something explodes beside them; None for pawns.
        immune: the letters of the pieces that stay then, too, and even when they make the capture.
    """

    spares: str | None = None
    immune: str = ""
    title: ClassVar[str] = "explosion"

    def usual_captures(self) -> str:
        """An explosion is around the goal, wherever the captured piece was."""
        return ""

    def rides(self) -> bool:
        """Explosions reach both levels."""
        return True

    def hides(self) -> bool:
        """No capture may explode a king of its own side, so it does not matter which one is the True King."""
        return True

    def fewest_royals(self, side: Side) -> int:
        """A king may have exploded."""
        return 0

    def set_kings(self) -> str:
        """A king that is on no square has exploded."""
        return "a king that is not on the board has exploded"

    def check(self, rules: PieceRules) -> None:
        """Refuse spared pieces that do not exist, and immune ones that are royal or have riders.

        Raises:
            ValueError: the game has one of these; or it has several royal pieces, and a row could not show
                later that one of them has exploded.
        """
        several = next((each for each in getattr(rules, "mechanics", ()) if isinstance(each, Royals)), None)
        if several:
            if any(piece.royal for piece in rules.pieces):
                raise ValueError(
                    "explosion: where royals are beside the king, it is one of them, too: declare it without"
                    " `royal`"
                )
            if several.most is None or several.together or several.alike:
                raise ValueError(
                    "explosion: of royals, `most` says how many of each kind a side must keep, so that it has"
                    " lost when one of them has exploded; they are neither `together` nor `alike`"
                )
        check_letters(self.title, (self.spares or "") + self.immune, rules)
        for letter in self.immune:
            if rules.pieces[rules.kinds[letter]].royal or (several and letter in several.pieces):
                raise self.fault(
                    "{title}: {letter} is royal, and royal pieces never capture, so it cannot be immune",
                    letter=letter,
                )
        if self.immune and (rules.places.back or rules.secrets is not None):
            raise ValueError(
                "explosion: no piece can be immune where pieces stand on others or a king is hidden"
                " (hidden_royal)"
            )

    def _spares(self, piece: Piece) -> bool:
        spared = piece.pawn if self.spares is None else piece.letter in self.spares
        return spared or piece.letter in self.immune

    def write(self, draft: Draft) -> None:
        """Write what is around each site, and who is spared."""
        board, places = draft.rules.board, draft.rules.places
        step = betza(_around(board))
        words: list[int] = []
        for place in range(places.number):
            site = places.site(place)
            around: set[int] = set()
            if places.names[place]:
                goals = ({way.goal for way in step.ways(board, site, side)} for side in Side)
                around = set.intersection(*goals)
            near = {other for each in around | {site} for other in places.at(each)}
            words += draft.site_words(near - {place})
        draft.append(BLAST, words)
        mask = 0
        for kind, piece in enumerate(draft.rules.pieces):
            if self._spares(piece):
                mask |= 3 << 2 * (kind + 1)
        draft.set(SPARED, mask)
        kinds = draft.rules.kinds
        draft.set(IMMUNE, codes_of(kinds[letter] for letter in self.immune))
        draft.set(KINGS, codes_of(kinds[piece.letter] for piece in draft.rules.pieces if piece.royal))

    def tells(self, rules: PieceRules, change: Change) -> tuple[Message, ...]:
        """What exploded: all that left the board besides the captured piece."""
        if not change.gone:
            return ()
        pieces = listed("{first} and {last}", [Message(token.name) for token in change.gone])
        change.gone.clear()
        return (Message("the explosion removes {pieces}", pieces=pieces),)

    def decides(self, rules: PieceRules) -> bool:
        """By exploding a king."""
        return rules.has_checks or rules.secrets is not None

    def wins_with_little(self, rules: PieceRules) -> bool:
        """A capture beside the king is enough."""
        return True

    def topics(self, rules: PieceRules) -> tuple[Topic, ...]:
        """Explosions, and what they do to kings."""
        spared = [Message(piece.name) for piece in rules.pieces if self._spares(piece)]
        around = Message(
            "Every capture is an explosion: the capturing piece and the captured one leave the board, and so"
            " do all pieces of either side on the squares around the square of the capture."
        )
        if spared:
            around = Message(
                "Every capture is an explosion: the capturing piece and the captured one leave the board, and"
                " so do all pieces of either side on the squares around the square of the capture, except"
                " those of these kinds: {pieces}.",
                pieces=joined("{first}, {rest}", spared),
            )
        levels = Message(
            "An explosion reaches both levels: all carriers and riders around the square, and whatever else"
            " is on the square itself."
        )
        kings = Message(
            "A player whose king explodes has lost at once, even if the other king was in check. No move may"
            " explode your own king, so kings never capture. While the kings touch, neither is in check."
        )
        if rules.secrets is not None:
            kings = Message(
                "No capture may explode a king of its own side, whichever king it is, so kings never capture"
                " pieces. When enemy kings explode, both players learn whether the True King was among them."
            )
        immune = [Message(rules.pieces[rules.kinds[letter]].name) for letter in self.immune]
        stays = "A piece of one of these kinds stays on the board when it captures, too: {pieces}."
        more = [Message(stays, pieces=joined("{first}, {rest}", immune))] if immune else []
        lattices = [chart.lattice for chart in rules.board.charts]
        if HEXAGONS in lattices:
            more.append(Message("The squares around a square are the six that share an edge with it."))
        if LEVELS in lattices:
            more.append(Message("The squares around a square are on its level, one above and one below."))
        more += [levels] * bool(rules.places.back)
        royal = rules.secrets is None and any(piece.royal for piece in rules.pieces)
        more += [kings] * (rules.secrets is not None or royal)
        goals = (Message("A player whose king explodes has lost at once."),) if royal else ()
        if any(isinstance(each, Royals) for each in getattr(rules, "mechanics", ())):
            lost = Message("A player loses at once if one of their royal pieces explodes.")
            more.append(
                Message(
                    "A player loses at once if one of their royal pieces explodes, even if the other player"
                    " was in check. No move may explode a royal piece of your own, so royal pieces never"
                    " capture. A royal piece that touches an enemy royal piece is not in check."
                )
            )
            goals = (lost,)
        return (Topic("Explosions", (around, *more), goals),)


def _around(board: Board) -> str:
    """The movement from a site to those around it, on whose way nothing can stand."""
    chart = board.charts[0]
    row = chart.rows[0]
    if chart.lattice == HEXAGONS:
        return "WfrFblF"
    if chart.lattice == LEVELS:  # which lie beside each other, so far apart
        for up in range(1, len(row)):
            if row[up - 1] == HOLE != row[up]:
                return "K" + "".join(f"s({up + x},{y})" for x in (-1, 0, 1) for y in (0, 1))
    return "K"


@inlined
def sheltered(words: Any, states: Any, ply: Any, side: Any, site: Any) -> Any:
    """Whether a side's king on a site touches the other king, or that one has exploded."""
    if words[BLAST] == U(0):
        return False
    at = words[BLAST] + site * U(states.bits.shape[2])
    if words[KINDS] != U(0):
        return touched(words, states, ply, U(1) - side, at)
    other = states.info[ply, KING + U(1) - side]
    if other == NOWHERE:
        return True
    return (words[at + (other >> U(6))] >> (other & U(63))) & U(1) != U(0)


@inlined
def over(words: Any, states: Any, ply: Any) -> Any:
    """The mover's king has exploded."""
    if words[BLAST] != U(0) and gone(words, states, ply, states.info[ply, SIDE]):
        return EXPLODED | MOVER_LOSES
    return ONGOING


@inlined
def won(words: Any, states: Any, ply: Any) -> Any:
    """Whether the mover has just exploded the other king."""
    return words[BLAST] != U(0) and gone(words, states, ply, U(1) - states.info[ply, SIDE])


@inlined
def loses(words: Any, states: Any, ply: Any, spare: Any, lost: Any) -> Any:
    """Whether a move tried on the spare row loses, or leaves its player in check, who is ``lost`` there.

    Of several royal pieces, none of the mover's may explode; and a move that explodes another wins.
    """
    if words[BLAST] == U(0) or words[KINDS] == U(0):
        return lost
    side = states.info[ply, SIDE]
    if fewer(words, states, ply, spare, side):
        return True
    return lost and not fewer(words, states, ply, spare, U(1) - side)


@inlined
def gone(words: Any, states: Any, ply: Any, side: Any) -> Any:
    """Whether a side's king has exploded, or is not where it is said to be; or another royal piece.

    It is taken itself where the other king has just left its side, and another piece drifts on or moves, too.
    """
    if words[KINGS] == U(0):
        return words[KINDS] != U(0) and royals.gone(words, states, ply, side)
    king = states.info[ply, KING + side]
    if king == NOWHERE:
        return True
    return (words[KINGS] >> U(states.cells[ply, U(0), king])) & U(1) == U(0)


@inlined
def around(words: Any, states: Any, ply: Any, goal: Any, word: Any) -> Any:
    """The sites around a goal, of a word of a set, whose pieces explode with a capture there."""
    near = words[words[BLAST] + goal * U(states.bits.shape[2]) + word]
    near &= states.bits[ply, U(0), word] | states.bits[ply, U(1), word]
    left = near
    while left != U(0):
        bit = lowest_bit(left)
        left &= left - U(1)
        if (words[SPARED] >> U(states.cells[ply, U(0), (word << U(6)) + bit])) & U(1) != U(0):
            near &= ~(U(1) << bit)
    return near


@inlined
def swept(words: Any, states: Any, ply: Any, goal: Any, word: Any) -> Any:
    """The same, and the goal itself."""
    return around(words, states, ply, goal, word) | U(goal >> U(6) == word) << (goal & U(63))


@internal
def explode(words: Any, tables: Any, states: Any, ply: Any, goal: Any, kept: Any) -> Any:
    """Remove the piece on the goal and those around it; returns the castling rights that this leaves.

    A piece that has turned to stone there stays.
    """
    there = U(states.cells[ply, U(0), goal])
    if (words[IMMUNE] >> there) & U(1) == U(0) and tables.ways.kinds[there] != BLOCKER:
        kept &= take_away(tables, states, ply, goal)
    for word in range(U(states.bits.shape[2])):
        near = around(words, states, ply, goal, word)
        while near != U(0):
            site = (word << U(6)) + lowest_bit(near)
            near &= near - U(1)
            kept &= take_away(tables, states, ply, site)
    return kept


@inlined
def tempting(words: Any, tables: Any, states: Any, ply: Any, move: Any, score: Any) -> Any:
    """What a capture removes, less what of the mover's goes with it."""
    if words[BLAST] == U(0) or not captures(states, ply, move):
        return score
    side = states.info[ply, SIDE]
    start, goal = move & FIELD_MASK, (move >> GOAL_SHIFT) & FIELD_MASK
    gain = I(tables.worth.pieces[states.cells[ply, U(0), goal], PLAIN]) if goal != start else I(0)
    if (move >> TAG_SHIFT) & TAG_MASK == LOCUST:
        passed = U(states.cells[ply, U(0), extra_of(move)])
        worth = I(tables.worth.pieces[passed, PLAIN])
        gain += worth if passed & U(1) != side else -worth
    if (words[IMMUNE] >> U(states.cells[ply, U(0), start])) & U(1) == U(0):
        gain -= I(tables.worth.pieces[states.cells[ply, U(0), start], PLAIN])
    for word in range(U(states.bits.shape[2])):
        near = around(words, states, ply, goal, word)
        while near != U(0):
            site = (word << U(6)) + lowest_bit(near)
            near &= near - U(1)
            piece = U(states.cells[ply, U(0), site])
            if site != start:
                royal = I(tables.ways.kinds[piece] == ROYAL) | I((words[KINDS] >> piece) & U(1))
                value = I(tables.worth.pieces[piece, PLAIN]) + I(KING_GONE) * royal
                gain += value if piece & U(1) != side else -value
    return gain if gain != I(0) else I(-1)
