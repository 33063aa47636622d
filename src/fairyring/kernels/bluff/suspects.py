"""Kings of whom not all are equally likely to be the true one, for the search.

What a king is worth to his captor goes by the chance that he is the true one, and he takes that with him
wherever he goes. So each king whose chance is known is made a kind of man of his own, who moves and
hashes as any king: the compiled functions need not know of it. Men gather where a king is hunted: near him
they are worth more, which is a matter of the tables' places.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from fairyring.board import Side
from fairyring.kernels.bluff import play
from fairyring.kernels.bluff.tables import KING, PIECE, Keys, Tables, Worth
from fairyring.kernels.compiling import U
from fairyring.kernels.contract import States

REACH = 9  # king's steps from which on a man counts as near
ZEAL = 0.12  # how much more a man is worth beside the king who is hunted


def weigh(tables: Tables, states: States, ply: int, worths: Mapping[int, int]) -> Tables:
    """Rewrite a row so that the king on each of some sites is worth so much more than any king.

    Args:
        tables: the game's.
        states: the rows.
        ply: the row; its key and its moves stay as they are.
        worths: hundredths of a pawn by the king's site, negative for less.

    Returns:
        Tables for that row and all that follow from it. A True King of whom a row knows is royal by them.
        They put no chips, which would be nine turns of ten, but for a demand that shields him.
    """
    ways, keys, worth = tables
    base, cells = len(ways.kinds), states.cells[ply, int(PIECE)]
    # A code's last bit is its side, so that every new kind has two, of which one is used.
    codes = {site: base + 2 * place + int(cells[site] & 1) for place, site in enumerate(worths)}
    like = np.zeros(base + 2 * len(worths), np.int64)
    more = np.zeros(len(like), np.int32)
    like[:base] = range(base)
    for site, code in codes.items():
        like[code], more[code] = cells[site], worths[site]
    for site, code in codes.items():
        cells[site] = code
    changed = Tables(
        ways._replace(
            spans=ways.spans[like],
            covers=ways.covers[like],
            kinds=ways.kinds[like],
            puts=ways.puts[:0],
            shields=ways.puts[:1],
            royal=np.ones(1, np.uint8),
        ),
        Keys(keys.men[like], keys.chips, keys.purses, keys.states),
        Worth(worth.men[like] + more, worth.places[like] + more[:, None], worth.kings, worth.chips),
    )
    play.derive(changed, states, U(ply))
    return changed


def hunt(
    tables: Tables, side: Side, chances: Mapping[int, float], distances: npt.NDArray[np.uint8]
) -> Tables:
    """Tables in which the men of a side are worth more the nearer they are to the kings they hunt.

    Args:
        tables: the game's.
        side: who hunts.
        chances: by the site of each king of the other side, how likely he is the true one. The likelier
            draws more than his share: who is after all of them catches none.
        distances: king's steps between two sites.
    """
    pulls = np.array(list(chances.values())) ** 2
    near = np.maximum(0, REACH - distances[:, list(chances)].astype(np.int64)) / REACH
    drawn = near @ (pulls / pulls.sum())
    places = tables.worth.places.copy()
    for code in range(2 + side.number, len(tables.ways.kinds), 2):
        if tables.ways.kinds[code] != KING:
            places[code] += np.rint(ZEAL * tables.worth.men[code] * drawn).astype(np.int32)
    return tables._replace(worth=tables.worth._replace(places=places))
