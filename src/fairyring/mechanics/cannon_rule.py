"""The cannon rule: hoppers of some kinds neither jump over each other nor capture each other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

import numpy as np
import numpy.typing as npt

from fairyring.board import Side
from fairyring.kernels.base import PieceRules
from fairyring.kernels.compiling import U, inlined
from fairyring.kernels.law import Mechanic, check_letters, codes_of
from fairyring.kernels.rules import Topic
from fairyring.kernels.stages import register_part
from fairyring.messages import Message, listed


class Cannons(NamedTuple):
    """A part of the ways: which hoppers the rule is about.

    Attributes:
        codes: uint64[1]; a bit for each of their codes.
    """

    codes: npt.NDArray[np.uint64]


@dataclass(frozen=True)
class CannonRule(Mechanic):
    """Pieces of these kinds, which jump over others, do not jump over each other or capture each other.

    That is the rule of the cannons of Janggi, for those of both sides.

    Attributes:
        pieces: the letters of these kinds.
    """

    pieces: str = "C"
    title: ClassVar[str] = "cannon rule"
    newness: ClassVar[int] = 0

    def foresees(self) -> bool:
        """Motion knows no hoppers."""
        return True

    def check(self, rules: PieceRules) -> None:
        """Refuse pieces that do not exist or are not hoppers.

        Raises:
            ValueError: there is no such piece, or it jumps over nothing.
        """
        sites = range(len(rules.board))
        check_letters(self.title, self.pieces, rules)
        for letter in self.pieces:
            piece = rules.pieces[rules.kinds[letter]]
            if not any(way.hurdle for site in sites for way in piece.ways(rules.board, site, Side.WHITE)):
                raise self.fault("{title}: the {piece} jumps over nothing", piece=Message(piece.name))

    def way_parts(self, rules: PieceRules) -> tuple[Any, ...]:
        """Their codes."""
        return (Cannons(np.array([codes_of(rules.kinds[letter] for letter in self.pieces)], U)),)

    def topics(self, rules: PieceRules) -> tuple[Topic, ...]:
        """What they cannot do."""
        names = [Message(rules.pieces[rules.kinds[letter]].name) for letter in self.pieces]
        text = Message(
            "Pieces of these kinds cannot jump over each other and cannot capture each other, whatever their"
            " side: {pieces}.",
            pieces=listed("{first} and {last}", names),
        )
        if len(names) == 1:
            text = Message("A {piece} cannot jump over another one, and cannot capture one.", piece=names[0])
        return (Topic(Message("What is no hurdle"), (text,)),)


@inlined
def barred(cannons: Any, ways: Any, hopper: Any, piece: Any) -> Any:
    """Whether the rule is about both."""
    return (cannons.codes[U(0)] >> hopper) & (cannons.codes[U(0)] >> piece) & U(1) != U(0)


register_part(Cannons, globals())
