"""What the search makes of hidden kings: signs of where a True King is, and kings weighed by chance."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from fairyring.board import Side
from fairyring.kernels.compiling import I, U, compiled
from fairyring.kernels.contract import SIDE, States
from fairyring.kernels.distances import distances
from fairyring.kernels.orthodox import play
from fairyring.kernels.orthodox.attacks import attacked
from fairyring.kernels.orthodox.codes import (
    ATTACKER_SHIFT,
    CHOOSE,
    FIELD_MASK,
    GOAL_SHIFT,
    TAG_MASK,
    TAG_SHIFT,
)
from fairyring.kernels.orthodox.tables import Tables, Ways, code_of
from fairyring.kernels.orthodox.worth import ENDING, OPENING, PLAIN, sums_of
from fairyring.kernels.rules import Signs
from fairyring.kernels.true_kings import (
    GUARDED,
    KING_WORTH,
    NEAR,
    SIGNS,
    WALLED,
    WEIGHTS,
    TrueKings,
    show_danger,
)
from fairyring.mechanics.hidden_royal.stages import KINGS, Hidden

SHOWN = int(WALLED)  # the signs before this one: nobody walls in a king without chips


@compiled
def signs(
    tables: Any, states: Any, ply: Any, moves: Any, n: Any, kings: Any, distances: Any, found: Any
) -> None:
    """Write into ``found[move, king, sign]`` what each of n moves of a row shows of the mover's kings.

    ``kings`` are their sites, ``distances[site, site]`` king's steps. The next row is scratch.
    """
    enemy = U(1) - states.info[ply, SIDE]
    for i in range(n):
        move = moves[i]
        start, goal = move & FIELD_MASK, (move >> GOAL_SHIFT) & FIELD_MASK
        play.play(tables, states, ply, move)
        for j in range(U(kings.shape[0])):
            site = U(kings[j])
            for sign in range(U(found.shape[2])):
                found[i, j, sign] = 0
            if (move >> TAG_SHIFT) & TAG_MASK == CHOOSE:
                continue
            went = start == site
            before = attacked(tables.ways, states, ply, site, enemy)
            after = attacked(tables.ways, states, ply + U(1), goal if went else site, enemy)
            show_danger(found, i, j, went, before, after)
            if not went:
                found[i, j, GUARDED] = I(distances[goal, site] <= NEAR) - I(distances[start, site] <= NEAR)


@dataclass(frozen=True)
class HiddenKings(TrueKings):
    """Who may know what, in a game whose pieces are those of the orthodox family.

    Attributes:
        number: how many kings a side has at the start.
    """

    number: int

    @cached_property
    def distances(self) -> npt.NDArray[np.uint8]:
        """uint8[site, site]: king's steps from one site to another on the empty board; see `distances`."""
        board, king = self.rules.board, self.rules.pieces[self.rules.kinds[self.king]]
        return distances(
            [[way.goal for way in king.ways(board, site, Side.WHITE)] for site in range(len(board))]
        )

    def signs(self, states: States, ply: int, moves: npt.NDArray[np.uint64]) -> Signs:
        """What each of some legal moves of a row would show of the mover's True King."""
        sites = tuple(self.possible(states, ply, Side.of(int(states.info[ply, int(SIDE)]))))
        found = np.zeros((len(moves), len(sites), SHOWN), np.int8)
        kings = np.array(sites, np.uint16)
        signs(self.rules.tables, states, U(ply), moves, U(len(moves)), kings, self.distances, found)
        return Signs(sites, SIGNS[:SHOWN], np.array(WEIGHTS[:SHOWN]), found)

    def weighed(self, states: States, ply: int, chances: Mapping[int, float]) -> Tables:
        """Tables in which each king named is its own kind, worth its chance of being the True King.

        The others count as kings do at the start.
        """
        tables: Tables = self.rules.tables
        cells = states.cells[ply, 0]
        base = len(tables.ways.kinds)
        # A code's last bit is its side, so each new kind has two codes, of which one is used.
        codes = {site: base + 2 * place + int(cells[site] & 1) for place, site in enumerate(chances)}
        like = np.zeros(base + 2 * len(codes), np.int64)
        more = np.zeros(len(like), np.int32)
        like[:base] = range(base)
        kind = self.rules.kinds[self.king]
        for side in Side:
            more[code_of(kind, side)] = KING_WORTH // self.number
        for site, code in codes.items():
            like[code], more[code] = cells[site], round(chances[site] * KING_WORTH)
        for site, code in codes.items():
            cells[site] = code
        worth = tables.worth
        pieces, places = worth.pieces[like], worth.places[like]
        pieces[:, int(PLAIN)] += more
        for phase in (OPENING, ENDING):
            places[:, :, int(phase)] += more[:, np.newaxis]
        changed = tables._replace(
            ways=_copied(tables.ways, like, states.cells.shape[2]),
            keys=tables.keys._replace(zobrist=tables.keys.zobrist[like]),
            worth=worth._replace(
                pieces=pieces,
                places=places,
                aims=worth.aims[like],
                sums=sums_of(pieces, places),
            ),
            parts=tuple(
                _widened(part, codes.values()) if isinstance(part, Hidden) else part for part in tables.parts
            ),
        )
        play.derive(changed, states, U(ply))
        return changed


def _copied(ways: Ways, like: npt.NDArray[np.int64], sites: int) -> Ways:
    """Ways with further codes, each of which moves and attacks like another one: ``like[code]``."""
    base = len(ways.kinds)
    starts, rays = [ways.ray_start[: base * sites].astype(np.int64)], [ways.rays]
    end, attacks = len(ways.rays), ways.attacks.copy()
    for code in range(base, len(like)):
        first, last = (int(ways.ray_start[(like[code] + more) * sites]) for more in (0, 1))
        own = ways.ray_start[like[code] * sites : (like[code] + 1) * sites].astype(np.int64)
        starts.append(own - first + end)
        rays.append(ways.rays[first:last])
        end += last - first
        if like[code]:
            bit = attacks >> (ATTACKER_SHIFT + U(like[code])) & U(1)
            attacks |= bit << (ATTACKER_SHIFT + U(code))
    ends = ways.segments.ends.reshape(base, sites, 2)[like]
    return ways._replace(
        ray_start=np.append(np.concatenate(starts), end).astype(np.uint32),
        rays=np.concatenate(rays),
        segments=ways.segments._replace(ends=ends.reshape(-1, 2)),
        attacks=attacks,
        kinds=ways.kinds[like],
    )


def _widened(part: Hidden, codes: Any) -> Hidden:
    """The part where these codes, too, are those of kings."""
    words = part.words.copy()
    for code in codes:
        words[int(KINGS)] |= U(1) << U(code)
    return Hidden(words)
