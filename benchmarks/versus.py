"""A match between two contenders, as a sequential test: versions of the search, and UCI or CECP engines.

    python benchmarks/versus.py NEW OLD [--game NAME]… [--games N] [--elo LOW HIGH] [--jobs N]
                                [--about TEXT] [--log FILE] [--keep]

    python benchmarks/versus.py src,nodes=5000 ../old/src,nodes=5000 --game chess --game ravioli
    python benchmarks/versus.py src,nodes=100000 uci:/usr/games/fairy-stockfish,nodes=50000

A contender is written as `_contenders.py` says. Openings are short, random and even, as the second contender
(or the first one, if that is an engine) judges them; each is played twice, with colours reversed. The test
(SPRT, from pairs of games) is whether NEW is stronger than OLD by LOW or by HIGH Elo, with errors of 5 %; a
match ends as soon as that is decided, or undecided after --games. A game whose winner both have agreed about
for some plies ends there; scores count from that of the game's start, which may favour a side. Progress is
shown on the way, and then what a move took. --log appends what came of each match as a line of JSON to a file
in benchmarks/strength/, and --keep the section to results.md.
"""

from __future__ import annotations

import argparse
import queue
import sys
import threading
from collections.abc import Sequence
from dataclasses import dataclass, field

from _contenders import Answer, Contender, Seat, is_engine, opened
from _games import MOST_PLIES, begun, openings, result
from _measure import keep, log
from _score import Score

import fairyring
from fairyring import Position, Side

AT_ONCE = 24  # games between two versions
DECIDED, DECIDED_PLIES = 800, 4  # hundredths of a pawn that both have agreed on for so many plies


@dataclass
class Spent:
    """What a contender has spent on its moves."""

    moves: int = 0
    seconds: float = 0.0
    depth: int = 0
    nodes: int = 0

    def add(self, answer: Answer) -> None:
        """Add a move."""
        self.moves += 1
        self.depth += answer.depth
        self.nodes += answer.nodes

    def __str__(self) -> str:
        moves = max(self.moves, 1)
        return (
            f"{1000 * self.seconds / moves:.1f} ms of the processor, {self.nodes / moves:,.0f} nodes and"
            f" {self.depth / moves:.1f} plies a move"
        )


@dataclass
class Table:
    """A match that is being played: what is known so far, shared by the threads that play.

    ``even`` is White's score at the game's start, by the judge of the openings.
    """

    bounds: Sequence[float]
    even: int
    points: list[float] = field(default_factory=list)
    tally: dict[float, int] = field(default_factory=lambda: {1.0: 0, 0.5: 0, 0.0: 0})
    spent: tuple[Spent, Spent] = field(default_factory=lambda: (Spent(), Spent()))
    lock: threading.Lock = field(default_factory=threading.Lock)

    def add(self, pair: Sequence[float]) -> None:
        """Add a pair of games and show where the match stands."""
        for score in pair:
            self.tally[score] += 1
        self.points.append(sum(pair))
        print(self, flush=True)

    @property
    def score(self) -> Score:
        """The points so far."""
        return Score(tuple(self.points))

    @property
    def decided(self) -> bool:
        """Whether the test is."""
        return bool(self.points and self.score.verdict(self.bounds))

    @property
    def won_and_lost(self) -> str:
        """The tally in words."""
        wins, draws, losses = (self.tally[each] for each in (1.0, 0.5, 0.0))
        return f"{wins + draws / 2:g} : {losses + draws / 2:g} (+{wins} ={draws} -{losses})"

    def __str__(self) -> str:
        elo, error = self.score.elo
        return (
            f"{self.won_and_lost}, pairs {'/'.join(map(str, self.score.counts))},"
            f" {elo:+.0f} ± {error:.0f} Elo, LLR {self.score.likelihood(*self.bounds):+.2f}"
        )


def played(start: Position, players: Sequence[Contender], first_is_white: bool, table: Table) -> float:
    """The first player's score in a game."""
    with players[0].seat() as first, players[1].seat() as second:
        white = _white(start, (first, second), first_is_white, table)
    return white if first_is_white else 1 - white


def _white(start: Position, seats: Sequence[Seat], first_is_white: bool, table: Table) -> float:
    position, moves, agreed = start, list[str](), 0
    for _ in range(MOST_PLIES):
        if position.result:
            break
        mine = 0 if (position.side is Side.WHITE) == first_is_white else 1
        answer = seats[mine].answer(start, moves)
        move = position.parse_move(answer.move)
        winning = (answer.score if position.side is Side.WHITE else -answer.score) - table.even  # White
        if abs(winning) < DECIDED or agreed * winning < 0:
            agreed = 0
        if abs(winning) >= DECIDED:
            agreed += 1 if winning > 0 else -1
        position = position.play(move)
        moves.append(move.text)
        with table.lock:
            table.spent[mine].add(answer)
        if abs(agreed) >= DECIDED_PLIES and not position.result:
            return float(agreed > 0)
    return result(position)


def match(
    names: Sequence[str], starts: Sequence[Position], even: int, bounds: Sequence[float], jobs: int
) -> Table:
    """Play pairs of games until the test is decided or the openings are used up; ``even`` as in `Table`."""
    table = Table(bounds, even)
    waiting: queue.SimpleQueue[Position] = queue.SimpleQueue()
    for start in starts:
        waiting.put(start)
    players = [opened(name, jobs) for name in names]
    failed: list[BaseException] = []

    def work() -> None:
        try:
            while not (failed or table.decided):
                start = waiting.get_nowait()
                pair = [played(start, players, first_is_white, table) for first_is_white in (True, False)]
                with table.lock:
                    table.add(pair)
        except queue.Empty:
            pass
        except BaseException as error:  # noqa: BLE001 -- raised again below
            failed.append(error)

    # Two versions have a process each, and both are always busy if there are enough games; a version that
    # searches with several threads has the cores to itself.
    at_once = 1 if any("threads=" in name for name in names) else AT_ONCE
    if any(map(is_engine, names)):
        at_once = jobs
    threads = [threading.Thread(target=work) for _ in range(at_once)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for player, spent in zip(players, table.spent, strict=True):
        spent.seconds = player.processor_seconds()
        player.close()
    if failed:
        raise failed[0]
    return table


def judged_openings(name: str, text: str, number: int, seed: int) -> tuple[list[Position], int]:
    """Even openings of a game, as a contender judges them, and its score of the game's start."""
    source, *_ = text.split(",")
    judge = opened(f"{source},nodes=3000")
    try:
        with judge.seat() as seat:

            def judged(position: Position) -> int:
                return seat.answer(position, []).score

            variant = fairyring.load(name)
            return openings(variant, number, seed, judged), judged(begun(variant))
    finally:
        judge.close()


def main() -> None:
    """Play the matches, one game after the other."""
    options = argparse.ArgumentParser()
    options.add_argument("new")
    options.add_argument("old")
    options.add_argument("--game", action="append", default=[], help="chess if none is named")
    options.add_argument("--games", type=int, default=400, help="at most, of each")
    options.add_argument("--elo", type=float, nargs=2, default=(-20, 0), metavar=("LOW", "HIGH"))
    options.add_argument("--jobs", type=int, default=2, help="games that an engine plays at the same time")
    options.add_argument("--seed", type=int, default=1, help="of the openings")
    options.add_argument("--about", default="", help="what is new, for the title")
    options.add_argument("--log", help="the name of a file in benchmarks/strength/, without its ending")
    options.add_argument("--keep", action="store_true", help="keep the section in results.md")
    chosen = options.parse_args()
    names = chosen.new, chosen.old
    judge = chosen.new if is_engine(chosen.old) else chosen.old
    rows = []
    for name in chosen.game or ["chess"]:
        print(f"{name}: {' against '.join(names)}", flush=True)
        starts, even = judged_openings(name, judge, chosen.games // 2, chosen.seed)
        table = match(names, starts, even, chosen.elo, chosen.jobs)
        elo, error = table.score.elo
        verdict = table.score.verdict(chosen.elo) or "undecided"
        rows.append(f"| {name} | {table.won_and_lost} | {elo:+.0f} ± {error:.0f} | {verdict} |")
        for player, spent in zip(names, table.spent, strict=True):
            print(f"{player}: {spent}", flush=True)
        entry = {
            "about": chosen.about,
            "game": name,
            "contenders": names,
            "pairs": table.score.counts,
            "wins": table.tally[1.0],
            "draws": table.tally[0.5],
            "losses": table.tally[0.0],
            "elo": round(elo),
            "error": round(error),
            "test": chosen.elo,
            "verdict": verdict,
            "spent": [str(spent) for spent in table.spent],
        }
        log(chosen.log, entry)
    lines = [
        f"`{chosen.new}` against `{chosen.old}`, pairs of games from random openings;",
        f"the test is of {chosen.elo[0]:+g} against {chosen.elo[1]:+g} Elo with errors of 5 %:",
        "",
        "| game | points | Elo (95 %) | verdict |",
        "|---|---|---|---|",
        *rows,
    ]
    keep(f"Match: {chosen.about or 'two contenders'}", lines, chosen.keep)


if __name__ == "__main__":
    sys.exit(main())
