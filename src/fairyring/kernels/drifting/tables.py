"""The tables and rows of the drifting family, whose pieces keep moving by themselves."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from fairyring.board import Side
from fairyring.kernels.compiling import U
from fairyring.kernels.contract import Layout
from fairyring.kernels.drifting.motion import Mechanics
from fairyring.kernels.drifting.twins import Twins
from fairyring.kernels.orthodox import tables as orthodox
from fairyring.kernels.orthodox.codes import CAPTURE, DOUBLE, MOVE, PROMOTE, SKIP_SHIFT
from fairyring.kernels.orthodox.segment_tables import Segments, segments_of
from fairyring.kernels.orthodox.tables import MAX_SHARED, MAX_SKIP, hash_numbers
from fairyring.kernels.orthodox.worth import Worth
from fairyring.kernels.packed import packed
from fairyring.messages import Message
from fairyring.pieces import Way
from fairyring.pieces.lines import Line, Step

# What the motion and the en passant square of a row add to its key, kept so that they can be taken out again.
HASHES = ("motion hash", "ep hash")
LAYOUT = Layout(
    layers=("piece", "vector", "place"),
    fields=orthodox.FIELDS + orthodox.SUMS + HASHES,
    derived=orthodox.DERIVED + orthodox.SUMS + HASHES,
    sets=16,
    spare=2,
)
MOTION_HASH, EP_HASH = (U(LAYOUT.field(name)) for name in HASHES)
PIECE, VECTOR, PLACE = U(0), U(1), U(2)  # layers
# Sets besides those of the orthodox family: MOVING and the next one are the two sides' pieces in motion.
# PINNED are those that may not leave without a possible check on the king; LANDINGS: where pieces in motion
# may come to.
MOVING, PINNED, LANDINGS = orthodox.WALLS + U(1), orthodox.PINNED, orthodox.LINE

MAX_STEPS = 128  # of a piece's rays from one site: a move has the number of its step in 7 bits


@packed
class Ways(NamedTuple):
    """How pieces at rest move and attack; all but the last two fields are as in `orthodox.Ways`.

    Attributes:
        ray_start: uint32[code * sites + site]; where the lines of a piece on a site begin in `rays`.
        rays: uint32[step]; steps of lines of movement; `Motion.gives` has the vectors that they give.
        segments: the same lines as sets.
        attack_start: uint32[site]; the same for `attacks`.
        attacks: uint64[step]; steps of lines outward from a site.
        kinds: uint8[code]; what a piece is.
        castlings: uint64[castling, column]; the castlings.
        promotions: uint64[side, choice]; the numbers of the kinds that a pawn may become, the best first.
        parts: `Twins` if several ways of a piece can be one move; else nothing.
    """

    ray_start: npt.NDArray[np.uint32]
    rays: npt.NDArray[np.uint32]
    segments: Segments
    attack_start: npt.NDArray[np.uint32]
    attacks: npt.NDArray[np.uint64]
    kinds: npt.NDArray[np.uint8]
    castlings: npt.NDArray[np.uint64]
    promotions: npt.NDArray[np.uint64]
    parts: tuple[Twins, ...] = ()


@packed
class DriftingTables(NamedTuple):
    """The constants of a game of the drifting family.

    Attributes:
        ways: how pieces at rest move and attack.
        keys: the Zobrist keys; in ``zobrist`` the rows after all codes are for vectors, and the rows after
            those for launch numbers.
        worth: the evaluation's tables.
        sites: as in `orthodox.Tables`.
        parts: `Motion` first, then the mechanics that the game has besides.
    """

    ways: Ways
    keys: orthodox.Keys
    worth: Worth
    sites: npt.NDArray[np.uint64]
    parts: tuple[Any, ...]


def build(
    plain: orthodox.Tables,
    mechanics: Mechanics,
    promotions: Sequence[Sequence[int]],
    starts: Callable[[int, Side], bool],
    far: Callable[[int, Side], bool],
) -> DriftingTables:
    """The tables of a game.

    Args:
        plain: the orthodox family's tables for the same board and pieces, with the parts of mechanics.
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
    ray_start, rays, gives, twins = _rays(mechanics, codes, starts, far)
    numbers = hash_numbers((len(mechanics.vectors) + sites) * sites, seed=0x6472696674)
    return DriftingTables(
        ways=Ways(
            ray_start=ray_start,
            rays=rays,
            segments=segments_of(ray_start, rays),
            attack_start=plain.ways.attack_start,
            attacks=plain.ways.attacks,
            kinds=plain.ways.kinds,
            castlings=plain.ways.castlings,
            promotions=np.array(promotions, np.uint64) + U(1),
            parts=(Twins(twins),) if twins.any() else (),
        ),
        keys=plain.keys._replace(zobrist=np.concatenate([plain.keys.zobrist, numbers.reshape(-1, sites)])),
        worth=plain.worth,
        sites=plain.sites,
        parts=(mechanics.build(far, gives), *plain.parts),
    )


def _rays(
    mechanics: Mechanics,
    codes: int,
    starts: Callable[[int, Side], bool],
    far: Callable[[int, Side], bool],
) -> tuple[npt.NDArray[np.uint32], npt.NDArray[np.uint32], npt.NDArray[np.uint8], npt.NDArray[np.uint8]]:
    """Where each piece's rays begin on each site, their steps, the vectors that these give, and twins."""
    sites = len(mechanics.board)
    start = np.zeros(codes * sites + 1, np.uint32)
    steps: list[int] = []
    gives: list[int] = []
    twins: list[int] = []
    for code in range(codes):
        for site in range(sites):
            start[code * sites + site] = first = len(steps)
            if code // 2 - 1 not in range(len(mechanics.pieces)):
                continue  # no piece, or a wall
            lines = list(_lines(mechanics, code // 2 - 1, site, Side.of(code & 1), starts, far))
            name = mechanics.pieces[code // 2 - 1].name
            for line, given in lines:
                if len(line) > MAX_SKIP:
                    raise ValueError(Message("a line of more than {most} sites", most=MAX_SKIP))
                steps += [
                    step.site | step.bits | (len(line) - place) << int(SKIP_SHIFT)
                    for place, step in enumerate(line)
                ]
                gives += given
            if len(steps) - first > MAX_STEPS:
                raise ValueError(
                    Message(
                        "the {name} has more than {most} steps from one site",
                        name=name,
                        most=MAX_STEPS,
                    )
                )
            twins += _twins(
                [
                    (step.site, number, step.bits)
                    for line, given in lines
                    for step, number in zip(line, given, strict=True)
                ],
                name,
            )
    start[-1] = len(steps)
    return start, np.array(steps, np.uint32), np.array(gives, np.uint8), np.array(twins, np.uint8)


def _twins(ends: Sequence[tuple[int, int, int]], name: str) -> Iterator[int]:
    """For each step of a piece, by its site, its vector and its flags, the number of the move that it shares.

    That is 0 for a step that is a move of its own, or none.
    """
    found: dict[tuple[int, int], int] = {}
    several: dict[tuple[int, int], int] = {}
    for site, vector, bits in ends:
        if found.get((site, vector), 0) & bits & int(MOVE | CAPTURE):
            several.setdefault((site, vector), len(several) + 1)
        found[site, vector] = found.get((site, vector), 0) | bits
    if len(several) >= MAX_SHARED:
        raise ValueError(
            Message(
                "the {name} has more than {most} moves that it can make in several ways",
                name=name,
                most=MAX_SHARED - 1,
            )
        )
    for site, vector, bits in ends:
        yield several.get((site, vector), 0) if bits else 0


def _lines(
    mechanics: Mechanics,
    kind: int,
    site: int,
    side: Side,
    starts: Callable[[int, Side], bool],
    far: Callable[[int, Side], bool],
) -> Iterator[tuple[Line, list[int]]]:
    """The lines of a piece from a site, one for each leap on a chart, with the vector that each step gives.

    Two ways to one goal that cross the same sites and give the same vector are one. A line may come to a site
    twice, which gives two vectors.
    """
    pawn = mechanics.pieces[kind].pawn
    lines: dict[Hashable, list[tuple[Way, int, int]]] = {}
    known: set[tuple[Way, int]] = set()
    for launch in mechanics.launches(kind, site, side):
        way, _, towards, leap = launch
        if way.initial and not starts(site, side):
            continue
        promotes = pawn and far(way.goal, side)
        number = 0 if promotes else mechanics.numbers[mechanics.given(kind, side, launch)]
        bits = (int(MOVE) if way.move else 0) | (int(CAPTURE) if way.capture else 0)
        bits |= int(DOUBLE) if pawn and way.initial and way.through else 0
        bits |= int(PROMOTE) if promotes else 0
        apart = (leap, towards.place) if leap and towards else launch
        lines.setdefault(apart, []).append((way, 0 if (way, number) in known else bits, number))
        known.add((way, number))
    for ways in lines.values():
        longest = ways[-1][0]
        flags = {len(way.through): (bits, number) for way, bits, number in ways}
        if any(bits for bits, _ in flags.values()):
            path = (*longest.through, longest.goal)
            told = [flags.get(place, (0, 0)) for place in range(len(path))]
            line = tuple(Step(crossed, bits) for crossed, (bits, _) in zip(path, told, strict=True))
            yield line, [number for _, number in told]
