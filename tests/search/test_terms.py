"""What an evaluation counts, held against counts by python-chess."""

from __future__ import annotations

import random
from collections.abc import Callable

import chess
import numpy as np
import pytest

import fairyring
from fairyring.kernels.base import PieceRules
from fairyring.kernels.evaluations import evaluations
from fairyring.kernels.orthodox.worth import PLAIN
from fairyring.kernels.terms import changed
from tests import lanes

MORE = 100  # so much more is counted for each, in hundredths of a pawn
PLIES = 60


def attacked(board: chess.Board, side: chess.Color) -> chess.SquareSet:
    """All squares that a side attacks or guards."""
    found = chess.SquareSet()
    for square in chess.SquareSet(board.occupied_co[side]):
        found |= board.attacks(square)
    return found


def guarded(board: chess.Board, side: chess.Color) -> chess.SquareSet:
    """Those that its pawns guard."""
    found = chess.SquareSet()
    for square in board.pieces(chess.PAWN, side):
        found |= board.attacks(square)
    return found


def pieces(board: chess.Board, side: chess.Color) -> chess.SquareSet:
    """A side's pieces other than pawns and the king."""
    return chess.SquareSet(board.occupied_co[side] & ~(board.pawns | board.kings))


def support(board: chess.Board, side: chess.Color) -> int:
    return len(board.pieces(chess.PAWN, side) & guarded(board, side))


def menace(board: chess.Board, side: chess.Color) -> int:
    return len(pieces(board, not side) & guarded(board, side))


def lesser(board: chess.Board, side: chess.Color) -> int:
    found = 0
    for square in pieces(board, side):
        for goal in board.attacks(square) & pieces(board, not side):
            found += VALUES[board.piece_type_at(goal) or 0] > VALUES[board.piece_type_at(square) or 0]
    return found


def pair(board: chess.Board, side: chess.Color) -> int:
    bishops = int(board.pieces(chess.BISHOP, side))
    return int(bool(bishops & chess.BB_LIGHT_SQUARES) and bool(bishops & chess.BB_DARK_SQUARES))


def weak(board: chess.Board, side: chess.Color) -> int:
    """The other side's pawns that none behind them on the next files can come to guard."""
    found = 0
    pawns = board.pieces(chess.PAWN, not side)
    ahead = 1 if side is chess.BLACK else -1
    for square in pawns:
        file, rank = chess.square_file(square), chess.square_rank(square)
        behind = [
            each
            for each in pawns
            if abs(chess.square_file(each) - file) == 1 and ahead * (rank - chess.square_rank(each)) >= 1
        ]
        found += not behind
    return found


def hanging(board: chess.Board, side: chess.Color) -> int:
    return len(pieces(board, not side) & attacked(board, side) - attacked(board, not side))


def loose(board: chess.Board, side: chess.Color) -> int:
    return len(board.pieces(chess.PAWN, not side) & attacked(board, side) - attacked(board, not side))


VALUES = {0: 0, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9}
COUNTS: dict[str, Callable[[chess.Board, chess.Color], int]] = {
    each.__name__: each for each in (support, menace, lesser, pair, weak, hanging, loose)
}


def boards(number: int) -> list[chess.Board]:
    """Positions of random games."""
    found = []
    for seed in range(number):
        board, chance = chess.Board(), random.Random(seed)
        for ply in range(PLIES):
            if board.is_game_over():
                break
            board.push(chance.choice([*board.legal_moves]))
            if ply % 5 == 4:
                found.append(board.copy(stack=False))
    return found


@pytest.mark.kernel
def test_terms_of_a_whole_position_count_what_they_say() -> None:
    variant = fairyring.load("chess")
    rules = variant.rules
    assert isinstance(rules, PieceRules)
    tables = rules.tables
    for one, other in (("N", "B"), ("B", "R"), ("R", "Q")):  # as `VALUES` has them
        values = [int(tables.worth.pieces[rules.codes[letter], int(PLAIN)]) for letter in (one, other)]
        assert values[0] < values[1] + 50
    terms = rules.terms(tables)
    found = boards(lanes.samples(40, 4, usual=12))
    rows = rules.layout.rows(64, len(found))
    for number, board in enumerate(found):
        row = variant.definition.form.placed(board.fen(en_passant="legal"))
        rows.cells[number], rows.info[number] = row.cells[0], row.info[0]
    everything = np.arange(len(found), dtype=np.uint64)
    before, after = np.zeros(len(found), np.int64), np.zeros(len(found), np.int64)
    evaluations(tables, rows, everything, before)
    for name, count in COUNTS.items():
        more = tables._replace(worth=changed(tables.worth, terms, {name: MORE}))
        evaluations(more, rows, everything, after)
        wanted = [MORE * (count(board, True) - count(board, False)) for board in found]
        assert np.abs(after - before - wanted).max() <= 1, name  # both are rounded
        assert any(wanted), name
