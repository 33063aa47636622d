"""Shak: a mate counts only after a check by a strong piece, as in Shatar, the chess of Mongolia."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from fairyring.board import Side
from fairyring.kernels.base import PieceRules
from fairyring.kernels.compiling import U, inlined, internal
from fairyring.kernels.contract import CHECKMATE, MOVER_LOSES, MOVER_WINS, ONGOING, SIDE
from fairyring.kernels.declared import Memory, State
from fairyring.kernels.law import Draft, Mechanic, check_letters, slots
from fairyring.kernels.orthodox.attacks import is_in_check
from fairyring.kernels.orthodox.codes import ATTACKER_SHIFT, SITE_MASK, SKIP_MASK, SKIP_SHIFT
from fairyring.kernels.orthodox.tables import KING, NOWHERE
from fairyring.kernels.rules import Topic
from fairyring.mechanics.results import Results
from fairyring.messages import Message, listed

# SHAKS: White's field: 1 while every position of that side since a shak has been in check; 0 in a game
# without the rule. STRONG: a bit for each kind whose check is a shak; NEVER: for each kind that may not give
# mate alone.
SHAKS, STRONG, NEVER = slots(3)
MEMORY = Memory("checks with a shak")


@dataclass(frozen=True)
class Shak(Mechanic):
    """A mate wins only if it ends a series of checks with a shak in it, a check by a strong piece.

    Otherwise it is a draw. If only pieces that may not give mate give check, it loses. The rule is that of
    Fairy-Stockfish for Shatar.

    Attributes:
        strong: the letters of the kinds whose check is a shak.
        never: the letters of those that may not give mate alone.
    """

    strong: str
    never: str = ""
    title: ClassVar[str] = "shak"

    def state(self) -> tuple[State, ...]:
        """Whether the checks that a side is in had a shak among them."""
        return (MEMORY,)

    def foresees(self) -> bool:
        """What gives check by drifting is not seen."""
        return True

    def one_royal(self) -> str:
        """Who gives check is asked of one king."""
        return "what gives check is seen around one king of each side"

    def check(self, rules: PieceRules) -> None:
        """Refuse pieces that do not exist, and a game without kings.

        Raises:
            ValueError: there is none, or no strong piece, or a piece is a hopper.
        """
        if not self.strong or not any(piece.royal for piece in rules.pieces):
            raise ValueError("shak: a royal piece, and the letter of at least one strong piece")
        check_letters("shak", self.strong + self.never, rules)
        for other in getattr(rules, "mechanics", ()):
            if isinstance(other, Results) and other.checkmate != "loss":
                raise ValueError("shak: it says what a checkmate is, and so do results")
        for piece in rules.pieces:
            ways = (w for site in range(len(rules.board)) for w in piece.ways(rules.board, site, Side.WHITE))
            if any(way.hurdle and way.capture for way in ways):
                raise self.fault(
                    "{title}: the {piece} hops over hurdles, and only checks without any are seen",
                    piece=Message(piece.name),
                )

    def write(self, draft: Draft) -> None:
        """Write the kinds, and where it is remembered."""
        draft.set(SHAKS, draft.layout.field(MEMORY.fields((), 0)[0]))
        for slot, letters in ((STRONG, self.strong), (NEVER, self.never)):
            draft.set(slot, sum(1 << draft.rules.kinds[letter] for letter in set(letters)))

    def topics(self, rules: PieceRules) -> tuple[Topic, ...]:
        """Which mates win."""
        names = {letter: Message(rules.pieces[rules.kinds[letter]].name) for letter in rules.kinds}
        strong = Message(
            "A check by one of these pieces is a shak: {pieces}. A mate wins only if it is a shak itself,"
            " or if one of the checks before it was, with nothing but checks by the same player since then."
            " Otherwise it is a draw.",
            pieces=listed("{first} or {last}", [names[letter] for letter in self.strong]),
        )
        never = tuple(
            Message("A player who gives mate by a {piece} alone has lost.", piece=names[letter])
            for letter in self.never
        )
        return (Topic("Shak", (strong, *never)),)


@internal
def checking(tables: Any, states: Any, ply: Any, side: Any) -> Any:
    """A bit for each kind of enemy piece that attacks a side's king."""
    ways, found = tables.ways, U(0)
    king = states.info[ply, KING + side]
    if king == NOWHERE:
        return found
    i, end = U(ways.attack_start[king]), U(ways.attack_start[king + U(1)])
    while i < end:
        step = ways.attacks[i]
        piece = U(states.cells[ply, U(0), step & SITE_MASK])
        if piece == U(0):
            i += U(1)
            continue
        if (step >> (ATTACKER_SHIFT + piece)) & U(1) != U(0) and piece & U(1) != side:
            found |= U(1) << ((piece >> U(1)) - U(1))
        i += (step >> SKIP_SHIFT) & SKIP_MASK
    return found


@inlined
def turned(words: Any, tables: Any, states: Any, ply: Any) -> None:
    """A series of checks goes on, or ends."""
    if words[SHAKS] == U(0):
        return
    side = states.info[ply, SIDE]
    if not is_in_check(tables, states, ply, side):
        states.info[ply, words[SHAKS] + side] = U(0)
    elif checking(tables, states, ply, side) & words[STRONG] != U(0):
        states.info[ply, words[SHAKS] + side] = U(1)


@inlined
def stuck(words: Any, tables: Any, states: Any, ply: Any, checked: Any) -> Any:
    """What a mate is; `ONGOING` if this rule says nothing."""
    if words[SHAKS] == U(0) or not checked:
        return ONGOING
    side = states.info[ply, SIDE]
    found = checking(tables, states, ply, side)
    if found & ~words[NEVER] == U(0):
        return CHECKMATE | MOVER_WINS
    shak = states.info[ply, words[SHAKS] + side] != U(0) or found & words[STRONG] != U(0)
    return CHECKMATE | MOVER_LOSES if shak else CHECKMATE
