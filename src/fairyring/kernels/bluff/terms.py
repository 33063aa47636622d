"""What of this family's evaluation can be learned; see `fairyring.kernels.terms`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from fairyring.kernels.terms import LEAST_VALUE, ON_SITE, VALUE_SHARE, Term, alike

if TYPE_CHECKING:
    from fairyring.kernels.base import PieceRules

CHIP_SHARE = 0.5


def terms(rules: PieceRules, worth: Any) -> list[Term]:
    """What each piece is worth, and how much more on some squares; and what chips are worth."""
    found = []
    same = alike(rules.places, worth.pieces, worth.places)
    for code in range(2, len(worth.pieces)):
        if (same.sides and code & 1) or rules.piece_of(code).letter == getattr(rules, "king", ""):
            continue
        letter, value = rules.letters[code], int(worth.pieces[code])
        codes = np.array([code, code + 1] if same.sides else [code])
        own = np.isin(np.arange(len(worth.pieces)), codes)
        everywhere = np.nonzero(own[:, np.newaxis] & (same.groups >= 0))
        entries = (("pieces", codes, np.ones_like(codes)), _on(worth, everywhere))
        found.append(Term(f"{letter}: value", max(VALUE_SHARE * value, LEAST_VALUE), entries))
        for group in np.unique(same.groups[codes]):
            where = np.nonzero(same.groups == group)
            at = rules.places.names[int(where[1][0])]
            found.append(Term(f"{letter} on {at}", ON_SITE, (_on(worth, where),), (where[0], where[1])))
    for place, value in enumerate(worth.chips.tolist()):
        index = np.array([place])
        found.append(Term(f"chip {place + 1}", CHIP_SHARE * value, (("chips", index, np.ones_like(index)),)))
    return found


def _on(worth: Any, where: tuple[npt.NDArray[np.int64], ...]) -> Any:
    """The entries of `Worth.places`."""
    index = np.ravel_multi_index(where, worth.places.shape)
    return "places", index, np.ones_like(index)
