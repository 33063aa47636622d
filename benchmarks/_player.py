"""A search in a process of its own, for matches between two versions: see `versus.py`.

Reads lines of a number, a game, a start position and the moves so far, with tabs between, and answers each
with the move of a search, its score, its depth and its nodes. Which fairyring it is, PYTHONPATH says.

    python benchmarks/_player.py OPTION=VALUE…

The options are those of `fairyring.search`, such as ``nodes``.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any

import fairyring
from fairyring import Position
from fairyring.search import Limits
from fairyring.search.analysis import Run
from fairyring.search.bluffing import hides

try:
    from fairyring.search import Kept
except ImportError:  # versions before it keep nothing between moves
    Kept = None

# Versions before `deepening` have only the whole way.
SHORT_WAY = find_spec("fairyring.search.deepening") is not None

NUMBERS = {"nodes": int, "seconds": float, "depth": int, "threads": int, "memory": int, "level": str}

MOST_GAMES = 64  # that are remembered


@dataclass
class Game:
    """A game that is being played, by its start, its moves, where it stands, and what the search has kept."""

    start: str
    moves: list[str]
    position: Position
    kept: Any


def main() -> None:
    """Answer until the input ends."""
    options: dict[str, Any] = {}
    for word in sys.argv[1:]:
        name, _, value = word.partition("=")
        options[name] = NUMBERS[name](value)
    games: dict[str, Game] = {}
    for line in sys.stdin:
        number, name, text, *moves = line.rstrip("\n").split("\t")
        game = games.pop(number, None)
        if game is None or game.moves != moves[: len(game.moves)] or game.start != text:
            game = Game(text, [], fairyring.load(name).position(text), Kept() if Kept else None)
        for move in moves[len(game.moves) :]:
            game.position = game.position.play(move)
        game.moves = moves
        games[number] = game
        if len(games) > MOST_GAMES:
            games.pop(next(iter(games)))
        if game.kept:
            options["kept"] = game.kept
        position = game.position
        sys.stdout.write("\t".join(map(str, answered(position, options))) + "\n")
        sys.stdout.flush()


def answered(position: Position, options: dict[str, Any]) -> tuple[str, int, int, int]:
    """The move of a search, its score, its depth and its nodes.

    With a limit of nodes alone there is no need for threads, or for the whole variation: in short searches
    they take most of the time.
    """
    if not SHORT_WAY or options.keys() - {"nodes", "memory", "kept"} or hides(position):
        found = fairyring.search(position, **options)
        return found.move.text, found.score, found.depth, found.nodes
    others = {name: value for name, value in options.items() if name != "nodes"}
    run = Run(position, Limits(nodes=options["nodes"]), 1, **others)
    code, score, depth = run.main.roots[0], 0, 0
    for variations, reached in run.main.run():
        code, score, depth = variations[0].moves[0], variations[0].score, reached
    return position.move(code).text, score, depth, run.main.nodes


if __name__ == "__main__":
    main()
