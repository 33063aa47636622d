"""Kings that are not all equally likely to be the True King, for the search.

What a king is worth to its captor depends on the chance that it is the True King, and that chance goes with
it. So each king whose chance is known becomes a kind of piece of its own, which moves and hashes like any
king; the compiled functions need not know. Pieces gather where a king is hunted, because the tables make them
worth more near it.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from fairyring.board import Side
from fairyring.kernels.bluff import play
from fairyring.kernels.bluff.tables import KING, PIECE, Tables
from fairyring.kernels.compiling import U
from fairyring.kernels.contract import States

HUNT_RADIUS = 9  # king's steps; only a piece within this distance counts as near
HUNT_BONUS = 0.12  # how much more a piece is worth beside the king that is hunted, as a share of its value


def weigh(tables: Tables, states: States, ply: int, worths: Mapping[int, int]) -> Tables:
    """Rewrite a row so that the kings on some sites are worth more or less than others.

    Args:
        tables: the game's.
        states: the rows.
        ply: the row; its key and its moves stay as they are.
        worths: hundredths of a pawn by the king's site, negative for less.

    Returns:
        Tables for that row and all that follow it. In them, a True King whose site a row has is royal, and no
        chips are put (which would be nine moves in ten) except demands that shield it.
    """
    ways, keys, worth = tables.ways, tables.keys, tables.worth
    base, cells = len(ways.kinds), states.cells[ply, int(PIECE)]
    # A code's last bit is its side, so each new kind has two codes, of which one is used.
    codes = {site: base + 2 * place + int(cells[site] & 1) for place, site in enumerate(worths)}
    like = np.zeros(base + 2 * len(worths), np.int64)
    more = np.zeros(len(like), np.int32)
    like[:base] = range(base)
    for site, code in codes.items():
        like[code], more[code] = cells[site], worths[site]
    for site, code in codes.items():
        cells[site] = code
    changed = tables._replace(
        ways=ways._replace(
            spans=ways.spans[like],
            covers=ways.covers[like],
            kinds=ways.kinds[like],
            puts=ways.puts[:0],
            shields=ways.puts[:1],
            royal=np.ones(1, np.uint8),
        ),
        keys=keys._replace(zobrist=keys.zobrist[like]),
        worth=worth._replace(pieces=worth.pieces[like] + more, places=worth.places[like] + more[:, None]),
    )
    play.derive(changed, states, U(ply))
    return changed


def hunt(
    tables: Tables, side: Side, chances: Mapping[int, float], distances: npt.NDArray[np.uint8]
) -> Tables:
    """Tables in which a side's pieces are worth more the closer they are to the kings they hunt.

    Args:
        tables: the game's.
        side: the side that hunts.
        chances: by the site of each king of the other side, how likely it is the True King. A likelier one
            attracts more than its share: a side that hunts all of them catches none.
        distances: king's steps between two sites.
    """
    pulls = np.array(list(chances.values())) ** 2
    near = np.maximum(0, HUNT_RADIUS - distances[:, list(chances)].astype(np.int64)) / HUNT_RADIUS
    drawn = near @ (pulls / pulls.sum())
    places = tables.worth.places.copy()
    for code in range(2 + side.number, len(tables.ways.kinds), 2):
        if tables.ways.kinds[code] != KING:
            places[code] += np.rint(HUNT_BONUS * tables.worth.pieces[code] * drawn).astype(np.int32)
    return tables._replace(worth=tables.worth._replace(places=places))
