"""Immunity: pieces of one kind do not capture each other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from fairyring.kernels.base import PieceRules
from fairyring.kernels.compiling import U, called, inlined
from fairyring.kernels.law import Draft, Mechanic, check_letters, codes_of, letters_in, slots
from fairyring.kernels.orthodox.codes import (
    CASTLE,
    EN_PASSANT,
    FIELD_MASK,
    GOAL_SHIFT,
    TAG_MASK,
    TAG_SHIFT,
    extra_of,
)
from fairyring.kernels.rules import Topic
from fairyring.messages import Message, joined

(IMMUNE,) = slots(1)  # the codes of the pieces that do not capture those of their own kind, a bit each


@dataclass(frozen=True)
class Immunity(Mechanic):
    """A piece of certain kinds cannot capture a piece of its own kind.

    Attributes:
        pieces: the letters of these kinds.
    """

    pieces: str
    title: ClassVar[str] = "immunity"

    def foresees(self) -> bool:
        """A piece that drifts might capture one of its own kind."""
        return True

    def check(self, rules: PieceRules) -> None:
        """Refuse pieces that do not exist, or are royal.

        Raises:
            ValueError: the game has one of these.
        """
        check_letters(self.title, letters_in(self.pieces), rules)
        for letter in letters_in(self.pieces):
            if rules.pieces[rules.kinds[letter]].royal:
                raise self.fault(
                    "{title}: {letter} is royal, and nothing says whether one that cannot be"
                    " captured is in check",
                    letter=letter,
                )
        if not self.pieces:
            raise ValueError("immunity: the letters of the pieces that cannot capture each other")
        for other in getattr(rules, "mechanics", ()):
            if other.royals:
                raise ValueError(
                    Message(
                        "mechanics: {other} and immunity cannot be combined, because nothing says"
                        " whether a piece that cannot be captured is in check",
                        other=Message(other.title),
                    )
                )

    def write(self, draft: Draft) -> None:
        """Write the kinds."""
        kinds = draft.rules.kinds
        draft.set(IMMUNE, codes_of(kinds[letter] for letter in letters_in(self.pieces)))

    def topics(self, rules: PieceRules) -> tuple[Topic, ...]:
        """Who does not capture whom."""
        names = [Message(rules.pieces[rules.kinds[letter]].name) for letter in letters_in(self.pieces)]
        text = Message(
            "A piece of one of these kinds cannot capture a piece of its own kind: {pieces}.",
            pieces=joined("{first}, {rest}", names),
        )
        return (Topic(Message("Immunity"), (text,)),)


@called
def others(immune: Any, states: Any, ply: Any, moves: Any, begin: Any, n: Any) -> Any:
    """Of the moves from ``begin``, those by which no piece captures one of its own kind."""
    end = begin
    for i in range(begin, n):
        move = moves[i]
        start = U(states.cells[ply, U(0), move & FIELD_MASK])
        tag, site = (move >> TAG_SHIFT) & TAG_MASK, (move >> GOAL_SHIFT) & FIELD_MASK
        captured = U(states.cells[ply, U(0), extra_of(move) if tag == EN_PASSANT else site])
        alike = start ^ captured == U(1) and tag < CASTLE
        if not alike or (immune >> start) & U(1) == U(0):
            moves[end] = move
            end += U(1)
    return end


@inlined
def filtered(words: Any, states: Any, ply: Any, moves: Any, begin: Any, n: Any) -> Any:
    """Without captures of a piece's own kind, if it is immune."""
    if words[IMMUNE] == U(0):
        return n
    return others(words[IMMUNE], states, ply, moves, begin, n)
