"""Pieces that look alike though they move differently."""

from __future__ import annotations

from itertools import combinations

from fairyring.board import Side
from fairyring.kernels.rules import Rules
from fairyring.pieces import Piece


def confusable(rules: Rules) -> list[tuple[str, str]]:
    """The pairs of kinds, by their letters, that have one drawing and move in different ways."""
    return [
        (one.letter, other.letter)
        for one, other in combinations(rules.pieces, 2)
        if one.picture == other.picture and _ways(rules, one) != _ways(rules, other)
    ]


def _ways(rules: Rules, piece: Piece) -> list[set[object]]:
    """All ways of a piece, from each site, for each side."""
    sites = range(len(rules.board))
    return [set(piece.ways(rules.board, site, side)) for side in Side for site in sites]
