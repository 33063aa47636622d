"""The tables of a game with backs, made from those of the game without backs: places replace sites."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from fairyring.kernels.compiling import U
from fairyring.kernels.distances import NEVER
from fairyring.kernels.orthodox.segment_tables import NO_SEGMENTS
from fairyring.kernels.orthodox.tables import KEEP, Castling, Keys, Tables, Ways
from fairyring.kernels.orthodox.worth import members
from fairyring.kernels.places import Places


def unburdened(castlings: Sequence[Castling], places: Places) -> list[Castling]:
    """Castlings in which the back of the rook must be empty, too."""
    return [
        replace(castling, empty=(*castling.empty, *places.at(castling.rook[0])[1:])) for castling in castlings
    ]


def raised(tables: Tables, places: Places) -> Tables:
    """Tables with a row for each place in place of each site.

    A piece on a back is worth what it is worth on the site below. It has no lines of its own: it uses those
    of the site.
    """
    worth = tables.worth
    codes, sites, words = len(worth.pieces), len(tables.sites), worth.zones.shape[2]
    zones = np.zeros((len(worth.zones), places.number, (places.number + 63) // 64), np.uint64)
    zones[:, :sites, :words] = worth.zones
    pawns = np.zeros((codes, places.number, worth.pawns.shape[2], zones.shape[2]), np.uint64)
    pawns[:, :sites, :, :words] = worth.pawns
    steps = np.full((places.number, places.number), NEVER, np.uint8)
    for site in range(sites):
        both = places.words(place for near in members(worth.zones[0, site]) for place in places.at(near))
        for place in places.at(site):
            zones[0, place] = both
            for other in range(sites):
                steps[place, [*places.at(other)]] = worth.steps[site, other]
    hashes = tables.keys.zobrist
    return tables._replace(
        ways=_raised_ways(tables.ways, codes, sites, places),
        keys=Keys(_on_both(hashes, hashes << U(32) | hashes >> U(32), places), tables.keys.to_move),
        worth=worth._replace(
            places=_on_both(worth.places, worth.places, places),
            zones=zones,
            steps=steps,
            pawns=pawns,
            aims=np.zeros((codes, *zones.shape[1:]), np.uint64),  # no checks are counted
            sums=_on_both(worth.sums, worth.sums, places),
        ),
        sites=_raised_sites(tables, places),
    )


def _on_both(ground: npt.NDArray[Any], backs: npt.NDArray[Any], places: Places) -> Any:
    """A table by code and site as one by code and place."""
    table = np.zeros((ground.shape[0], places.number, *ground.shape[2:]), ground.dtype)
    table[:, : ground.shape[1]] = ground
    table[:, places.back : places.back + ground.shape[1]] = backs
    return table


def _raised_ways(ways: Ways, codes: int, sites: int, places: Places) -> Ways:
    starts = ways.ray_start[:-1].reshape(codes, sites)
    ends = ways.ray_start[1:].reshape(codes, sites)[:, -1:]
    by_place = np.repeat(ends, places.number, axis=1)  # no lines, unless written over
    by_place[:, :sites] = starts
    begins = np.append(by_place, ways.ray_start[-1]).astype(np.uint32)
    return ways._replace(ray_start=begins, segments=NO_SEGMENTS)


def _raised_sites(tables: Tables, places: Places) -> npt.NDArray[np.uint64]:
    table = np.zeros((places.number, tables.sites.shape[1]), np.uint64)
    number = len(tables.sites)
    table[:number] = table[places.back : places.back + number] = tables.sites
    # What happens on backs changes no right.
    table[places.back :, KEEP] = np.bitwise_or.reduce(tables.sites[:, KEEP])
    return table
