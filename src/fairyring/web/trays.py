"""The pieces that left the board, and who is ahead, for the trays beside the players' names."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from fairyring.board import Side
from fairyring.pieces.drawings import name_of
from fairyring.web.languages import phrase

if TYPE_CHECKING:
    from fairyring.game import Position
    from fairyring.kernels.rules import Token

Json = dict[str, Any]


def trays(first: Position, position: Position) -> Json | None:
    """What each side has captured since the first position, and by how many pawns it is ahead.

    None where nothing has left the board, and where hands show what was captured. A piece that a pawn became
    is not counted as new, nor its pawn as captured.
    """
    if any(panel.number is None for panel in position.panels):
        return None
    before, now = _pieces(first), _pieces(position)
    if len(now) >= len(before):
        return None
    lead = _lead(position, now) - _lead(first, before)
    return {
        str(side): {
            "captured": _lost(side.other, before, now, position),
            "ahead": max(0, round((lead if side is Side.WHITE else -lead) / 100)),
        }
        for side in Side
    }


def _pieces(position: Position) -> list[Token]:
    return [token for token in position.tokens if token.side is not None and not token.chips]


def _lost(side: Side, before: list[Token], now: list[Token], position: Position) -> list[Json]:
    """A side's pieces that are no longer there, by kind, the most valuable first."""
    was, there = (Counter(token.name for token in each if token.side is side) for each in (before, now))
    pawns = {piece.letter for piece in position.variant.rules.pieces if piece.pawn}
    lost, promoted = was - there, (there - was).total()
    seen = {token.name: token for token in before}
    for name in list(lost):
        if seen[name].letter.upper() in pawns:
            became = min(promoted, lost[name])
            lost[name], promoted = lost[name] - became, promoted - became
    values = position.variant.rules.values
    return [
        {"name": phrase(name), "picture": name_of(seen[name].picture), "number": lost[name]}
        for name in sorted(+lost, key=lambda name: (-values.get(name, 0), name))
    ]


def _lead(position: Position, tokens: list[Token]) -> int:
    """By how much White's pieces are worth more, in hundredths of a pawn."""
    values = position.variant.rules.values
    return sum((1 if token.side is Side.WHITE else -1) * values.get(token.name, 0) for token in tokens)
