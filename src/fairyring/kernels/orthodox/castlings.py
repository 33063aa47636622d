"""Castlings of games that start from many arrays, as Chess960 does."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from fairyring.board import Board, Side
from fairyring.kernels.orthodox.rules import castling
from fairyring.kernels.orthodox.tables import Castling

USUAL_GOALS = ("g", "f"), ("c", "d")  # the files of king and rook, on the right and on the left of the king


def castlings_anywhere(
    board: Board, king: str = "K", rook: str = "R", goals: Sequence[tuple[str, str]] = USUAL_GOALS
) -> tuple[Castling, ...]:
    """The castlings of a king with a rook, wherever the two start on their first rank.

    The letter of a right is that of the rook's file, small for Black.

    Args:
        board: a board of one chart.
        king: the letter of the piece that castles.
        rook: the letter of the piece that it castles with.
        goals: the files to which both go, with a rook on the right as White sees it, and with one on the
            left.

    Raises:
        ValueError: the board has more charts than one, files with the letters K and Q, or no such file.
    """
    if len(board.charts) > 1 or board.charts[0].width > 10:
        raise ValueError("castlings_anywhere: a board of one chart, with at most 10 files")
    found = []
    for side, y in ((Side.WHITE, 0), (Side.BLACK, -1)):
        rank = [board.names[site] for site in board.charts[0].rows[y]]
        files = {name[0]: name for name in rank}
        for file in (*goals[0], *goals[1]):
            if file not in files:
                raise ValueError(f"castlings_anywhere: the board has no file {file}")
        for home in reversed(range(len(rank))):
            letter = rank[home][0].upper() if side is Side.WHITE else rank[home][0]
            for start in range(len(rank)):
                if start == home:
                    continue
                king_goal, rook_goal = (files[file] for file in goals[0 if home > start else 1])
                made = castling(board, side, letter, (rank[start], king_goal), (rank[home], rook_goal))
                found.append(replace(made, anywhere=king + rook))
    return tuple(found)
