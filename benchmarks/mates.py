"""Does the search find every forced mate in three of tests/data/mates-in-3.txt, and how soon?

    python benchmarks/mates.py [NODES]

Each is searched until the mate is found, within 2 million nodes unless told otherwise.
"""

import statistics
import sys
from pathlib import Path

import fairyring

FILE = Path(__file__).parents[1] / "tests" / "data" / "mates-in-3.txt"
PLIES = 5


def main() -> None:
    """Search them all."""
    limit = int(sys.argv[1]) if len(sys.argv) > 1 else 2_000_000
    nodes, missed = [], 0
    for line in FILE.read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            continue
        variant, text, firsts = line.split("\t")
        found = fairyring.search(fairyring.load(variant).position(text), nodes=limit)
        nodes.append(found.nodes)
        if found.mate != PLIES or str(found.move) not in firsts.split():
            missed += 1
            print(f"missed: {variant} {text}: {found.move}, mate {found.mate}, {found.nodes:,} nodes")
    spread = f"median {statistics.median(nodes):,.0f}, most {max(nodes):,}"
    print(f"mates in three: {len(nodes) - missed} of {len(nodes)} found; nodes until found: {spread}")
    sys.exit(missed > 0)


if __name__ == "__main__":
    main()
