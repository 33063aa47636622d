"""Uniformly random games on one core, beside python-chess."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from pathlib import Path

import chess

sys.path.insert(0, str(Path(__file__).parent))
from _measure import Spread, in_turn, ratio, report, timed

import fairyring

ROUNDS = 5
LIMIT = 512


def ours(name: str, games: int) -> Callable[[], float]:
    """Plies a second of our playouts."""
    position = fairyring.load(name).start()
    return lambda: timed(lambda: int(fairyring.playouts(position, games, LIMIT).plies.sum()))


def python_chess(games: int) -> Callable[[], float]:
    """Plies a second of python-chess: legal moves, a random one of them, until the game ends."""

    def play() -> int:
        drawn = random.Random(1)
        plies = 0
        for _ in range(games):
            board = chess.Board()
            for _ in range(LIMIT):
                moves = list(board.legal_moves)
                ended = not moves or board.is_insufficient_material() or board.halfmove_clock >= 100
                if ended or board.is_repetition(3):
                    break
                board.push(drawn.choice(moves))
                plies += 1
        return plies

    return lambda: timed(play)


def main() -> None:
    """Measure and report."""
    figures = in_turn(
        {
            "chess": ours("chess", 2000),
            "ravioli": ours("ravioli", 1000),
            "ravioli-bero": ours("ravioli-bero", 1000),
            "metachess-4": ours("metachess-4", 500),
            "mini-meta": ours("mini-meta", 500),
            "meta-chess": ours("meta-chess", 200),
            "chess by python-chess": python_chess(20),
        },
        ROUNDS,
    )
    lines = ["| game | plies/s, thousands | to python-chess |", "|---|---|---|"]
    for name, values in figures.items():
        thousands = Spread.of([value / 1e3 for value in values])
        lines.append(f"| {name} | {thousands:.1f} | {ratio(figures, name, 'chess by python-chess'):.1f} |")
    report("Random games", lines)


if __name__ == "__main__":
    main()
