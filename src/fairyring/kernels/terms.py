"""What an evaluation is made of: numbers in its tables that can be learned from games.

The formulas of `orthodox.worth` value pieces by how they move, in every game alike. A *term* is something in
which a game may differ from them: what a piece is worth, or how much more on some squares, or what a goal
counts. Each changes some entries of the tables by the same amount, so whatever the evaluation does with its
tables, a position's score depends on each term in a way that can be measured. Squares that the board's
symmetries make alike share their terms, as do White and Black where one's board is the other's reflected.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from fairyring.board.turns import turns
from fairyring.kernels.orthodox.worth import (
    ENDING,
    HAND,
    MOBILITY,
    OPEN,
    OPENING,
    PASSED,
    PLAIN,
    WHOLE,
)
from fairyring.kernels.places import Places
from fairyring.pieces import Piece

# How far a term probably is from the formula's value, in hundredths of a pawn; by a piece's own value where
# it is a share.
VALUE_SHARE, LEAST_VALUE, ENDING_SHARE = 0.2, 25.0, 0.1
ON_SITE, KING_ON_SITE, IF_PASSED = 25.0, 40.0, 30.0
GOAL, IF_OPEN = 150.0, 10.0  # the first in hundredths of that


class Term(NamedTuple):
    """A number of an evaluation that can be learned; 0 is what the formula says.

    Attributes:
        name: what it is, the same in every process.
        spread: how far from 0 it probably is.
        entries: the entries that it changes: the name of an array, their indices in it as one row, and by how
            much it changes each.
        where: the codes and places of the pieces for which it counts; None for a term that always may.
    """

    name: str
    spread: float
    entries: tuple[tuple[str, npt.NDArray[Any], npt.NDArray[Any]], ...]
    where: tuple[npt.NDArray[Any], ...] | None = None


def changed(worth: Any, terms: Iterable[Term], values: Mapping[str, int]) -> Any:
    """An evaluation's tables with terms that have some values; the others are 0."""
    arrays: dict[str, npt.NDArray[Any]] = {}
    for term in terms:
        if value := values.get(term.name):
            for name, index, factor in term.entries:
                if name not in arrays:
                    arrays[name] = getattr(worth, name).copy()
                arrays[name].reshape(-1)[index] += (factor * value).astype(arrays[name].dtype)
    return worth._replace(**arrays)


class Alike(NamedTuple):
    """Which pieces on which places are alike.

    Attributes:
        turn: where each site goes if the board is turned so that Black's pieces are as White's were; None
            if they never are.
        groups: int64[code, place]; the number of a group, or -1 for a place that is none.
    """

    turn: tuple[int, ...] | None
    groups: npt.NDArray[np.int64]

    @property
    def sides(self) -> bool:
        """Whether White's and Black's pieces are alike."""
        return self.turn is not None


def alike(places: Places, pieces: npt.NDArray[Any], on_place: npt.NDArray[Any]) -> Alike:
    """Which pieces on which places are alike: those that the formulas value alike on a board turned round.

    Args:
        places: the places.
        pieces: values by code and whatever else.
        on_place: values by code, place, and whatever else.
    """
    board = places.board
    sites, codes = len(board), len(on_place)
    ground = on_place[:, :sites]
    groups = np.arange(codes * sites).reshape(codes, sites)
    turned = list(dict.fromkeys(turns(board)))
    for turn in turned:
        if np.array_equal(ground[:, turn], ground):
            groups = np.minimum(groups, groups[:, turn])
    opposite = (turn for turn in turned if np.array_equal(ground[3::2][:, turn], ground[2::2]))
    exchange = next(opposite, None) if np.array_equal(pieces[2::2], pieces[3::2]) else None
    if exchange:
        groups[3::2][:, exchange] = groups[2::2]
    whole = np.full((codes, on_place.shape[1]), -1, np.int64)
    for site in range(sites):
        for place in places.at(site):
            whole[:, place] = groups[:, site]
    return Alike(exchange, whole)


def orthodox_terms(
    kinds: Sequence[Piece], places: Places, worth: Any, letters: Mapping[int, str]
) -> list[Term]:
    """The terms of an evaluation by `orthodox.worth.Worth`.

    Args:
        kinds: the kinds of pieces.
        places: what they stand on.
        worth: the tables by the formulas.
        letters: the letters of the pieces by their codes.
    """
    found = [
        Term(name, each.spread, (("whole", np.array([column]), np.ones(1, np.int64)),))
        for column, (name, each) in enumerate(WHOLE.items())
    ]
    same = alike(places, worth.pieces, worth.places)
    summed = worth.sums[:, :, 0].any(axis=1)
    for code in range(2, len(worth.pieces)):
        if (same.sides and code & 1) or code not in letters:  # a side may lack a kind
            continue
        piece, letter = kinds[code // 2 - 1], letters[code]
        codes = np.array([code, code + 1] if same.sides else [code])
        there = np.flatnonzero(same.groups[code] >= 0)
        if not piece.royal:
            everywhere = tuple(each.ravel() for each in np.meshgrid(codes, there, indexing="ij"))
            value = int(worth.pieces[code, int(PLAIN)])
            found += [
                Term(
                    f"{letter}: value",
                    max(VALUE_SHARE * value, LEAST_VALUE),
                    (
                        _column(worth, codes, PLAIN),
                        _column(worth, codes, HAND),
                        *_on(worth, everywhere, summed, (OPENING, ENDING)),
                    ),
                ),
                Term(
                    f"{letter}: value, ending",
                    max(ENDING_SHARE * value, LEAST_VALUE / 2),
                    _on(worth, everywhere, summed, (ENDING,)),
                ),
                Term(f"{letter}: in hand", VALUE_SHARE * value, (_column(worth, codes, HAND),)),
            ]
            if worth.pieces[code, int(MOBILITY)]:
                found.append(Term(f"{letter}: goal", GOAL, (_column(worth, codes, MOBILITY),)))
                found.append(Term(f"{letter}: open", IF_OPEN, (_column(worth, codes, OPEN),)))
        spread = KING_ON_SITE if piece.royal else ON_SITE
        for group in np.unique(same.groups[codes][:, there]):
            where = np.nonzero(same.groups == group)
            at = f"{letter} on {places.names[int(where[1][0])]}"
            found += [
                Term(f"{at}: opening", spread, _on(worth, where, summed, (OPENING,)), where),
                Term(f"{at}: ending", spread, _on(worth, where, summed, (ENDING,)), where),
            ]
            if piece.pawn and worth.places[where][:, int(PASSED)].any():
                entries = (_placed(worth, where, PASSED),)
                found.append(Term(f"{at}: passed", IF_PASSED, entries, where))
    return found


Where = tuple[npt.NDArray[Any], ...]


def _column(worth: Any, codes: npt.NDArray[np.int64], column: np.uint64) -> Any:
    """The entries of a column of `Worth.pieces`."""
    index = np.ravel_multi_index((codes, np.full_like(codes, int(column))), worth.pieces.shape)
    return "pieces", index, np.ones_like(index)


def _placed(worth: Any, where: Where, column: np.uint64) -> Any:
    """The entries of a column of `Worth.places`."""
    index = np.ravel_multi_index((*where, np.full_like(where[0], int(column))), worth.places.shape)
    return "places", index, np.ones_like(index)


def _on(worth: Any, where: Where, summed: npt.NDArray[np.bool_], columns: tuple[np.uint64, ...]) -> Any:
    """The entries of columns of `Worth.places`, and what `Worth.sums` has of them."""
    counted = summed[where[0]]
    codes, places = where[0][counted], where[1][counted]
    index = np.ravel_multi_index((codes, places, np.zeros_like(codes)), worth.sums.shape)
    times = sum(1 if column == OPENING else 1 << 32 for column in columns)
    sums = "sums", index, times * (1 - 2 * (codes & 1))
    return (*(_placed(worth, where, column) for column in columns), sums)
