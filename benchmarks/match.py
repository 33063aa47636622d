"""Matches: the search against a one-ply material player, GNU Chess, half its nodes, or another version.

    python benchmarks/match.py material [--games N] [--nodes N] [--variant NAME]
    python benchmarks/match.py doubling [--games N] [--ladder 500 1000 2000 4000] [--variant NAME]
    python benchmarks/match.py gnuchess [--games N] [--nodes N] [--depths 2 4 6]
    python benchmarks/match.py levels [--games N] [--variant NAME]
    python benchmarks/match.py versus OLD NEW [--games N] [--nodes N] [--entries N] [--variant NAME]

Openings are short and random, and each is played twice, with colours reversed. A player is a
function from a position to a move. With --keep the section is kept in results.md.

``levels`` plays each level against the next. ``versus`` plays two versions, each in a process of its own;
OLD and NEW are their ``src`` folders. It is a sequential test (SPRT) of whether NEW is at least as strong as
OLD (0 Elo) or weaker by --margin Elo or more, with 5% error either way. It ends as soon as that is decided,
or undecided after --games.
"""

import argparse
import itertools
import math
import os
import random
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import chess.engine
from _measure import keep

import fairyring
from fairyring import LEVELS, Move, Position, Side, Variant
from fairyring.kernels.orthodox.rules import Orthodox
from fairyring.kernels.orthodox.worth import PLAIN

Player = Callable[[Position], Move]
OPENING_PLIES = 6
BALANCED = 150  # hundredths of a pawn; an opening that is further from the start is drawn again
MOST_PLIES = 400  # then the game counts as a draw
FEWEST_PAIRS = 20  # of games, before two versions are told apart


def openings(variant: Variant, number: int, seed: int = 1) -> list[Position]:
    """Distinct positions after a few random moves, about as even as the game's start."""
    chance = random.Random(seed)
    even = fairyring.search(variant.start(), nodes=3000).score
    found: dict[Position, None] = {}
    while len(found) < number:
        position = variant.start()
        for _ in range(OPENING_PLIES):
            position = position.play(chance.choice(position.legal_moves()))
            if position.result:
                break
        if not position.result and abs(fairyring.search(position, nodes=3000).score - even) <= BALANCED:
            found[position] = None
    return list(found)


def engine(nodes: int) -> Player:
    """The search with a fixed number of nodes a move."""
    return lambda position: fairyring.search(position, nodes=nodes).move


def at_level(name: str, seed: int) -> Player:
    """The search at a level."""
    return lambda position: fairyring.search(position, level=name, seed=seed).move


def material(seed: int) -> Player:
    """Captures the most it can, looking one ply ahead; chooses at random between equals."""
    chance = random.Random(seed)

    def balance(position: Position, side: Side) -> int:
        if position.result:
            return 10**6 if position.result.winner is side else 0
        rules = position.variant.rules
        assert isinstance(rules, Orthodox)
        worths = rules.plain_tables.worth.pieces[:, PLAIN]
        # Of pieces on two boards only the small ones have an owner, and blockers have none.
        smalls = getattr(rules, "smalls", len(rules.board))
        owned = [
            piece
            for piece in rules.tokens(position.rows(1), 0)
            if rules.board.numbers[piece.site] < smalls and piece.letter in rules.codes
        ]
        return sum(
            int(worths[rules.codes[piece.letter]]) * (1 if piece.side is side else -1) for piece in owned
        )

    def play(position: Position) -> Move:
        return max(
            position.legal_moves(),
            key=lambda move: (balance(position.play(move), position.side), chance.random()),
        )

    return play


class GnuChess:
    """Debian's gnuchess, spoken to by UCI, limited to a depth and without its book."""

    def __init__(self, depth: int) -> None:
        self.limit = chess.engine.Limit(depth=depth)
        self.process = chess.engine.SimpleEngine.popen_uci(["/usr/games/gnuchess", "-u"], timeout=20)
        self.process.configure({"OwnBook": False})

    def __call__(self, position: Position) -> Move:
        """Its move."""
        answer = self.process.play(chess.Board(str(position)), self.limit)
        assert answer.move is not None
        return position.parse_move(answer.move.uci())


class Version:
    """The search of the fairyring in a source folder, in a process of its own."""

    def __init__(self, source: str, nodes: int, entries: int) -> None:
        player = Path(__file__).with_name("_player.py")
        environment = os.environ | {"PYTHONPATH": str(Path(source).resolve(strict=True))}
        self.process = subprocess.Popen(
            [sys.executable, str(player), str(nodes), str(entries)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=environment,
        )
        self.start = ""
        self.moves: list[str] = []

    def begin(self, start: Position) -> None:
        """Begin a game from a position."""
        self.start, self.moves = f"{start.variant.name}\t{start}", []

    def __call__(self, position: Position) -> Move:
        """Its move."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write("\t".join((self.start, *self.moves)) + "\n")
        self.process.stdin.flush()
        return position.parse_move(self.process.stdout.readline().strip())


class Score(NamedTuple):
    """The points of one side in pairs of games, each pair from one opening: 0, 0.5, … 2.

    Attributes:
        pairs: its points in each pair.
    """

    pairs: tuple[float, ...]

    @property
    def mean(self) -> float:
        """Points a game."""
        return sum(self.pairs) / 2 / len(self.pairs)

    @property
    def variance(self) -> float:
        """The variance of a pair's points a game, never quite 0."""
        spread = sum((points / 2 - self.mean) ** 2 for points in self.pairs) / len(self.pairs)
        return max(spread, 1 / (16 * len(self.pairs)))

    @property
    def elo(self) -> tuple[float, float]:
        """By how many Elo points it is the stronger, and the error, at 95%."""
        error = 1.96 * math.sqrt(self.variance / len(self.pairs))
        low, high = elo_of(self.mean - error), elo_of(self.mean + error)
        return elo_of(self.mean), (high - low) / 2

    def likelihood(self, worse: float, better: float) -> float:
        """How much likelier this is at one difference in Elo than at another, as a logarithm."""
        low, high = points_of(worse), points_of(better)
        return len(self.pairs) * (high - low) * (2 * self.mean - low - high) / (2 * self.variance)


def points_of(elo: float) -> float:
    """The points a game to expect from a difference in Elo."""
    return 1 / (1 + 10 ** (-elo / 400))


def elo_of(points: float) -> float:
    """The difference in Elo that so many points a game mean."""
    points = min(max(points, 0.001), 0.999)
    return 400 * math.log10(points / (1 - points))


SURE = math.log(0.95 / 0.05)  # of a likelihood: errors of 5%


def versus(starts: Sequence[Position], new: Version, old: Version, margin: float) -> list[str]:
    """Play pairs of games until it is decided whether ``new`` is weaker by a margin or not weaker."""
    tally = {1.0: 0, 0.5: 0, 0.0: 0}
    points: list[float] = []
    verdict = "undecided"
    for start in starts:
        pair = []
        for white, black, new_is_white in ((new, old, True), (old, new, False)):
            score = recorded(start, white, black)
            pair.append(score if new_is_white else 1 - score)
            tally[pair[-1]] += 1
        points.append(sum(pair))
        standing = Score(tuple(points))
        likelihood = standing.likelihood(-margin, 0)
        print(
            f"{told((tally[1.0], tally[0.5], tally[0.0]))}, {standing.elo[0]:+.0f} +-"
            f" {standing.elo[1]:.0f} Elo, LLR {likelihood:+.2f}",
            flush=True,
        )
        if abs(likelihood) >= SURE and len(points) >= FEWEST_PAIRS:
            verdict = "not weaker" if likelihood > 0 else f"weaker by {margin:g} Elo or more"
            break
    elo, error = standing.elo
    test = f"SPRT of -{margin:g} against 0 Elo, 5% errors, log-likelihood ratio {likelihood:+.2f}"
    return [
        f"- {told((tally[1.0], tally[0.5], tally[0.0]))}",
        f"- {elo:+.0f} +- {error:.0f} Elo (95%); {verdict} ({test})",
    ]


def recorded(start: Position, white: Version, black: Version) -> float:
    """White's score in a game between two versions."""
    moves: list[str] = []
    for player in (white, black):
        player.begin(start)
        player.moves = moves

    def play(player: Version) -> Player:
        def chosen(position: Position) -> Move:
            move = player(position)
            moves.append(move.text)
            return move

        return chosen

    return game(start, play(white), play(black))


def game(position: Position, white: Player, black: Player) -> float:
    """White's score: 1, 0.5 or 0."""
    for _ in range(MOST_PLIES):
        if position.result:
            break
        position = position.play((white if position.side is Side.WHITE else black)(position))
    winner = position.result.winner if position.result else None
    return 0.5 if winner is None else float(winner is Side.WHITE)


def match(starts: Sequence[Position], one: Player, other: Player) -> tuple[int, int, int]:
    """Wins, draws and losses of ``one``, which plays every start with both colours."""
    tally = {1.0: 0, 0.5: 0, 0.0: 0}
    for start in starts:
        tally[game(start, one, other)] += 1
        tally[1 - game(start, other, one)] += 1
        print(f"\r+{tally[1.0]} ={tally[0.5]} -{tally[0.0]}", end="", flush=True, file=sys.stderr)
    print("\r", end="", file=sys.stderr)
    return tally[1.0], tally[0.5], tally[0.0]


def told(tally: tuple[int, int, int]) -> str:
    """A tally in words."""
    wins, draws, losses = tally
    return f"{wins + draws / 2:g} : {losses + draws / 2:g} (+{wins} ={draws} -{losses})"


def main() -> None:
    """Play the match that is asked for."""
    options = argparse.ArgumentParser()
    options.add_argument("match", choices=("material", "doubling", "gnuchess", "levels", "versus"))
    options.add_argument("sources", nargs="*", help="for versus: the src folders of the old and new version")
    options.add_argument("--entries", type=int, default=0, help="of the transposition table, for versus")
    options.add_argument("--margin", type=float, default=20, help="Elo points, for versus")
    options.add_argument("--about", default="", help="what is new, for the title of versus")
    options.add_argument("--games", type=int, default=20)
    options.add_argument("--nodes", type=int, default=100_000, help="a move, for the search")
    options.add_argument("--ladder", type=int, nargs="+", default=[500, 1000, 2000, 4000], help="of nodes")
    options.add_argument("--depths", type=int, nargs="+", default=[2], help="of gnuchess")
    options.add_argument("--variant", default="chess")
    options.add_argument("--keep", action="store_true", help="keep the section in results.md")
    chosen = options.parse_args()
    variant, pairs = fairyring.load(chosen.variant), chosen.games // 2
    starts = openings(variant, pairs)
    lines = []
    if chosen.match == "material":
        lines.append(told(match(starts, engine(chosen.nodes), material(1))))
    elif chosen.match == "doubling":
        for fewer, more in itertools.pairwise(chosen.ladder):
            tally = match(starts, engine(more), engine(fewer))
            lines.append(f"- {more:,} nodes a move against {fewer:,}: {told(tally)}")
            print(lines[-1])
    elif chosen.match == "gnuchess":
        for depth in chosen.depths:
            other = GnuChess(depth)
            lines.append(f"- depth {depth}: {told(match(starts, engine(chosen.nodes), other))}")
            other.process.quit()
            print(lines[-1])
    elif chosen.match == "versus":
        old, new = (Version(source, chosen.nodes, chosen.entries) for source in chosen.sources)
        lines += versus(starts, new, old, chosen.margin)
    else:
        names = list(LEVELS)[:-1]  # the last differs from the one before it in time alone
        for weaker, stronger in itertools.pairwise(names):
            tally = match(starts, at_level(stronger, 1), at_level(weaker, 2))
            lines.append(f"- {stronger} against {weaker}: {told(tally)}")
            print(lines[-1])
    about = f"{chosen.games} games from {pairs} random openings"
    if chosen.match == "versus":
        about = f"At most {about}"
    if chosen.match in ("material", "gnuchess", "versus"):
        about += f", {chosen.nodes:,} nodes a move"
    title = {
        "material": f"Search against a one-ply material player, {chosen.variant}",
        "doubling": f"Search against itself with half the nodes, {chosen.variant}",
        "gnuchess": "Search against GNU Chess",
        "levels": f"Level against level, {chosen.variant}",
        "versus": f"New against old, {chosen.about or 'two versions'}, {chosen.variant}",
    }[chosen.match]
    keep(title, [f"{about}:", "", *lines], chosen.keep)


if __name__ == "__main__":
    main()
