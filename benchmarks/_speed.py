"""Perft and search of some positions in a process of its own, for `versions.py`.

    python benchmarks/_speed.py GAME DEPTH NODES < POSITIONS

Prints how many move sequences there are, nodes a second of perft, and nodes a second of the search, by
processor time; all positions together. Which fairyring it is, PYTHONPATH says.
"""

from __future__ import annotations

import sys
import time

import fairyring

SECONDS = 0.3  # of perft, at least; short ones are repeated


def main() -> None:
    """Measure once, after everything was called once."""
    variant = fairyring.load(sys.argv[1])
    depth, nodes = int(sys.argv[2]), int(sys.argv[3])
    positions = [variant.position(line.rstrip("\n")) for line in sys.stdin]
    for position in positions:
        fairyring.perft(position, 1)
        fairyring.search(position, nodes=100)
    counted, times = 0, 0
    start = between = time.process_time()
    while between < start + SECONDS:
        counted = sum(fairyring.perft(position, depth) for position in positions)
        times += 1
        between = time.process_time()
    searched = sum(fairyring.search(position, nodes=nodes).nodes for position in positions)
    end = time.process_time()
    sys.stdout.write(f"{counted} {times * counted / (between - start)} {searched / (end - between)}\n")


if __name__ == "__main__":
    main()
