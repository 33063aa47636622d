"""A search in a process of its own, for matches between two versions: see `versus.py`.

Reads lines of a game, a start position and the moves so far, with tabs between, and answers each with the
move of a search, its score, its depth and its nodes. Which fairyring it is, PYTHONPATH says.

    python benchmarks/_player.py OPTION=VALUE…

The options are those of `fairyring.search`, such as ``nodes``.
"""

from __future__ import annotations

import sys
from typing import Any

import fairyring
from fairyring import Position

NUMBERS = {"nodes": int, "seconds": float, "depth": int, "threads": int, "memory": int, "level": str}


def main() -> None:
    """Answer until the input ends."""
    options: dict[str, Any] = {}
    for word in sys.argv[1:]:
        name, _, value = word.partition("=")
        options[name] = NUMBERS[name](value)
    known: dict[tuple[str, ...], Position] = {}
    for line in sys.stdin:
        game, text, *moves = line.rstrip("\n").split("\t")
        at = len(moves)
        while at and (game, text, *moves[:at]) not in known:
            at -= 1
        position = known.get((game, text, *moves[:at])) or fairyring.load(game).position(text)
        for move in moves[at:]:
            position = position.play(move)
        known = {(game, text, *moves): position}
        found = fairyring.search(position, **options)
        sys.stdout.write(f"{found.move.text}\t{found.score}\t{found.depth}\t{found.nodes}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
