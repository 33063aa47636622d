"""Search from Python: limits, progress, and what was found."""

from __future__ import annotations

import queue
import random
import threading
import time
from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from fairyring.endgames import known_endgame
from fairyring.errors import MoveError, SearchError, expect, whole_number
from fairyring.game import Move, Position, Variant
from fairyring.kernels.dispatch import Classes, classes_of
from fairyring.search import memory as fields
from fairyring.search.beliefs import winning_chances
from fairyring.search.bluffing import Mind, hides
from fairyring.search.deepening import Deepening, Found, Variation
from fairyring.search.kept import Kept
from fairyring.search.levels import MAX_NUMBER, Level, Limits, checked, level_of
from fairyring.search.memory import INFINITE, MATE, MAX_HEIGHT, new_memory
from fairyring.search.pace import Pace
from fairyring.search.transposition import MATED_BELOW

USUAL_MEMORY = 16  # MiB for the transposition table, which then has `MAX_ENTRIES`
MAX_MEMORY = 1 << 16
MAX_THREADS = 256
MAX_ENTRIES, MIN_ENTRIES = 1 << 19, 1 << 12
HEARTBEAT = 0.5  # seconds between two reports while a depth takes long
LOST_NEXT = -2  # the mate score, in plies, of a side that is mated next, whatever it plays
SOLE_MOVE_DEPTH = 4  # plies searched of a sole move, for a score and a variation, where time is limited
DECIDED = 400  # hundredths of a pawn ahead or behind that halve a level's noise
NOISE_REACH = 6  # a level's noise, in standard deviations, never makes up for more
SHOWN_TO_THE_END = 12  # plies of a solved endgame's best play that are shown
POLL = 0.01  # seconds between two looks at the clock and at ``stop``
SHORT = 20_000  # nodes; up to that the caller's thread searches, because starting another takes as long


class Stop(Protocol):
    """What can end a search from another thread, such as a `threading.Event`."""

    def is_set(self) -> bool:
        """Whether the search is to end."""


@dataclass(frozen=True)
class Line:
    """A variation and its score.

    Attributes:
        moves: its moves, from the position searched.
        score: in hundredths of a pawn, for the side to move in that position; a mate is worth 32000 less
            its distance in plies.
        mate: plies to mate; negative where the side to move is mated; None where there is no mate.
    """

    moves: tuple[Move, ...]
    score: int
    mate: int | None


@dataclass(frozen=True)
class Analysis:
    """What a search found, or has found so far.

    Attributes:
        lines: the best variations, each with a different first move, the best first.
        depth: plies searched completely; 0 where there was no time for one.
        nodes: positions visited, quiescence included.
        seconds: how long it took.
        move: the move to play: the best line's first, except at a level with `Level.eval_noise`.
        beliefs: in a game with secrets, how likely each square of the opponent's secret is, by its name.
        seldepth: plies from the root to the deepest position visited, quiescence and extensions included.
        hashfull: how full the transposition table is with what this search wrote, in thousandths.
    """

    lines: tuple[Line, ...]
    depth: int
    nodes: int
    seconds: float
    move: Move
    beliefs: Mapping[str, float] = field(default_factory=dict, hash=False)
    seldepth: int = 0
    hashfull: int = 0

    @property
    def line(self) -> tuple[Move, ...]:
        """The line that begins with `move`."""
        return self._chosen.moves

    @property
    def score(self) -> int:
        """Its score, in hundredths of a pawn for the side to move; see `Line`."""
        return self._chosen.score

    @property
    def mate(self) -> int | None:
        """Plies to mate, negative where the side to move is mated, else None."""
        return self._chosen.mate

    @property
    def speed(self) -> int:
        """Nodes a second."""
        return round(self.nodes / max(self.seconds, 1e-6))

    @property
    def _chosen(self) -> Line:
        return next(line for line in self.lines if line.moves[0] == self.move)


def search(
    position: Position,
    seconds: float | None = None,
    nodes: int | None = None,
    depth: int | None = None,
    level: str | Level | None = None,
    report: Callable[[Analysis], object] | None = None,
    stop: Stop | None = None,
    seed: int = 0,
    lines: int = 1,
    memory: int = USUAL_MEMORY,
    threads: int = 1,
    kept: Kept | None = None,
    aim: float | None = None,
    moves: Iterable[Move | str] | None = None,
    selective: bool = True,
) -> Analysis:
    """Find the best move.

    The search ends at the limit that is reached first, or when there is nothing more to find. Without a
    limit, a level or ``stop`` it takes one second. Where time alone limits it, an endgame that was solved on
    this machine is played as solved. With a limit of nodes or depth and none of seconds, it finds the same
    every time. A sole move is found at once where there is a limit of seconds and one line is asked for.

    Args:
        position: the position to search; the positions it was reached through count for repetition. Of
            what is hidden, only what the side to move may know is used, and what play reveals: see `Mind`.
        seconds: how long it may take, excluding compilation.
        nodes: how many positions it may visit.
        depth: how many plies it may search completely, from 1 to 100.
        level: one of `LEVELS` or its name: its limits are used where none is given, and its noise.
        report: called in this thread with what has been found whenever a depth is finished, and every
            half second in between.
        stop: ends the search once its ``is_set()`` is true, within about a hundredth of a second.
        seed: for the noise of a level and for random choices; the same seed gives the same move.
        lines: how many variations to find, at most one for each move that is searched: with chips there
            are hundreds of ways to place one, most of which are not. A level with noise finds those that
            it may choose from.
        memory: how many MiB the search may use for what it remembers of positions, from 1 to 65536.
        threads: how many threads search, from 1 to 256. With more than one, what is found depends on which
            of them is faster, too. They share a limit of nodes.
        kept: what the searches of one game keep from one to the next; see `Kept`. What is found then
            depends on them, too.
        aim: how many seconds it should take on average, where it may take up to ``seconds``: less if the
            best move is clear, more if it is not. No depth is begun that would probably not be finished.
        moves: those to choose among, or their texts; all legal ones if None.
        selective: False to look at every move down to the depth, without pruning or extension. That takes
            far longer, but misses no mate within the depth.

    Raises:
        SearchError: a limit is out of range, there is no such level, the game is over, there are no moves to
            choose among, or one of them is not legal.
        TypeError: the argument is not a position, or a move is neither a move nor a text.
    """
    expect(position, Position, "a search begins at a position")
    chosen = None if level is None else level_of(level)
    limits = Limits(seconds, nodes, depth, aim)
    if limits == Limits():
        limits = chosen.limits if chosen else Limits() if stop is not None else Limits(seconds=1.0)
    if position.result is not None:
        raise SearchError(f"there is no move to search for: the game is over ({position.result})")
    limits, lines = checked(limits), _counted("lines", lines, MAX_NUMBER)
    memory, threads = _counted("memory", memory, MAX_MEMORY), _counted("threads", threads, MAX_THREADS)
    only = _codes(position, moves)
    noise = chosen.eval_noise if chosen else 0
    if hides(position):
        return _chosen_at_random(position, lines, seed, only)
    by_time = limits.nodes is None and limits.depth is None  # else it finds the same on every machine
    if by_time and lines == 1 and not (noise or only) and (solved := _from_endgame(position)):
        return solved
    spread = NOISE_REACH * noise
    with nullcontext() if kept is None else kept.searching():
        run = Run(
            position, limits, lines, selective, Mind.of, spread, memory, threads=threads, kept=kept, only=only
        )
        found = run.watch(report, stop)
    return _with_last_chance(_with_noise(found, noise, seed) if noise else found, run.position, only)


def _codes(position: Position, moves: Iterable[Move | str] | None) -> frozenset[int]:
    """The codes of the moves to choose among; none for all of them."""
    if moves is None:
        return frozenset()
    if isinstance(moves, str | Move):
        raise TypeError(f"moves: several moves or texts, such as [{str(moves)!r}], not one by itself")
    known = {move.code: move for move in position.legal_moves()}
    found = set()
    for given in moves:
        move = _legal(position, given) if isinstance(given, str) else given
        expect(move, Move, "moves: each is a move or its text")
        if str(known.get(move.code)) != str(move):
            raise SearchError(f"moves: {move} is no legal move of the position")
        found.add(move.code)
    if not found:
        raise SearchError("moves: give at least one")
    return frozenset(found)


def _legal(position: Position, text: str) -> Move:
    """The legal move that a text names."""
    try:
        return position.parse_move(text)
    except MoveError as error:
        raise SearchError(f"moves: {error}") from error


def _counted(name: str, value: Any, most: int) -> int:
    """A whole number from 1 on."""
    return whole_number(name, value, 1, most, SearchError)


def _from_endgame(position: Position) -> Analysis | None:
    """What is best in a position that a side wins, if its endgame was solved on this machine; else None."""
    began = time.perf_counter()
    endgame = known_endgame(position)
    ending = endgame.ending(position) if endgame else None
    moves = endgame.best_play(position, SHOWN_TO_THE_END) if endgame else []
    if not ending or not moves:
        return None
    plies = ending.plies if ending.winner is position.side else -ending.plies
    score = int(MATE) - plies if plies > 0 else -int(MATE) - plies
    line = Line(tuple(moves), score, plies)
    return Analysis((line,), ending.plies, 0, time.perf_counter() - began, moves[0])


def _chosen_at_random(position: Position, lines: int, seed: int, only: frozenset[int]) -> Analysis:
    """A secret chosen at random: any other choice could be worked out by an opponent who knows the method."""
    position = position.seen_by(position.side)
    moves = [move for move in position.legal_moves() if not only or move.code in only]
    random.Random(f"{seed} {position}").shuffle(moves)
    found = tuple(Line((move,), 0, None) for move in moves[:lines])
    return Analysis(found, 0, 0, 0.0, moves[0])


def _with_noise(found: Analysis, noise: int, seed: int) -> Analysis:
    """The same, with the move chosen by scores to which noise is added; a mate in one is always played.

    The more the position is decided, the less noise there is: people who win a queen can also mate with it.
    """
    if found.lines[0].mate == 1:
        return found
    chance = random.Random(f"{seed} {found.lines[0].moves[0]} {found.nodes}")
    noise_left = noise / (1 + (found.lines[0].score / DECIDED) ** 2)
    scores = [line.score + chance.gauss(0, noise_left) for line in found.lines]
    return replace(found, move=found.lines[scores.index(max(scores))].moves[0])


def _with_last_chance(found: Analysis, position: Position, only: frozenset[int]) -> Analysis:
    """The same, but a side that is mated next plays the move that is likeliest to win at once, if any."""
    chances = winning_chances(position) if found.mate == LOST_NEXT else {}
    if only:
        chances = {code: chance for code, chance in chances.items() if code in only}
    if not chances:
        return found
    move = position.move(max(chances, key=lambda code: chances[code]))
    known = {line.moves[0]: line for line in found.lines}
    line = known.pop(move, Line((move,), found.score, found.mate))
    return replace(found, lines=(line, *known.values())[: len(found.lines)], move=move)


_compiled: set[Classes] = set()  # those for which the search has been compiled


def compile_search(variant: Variant) -> None:
    """Compile the search of a variant, or load it from the cache."""
    classes = classes_of(variant.rules.tables)
    if classes not in _compiled:
        position = variant.start()
        while hides(position):  # what secrets need is compiled too
            position = position.play(position.move(position.codes[0]))
        run = Run(position, Limits(nodes=1), 1)
        run.main.stop()
        run.main.root(1, -int(INFINITE), int(INFINITE), 0)
        _compiled.add(classes)


class Run:
    """One search: threads of its own search while the caller's thread waits, reports and may stop them.

    If there are several threads, each searches the same moves, and they share the transposition table: what
    one has searched, the others need not. The result is the first thread's variations.

    Attributes:
        position: the position, as its mover may know it.
        mind: what the mover believes.
        main: what the first thread searches.
        others: what the others search.
    """

    def __init__(
        self,
        position: Position,
        limits: Limits,
        lines: int,
        selective: bool = True,
        mind: Callable[[Position], Mind] = Mind.of,
        spread: int = 0,
        memory: int = USUAL_MEMORY,
        threads: int = 1,
        kept: Kept | None = None,
        only: Collection[int] = (),
    ) -> None:
        """Prepare a search.

        Args:
            position: a position with legal moves.
            limits: where to end.
            lines: how many variations to find; at most one for each move that is searched.
            selective: False to search everything: all moves, without null move, reduction, pruning or
                extension.
            mind: makes the mover's `Mind` from the position as the mover may know it.
            spread: where it is not 0, find a variation for every move that is worse than the best by
                less than this, in hundredths of a pawn, instead of ``lines``.
            memory: how many MiB it may use for what it remembers of positions.
            threads: how many threads search.
            kept: what earlier searches of the game have left, and this one leaves.
            only: the codes of the moves to choose among; none for all that a search looks at.
        """
        position = position.seen_by(position.side)
        self.position = position
        began = time.perf_counter()
        self.mind = mind(position)
        if limits.seconds is not None:
            # Working out beliefs counts as thinking, but must leave time to search.
            left = limits.seconds - (time.perf_counter() - began)
            limits = replace(limits, seconds=max(left, limits.seconds / 4))
        most = MAX_ENTRIES * (1 << memory.bit_length() - 1) // USUAL_MEMORY
        entries = most if limits.nodes is None or kept is not None else 2 * limits.nodes
        rules = position.variant.rules
        entries = max(MIN_ENTRIES, min(most, entries))
        if kept is None or rules.secrets is not None or not selective:
            memories = new_memory(entries, rules.most_moves)
        else:
            memories = kept.memory(rules.tables, entries, rules.most_moves)
        shared = memories.shared
        shared[fields.NODE_LIMIT] = 1 << 62 if limits.nodes is None else max(1, limits.nodes // threads)
        shared[fields.SELECTIVE] = selective
        earlier = position.earlier
        base = len(earlier)
        rows = position.rows(base + MAX_HEIGHT + 4)
        tables = self.mind.weigh(rows)
        self._hunt_bonus = self.mind.hunt_bonus(tables, rows)
        for array in rows:
            array[base] = array[0]
        rows.key[:base] = earlier
        codes = [code for code in position.codes if code in only] if only else position.codes
        roots = list(rules.considered(position.rows(1), 0, codes) if selective and not only else codes)
        if lines == 1 == len(roots) and (limits.seconds or limits.aim) is not None:
            limits = replace(limits, depth=min(limits.depth or SOLE_MOVE_DEPTH, SOLE_MOVE_DEPTH))
        self._seconds = limits.seconds
        self._short = limits.nodes is not None and limits.nodes <= SHORT and limits.seconds is None
        self._pace = None if limits.aim is None else Pace(limits.aim)
        lines = len(roots) if spread else min(lines, len(roots))
        self._shown = 1 if spread else lines
        biases = self.mind.biases
        self.main = Deepening(tables, rows, base, roots, biases, memories, lines, spread, limits.depth)
        self.others = [self.main.beside() for _ in range(threads - 1)]
        self._done: queue.SimpleQueue[Found | BaseException | None] = queue.SimpleQueue()
        self._positions: dict[tuple[int, ...], Position] = {(): position}  # along the variations seen so far
        self._start = 0.0

    def watch(self, report: Callable[[Analysis], object] | None, stop: Stop | None) -> Analysis:
        """Run the search to its end; ``report`` and ``stop`` are called in the calling thread."""
        compile_search(self.position.variant)
        self._start = time.perf_counter()
        if self._short and not (report or stop or self._pace or self.others):
            searched: Found = (self._unsearched(), 0)
            for searched in self.main.run():  # noqa: B007 -- the last one is the deepest
                pass
            return self._analysis(*searched)
        workers = [
            threading.Thread(target=self._work, args=given, name="fairyring search", daemon=True)
            for given in enumerate((self.main, *self.others))
        ]
        for worker in workers:
            worker.start()
        best: Found = (self._unsearched(), 0)
        beat = self._start + HEARTBEAT
        try:
            while True:
                wait = POLL
                now = time.perf_counter()
                if self._seconds is not None:
                    wait = min(wait, self._seconds - (now - self._start))
                if wait <= 0 or (stop is not None and stop.is_set()):
                    self._stop()
                    wait = POLL
                try:
                    done = self._done.get(timeout=wait)
                except queue.Empty:
                    if report and now >= beat:
                        beat = now + HEARTBEAT
                        report(self._analysis(*best))
                    continue
                if done is None:
                    return self._analysis(*best)
                if isinstance(done, BaseException):
                    raise done
                best = done
                if self._has_enough(best):
                    self._stop()
                if report:
                    beat = time.perf_counter() + HEARTBEAT
                    report(self._analysis(*best))
        finally:
            self._stop()
            for worker in workers:
                worker.join()

    def _has_enough(self, found: Found) -> bool:
        """Whether the search may choose its time, and has taken long enough with what it has found."""
        variations, depth = found
        if self._pace is None or not depth:
            return False
        elapsed = time.perf_counter() - self._start
        return elapsed >= self._pace.wanted(variations[0], self.main.share(variations[0].moves[0]))

    def _stop(self) -> None:
        for each in (self.main, *self.others):
            each.stop()

    def _work(self, number: int, deepening: Deepening) -> None:
        """Search in a thread; what the first one finds goes to the caller's thread.

        Every second one is a ply ahead, so that they differ.
        """
        try:
            for found in deepening.run(1 + number % 2):
                if deepening is self.main:
                    self._done.put(found)
            if deepening is self.main:
                self._done.put(None)
        except BaseException as error:  # noqa: BLE001 -- handed to the caller's thread, which raises it
            self._done.put(error)

    # -- for the caller's thread ----------------------------------------------------------------

    def _unsearched(self) -> tuple[Variation, ...]:
        return tuple(Variation((int(code),), 0) for code in self.main.roots[: self._shown])

    def _analysis(self, found: tuple[Variation, ...], depth: int) -> Analysis:
        lines = tuple(
            Line(self._moves(each.moves), self.shown_score(each.score), _mate(each.score)) for each in found
        )
        threads = self.main, *self.others
        nodes, seldepth = sum(each.nodes for each in threads), max(each.seldepth for each in threads)
        seconds, beliefs = time.perf_counter() - self._start, self.mind.beliefs
        return Analysis(
            lines, depth, nodes, seconds, lines[0].moves[0], beliefs, seldepth, self.main.hashfull
        )

    def shown_score(self, score: int) -> int:
        """A score without the hunt bonus: the opponent's is about the same with the opposite sign."""
        return score if abs(score) > MATED_BELOW else score - self._hunt_bonus

    def _moves(self, codes: tuple[int, ...]) -> tuple[Move, ...]:
        moves = []
        for end in range(1, len(codes) + 1):
            before = self._positions[codes[: end - 1]]
            move = before.move(codes[end - 1])
            moves.append(move)
            if codes[:end] not in self._positions:
                self._positions[codes[:end]] = before.play(move, answer=False)
        return tuple(moves)


def _mate(score: int) -> int | None:
    if abs(score) <= MATED_BELOW:
        return None
    return int(MATE) - score if score > 0 else -int(MATE) - score
