"""Which pieces win with their king against a lone king: worked out exactly where that is possible."""

from __future__ import annotations

from dataclasses import dataclass

from fairyring.board import Side
from fairyring.endgames import solve_endgame
from fairyring.errors import EndgameError
from fairyring.game import Variant
from fairyring.lab.playing import kind_of

MOST_SITES = 128  # above that, three pieces have too many positions


@dataclass(frozen=True)
class Mate:
    """What a king and one piece do against a lone king, with best play and White to move.

    Attributes:
        name: the piece.
        pieces: both sides, as `fairyring.solve_endgame` reads them.
        won: the share of the positions that White wins.
        moves: how many moves of White the longest win takes; 0 if there is none.
    """

    name: str
    pieces: str
    won: float
    moves: int


def mates(variant: Variant) -> list[Mate]:
    """One for each kind of piece at the start but pawns and kings, the surest first.

    None where no such endgame can be solved: in games with secrets, hands or counters, with several kinds of
    royal pieces or none, and on large boards.
    """
    rules = variant.rules
    if rules.secrets is not None or len(variant.board) > MOST_SITES:
        return []
    start = {kind_of(token.name) for token in rules.tokens(variant.start().rows(1), 0) if token.side}
    royal = [piece.letter for piece in rules.pieces if piece.royal]
    if len(royal) != 1:
        return []
    found = []
    for piece in rules.pieces:
        if piece.name in start and not piece.royal and not piece.pawn:
            pieces = f"{royal[0]}{piece.letter}v{royal[0]}"
            try:
                solved = solve_endgame(variant, pieces)
            except EndgameError:
                continue
            moves = (solved.farthest(Side.WHITE, Side.WHITE) + 1) // 2
            found.append(Mate(piece.name, pieces, solved.share(Side.WHITE, Side.WHITE), moves))
    return sorted(found, key=lambda mate: (-mate.won, mate.moves))
