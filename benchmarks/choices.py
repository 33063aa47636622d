"""What a deep search thinks of the moves that two versions choose: a match in a tenth of the time.

    python benchmarks/choices.py NEW OLD [--game NAME]… [--positions N] [--deep N] [--seed N]
                                 [--about TEXT] [--log FILE] [--keep]

    python benchmarks/choices.py src,nodes=4000 ../old/src,nodes=4000 --game chess

Both choose a move in positions of games that OLD plays against itself. Where they differ, OLD judges both
moves with --deep nodes, as the chance to win that a score stands for. What a choice is worth is the mean
difference, in thousandths of a point a move. As OLD's evaluation is the judge, this is for changes of the
search alone, and a match must confirm what it finds. Equal nodes are not equal time: see what a move took.
"""

from __future__ import annotations

import argparse
import math
import random
import sys
from collections.abc import Iterator
from typing import NamedTuple

from _contenders import Contender, is_engine, opened
from _measure import keep, log

import fairyring
from fairyring import Position

RANDOM_PLIES, LAST_PLY = 5, 140  # of the games from which positions are taken
SHARE = 0.12  # of their positions
OFTEN_WON = 300  # hundredths of a pawn with which ten of eleven points are won
NODES = 400  # a move of those games


class Choice(NamedTuple):
    """What NEW's move is worth more than OLD's.

    Attributes:
        gain: in points, from -1 to 1.
        differ: whether the moves differ.
    """

    gain: float
    differ: bool


def positions(name: str, player: Contender, number: int, seed: int) -> Iterator[Position]:
    """Positions from games of a contender against itself, after a few moves at random."""
    chance, found = random.Random(seed), 0
    while True:
        position = fairyring.load(name).start()
        with player.seat() as seat:
            for ply in range(LAST_PLY):
                if position.result:
                    break
                moves = position.legal_moves()
                if ply > RANDOM_PLIES and len(moves) > 1 and chance.random() < SHARE:
                    yield position
                    found += 1
                    if found == number:
                        return
                at_random = ply < RANDOM_PLIES
                text = "" if at_random else seat.answer(position, []).move
                position = position.play(chance.choice(moves) if at_random else position.parse_move(text))


def points(position: Position, text: str, judge: Contender) -> float:
    """What a move is worth to its player, from 0 to 1, as a deep search judges the position after it."""
    after = position.play(position.parse_move(text))
    if after.result:
        winner = after.result.winner
        return 0.5 if winner is None else float(winner is position.side)
    with judge.seat() as seat:
        score = seat.answer(after, []).score
    return 1 / (1 + 10 ** ((score if after.side is not position.side else -score) / OFTEN_WON))


def chosen(position: Position, players: tuple[Contender, Contender], judge: Contender) -> Choice:
    """Which of two contenders chooses the better move, and by how much."""
    texts = []
    for player in players:
        with player.seat() as seat:
            texts.append(seat.answer(position, []).move)
    if texts[0] == texts[1]:
        return Choice(0.0, differ=False)
    return Choice(points(position, texts[0], judge) - points(position, texts[1], judge), differ=True)


def gain_of(choices: list[Choice]) -> tuple[float, float]:
    """The mean gain of a move and its error at 95 %, in thousandths of a point."""
    number = len(choices)
    mean = sum(each.gain for each in choices) / number
    variance = sum((each.gain - mean) ** 2 for each in choices) / number
    return 1000 * mean, 1000 * 1.96 * math.sqrt(variance / number)


def compared(name: str, options: argparse.Namespace) -> str:
    """Compare the two in one game; the line of the table."""
    source, *_ = options.old.split(",")
    contenders = options.new, options.old, f"{source},nodes={options.deep}", f"{source},nodes={NODES}"
    players = [opened(text) for text in contenders]
    choices: list[Choice] = []
    began = [0.0, 0.0]
    try:
        for position in positions(name, players[3], options.positions, options.seed):
            choices.append(chosen(position, (players[0], players[1]), players[2]))
            if len(choices) == 1:  # what came before is set-up
                began = [player.processor_seconds() for player in players[:2]]
            if len(choices) % 50 == 0:
                print("{:+.2f} ± {:.2f} after {}".format(*gain_of(choices), len(choices)), flush=True)
        ended = [player.processor_seconds() for player in players[:2]]
        spent = [1000 * (end - start) / len(choices) for start, end in zip(began, ended, strict=True)]
    finally:
        for player in players:
            player.close()
    mean, error = gain_of(choices)
    differ = sum(each.differ for each in choices)
    entry = {
        "about": options.about,
        "game": name,
        "contenders": contenders[:3],
        "positions": len(choices),
        "differ": differ,
        "gain": round(mean, 2),
        "error": round(error, 2),
        "milliseconds": [round(each, 1) for each in spent],
    }
    log(options.log, entry)
    took = " and ".join(f"{each:.1f}" for each in spent)
    return f"| {name} | {mean:+.2f} ± {error:.2f} | {differ} of {len(choices)} | {took} |"


def main() -> None:
    """Compare, one game after the other."""
    options = argparse.ArgumentParser()
    options.add_argument("new", nargs="?", default="src,nodes=8000")
    options.add_argument("old", nargs="?", default="src,nodes=4000")
    options.add_argument("--game", action="append", default=[], help="chess if none is named")
    options.add_argument("--positions", type=int, default=1200, help="of each game")
    options.add_argument("--deep", type=int, default=60_000, help="nodes with which moves are judged")
    options.add_argument("--seed", type=int, default=1, help="of the games that positions are from")
    options.add_argument("--about", default="", help="what is new, for the title")
    options.add_argument("--log", help="the name of a file in benchmarks/strength/, without its ending")
    options.add_argument("--keep", action="store_true", help="keep the section in results.md")
    asked = options.parse_args()
    if is_engine(asked.new) or is_engine(asked.old):
        options.error("NEW and OLD are source folders; versus.py plays against engines")
    rows = [compared(name, asked) for name in asked.game or ["chess"]]
    lines = [
        f"`{asked.new}` against `{asked.old}`; where they differ, {asked.deep:,} nodes judge.",
        "",
        "| game | thousandths of a point a move (95 %) | moves differ | ms of the processor a move |",
        "|---|---|---|---|",
        *rows,
    ]
    keep(f"Choices: {asked.about or 'two contenders'}", lines, asked.keep)


if __name__ == "__main__":
    sys.exit(main())
