"""A search in a process of its own, for matches between two versions: see `match.py versus`.

Reads lines of a game, a start position and the moves so far, with tabs between, and answers each with the
move of a search with a fixed number of nodes. Which fairyring it is, PYTHONPATH says.

    python benchmarks/_player.py NODES ENTRIES

With ENTRIES other than 0 the transposition table has about so many entries, however many nodes there are.
"""

from __future__ import annotations

import sys

import fairyring
from fairyring import Position
from fairyring.search import analysis


def main() -> None:
    """Answer until the input ends."""
    nodes, entries = (int(word) for word in sys.argv[1:3])
    if entries:
        analysis.MIN_ENTRIES = analysis.MAX_ENTRIES = entries
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
        sys.stdout.write(f"{fairyring.search(position, nodes=nodes).move.text}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
