"""Perft with bulk counting on one core, beside Debian's engines and python-chess."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import chess

sys.path.insert(0, str(Path(__file__).parent))
from _measure import Spread, in_turn, ratio, report, timed

import fairyring

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
ROUNDS = 5


def engine(path: str, text: str, depth: int) -> Callable[[], float]:
    """Nodes a second, by processor time, of a UCI engine's ``go perft``; its start is taken off."""

    def run(orders: str) -> tuple[float, str]:
        start = os.times()
        done = subprocess.run([path], input=orders, capture_output=True, text=True, check=True)
        end = os.times()
        return (
            end.children_user + end.children_system - start.children_user - start.children_system,
            done.stdout,
        )

    def measure() -> float:
        idle, _ = run(f"position fen {text}\ngo perft 1\nquit\n")
        busy, said = run(f"position fen {text}\ngo perft {depth}\nquit\n")
        nodes = int(said.rsplit("Nodes searched:", 1)[1].split()[0])
        return nodes / (busy - idle)

    return measure


def ours(name: str, text: str | None, depth: int) -> Callable[[], float]:
    """Nodes a second of our perft."""
    variant = fairyring.load(name)
    position = variant.position(text) if text else variant.start()
    return lambda: timed(lambda: fairyring.perft(position, depth))


def python_chess(text: str, depth: int) -> Callable[[], float]:
    """Nodes a second of python-chess, counting the last ply in bulk as well."""

    def walk(board: chess.Board, left: int) -> int:
        if left == 1:
            return board.legal_moves.count()
        total = 0
        for move in board.legal_moves:
            board.push(move)
            total += walk(board, left - 1)
            board.pop()
        return total

    return lambda: timed(lambda: walk(chess.Board(text), depth))


def main() -> None:
    """Measure and report."""
    lines = [
        "| position | program | nodes/s, millions | fairyring is … times as fast |",
        "|---|---|---|---|",
    ]
    start = fairyring.load("chess").definition.start
    engines = {
        name: path
        for name in ("fairy-stockfish", "stockfish")
        if (path := shutil.which(name) or shutil.which(f"/usr/games/{name}"))
    }
    for title, text, depth in (("start", start, 6), ("Kiwipete", KIWIPETE, 5)):
        contenders = {"fairyring": ours("chess", text, depth)}
        contenders |= {f"{name} (Debian)": engine(path, text, depth) for name, path in engines.items()}
        contenders["python-chess"] = python_chess(text, depth - 2)
        figures = in_turn(contenders, ROUNDS)
        for name, values in figures.items():
            millions = Spread.of([value / 1e6 for value in values])
            lines.append(f"| {title} | {name} | {millions:.2f} | {ratio(figures, 'fairyring', name):.2f} |")
    figures = in_turn(
        {
            "chess": ours("chess", None, 6),
            "ravioli": ours("ravioli", None, 5),
            "ravioli-bero": ours("ravioli-bero", None, 5),
            "cylindrical": ours("cylindrical", None, 5),
            "momentum": ours("momentum", None, 5),
            "minigolf": ours("minigolf", None, 5),
            "carousel": ours("carousel", None, 5),
            "billiards-halb": ours("billiards-halb", None, 5),
            "billiards-00": ours("billiards-00", None, 5),
            "billiards-01": ours("billiards-01", None, 5),
            "metachess-4": ours("metachess-4", None, 4),
            "mini-meta": ours("mini-meta", None, 4),
            "meta-chess": ours("meta-chess", None, 4),
        },
        ROUNDS,
    )
    lines += ["", "| our own games, from the start | nodes/s, millions | to chess |", "|---|---|---|"]
    for name, values in figures.items():
        millions = Spread.of([value / 1e6 for value in values])
        lines.append(f"| {name} | {millions:.2f} | {ratio(figures, name, 'chess'):.2f} |")
    report("Perft", lines)


if __name__ == "__main__":
    main()
