"""Matches in a game with secrets: the search against the same one without some of what it makes of them.

    python benchmarks/bluff.py equal [--games N] [--nodes N]
    python benchmarks/bluff.py chips [--games N] [--nodes N]
    python benchmarks/bluff.py observer [--games N] [--nodes N]

``equal`` believes that all kings are alike, and thinks of no one's beliefs. ``chips`` puts none and gives
nothing for them. ``observer`` has it play itself and asks how well its own beliefs, which know what a
spectator does, find the true kings. Nodes are a move's, with those that go into beliefs. Each random
opening is played with either colour. With --keep the section is kept in results.md.
"""

import argparse
import math
import random
import sys
from dataclasses import dataclass

from _measure import keep
from match import MOST_PLIES, OPENING_PLIES, Player, match, told

import fairyring
from fairyring import Move, Position, Side, Variant
from fairyring.kernels.bluff.generate import PUT
from fairyring.kernels.bluff.rules import tag_of
from fairyring.kernels.contract import States
from fairyring.search.analysis import Limits, Run
from fairyring.search.beliefs import beliefs
from fairyring.search.bluffing import Mind, hides

BANDS = (("first 20", 0, 20), ("next 20", 20, 40), ("later", 40, MOST_PLIES))  # plies of a game


@dataclass(frozen=True)
class ChipsIgnored(Mind):
    """A mind to which chips are nothing."""

    def weigh(self, rows: States) -> object:
        """The same tables, with chips worth nothing and none to put."""
        tables = super().weigh(rows)
        worth = tables.worth._replace(chips=tables.worth.chips * 0)
        return tables._replace(worth=worth, ways=tables.ways._replace(puts=tables.ways.puts[:0]))


def openings(variant: Variant, number: int, seed: int = 1) -> list[Position]:
    """Distinct positions after the choices and a few random turns, even or not: both play either side."""
    chance = random.Random(seed)
    found: dict[Position, None] = {}
    while len(found) < number:
        position, plies = variant.start(), 0
        while plies < OPENING_PLIES and not position.result:
            move = chance.choice(position.legal_moves())
            position, plies = position.play(move), plies + move.ply
        if not position.result:
            found[position] = None
    return list(found)


def contender(nodes: int, kind: type[Mind] | None) -> Player:
    """The search with a mind of some kind; without one, it has nothing in mind beside the board."""

    def play(position: Position) -> Move:
        if hides(position):
            return fairyring.search(position, nodes=nodes).move
        run = Run(position, Limits(nodes=nodes), 1, mind=Mind if kind is None else kind.of)
        if kind is ChipsIgnored:
            run.roots = [code for code in run.roots if tag_of(code) != PUT]
        return run.watch(None, None).move

    return play


def observed(starts: list[Position], nodes: int) -> list[str]:
    """How often the likeliest king was the true one, and how likely the true one was held, by the turn."""
    player = contender(nodes, Mind)
    tallies = {name: [0.0, 0.0, 0.0, 0] for name, *_ in BANDS}  # hits, chance alone, logarithms, positions
    for number, start in enumerate(starts, 1):
        position, truths = start, []
        for _ in range(MOST_PLIES):
            if position.result:
                break
            truths.append(position)
            position = position.play(player(position))
        for side in Side:
            _tally(truths, side, tallies)
        print(f"\r{number} games", end="", flush=True, file=sys.stderr)
    lines = []
    for name, (hits, guess, logs, seen) in tallies.items():
        if seen:
            lines.append(
                f"- {name} plies: the likeliest king is the true one in {hits / seen:.0%} of {seen:,}"
                f" positions (by lot {guess / seen:.0%}); the true one is held"
                f" {math.exp(logs / seen):.0%} likely (geometric mean)"
            )
    return lines


def _tally(truths: list[Position], side: Side, tallies: dict[str, list[float]]) -> None:
    secrets = truths[-1].variant.rules.secrets
    for ply, position in enumerate(truths):
        chances = beliefs(position, side)
        true = int(position.rows(1).info[0, secrets.field(side)])
        if true not in chances:
            continue
        tally = tallies[next(name for name, first, end in BANDS if first <= ply < end)]
        best = max(chances.values())
        likeliest = [value for value, chance in chances.items() if chance > best - 0.01]  # about as likely
        tally[0] += (true in likeliest) / len(likeliest)
        tally[1] += 1 / len(chances)
        tally[2] += math.log(chances[true])
        tally[3] += 1


def main() -> None:
    """Play the match that is asked for."""
    options = argparse.ArgumentParser()
    options.add_argument("match", choices=("equal", "chips", "observer"))
    options.add_argument("--games", type=int, default=20)
    options.add_argument("--nodes", type=int, default=10_000, help="a move")
    options.add_argument("--variant", default="monster-bluff-4")
    options.add_argument("--keep", action="store_true", help="keep the section in results.md")
    chosen = options.parse_args()
    variant, whole = fairyring.load(chosen.variant), contender(chosen.nodes, Mind)
    if chosen.match == "observer":
        starts = openings(variant, chosen.games)
        lines = observed(starts, chosen.nodes)
        title = f"What play tells of the true king, {chosen.variant}"
    else:
        starts = openings(variant, chosen.games // 2)
        other = contender(chosen.nodes, None if chosen.match == "equal" else ChipsIgnored)
        lines = [told(match(starts, whole, other))]
        against = {"equal": "one that believes all kings equal", "chips": "one that ignores chips"}
        title = f"Search against {against[chosen.match]}, {chosen.variant}"
    about = f"{chosen.games} games from {len(starts)} random openings, {chosen.nodes:,} nodes a move:"
    keep(title, [about, "", *lines], chosen.keep)


if __name__ == "__main__":
    main()
