"""The tables of hoppers: hop lines of movement and of attack."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from fairyring.board import Board
from fairyring.kernels.orthodox.codes import (
    ATTACKER_SHIFT,
    HURDLE,
    HURDLE_IN_ATTACK,
    ORDINAL_SHIFT,
    SHARED,
    SKIP_MASK,
    SKIP_SHIFT,
)
from fairyring.kernels.packed import packed
from fairyring.messages import Message
from fairyring.pieces import Way
from fairyring.pieces.hops import HopLine, hop_attack_lines

MAX_KINDS = 22  # the highest code's bit is that of a hurdle


@packed
class Hops(NamedTuple):
    """The hop lines of a game; each array begins with where the lines of each entry begin in it.

    Attributes:
        rays: uint32[code * sites + site], then uint32[step]; the hop lines of movement.
        attacks: uint64[site], then uint64[step]; hop lines outward from a site, for both sides' pieces.
    """

    rays: npt.NDArray[np.uint32]
    attacks: npt.NDArray[np.uint64]


def hop_parts(
    board: Board,
    codes: int,
    ways: Mapping[tuple[int, int], Sequence[Way]],
    lines: Mapping[tuple[int, int], tuple[HopLine, ...]],
    shared: Mapping[tuple[int, int], Mapping[int, int]],
) -> tuple[Hops, ...]:
    """The hop lines of a game's hoppers, or nothing if it has none.

    Args:
        board: the board.
        codes: how many codes of pieces there are.
        ways: the ways of each code from each site.
        lines: their hop lines of movement.
        shared: for each code and site, the numbers of goals that can be reached in several ways.

    Raises:
        ValueError: the game is too large for the tables' integers.
    """
    if not any(lines.values()):
        return ()
    if codes > 2 * (MAX_KINDS + 1):
        raise ValueError(Message("a game with hoppers has at most {most} kinds of pieces", most=MAX_KINDS))
    rays = []
    for code in range(codes):
        for site in range(len(board)):
            goals = shared.get((code, site), {})
            rays.append(_steps(lines.get((code, site), ()), int(HURDLE), goals))
    reaching: list[list[tuple[int, Way, int]]] = [[] for _ in range(len(board))]
    for (code, site), own in ways.items():
        for way in own:
            if way.hurdle and way.capture:
                reaching[way.goal].append((site, way, 1 << (int(ATTACKER_SHIFT) + code)))
    attacks = [_steps(hop_attack_lines(own), int(HURDLE_IN_ATTACK), {}) for own in reaching]
    return (Hops(np.array(indexed(rays), np.uint32), np.array(indexed(attacks), np.uint64)),)


def _steps(lines: Sequence[HopLine], hurdle: int, shared: Mapping[int, int]) -> list[int]:
    """Hop lines as numbers."""
    steps = []
    for line in lines:
        for place, step in enumerate(line):
            distance = len(line) - place
            if distance > SKIP_MASK:
                raise ValueError(Message("a line of more than {most} sites", most=SKIP_MASK))
            entry = step.site | step.bits | distance << int(SKIP_SHIFT) | (hurdle if step.hurdle else 0)
            if step.bits and step.site in shared:
                entry |= int(SHARED) | shared[step.site] << int(ORDINAL_SHIFT)
            steps.append(entry)
    return steps


def indexed(rows: Sequence[Sequence[int]]) -> list[int]:
    """All rows one after the other, and before them where each begins and the last one ends."""
    starts = [len(rows) + 1]
    for row in rows:
        starts.append(starts[-1] + len(row))
    return [*starts, *(entry for row in rows for entry in row)]
