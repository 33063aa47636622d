"""Why a text names no legal turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fairyring.game.position import Position


def why_not(position: Position, text: str) -> str:
    """Say what is wrong with a text that names no legal turn, as far as that can be told."""
    moves, row = position.legal_moves(), position.rows(1)
    if position.result is not None and not moves:
        return f"the game is over ({position.result})"
    start = text.split("-", maxsplit=1)[0]
    from_there = sorted(
        move.text
        for move in moves
        if move.text.startswith(f"{start}-") or start in {first for first, *_ in move.entries}
    )
    if from_there:
        return f"not a legal turn; from {start} there are {', '.join(from_there[:12])}" + (
            ", …" if len(from_there) > 12 else ""
        )
    rules = position.variant.rules
    spot = rules.spots.get(start)
    at = (start, "") if spot is None else (spot.site, spot.level)
    standing = [token for token in rules.tokens(row, 0) if (token.site, token.level) == at]
    board = position.variant.board
    backs = {board.names[site] for site in board.backs.get(board.numbers.get(start, -1), ())}
    if standing and backs:  # whoever rides it moves it, whosever it is
        mine = any(token.side is position.side and token.site in backs for token in rules.tokens(row, 0))
        mover = f"the {standing[-1].name} on {start}"
        if mine:
            return f"not a legal turn; {position.side}'s riders may not take {mover} anywhere now"
        return f"not a legal turn; {mover} carries nobody of {position.side}'s who could pilot it"
    if standing and standing[-1].side not in (None, position.side):
        return f"it is {position.side}'s turn, and on {start} stands the {standing[-1].name}"
    if standing:
        return f"not a legal turn; the {standing[-1].name} on {start} has none"
    # Who writes moves as elsewhere (Nf3) is shown one as it is written here.
    alike = [move.text for move in moves if move.text.endswith(text[-2:])] or [move.text for move in moves]
    nowhere = start in board.numbers or spot is not None
    if "-" in text or not alike:
        return f"not a legal turn; nothing stands on {start}" if nowhere else "not a legal turn"
    if nowhere:
        return f"not a legal turn; nothing stands on {start}; one is written like {alike[0]}"
    return f"not a legal turn; one is written like {alike[0]}"
