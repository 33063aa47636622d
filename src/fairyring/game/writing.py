"""Moves as people read them in lists and records: in SAN, where a game speaks it."""

from __future__ import annotations

from collections.abc import Sequence

from fairyring.game.position import Position
from fairyring.game.telling import Move
from fairyring.notation import san


def notation(before: Position, move: Move, after: Position | None = None) -> str:
    """A legal move as lists of moves and records have it, such as ``Nf3+`` or ``e2-e4``.

    Args:
        before: the position.
        move: the move.
        after: the position after it, which says whether it gives check; it is played if it is not given.
    """
    rules = before.variant.rules
    if not san.speaks(rules):
        return move.notation
    known = before.notes.setdefault("notations", {})
    if move.code not in known:
        after = before.play(move) if after is None else after
        won = after.result is not None and after.result.winner is before.side
        sign = "#" if won else "+" if after.in_check else ""
        known[move.code] = san.written(rules, before.rows(1), before.codes, move.code) + sign
    return str(known[move.code])


def line(position: Position, moves: Sequence[Move], most: int) -> list[str]:
    """The moves of a line from a position; from the move of number ``most`` on as their own texts."""
    found: list[str] = []
    for move in moves[:most] if san.speaks(position.variant.rules) else ():
        found.append(notation(position, move))
        position = position.play(move)
    return found + [move.notation for move in moves[len(found) :]]
