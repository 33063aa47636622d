"""The search without its shortcuts against plain negamax, written here anew."""

import numpy as np
import pytest

import fairyring
from fairyring import Position
from fairyring.kernels import doors
from fairyring.kernels.compiling import U
from fairyring.search import Limits
from fairyring.search.analysis import Run
from fairyring.search.memory import MATE

POSITIONS = [
    ("chess", "8/8/8/3k4/1p6/8/P1P5/3K4 w - - 0 1", 4),
    ("chess", "4k3/1P6/8/2n5/8/3B4/8/K7 w - - 0 1", 3),
    ("chess", "1k6/8/1K6/8/8/8/8/R6r w - - 0 1", 3),
    ("chess", "4k3/8/8/8/pPp5/8/8/4K3 b - b3 0 1", 3),
    ("chess", "7k/8/8/8/8/8/1R6/K7 w - - 97 90", 4),
    ("ravioli", "4k3/8/8/8/8/8/8/4K3|6/2w3/6/3P2/6/6 w - - 0 1", 3),
]


def noisy(position: Position) -> list[int]:
    moves = np.empty(position.variant.rules.layout.moves, np.uint64)
    n = int(doors.noisy(position.variant.rules.tables, position.rows(1), U(0), moves, U(0)))
    return [int(code) for code in moves[:n]]


def static(position: Position) -> int:
    return int(doors.evaluate(position.variant.rules.tables, position.rows(1), U(0)))


def over(position: Position, height: int, path: list[int]) -> int | None:
    result = position.result
    if result is not None and result.winner is not None:
        return -(int(MATE) - height)
    if result is not None and position.legal_moves():
        return 0
    return 0 if position.key in path else None


def quiet(position: Position, height: int, path: list[int]) -> int:
    value = over(position, height, path)
    if value is not None:
        return value
    moves = position.legal_moves()
    best = -40000
    if not position.in_check:
        best = static(position)
        chosen = set(noisy(position))
        moves = [move for move in moves if move.code in chosen]
    path = [*path, position.key]
    return max([best, *(-quiet(position.play(move), height + 1, path) for move in moves)])


def negamax(position: Position, depth: int, height: int, path: list[int]) -> int:
    if depth == 0:
        return quiet(position, height, path)
    value = over(position, height, path) if height else None
    if value is not None:
        return value
    path = [*path, position.key]
    scores = [-negamax(position.play(move), depth - 1, height + 1, path) for move in position.legal_moves()]
    return max(scores, default=0)  # no moves and no checkmate: stalemate


@pytest.mark.parametrize(("variant", "text", "depth"), POSITIONS)
def test_equals_plain_negamax(variant: str, text: str, depth: int) -> None:
    position = fairyring.load(variant).position(text)
    for plies in range(1, depth + 1):
        found = Run(position, Limits(depth=plies), 1, selective=False).watch(None, None)
        if found.depth == plies:  # else a mate has ended it before
            assert found.score == negamax(position, plies, 0, [])


@pytest.mark.kernel
def test_equals_plain_negamax_at_depth_one() -> None:
    position = fairyring.load("chess").position("4k3/1P6/8/2n5/8/3B4/8/K7 w - - 0 1")
    found = Run(position, Limits(depth=1), 1, selective=False).watch(None, None)
    assert found.score == negamax(position, 1, 0, [])


def test_a_foreign_move_in_the_table_is_never_played() -> None:
    position = fairyring.load("chess").position("4k3/1P6/8/2n5/8/3B4/8/K7 w - - 0 1")
    run = Run(position, Limits(depth=4), 1)
    for move in position.legal_moves():
        key = position.play(move).key
        slot = key & (len(run.memory.table) - 2)
        run.memory.table[slot, :2] = key, 0x3F003F  # h8-h8: no move of any position
    found = run.watch(None, None)
    after = position
    for move in found.line:
        after = after.play(move)  # refuses what is not legal
    assert found.depth == 4
