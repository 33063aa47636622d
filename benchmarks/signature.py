"""The search's node counts: how many nodes fixed positions of every game take to a fixed depth.

    python benchmarks/signature.py [GAME…]    compare these games, or all, with tests/data/node_signature.txt
    python benchmarks/signature.py --write    search again and write the new counts
    python benchmarks/signature.py --draw     also draw positions for games that have none yet

A search with fresh memory and no limit of time visits the same nodes every time, so any change of the
search, an evaluation or a rule shows as another count. Write the file again with every such
change that is meant; the difference is then part of the commit.
"""

from __future__ import annotations

import argparse
import random
import sys
from pathlib import Path
from typing import NamedTuple

import fairyring
from fairyring import Position

FILE = Path(__file__).parents[1] / "tests" / "data" / "node_signature.txt"
HEADER = """\
# Nodes that the search visits: game, depth, nodes, position, with tabs between.
# Write it again with: python benchmarks/signature.py --write
"""
PLIES = (8, 20, 40)  # of the random walks that end in the positions after the first
ENOUGH = 12_000  # nodes; a position is searched to the last depth before the first that takes more
FIRST_DEPTH, LAST_DEPTH = 2, 8


class Case(NamedTuple):
    """A position, and how many nodes its search takes.

    Attributes:
        game: the variant's name.
        depth: how deep the position is searched.
        nodes: how many nodes that takes.
        text: the position.
    """

    game: str
    depth: int
    nodes: int
    text: str

    def counted(self) -> Case:
        """The same with the nodes that a search takes now."""
        position = fairyring.load(self.game).position(self.text)
        return self._replace(nodes=fairyring.search(position, depth=self.depth).nodes)

    def __str__(self) -> str:
        return "\t".join(map(str, self))


def cases() -> list[Case]:
    """What the file says."""
    found = []
    for line in FILE.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            game, depth, nodes, text = line.split("\t")
            found.append(Case(game, int(depth), int(nodes), text))
    return found


def drawn(game: str) -> list[Case]:
    """Positions of a game: one from before the first ply or soon after, and the ends of random walks."""
    variant = fairyring.load(game)
    found = []
    for plies in (0, *PLIES):
        seed = 0
        while (
            position := _walked(
                variant.start(),
                max(plies - seed // 20, 0),  # some games are never so long
                random.Random(f"{game} {plies} {seed}"),
            )
        ).result:
            seed += 1
        best = Case(game, FIRST_DEPTH, 0, str(position)).counted()
        while (
            deeper := best._replace(depth=best.depth + 1).counted()
        ).nodes <= ENOUGH and best.depth < LAST_DEPTH:
            best = deeper
        found.append(best)
    return found


def _walked(position: Position, plies: int, chance: random.Random) -> Position:
    """A position so many random plies later; what is chosen before the first ply is chosen by chance, too."""
    while not position.result:
        moves = position.legal_moves()
        if moves[0].ply:
            if not plies:
                break
            plies -= 1
        position = position.play(chance.choice(moves))
    return position


def main() -> int:
    """Compare or write; the number of differences."""
    options = argparse.ArgumentParser()
    options.add_argument("game", nargs="*", help="games to search; all if there are none")
    options.add_argument("--write", action="store_true", help="write the counts of today")
    options.add_argument("--draw", action="store_true", help="draw positions for games that have none yet")
    chosen = options.parse_args()
    before = cases() if FILE.exists() else []
    after = [case.counted() if case.game in (chosen.game or [case.game]) else case for case in before]
    if chosen.draw:
        known = {case.game for case in before}
        after += [case for game in fairyring.variants() if game not in known for case in drawn(game)]
    changed = [pair for pair in zip(before, after, strict=False) if pair[0] != pair[1]]
    for old, new in changed:
        print(f"{old.game}, depth {old.depth}: {old.nodes} nodes became {new.nodes}: {old.text}")
    print(f"{sum(case.nodes for case in after)} nodes; {len(changed)} of {len(after)} positions changed")
    if chosen.write or chosen.draw:
        total = f"# In all: {sum(case.nodes for case in after)}\n"
        FILE.write_text(HEADER + total + "".join(f"{case}\n" for case in after), encoding="utf-8")
        return 0
    return len(changed)


if __name__ == "__main__":
    sys.exit(main() > 0)
