"""The tables of a game with backs, from those of the same game without: all that is by site is by place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from fairyring.kernels.compiling import U
from fairyring.kernels.orthodox.tables import KEEP, Castling, Keys, Tables, Ways
from fairyring.kernels.orthodox.worth import Worth
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
    zones = tables.worth.zones
    codes, sites = zones.shape[:2]
    near = np.zeros((codes, places.number, (places.number + 63) // 64), np.uint64)
    near[:, :sites, : zones.shape[2]] = zones
    guards, backers = np.zeros_like(near), np.zeros_like(near)
    guards[:, :sites, : zones.shape[2]] = tables.worth.guards
    backers[:, :sites, : zones.shape[2]] = tables.worth.backers
    for site in range(sites):
        words = [int(word) for word in zones[0, site]]
        around = [other for other in range(sites) if words[other >> 6] >> (other & 63) & 1]
        both = places.words(place for other in around for place in places.at(other))
        for place in places.at(site):
            near[0, place] = both
    hashes = tables.keys.zobrist
    return tables._replace(
        ways=_raised_ways(tables.ways, codes, sites, places),
        keys=Keys(_on_both(hashes, hashes << U(32) | hashes >> U(32), places), tables.keys.to_move),
        worth=Worth(
            tables.worth.pieces,
            tables.worth.whole,
            _on_both(tables.worth.places, tables.worth.places, places),
            near,
            _on_both(tables.worth.sums, tables.worth.sums, places),
            guards,
            backers,
            tables.worth.network,
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
    return ways._replace(ray_start=np.append(by_place, ways.ray_start[-1]).astype(np.uint32))


def _raised_sites(tables: Tables, places: Places) -> npt.NDArray[np.uint64]:
    table = np.zeros((places.number, tables.sites.shape[1]), np.uint64)
    number = len(tables.sites)
    table[:number] = table[places.back : places.back + number] = tables.sites
    # What happens on backs changes no right.
    table[places.back :, KEEP] = np.bitwise_or.reduce(tables.sites[:, KEEP])
    return table
