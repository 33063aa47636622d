"""Bikjang: kings that face each other, and still do after the next move, end the game, as in Janggi."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

import numpy as np
import numpy.typing as npt

from fairyring.board import Side
from fairyring.kernels.base import PieceRules
from fairyring.kernels.compiling import U, inlined, internal
from fairyring.kernels.contract import FACED, ONGOING, SIDE, States
from fairyring.kernels.declared import Memory, State
from fairyring.kernels.law import Draft, Mechanic
from fairyring.kernels.orthodox.attacks import is_in_check, occupied
from fairyring.kernels.orthodox.codes import FIELD_MASK, GOAL_SHIFT, PASS, TAG_MASK, TAG_SHIFT
from fairyring.kernels.orthodox.effects import tried
from fairyring.kernels.orthodox.tables import KING, NOWHERE
from fairyring.kernels.rules import Topic
from fairyring.kernels.stages import register_part
from fairyring.mechanics.facing_kings import FacingKings
from fairyring.mechanics.must_capture import MustCapture
from fairyring.mechanics.passing import Pass, to_pass
from fairyring.mechanics.walls import Trail
from fairyring.messages import Message
from fairyring.pieces import betza

MEMORY = Memory("kings that faced each other after the last move")


class Facing(NamedTuple):
    """The part of games with bikjang.

    Attributes:
        field: uint64[1]; White's field for whether the kings faced each other after its last move; Black's
            comes after it.
        pairs: uint16[site * sites + site]; for two sites of kings on one file or rank, a number from 1 on.
        between: uint64[number - 1, word]; the sites between them.
    """

    field: npt.NDArray[np.uint64]
    pairs: npt.NDArray[np.uint16]
    between: npt.NDArray[np.uint64]


@dataclass(frozen=True)
class Bikjang(Mechanic):
    """If the kings face each other, the player to move must separate them or pass; passing ends the game.

    It may pass even in check. Kings face each other on a file or rank with nothing between them. It is then a
    draw, unless another mechanic counts points.
    """

    title: ClassVar[str] = "bikjang"

    def state(self) -> tuple[State, ...]:
        """Whether the kings faced each other after each side's last move."""
        return (MEMORY,)

    def foresees(self) -> bool:
        """Moves that part the kings are looked for."""
        return True

    def one_move(self) -> str:
        """The next move parts the kings."""
        return "nothing says with which move of a turn the kings must part"

    def goes_against(self, other: Mechanic) -> str:
        """What decides where the kings may stand, or which moves there are, beside it."""
        if isinstance(other, MustCapture):
            return "nothing says whether a player must capture or part the kings"
        if isinstance(other, Trail):
            return "nothing says whether the wall that a king leaves parts the kings"
        if isinstance(other, FacingKings):
            return "kings that must not face each other never do"
        return ""

    def check(self, rules: PieceRules) -> None:
        """Refuse a game without kings or in which players cannot choose to pass.

        Raises:
            ValueError: it is such a game.
        """
        mechanics = getattr(rules, "mechanics", ())
        if not any(isinstance(other, Pass) for other in mechanics):
            raise ValueError("bikjang: a player who does not part the kings passes, and nobody can pass here")
        if not any(piece.royal for piece in rules.pieces):
            raise ValueError("bikjang: there is no royal piece, so there are no kings to face each other")
        for other in mechanics:
            if isinstance(other, Pass) and other.stuck:
                raise ValueError(
                    "bikjang: a player who does not part the kings passes, but with `stuck` nobody may pass"
                    " who has a move"
                )

    def part(self, draft: Draft) -> Facing:
        """Where the kings face each other."""
        board, sites = draft.rules.board, range(len(draft.rules.board))
        royal = next(piece for piece in draft.rules.pieces if piece.royal)
        stands = [{way.goal for site in sites for way in royal.ways(board, site, side)} for side in Side]
        pairs = np.zeros(len(board) ** 2, np.uint16)
        between = []
        for site in sorted(stands[0]):
            for way in betza("R").ways(board, site, Side.WHITE):
                if way.goal in stands[1]:
                    between.append(draft.site_words(way.through))
                    pairs[site * len(board) + way.goal] = len(between)
        first = draft.layout.field(MEMORY.fields((), 0)[0])
        lines = np.array(between or [draft.site_words(())], np.uint64)
        return Facing(np.array([first], np.uint64), pairs, lines)

    def excuses(self, rules: Any, states: States, ply: int) -> bool:
        """A side may have passed in check, if the kings face each other."""
        kings = [int(states.info[ply, int(KING) + side]) for side in (0, 1)]
        if int(NOWHERE) in kings:
            return False
        between = [
            way.through for way in betza("R").ways(rules.board, kings[0], Side.WHITE) if way.goal == kings[1]
        ]
        return any(not states.cells[ply, 0, list(way)].any() for way in between)

    def topics(self, rules: PieceRules) -> tuple[Topic, ...]:
        """What happens when kings face each other."""
        name = next(piece.name for piece in rules.pieces if piece.royal)
        text = Message(
            "A player may move so that the two pieces called {king} face each other on a file or rank with"
            " nothing between them. That is bikjang: the other player must part them with the next move, or"
            " pass, even in check. If that player passes, the game has ended.",
            king=Message(name),
        )
        return (Topic(Message("Bikjang"), (text,)),)


@inlined
def line_of(facing: Any, white: Any, black: Any, sites: Any) -> Any:
    """The number of the line between the kings, from 1 on; 0 if there is none."""
    if max(white, black) == NOWHERE:
        return U(0)
    return U(facing.pairs[white * sites + black])


@internal
def now(facing: Any, states: Any, ply: Any) -> Any:
    """Whether the kings face each other on a row."""
    white, black = states.info[ply, KING], states.info[ply, KING + U(1)]
    number = line_of(facing, white, black, U(states.cells.shape[2]))
    if number == U(0):
        return False
    found = U(0)
    for word in range(U(states.bits.shape[2])):
        found |= occupied(states, ply, word) & facing.between[number - U(1), word]
    return found == U(0)


@inlined
def listed(facing: Any, tables: Any) -> Any:
    """Moves are taken out one by one."""
    return True


@internal
def filtered(facing: Any, tables: Any, states: Any, ply: Any, moves: Any, begin: Any, n: Any) -> Any:
    """Where the kings face each other, only moves that part them and passes; none captures a king."""
    if not now(facing, states, ply):
        return n
    end, king = begin, states.info[ply, KING + (U(1) - states.info[ply, SIDE])]
    for i in range(begin, n):
        move = moves[i]
        goal = (move >> GOAL_SHIFT) & FIELD_MASK
        passes = (move >> TAG_SHIFT) & TAG_MASK == PASS
        if passes or (goal != king and not now(facing, states, tried(tables, states, ply, move))):
            moves[end] = move
            end += U(1)
    return end


@inlined
def passes_in_check(facing: Any, tables: Any, states: Any, ply: Any) -> Any:
    """Whether the mover may pass though it is in check."""
    return now(facing, states, ply) and is_in_check(tables, states, ply, states.info[ply, SIDE])


@inlined
def completed(
    facing: Any, tables: Any, states: Any, ply: Any, noisy: Any, moves: Any, begin: Any, n: Any
) -> Any:
    """The pass in check."""
    if not noisy and passes_in_check(facing, tables, states, ply):
        moves[n] = to_pass(states, ply)
        n += U(1)
    return n


@inlined
def choices(
    facing: Any, tables: Any, states: Any, ply: Any, moves: Any, begin: Any, end: Any, number: Any
) -> Any:
    """The pass in check, too."""
    return number + U(passes_in_check(facing, tables, states, ply))


@inlined
def turned(facing: Any, tables: Any, states: Any, ply: Any) -> None:
    """Remember the last two positions; the row before has the first of them."""
    side, field = states.info[ply, SIDE], facing.field[U(0)]
    states.info[ply, field + side] = U(now(facing, states, ply - U(1)))
    states.info[ply, field + (U(1) - side)] = U(now(facing, states, ply))


@inlined
def over(facing: Any, tables: Any, states: Any, ply: Any) -> Any:
    """The kings faced each other, and still do."""
    first = facing.field[U(0)]
    return FACED if states.info[ply, first] & states.info[ply, first + U(1)] != U(0) else ONGOING


@inlined
def no_pass(facing: Any, tables: Any, states: Any, ply: Any) -> Any:
    """To pass would end the game."""
    return now(facing, states, ply)


register_part(Facing, globals())
