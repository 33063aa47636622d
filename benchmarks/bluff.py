"""Matches in a game with secrets: the search against the same search without some of its means.

    python benchmarks/bluff.py equal [--games N] [--nodes N]
    python benchmarks/bluff.py chips [--games N] [--nodes N]
    python benchmarks/bluff.py observer [--games N] [--nodes N]
    python benchmarks/bluff.py learn [--games N] [--nodes N]

In ``equal`` the opponent holds all kings equally likely and ignores beliefs. In ``chips`` it places no chips
and values none, but learns from ours as anybody does; those games start from about even positions in the
middle of games in which both sides have promoted, since most other games end before chips matter.
``observer`` lets the search play itself and measures how well its beliefs, which use only what a spectator
knows, find the True Kings.
``learn`` does so too, and finds the weights of the signs shown by moves with which an observer finds the
True Kings best (`fairyring.kernels.true_kings.WEIGHTS`). Nodes are for each move. Each random opening is
played twice, with colours reversed. With --keep the section is kept in results.md.
"""

import argparse
import itertools
import math
import random
import sys
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from _games import MOST_PLIES, OPENING_PLIES
from _measure import keep
from match import match, told

import fairyring
from fairyring import Move, Position, Side, Variant
from fairyring.kernels.bluff.generate import PUT
from fairyring.kernels.bluff.rules import tag_of
from fairyring.kernels.contract import States
from fairyring.kernels.true_kings import SIGNS
from fairyring.search import Limits
from fairyring.search.analysis import Run
from fairyring.search.beliefs import beliefs
from fairyring.search.bluffing import Mind, hides

MIDDLE = range(40, 161, 20)  # after so many plies a game is looked at
MIDDLE_NODES = 600
EVEN = 300  # hundredths of a pawn
BANDS = (("first 20", 0, 20), ("next 20", 20, 40), ("later", 40, MOST_PLIES))  # plies of a game


Tallies = dict[str, list[float]]  # hits, chance alone, logarithms, positions; by the band
Numbers = npt.NDArray[np.float64]


@dataclass(frozen=True)
class ChipsIgnored(Mind):
    """A mind that ignores chips, except for what the opponent's reveal about its king."""

    def weigh(self, rows: States) -> object:
        """The same tables, with chips worth nothing and none to place."""
        tables = super().weigh(rows)
        worth = tables.worth._replace(chips=tables.worth.chips * 0)
        return tables._replace(worth=worth, ways=tables.ways._replace(shields=tables.ways.shields[:0]))


def openings(first: Position, number: int, seed: int = 1) -> list[Position]:
    """Distinct positions after the choices and a few random moves, even or not: both play each side."""
    chance = random.Random(seed)
    found: dict[Position, None] = {}
    while len(found) < number:
        position, plies = first, 0
        while plies < OPENING_PLIES and not position.result:
            code = chance.choice([code for code in position.codes if tag_of(code) != PUT])
            move = position.move(code)
            position, plies = position.play(move), plies + move.ply
        if not position.result:
            found[position] = None
    return list(found)


def with_chips(variant: Variant) -> Position:
    """The first position, but with both sides promoted: chips may be placed from the first move on."""
    fields = str(variant.start()).split()
    fields[5] = "wb"
    return variant.position(" ".join(fields))


def middles(variant: Variant, number: int, seed: int = 1) -> list[Position]:
    """About even positions in the middle of games between players that ignore chips."""
    found: list[Position] = []
    for start in openings(with_chips(variant), 10 * number, seed):
        position = _middle(start)
        if position is not None:
            found.append(position)
            print(f"\r{len(found)} positions", end="", flush=True, file=sys.stderr)
        if len(found) == number:
            break
    return found


def _middle(position: Position) -> Position | None:
    """The first even position of a game that goes on from here, if it comes to one."""
    player = Contender(MIDDLE_NODES, ChipsIgnored)
    for ply in range(MIDDLE.stop):
        if position.result:
            break
        if ply in MIDDLE and _even(position):
            return position.variant.position(str(position))  # without the moves played, which both know
        position = position.play(player(position))
    return None


def _even(position: Position) -> bool:
    """Whether both True Kings are unknown, and both sides score about the same with the move."""
    if any(len(beliefs(position, side)) < 2 for side in Side):
        return False
    fields = str(position).split()
    fields[1], fields[3] = position.side.other[0], "-"
    passed = position.variant.position(" ".join(fields))
    return abs(_score(position) - _score(passed)) < 2 * EVEN


def _score(position: Position) -> int:
    """The score by a search that ignores beliefs."""
    return Run(position, Limits(nodes=4000), 1, mind=AllAlike.of).watch(None, None).score


@dataclass(frozen=True)
class AllAlike(Mind):
    """A mind that holds all possible True Kings equally likely and hides nothing."""

    @classmethod
    def of(cls, position: Position) -> Mind:
        """The mind of the side to move."""
        return cls(position)


class Contender:
    """The search with a mind of some kind, and how long it has thought.

    Attributes:
        seconds: of processor time, beliefs included.
        moves: how many it has played.
    """

    def __init__(self, nodes: int, kind: type[Mind]) -> None:
        self.nodes = nodes
        self.kind = kind
        self.seconds = 0.0
        self.moves = 0

    def __call__(self, position: Position) -> Move:
        """Its move."""
        if hides(position):
            return fairyring.search(position, nodes=self.nodes).move
        begun = time.process_time()
        run = Run(position, Limits(nodes=self.nodes), 1, mind=self.kind.of)
        if self.kind is ChipsIgnored:
            run.main.roots = [code for code in run.main.roots if tag_of(code) != PUT]
        move = run.watch(None, None).move
        self.seconds += time.process_time() - begun
        self.moves += 1
        return move

    @property
    def pace(self) -> str:
        """What a move takes it."""
        return f"{1000 * self.seconds / max(1, self.moves):.0f} ms"


def own_games(starts: list[Position], nodes: int) -> Iterator[list[Position]]:
    """The computer's games with itself, each as all its positions."""
    player = Contender(nodes, Mind)
    for number, start in enumerate(starts, 1):
        positions = [start]
        while not positions[-1].result and len(positions) < MOST_PLIES:
            positions.append(positions[-1].play(player(positions[-1])))
        print(f"\r{number} games", end="", flush=True, file=sys.stderr)
        yield positions


def observed(games: Iterable[list[Position]]) -> list[str]:
    """How often the likeliest king was the true one, and how likely the true one was held, by the ply."""
    tallies: Tallies = {name: [0.0, 0.0, 0.0, 0] for name, *_ in BANDS}
    for positions in games:
        for side in Side:
            _tally(positions, side, tallies)
    lines = []
    for name, (hits, guess, logs, seen) in tallies.items():
        if seen:
            lines.append(
                f"- {name} plies: the likeliest king is the true one in {hits / seen:.0%} of {seen:,}"
                f" positions (by chance {guess / seen:.0%}); the true one is held"
                f" {math.exp(logs / seen):.0%} likely (geometric mean)"
            )
    return lines


def _tally(positions: list[Position], side: Side, tallies: Tallies) -> None:
    secrets = positions[-1].variant.rules.secrets
    assert secrets is not None
    for ply, position in enumerate(positions):
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


def examples(positions: list[Position], side: Side) -> Iterator[tuple[int, Numbers]]:
    """Along a game the true king's place among those of a side, and float64[king, sign], the signs so far."""
    secrets = positions[0].variant.rules.secrets
    assert secrets is not None
    sums: dict[int, Numbers] = {}
    for before, after in itertools.pairwise(positions):
        values = secrets.possible(before.rows(1), 0, side)
        if len(values) < 2 or not after.past:
            continue
        seen, move = after.past
        if before.side is side:
            signs = secrets.signs(seen.rows(2), 0, np.array([move.code], np.uint64))
            for value, row in zip(signs.values, signs.found[0], strict=True):
                sums[value] = sums.get(value, 0.0) + row.astype(np.float64)
        left = set(secrets.possible(after.rows(1), 0, side))
        come = left - set(values)
        sums = {
            (value if value in left else min(come)): s for value, s in sums.items() if value in left or come
        }
        true = int(after.rows(1).info[0, secrets.field(side)])
        if before.side is side and true in sums and len(sums) > 1:
            yield list(sums).index(true), np.array(list(sums.values()))


def learnt(cases: list[tuple[int, Numbers]]) -> Numbers:
    """The weights of the signs that make the true kings likeliest: Newton's steps, held back a little."""
    weights = np.zeros(cases[0][1].shape[1])
    hold = 1e-3 * len(cases)
    for _ in range(50):
        slope, bend = -hold * weights, hold * np.eye(len(weights))
        for true, signs in cases:
            chances = np.exp(signs @ weights - (signs @ weights).max())
            chances /= chances.sum()
            mean = chances @ signs
            slope += signs[true] - mean
            bend += (signs * chances[:, None]).T @ signs - np.outer(mean, mean)
        step = np.linalg.solve(bend, slope)
        weights += step
        if abs(step).max() < 1e-4:
            break
    return weights


def learning(games: list[list[Position]]) -> list[str]:
    """What the signs weigh by all games but every third, and what an observer makes of those by that."""
    cases = [[case for side in Side for case in examples(positions, side)] for positions in games]
    weights = learnt([case for number, own in enumerate(cases) if number % 3 for case in own])
    logs, chance, hits, seen = 0.0, 0.0, 0.0, 0
    for own in cases[::3]:
        for true, signs in own:
            felt = np.exp(signs @ weights - (signs @ weights).max())
            logs += math.log(felt[true] / felt.sum())
            best = felt > felt.max() * 0.99  # about as likely
            hits += best[true] / best.sum()
            chance += 1 / len(felt)
            seen += 1
    words = ", ".join(f"{word} {weight:+.2f}" for word, weight in zip(SIGNS, weights, strict=True))
    about = f"- on {seen:,} positions of games that nothing was learnt from"
    found = f"the likeliest king is the true one in {hits / seen:.0%} (by chance {chance / seen:.0%})"
    held = f"the true one is held {math.exp(logs / seen):.0%} likely (geometric mean)"
    return [f"- weights: {words}", f"{about} {found}; {held}"]


def main() -> None:
    """Play the match that is asked for."""
    options = argparse.ArgumentParser()
    options.add_argument("match", choices=("equal", "chips", "observer", "learn"))
    options.add_argument("--games", type=int, default=20)
    options.add_argument("--nodes", type=int, default=10_000, help="a move")
    options.add_argument("--against", type=int, help="nodes a move for the other, so that times are equal")
    options.add_argument("--variant", default="monster-bluff-4")
    options.add_argument("--keep", action="store_true", help="keep the section in results.md")
    chosen = options.parse_args()
    variant = fairyring.load(chosen.variant)
    if chosen.match in ("observer", "learn"):
        starts = openings(variant.start(), chosen.games)
        games = own_games(starts, chosen.nodes)
        lines = observed(games) if chosen.match == "observer" else learning(list(games))
        what = "What play tells" if chosen.match == "observer" else "What an observer learns from play"
        title = f"{what} of the true king, {chosen.variant}"
    else:
        if chosen.match == "chips":
            starts = middles(variant, chosen.games // 2)
        else:
            starts = openings(variant.start(), chosen.games // 2)
        whole = Contender(chosen.nodes, Mind)
        kind = AllAlike if chosen.match == "equal" else ChipsIgnored
        other = Contender(chosen.against or chosen.nodes, kind)
        for contender in (whole, other):  # what is compiled or loaded first is no thinking
            contender(starts[0])
            contender.seconds, contender.moves = 0.0, 0
        lines = [
            told(match(starts, whole, other)),
            "",
            f"A move takes {whole.pace}, the other's {other.pace}.",
        ]
        against = {"equal": "one that believes all kings equal", "chips": "one that ignores chips"}
        title = f"Search against {against[chosen.match]}, {chosen.variant}"
    begun = "even positions amid games" if chosen.match == "chips" else "random openings"
    about = f"{chosen.games} games from {len(starts)} {begun}, {chosen.nodes:,} nodes a move"
    about += f", {chosen.against:,} for the other:" if chosen.against else ":"
    keep(title, [about, "", *lines], chosen.keep)


if __name__ == "__main__":
    main()
