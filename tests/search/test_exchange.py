"""Static exchange evaluation against a plain recursion over python-chess's attackers."""

import random
from typing import Any

import chess
import pytest

import fairyring
from fairyring.kernels import entry_points
from fairyring.kernels.compiling import I, U
from fairyring.kernels.orthodox.worth import PLAIN
from tests import lanes

PRICELESS = 1 << 20


def values() -> dict[int, int]:
    """What pieces are worth, by their types in python-chess."""
    rules: Any = fairyring.load("chess").rules
    worth = {
        chess.PIECE_SYMBOLS.index(letter.lower()): int(rules.tables.worth.pieces[code, PLAIN])
        for letter, code in rules.codes.items()
        if letter.isupper()
    }
    return worth | {chess.KING: PRICELESS}


def replies(board: chess.Board, square: int, at_risk: int, worth: dict[int, int]) -> set[int]:
    """What the side to move can gain on a square; several answers where equal pieces may capture first."""
    attackers = board.attackers(board.turn, square)
    if not attackers:
        return {0}
    cheapest = min(worth[board.piece_type_at(site) or 0] for site in attackers)
    found = set()
    for site in attackers:
        piece = board.piece_at(site)
        if piece is not None and worth[piece.piece_type] == cheapest:
            after = board.copy(stack=False)
            after.remove_piece_at(site)
            after.set_piece_at(square, piece)
            after.turn = not board.turn
            found |= {max(0, at_risk - lost) for lost in replies(after, square, cheapest, worth)}
    return found


def gains(board: chess.Board, move: chess.Move, worth: dict[int, int]) -> set[int]:
    """What the mover gains by a move if both sides then capture on its goal while that pays."""
    piece, captured = board.piece_at(move.from_square), board.piece_at(move.to_square)
    assert piece is not None
    gain = worth[chess.PAWN] if board.is_en_passant(move) else worth[captured.piece_type] if captured else 0
    at_risk = worth[piece.piece_type]
    if move.promotion:
        gain += worth[move.promotion] - at_risk
        at_risk = worth[move.promotion]
    after = board.copy(stack=False)
    after.push(move)
    return {gain - lost for lost in replies(after, move.to_square, at_risk, worth)}


@pytest.mark.kernel
def test_equals_a_plain_recursion() -> None:
    rules, worth = fairyring.load("chess").rules, values()
    compared = 0
    for seed in range(lanes.samples(40, 4)):
        board, chance = chess.Board(), random.Random(seed)
        for _ in range(chance.randrange(10, 80)):
            if board.is_game_over():
                break
            board.push(chance.choice(list(board.legal_moves)))
        if board.is_game_over():
            continue
        position = fairyring.load("chess").position(board.fen())
        rows = position.rows(1)
        for move in position.legal_moves():
            other = chess.Move.from_uci(move.text.replace("-", "").replace("=", "").lower())
            if board.is_castling(other):
                continue
            expected = gains(board, other, worth)
            for least in {*expected, *(gain + 1 for gain in expected), -60, 0, 60}:
                found = bool(entry_points.outlasts(rules.tables, rows, U(0), U(move.code), I(least)))
                assert found in {gain >= least for gain in expected}, (board.fen(), move, least)
                compared += 1
    assert compared > 100
