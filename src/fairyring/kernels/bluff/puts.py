"""Chips that are worth a thought: of the hundreds of ways to put one, those that can matter at once.

A demand is in everybody's way: it stops a rider on his way to a man whom he attacks, and a pawn before its
last steps; beside the True King it keeps riders off for good, and beside a prince it looks as if it did.
Chips where a pawn takes let it go on when its file is barred, the smallest as well as any.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from fairyring.board import Side
from fairyring.kernels.bluff.generate import CHIP_BITS
from fairyring.kernels.bluff.tables import DEMAND, KING, NOWHERE, PAWN, PIECE, RIDES, STEP, TAKES, TRUE, TURN
from fairyring.kernels.compiling import U
from fairyring.kernels.contract import States
from fairyring.kernels.orthodox.generate import EXTRA_SHIFT, FIELD_MASK, GOAL_SHIFT

if TYPE_CHECKING:
    from fairyring.kernels.bluff.rules import Bluff

FAR = 4  # ranks from a pawn's first on which it is near its goal, or worth helping on
DEAR = 450  # hundredths of a pawn from which on a man is worth a shield


def worthwhile(rules: Bluff, states: States, ply: int, puts: Sequence[int]) -> list[int]:
    """Those of some legal turns that put chips which can matter at once.

    Args:
        rules: the game's.
        states: the rows.
        ply: the position's row.
        puts: the turns.
    """
    single = [1 << int(CHIP_BITS) * place for place in range(len(rules.denominations))]
    ways = {(move >> int(EXTRA_SHIFT), move >> int(GOAL_SHIFT) & int(FIELD_MASK)): move for move in puts}
    chips = [chip for chip in single if any(put == chip for put, _ in ways)]
    if not chips:
        return []
    men, side = states.cells[ply, int(PIECE)], Side.of(int(states.info[ply, int(TURN)]))
    wanted = dict.fromkeys((chips[0], site) for site in _baits(rules, men, side))
    if chips[-1] == single[-1]:
        wanted |= dict.fromkeys((chips[-1], site) for site in _shields(rules, men, side))
        if int(states.info[ply, int(TRUE) + side.number]) < len(men):
            wanted |= dict.fromkeys((chips[-1], site) for site in _walls(rules, men, side))
    return [ways[put] for put in wanted if put in ways]


def _baits(rules: Bluff, men: Any, side: Side) -> Iterator[int]:
    """The empty sites where a side's advanced pawns take."""
    for site in _advanced(rules, men, side):
        for column in (TAKES, TAKES + U(1)):
            goal = int(rules.tables.ways.pawns[side.number, site, column])
            if goal != NOWHERE and men[goal] == 0:
                yield goal


def _shields(rules: Bluff, men: Any, side: Side) -> Iterator[int]:
    """The empty sites on which a demand stops the other side's riders and advanced pawns."""
    ways, worth = rules.tables.ways, rules.tables.worth.men
    for site in _advanced(rules, men, side.other):
        goal = int(ways.pawns[side.other.number, site, STEP])
        if men[goal] == 0:
            yield goal
    for site in _standing(men, side):
        if ways.kinds[men[site]] != KING and worth[men[site]] < DEAR:
            continue
        for vector in range(ways.steps.shape[1]):
            passed, origin = [], int(ways.steps[site, vector])
            while origin != NOWHERE and men[origin] == 0 and int(ways.covers[0]) >> vector & 1:
                passed.append(origin)
                origin = int(ways.steps[origin, vector])
            if origin == NOWHERE or men[origin] <= DEMAND or men[origin] & 1 == side.number:
                continue
            if int(ways.covers[men[origin]]) >> vector & 1 and ways.spans[men[origin], int(RIDES)]:
                yield from passed


def _walls(rules: Bluff, men: Any, side: Side) -> Iterator[int]:
    """The empty sites beside a side's kings: the True one is shut off from riders, or a prince plays him."""
    ways = rules.tables.ways
    for site in _standing(men, side):
        if ways.kinds[men[site]] != KING:
            continue
        for vector in range(ways.steps.shape[1]):
            near = int(ways.steps[site, vector])
            if int(ways.covers[0]) >> vector & 1 and near != NOWHERE and men[near] == 0:
                yield near


def _advanced(rules: Bluff, men: Any, side: Side) -> Iterator[int]:
    """Where a side's pawns stand that have not far to go."""
    ways = rules.tables.ways
    for site in _standing(men, side):
        if ways.kinds[men[site]] == PAWN and rules.height(site, side) >= FAR:
            yield site


def _standing(men: Any, side: Side) -> list[int]:
    """Where a side's men stand."""
    found: list[int] = ((men > DEMAND) & (men & 1 == side.number)).nonzero()[0].tolist()
    return found
