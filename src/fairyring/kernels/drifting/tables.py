"""The tables and rows of the drifting family, whose pieces keep moving by themselves."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from fairyring.board import Side
from fairyring.kernels.compiling import U
from fairyring.kernels.contract import Layout
from fairyring.kernels.drifting.motion import Mechanics, Motion
from fairyring.kernels.orthodox import tables as orthodox
from fairyring.kernels.orthodox.tables import MAX_SKIP, hash_numbers
from fairyring.kernels.orthodox.worth import Worth
from fairyring.pieces import Leap, Way
from fairyring.pieces.lines import Line, Step

LAYOUT = Layout(
    layers=("piece", "vector", "place"),
    fields=orthodox.FIELDS,
    derived=orthodox.DERIVED,
    sets=6,
    spare=2,
)
NEVER = 255  # in `Tables.king_distance`
PIECE, VECTOR, PLACE = U(0), U(1), U(2)  # layers
# Sets: 0 and 1 are the two sides' pieces, 2 and 3 those in motion; PINNED: those that may not leave without a
# possible check on the king; LANDINGS: where pieces in motion may come to.
MOVING, PINNED, LANDINGS = U(2), U(4), U(5)

# One step of a line of movement, 32 bits: site, distance to the next line, the vector that it gives, flags.
SITE_MASK = U(0x3FF)
SKIP_SHIFT, SKIP_MASK = U(10), U(0x3F)
GIVES_SHIFT, GIVES_MASK = U(16), U(0xFF)
MOVE, CAPTURE = U(1 << 24), U(1 << 25)
ACTION_SHIFT = U(24)
DOUBLE, PROMOTE = U(1 << 26), U(1 << 27)


class Ways(NamedTuple):
    """How pieces at rest move and attack; all but the first two fields are as in `orthodox.Ways`.

    Attributes:
        ray_start: uint32[code * sites + site]; where the lines of a piece on a site begin in `rays`.
        rays: uint32[step]; steps of lines of movement, with the vectors that they give.
        attack_start: uint32[site]; the same for `attacks`.
        attacks: uint64[step]; steps of lines outward from a site.
        kinds: uint8[code]; what a piece is.
        castlings: uint64[castling, column]; the castlings.
        promotions: uint64[side, choice]; the numbers of the kinds that a pawn may become, the best first.
    """

    ray_start: npt.NDArray[np.uint32]
    rays: npt.NDArray[np.uint32]
    attack_start: npt.NDArray[np.uint32]
    attacks: npt.NDArray[np.uint64]
    kinds: npt.NDArray[np.uint8]
    castlings: npt.NDArray[np.uint64]
    promotions: npt.NDArray[np.uint64]


class Tables(NamedTuple):
    """The constants of a game of the drifting family.

    Attributes:
        ways: how pieces at rest move and attack.
        motion: how pieces in motion continue.
        keys: the Zobrist keys; in ``zobrist`` the rows after all codes are for vectors, and the rows after
            those for launch numbers.
        worth: the evaluation's tables.
        king_distance: uint8[site, site]; how many steps a king needs from one site to the other; `NEVER`
            if it cannot get there.
    """

    ways: Ways
    motion: Motion
    keys: orthodox.Keys
    worth: Worth
    king_distance: npt.NDArray[np.uint8]


def build(
    plain: orthodox.Tables,
    mechanics: Mechanics,
    promotions: Sequence[Sequence[int]],
    starts: Callable[[int, Side], bool],
    far: Callable[[int, Side], bool],
) -> Tables:
    """The tables of a game.

    Args:
        plain: the orthodox family's tables for the same board and pieces.
        mechanics: what sets pieces in motion and keeps them moving.
        promotions: for each side the kinds that a pawn may become, as many for both.
        starts: whether a side's piece on a site may use its initial ways.
        far: whether a side's pawn promotes on a site.

    Raises:
        ValueError: the game is too large for the tables' integers, or something in it cannot drift.
    """
    sites, codes = len(mechanics.board), len(plain.ways.kinds)
    keep = plain.sites[:, int(orthodox.KEEP)]
    homes = {mechanics.board.names[site] for site in range(sites) if keep[site] != keep.max()}
    if homes & set(mechanics.spinner.ring):
        raise ValueError("a king or rook castles from a site of the spinner")
    ray_start, rays = _rays(mechanics, codes, starts, far)
    numbers = hash_numbers((len(mechanics.vectors) + sites) * sites, seed=0x6472696674)
    return Tables(
        ways=Ways(
            ray_start=ray_start,
            rays=rays,
            attack_start=plain.ways.attack_start,
            attacks=plain.ways.attacks,
            kinds=plain.ways.kinds,
            castlings=plain.ways.castlings,
            promotions=np.array(promotions, np.uint64) + U(1),
        ),
        motion=mechanics.build(far, keep),
        keys=plain.keys._replace(zobrist=np.concatenate([plain.keys.zobrist, numbers.reshape(-1, sites)])),
        worth=plain.worth,
        king_distance=_king_distance(mechanics),
    )


def _king_distance(mechanics: Mechanics) -> npt.NDArray[np.uint8]:
    sites = len(mechanics.board)
    found = np.full((sites, sites), NEVER, np.uint8)
    royal = next((kind for kind, piece in enumerate(mechanics.pieces) if piece.royal), None)
    if royal is None:
        return found
    near = [
        [launch.landing.way.goal for _, launch in mechanics.launches(royal, site, Side.WHITE)]
        for site in range(sites)
    ]
    for start in range(sites):
        front, steps = {start}, 0
        while front:
            found[start, list(front)] = steps
            steps += 1
            front = {goal for site in front for goal in near[site] if found[start, goal] == NEVER}
    return found


def _rays(
    mechanics: Mechanics,
    codes: int,
    starts: Callable[[int, Side], bool],
    far: Callable[[int, Side], bool],
) -> tuple[npt.NDArray[np.uint32], npt.NDArray[np.uint32]]:
    sites = len(mechanics.board)
    start = np.zeros(codes * sites + 1, np.uint32)
    steps: list[int] = []
    for code in range(codes):
        for site in range(sites):
            start[code * sites + site] = len(steps)
            if code < 2:
                continue
            for line in _lines(mechanics, code // 2 - 1, site, Side.of(code & 1), starts, far):
                if len(line) > MAX_SKIP:
                    raise ValueError(f"a line of more than {MAX_SKIP} sites")
                steps += [
                    step.site | step.bits | (len(line) - place) << int(SKIP_SHIFT)
                    for place, step in enumerate(line)
                ]
    start[-1] = len(steps)
    return start, np.array(steps, np.uint32)


def _lines(
    mechanics: Mechanics,
    kind: int,
    site: int,
    side: Side,
    starts: Callable[[int, Side], bool],
    far: Callable[[int, Side], bool],
) -> Iterator[Line]:
    """The lines of a piece from a site, one for each leap, because each step along it gives another vector.

    Two ways to one goal that cross the same sites and give the same vector are one. A line may come to a site
    twice, which gives two vectors.
    """
    pawn = mechanics.pieces[kind].pawn
    of_leap: dict[Leap, list[tuple[Way, int]]] = {}
    known: dict[tuple[int, int, bool, bool], Way] = {}
    for leap, (landing, vector, _) in mechanics.launches(kind, site, side):
        way = landing.way
        if way.initial and not starts(site, side):
            continue
        promotes = pawn and far(way.goal, side)
        number = 0 if promotes else mechanics.numbers[vector]
        twin = known.setdefault((way.goal, number, way.move, way.capture), way)
        if twin != way:
            raise ValueError(
                f"the {mechanics.pieces[kind].name} has two paths to one goal with the same momentum"
            )
        bits = number << int(GIVES_SHIFT)
        bits |= (int(MOVE) if way.move else 0) | (int(CAPTURE) if way.capture else 0)
        bits |= int(DOUBLE) if pawn and way.initial and way.through else 0
        bits |= int(PROMOTE) if promotes else 0
        of_leap.setdefault(leap, []).append((way, bits if twin is way else 0))
    for ways in of_leap.values():
        longest = ways[-1][0]
        flags = {len(way.through): bits for way, bits in ways}
        if any(flags.values()):
            path = (*longest.through, longest.goal)
            yield tuple(Step(crossed, flags.get(place, 0)) for place, crossed in enumerate(path))
