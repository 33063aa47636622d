"""How strong each level plays chess, on the scale of Debian's fairy-stockfish (its option UCI_Elo).

    python benchmarks/levels.py [--games N] [--levels NAME ...] [--nodes N] [--keep]

A level plays pairs of games, one with each colour from the same opening. Before each pair the engine is set
to the strength that the level has shown so far, so most games say something. The estimate is the strength at
which the level's points would be expected (maximum likelihood of the logistic model); its error is that of
the model alone, at 95 %. A level that is weaker than the engine can be plays the next level in place of it.
The engine is limited by nodes, so a busy machine changes nothing for levels that are limited so, too.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from typing import NamedTuple

import chess.engine
from _games import Player, game, openings
from _measure import keep
from _score import points_of

import fairyring
from fairyring import LEVELS, Position

ENGINE = "/usr/games/fairy-stockfish"
FIRST = 1600
SOON = 6  # games after which a level that is weaker than the engine can be plays the next level
HASH = 16  # MiB, which is the engine's own default


class Limited:
    """The engine, at a strength that can be set.

    Attributes:
        least: its least strength.
        most: its greatest.
    """

    def __init__(self, nodes: int) -> None:
        self._limit = chess.engine.Limit(nodes=nodes)
        self._process = chess.engine.SimpleEngine.popen_uci([ENGINE], timeout=20)
        self._game = 0
        elo = self._process.options["UCI_Elo"]
        assert elo.min is not None
        assert elo.max is not None
        self.least, self.most = elo.min, elo.max

    def play_at(self, elo: int) -> Player:
        """A player of that strength, for one game."""
        self._process.configure({"UCI_LimitStrength": True, "UCI_Elo": elo, "Hash": HASH})
        self._game += 1

        def answer(position: Position) -> fairyring.Move:
            found = self._process.play(chess.Board(str(position)), self._limit, game=self._game)
            assert found.move is not None
            return position.parse_move(found.move.uci())

        return answer

    def close(self) -> None:
        """End it."""
        self._process.quit()


def likeliest(games: list[tuple[float, float]]) -> tuple[float, float]:
    """The strength that is likeliest after games against known strengths with these points, and its error."""
    low, high = 0.0, 4000.0
    points = sum(score for _, score in games)
    while high - low > 1:
        middle = (low + high) / 2
        if sum(points_of(middle - other) for other, _ in games) < points:
            low = middle
        else:
            high = middle
    known = sum((p := points_of(low - other)) * (1 - p) for other, _ in games) * (math.log(10) / 400) ** 2
    return low, 1.96 / math.sqrt(known)


class Measured(NamedTuple):
    """What a level has shown."""

    level: str
    elo: float
    error: float
    games: int
    milliseconds: float

    def __str__(self) -> str:
        known = f"{self.elo:.0f} ± {self.error:.0f}"
        return f"| {LEVELS[self.level].title} | {known} | {self.games} | {self.milliseconds:.0f} |"


def measured(level: str, starts: list[Position], engine: Limited, better: Measured | None) -> Measured:
    """The strength of a level; ``better`` is that of the next level, where that is known."""
    seconds, moves = 0.0, 0

    def ours(position: Position) -> fairyring.Move:
        nonlocal seconds, moves
        begun = time.perf_counter()
        found = fairyring.search(position, level=level, seed=moves).move
        seconds, moves = seconds + time.perf_counter() - begun, moves + 1
        return found

    def next_level(position: Position) -> fairyring.Move:
        assert better is not None
        return fairyring.search(position, level=better.level, seed=moves).move

    games: list[tuple[float, float]] = []
    elo, error, linked = float(FIRST), 0.0, 0.0
    for start in starts:
        if better is not None and not linked and len(games) >= SOON and elo < engine.least:
            games, linked = [], better.error
        other = better.elo if linked and better else min(max(round(elo), engine.least), engine.most)
        opponents = [next_level if linked else engine.play_at(int(other)) for _ in range(2)]
        games.append((other, game(start, ours, opponents[0])))
        games.append((other, 1 - game(start, opponents[1], ours)))
        elo, error = likeliest(games)
        print(f"\r{level}: {elo:.0f} after {len(games)} games", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return Measured(level, elo, math.hypot(error, linked), len(games), 1000 * seconds / moves)


def main() -> None:
    """Measure and report."""
    options = argparse.ArgumentParser()
    options.add_argument("--games", type=int, default=60, help="of each level")
    options.add_argument("--levels", nargs="+", default=list(LEVELS)[:-1], choices=LEVELS)
    options.add_argument("--nodes", type=int, default=100_000, help="a move, for the engine")
    options.add_argument("--keep", action="store_true", help="keep the section in results.md")
    chosen = options.parse_args()
    engine = Limited(chosen.nodes)
    starts = openings(fairyring.load("chess"), chosen.games // 2)
    rows: list[Measured] = []
    for level in reversed(chosen.levels):  # a weak level may need the next one
        rows.append(measured(level, starts, engine, rows[-1] if rows else None))
    engine.close()
    lines = [
        f"Against Debian's fairy-stockfish with UCI_LimitStrength and {chosen.nodes:,} nodes a move:",
        "",
        "| level | UCI_Elo at which it is even | games | ms a move |",
        "|---|---|---|---|",
        *map(str, reversed(rows)),
    ]
    keep("How strong the levels are", lines, chosen.keep)


if __name__ == "__main__":
    main()
