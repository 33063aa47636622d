"""Matches: the search against a one-ply material player, GNU Chess, or half its nodes; levels against levels.

    python benchmarks/match.py material [--games N] [--nodes N] [--variant NAME]
    python benchmarks/match.py doubling [--games N] [--ladder 500 1000 2000 4000] [--variant NAME]
    python benchmarks/match.py gnuchess [--games N] [--nodes N] [--depths 2 4 6]
    python benchmarks/match.py levels [--games N] [--variant NAME]

Openings are short and random, and each is played twice, with colours reversed. A player is a
function from a position to a move. With --keep the section is kept in results.md.

``levels`` plays each level against the next. Two versions are compared by `versus.py`.
"""

import argparse
import itertools
import random
import sys
from collections.abc import Sequence

import chess.engine
from _games import Player, game, openings
from _measure import keep

import fairyring
from fairyring import LEVELS, Move, Position, Side
from fairyring.kernels.orthodox.rules import Orthodox
from fairyring.kernels.orthodox.worth import PLAIN


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
    options.add_argument("match", choices=("material", "doubling", "gnuchess", "levels"))
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
    else:
        names = list(LEVELS)[:-1]  # the last differs from the one before it in time alone
        for weaker, stronger in itertools.pairwise(names):
            tally = match(starts, at_level(stronger, 1), at_level(weaker, 2))
            lines.append(f"- {stronger} against {weaker}: {told(tally)}")
            print(lines[-1])
    about = f"{chosen.games} games from {pairs} random openings"
    if chosen.match in ("material", "gnuchess"):
        about += f", {chosen.nodes:,} nodes a move"
    title = {
        "material": f"Search against a one-ply material player, {chosen.variant}",
        "doubling": f"Search against itself with half the nodes, {chosen.variant}",
        "gnuchess": "Search against GNU Chess",
        "levels": f"Level against level, {chosen.variant}",
    }[chosen.match]
    keep(title, [f"{about}:", "", *lines], chosen.keep)


if __name__ == "__main__":
    main()
