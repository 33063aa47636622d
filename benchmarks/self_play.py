"""Games of the computer against itself: which side wins, how many are drawn, and how long they are.

    python benchmarks/self_play.py GAME... [--games N] [--nodes N]

The rules page of each game has what was measured last: it goes to src/fairyring/variants/self_play.json.
Games begin with a few random moves, after which the position is about even, and are stopped after 400 plies.
"""

import argparse
import datetime
import json
import statistics
from dataclasses import asdict
from pathlib import Path

from _games import MOST_PLIES, openings

import fairyring
from fairyring import Position, Side
from fairyring.variants.self_play import SelfPlay

FILE = Path(__file__).parents[1] / "src" / "fairyring" / "variants" / "self_play.json"


def finished(position: Position, nodes: int) -> tuple[Side | None, int]:
    """Play a game to its end: the winner, and how many plies it took from the start of the game."""
    plies = 0
    while position.result is None and plies < MOST_PLIES:
        position = position.play(fairyring.search(position, nodes=nodes).move)
        plies += 1
    return (position.result.winner if position.result else None), len(position.earlier)


def measured(name: str, games: int, nodes: int) -> SelfPlay:
    """Play a number of games."""
    ended = [finished(start, nodes) for start in openings(fairyring.load(name), games)]
    winners = [winner for winner, _ in ended]
    return SelfPlay(
        white=winners.count(Side.WHITE),
        drawn=winners.count(None),
        black=winners.count(Side.BLACK),
        plies=round(statistics.median(plies for _, plies in ended)),
        nodes=nodes,
        date=datetime.datetime.now(tz=datetime.UTC).date().isoformat(),
    )


def main() -> None:
    """Measure, print, and keep."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("variants", nargs="+", choices=fairyring.variants(), metavar="GAME")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--nodes", type=int, default=1000)
    asked = parser.parse_args()
    for name in asked.variants:
        found = measured(name, asked.games, asked.nodes)
        print(f"{name}: +{found.white} ={found.drawn} -{found.black}, {found.plies} plies", flush=True)
        known = json.loads(FILE.read_text(encoding="utf-8")) | {name: asdict(found)}
        FILE.write_text(json.dumps(dict(sorted(known.items())), indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
