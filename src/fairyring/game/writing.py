"""Moves as people read them: in SAN, where a game speaks it, and elsewhere with the signs of SAN."""

from __future__ import annotations

from collections.abc import Sequence

from fairyring.game.position import Position
from fairyring.game.story import captures
from fairyring.game.telling import Move
from fairyring.notation import san


def notation(before: Position, move: Move, after: Position | None = None) -> str:
    """A legal move as lists of moves have it, such as ``Nf3+`` or ``e2xd3#``.

    In a game that does not speak SAN it is the move's own notation, with ``x`` for a capture, ``+`` for a
    check and ``#`` where the move wins.

    Args:
        before: the position.
        move: the move.
        after: the position after it, which says whether it gives check; it is played if it is not given and
            if all is known that is needed for that.
    """
    rules = before.variant.rules
    known = before.notes.setdefault("notations", {})
    if move.code not in known:
        if after is None:
            if before.question(move):
                return move.notation
            after = before.play(move)
        won = after.result is not None and after.result.winner is before.side
        sign = "#" if won else "+" if after.in_check else ""
        if san.speaks(rules):
            text = san.written(rules, before.rows(1), before.codes, move.code)
        else:
            text = move.notation
            if "x" not in text and captures(before, move, after):
                text = text.replace("-", "x", 1)
        known[move.code] = text + sign
    return str(known[move.code])


def line(position: Position, moves: Sequence[Move], most: int) -> list[str]:
    """The moves of a line from a position; from the move of number ``most`` on as their own notation.

    Where players know different things, all of them are.
    """
    found: list[str] = []
    for move in moves[:most] if position.variant.rules.secrets is None else ():
        found.append(notation(position, move))
        position = position.play(move)
    return found + [move.notation for move in moves[len(found) :]]
