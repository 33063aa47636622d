"""Search from Python: limits, progress, and what was found."""

from __future__ import annotations

import queue
import random
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from fairyring.errors import SearchError
from fairyring.game import Move, Position, Variant
from fairyring.game.walks import Report, prepare_steps, take_steps
from fairyring.search import memory as places
from fairyring.search import tree
from fairyring.search.beliefs import hopes
from fairyring.search.bluffing import Mind, hides
from fairyring.search.levels import Level, Limits, level_of
from fairyring.search.memory import INFINITE, MATE, MATED_BELOW, MAX_HEIGHT, new_memory

MAX_DEPTH = 100
MAX_ENTRIES, MIN_ENTRIES = 1 << 19, 1 << 12
WINDOW = 30  # hundredths of a pawn round the last score, where the next is looked for first
HEARTBEAT = 0.5  # seconds between two reports while a depth takes long
LOST_NEXT = -2  # in so many plies is mated whom the next turn mates, whatever he does
POLL = 0.01  # seconds between two looks at the clock and at the caller's wish to stop


class Stop(Protocol):
    """What may end a search from another thread: a `threading.Event`, say."""

    def is_set(self) -> bool:
        """Whether the search shall end."""


@dataclass(frozen=True)
class Line:
    """A line of play and what it is worth.

    Attributes:
        moves: its moves, from the position searched.
        score: in hundredths of a pawn, from the view of the side to move there; a mate is worth 32000
            less its distance.
        mate: in how many plies it mates; negative: in how many it is mated; None: it does neither.
    """

    moves: tuple[Move, ...]
    score: int
    mate: int | None


@dataclass(frozen=True)
class Analysis:
    """What a search found, or has found so far.

    Attributes:
        lines: the best lines, each with another first move, the best first.
        depth: plies searched to the full; 0 where there was no time for one.
        nodes: positions visited, quiescence included.
        seconds: how long it took.
        move: the move to play; the best line's first but for a level that misjudges.
        beliefs: in a game with secrets, for each place where the other side's may be, how likely it is.
    """

    lines: tuple[Line, ...]
    depth: int
    nodes: int
    seconds: float
    move: Move
    beliefs: Mapping[str, float] = field(default_factory=dict)

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
        """In how many plies it mates, negative where it is mated, else None."""
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
) -> Analysis:
    """Look for the best move.

    The search ends at whichever limit comes first, or when there is nothing more to find. With
    neither a limit nor a level nor ``stop`` it takes one second. For given nodes or depth, and without
    a limit of seconds, it finds the same every time.

    Args:
        position: where to search; the positions it was reached through count for repetition. Of what is
            hidden only that counts which the side to move may know, and what its play tells: see `Mind`.
        seconds: how long it may take, compiling excluded.
        nodes: how many positions it may visit.
        depth: how many plies it may search to the full, from 1 to 100.
        level: one of `LEVELS` or its name: its limits where none is given, and its softness.
        report: called in this thread with what has been found whenever a depth is finished, and every
            half second in between.
        stop: ends the search once its ``is_set()`` is true, within about a hundredth of a second.
        seed: of what a level misjudges, and of what is hidden by lot; the same seed gives the same move.
        lines: how many lines to find, at most as many as there are turns that are worth a look: with chips
            there are hundreds of ways to put one, of which most are not.

    Raises:
        SearchError: a limit makes no sense, there is no such level, or the game is over.
    """
    chosen = None if level is None else level_of(level)
    limits = Limits(seconds, nodes, depth)
    if limits == Limits():
        limits = chosen.limits if chosen else Limits() if stop is not None else Limits(seconds=1.0)
    _check(position, limits, lines)
    softness = chosen.softness if chosen else 0
    if hides(position):
        return _by_lot(position, lines, seed)
    run = Run(position, limits, len(position.codes) if softness else lines)
    found = run.watch(report, stop)
    return _hoped(_misjudged(found, softness, seed) if softness else found, run.position)


def _check(position: Position, limits: Limits, lines: int) -> None:
    if position.result is not None:
        raise SearchError(f"there is no move to search for: the game is over ({position.result})")
    for value, name, least, most, kinds in (
        (limits.seconds, "seconds", 0, 1e9, (int, float)),
        (limits.nodes, "nodes", 1, 1 << 62, (int,)),
        (limits.depth, "depth", 1, MAX_DEPTH, (int,)),
        (lines, "lines", 1, 1 << 62, (int,)),
    ):
        if value is None:
            continue
        if isinstance(value, bool) or not isinstance(value, kinds):
            raise SearchError(f"{name}: a number, not {value!r}")
        if not least <= value <= most or (name == "seconds" and value == 0):
            bounds = f"from {least} to {most}" if name == "depth" else "above 0"
            raise SearchError(f"{name}: a number {bounds}, not {value!r}")


def _by_lot(position: Position, lines: int, seed: int) -> Analysis:
    """A secret chosen by lot: any other choice would tell something to whoever knows how it is made."""
    position = position.seen_by(position.side)
    moves = position.legal_moves()
    random.Random(f"{seed} {position}").shuffle(moves)
    found = tuple(Line((move,), 0, None) for move in moves[:lines])
    return Analysis(found, 0, 0, 0.0, moves[0])


def _misjudged(found: Analysis, softness: int, seed: int) -> Analysis:
    """The same with the move of a player who misjudges each move a little, but no mate in one."""
    if found.lines[0].mate == 1:
        return found
    chance = random.Random(f"{seed} {found.lines[0].moves[0]} {found.nodes}")
    felt = [line.score + chance.gauss(0, softness) for line in found.lines]
    return replace(found, move=found.lines[felt.index(max(felt))].moves[0])


def _hoped(found: Analysis, position: Position) -> Analysis:
    """The same with the turn that may yet win, where one is lost by the next: nothing else can help."""
    chances = hopes(position) if found.mate == LOST_NEXT else {}
    if not chances:
        return found
    move = position.move(max(chances, key=lambda code: chances[code]))
    known = {line.moves[0]: line for line in found.lines}
    line = known.pop(move, Line((move,), found.score, found.mate))
    return replace(found, lines=(line, *known.values())[: len(found.lines)], move=move)


def prepare(variant: Variant, report: Report | None = None) -> None:
    """Compile what playing, analysing and searching a variant needs, or load it from the cache.

    Args:
        variant: the variant.
        report: called before each step with its name, its number from 0, and how many steps there are.
    """
    take_steps([*prepare_steps(variant), ("search", lambda: _compile(variant))], report)


_compiled: set[type] = set()  # the types of tables that the search has been compiled for


def _compile(variant: Variant) -> None:
    family = type(variant.rules.tables)
    if family not in _compiled:
        position = variant.start()
        while hides(position):  # what is made of secrets is compiled too
            position = position.play(position.move(position.codes[0]))
        run = Run(position, Limits(nodes=1), 1)
        run.memory.shared[places.STOP] = 1
        run.root(1, -int(INFINITE), int(INFINITE), 0)
        _compiled.add(family)


@dataclass(frozen=True)
class _Raw:
    """A line in the kernels' numbers."""

    line: tuple[int, ...]
    score: int


_Found = tuple[tuple[_Raw, ...], int]  # lines, and the depth that is finished


class Run:
    """One search, worked on by a thread of its own while the caller's waits, reports and may stop it."""

    def __init__(
        self,
        position: Position,
        limits: Limits,
        lines: int,
        selective: bool = True,
        mind: Callable[[Position], Mind] = Mind.of,
    ) -> None:
        """Lay everything out.

        Args:
            position: a position with legal moves.
            limits: where to end.
            lines: how many; all turns that are looked at, if it is more than there are.
            selective: False to look at everything: all turns, no null move, reduction, pruning or extension.
            mind: what makes up the mover's mind, of the position as the mover may know it.
        """
        position = position.seen_by(position.side)
        self.position = position
        began = time.perf_counter()
        self.mind = mind(position)
        if limits.seconds is not None:
            # What it takes to make up one's mind counts, but leaves time to think.
            left = limits.seconds - (time.perf_counter() - began)
            limits = replace(limits, seconds=max(left, limits.seconds / 4))
        self.limits = limits
        entries = MAX_ENTRIES if limits.nodes is None else 2 * limits.nodes
        room = position.variant.rules.layout.moves
        self.memory = new_memory(max(MIN_ENTRIES, min(MAX_ENTRIES, entries)), room)
        shared = self.memory.shared
        shared[places.LIMIT] = limits.nodes if limits.nodes is not None else 1 << 62
        shared[places.SELECTIVE] = selective
        self.base = len(position.earlier)
        self.rows = position.rows(self.base + MAX_HEIGHT + 4)
        self.tables = self.mind.weigh(self.rows)
        self._zeal = self.mind.zeal(self.tables, self.rows)
        for array in self.rows:
            array[self.base] = array[0]
        self.rows.key[: self.base] = position.earlier
        rules = position.variant.rules
        self.roots = list(
            rules.considered(position.rows(1), 0, position.codes) if selective else position.codes
        )
        self.lines = min(lines, len(self.roots))
        self._done: queue.SimpleQueue[tuple[tuple[_Raw, ...], int] | BaseException | None] = (
            queue.SimpleQueue()
        )
        self._positions: dict[tuple[int, ...], Position] = {(): position}  # along the lines seen so far
        self._start = 0.0

    def watch(self, report: Callable[[Analysis], object] | None, stop: Stop | None) -> Analysis:
        """Run the search to its end; reports and the look at ``stop`` happen in the calling thread."""
        _compile(self.position.variant)
        self._start = time.perf_counter()
        worker = threading.Thread(target=self._work, name="fairyring search", daemon=True)
        worker.start()
        best: _Found = (self._first_guess(), 0)
        beat = self._start + HEARTBEAT
        try:
            while True:
                wait = POLL
                now = time.perf_counter()
                if self.limits.seconds is not None:
                    wait = min(wait, self.limits.seconds - (now - self._start))
                if wait <= 0 or (stop is not None and stop.is_set()):
                    self.memory.shared[places.STOP] = 1
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
                if report:
                    beat = time.perf_counter() + HEARTBEAT
                    report(self._analysis(*best))
        finally:
            self.memory.shared[places.STOP] = 1
            worker.join()

    def _work(self) -> None:
        try:
            for found in self._deepen():
                self._done.put(found)
            self._done.put(None)
        except BaseException as error:  # noqa: BLE001 -- handed to the caller's thread, which raises it
            self._done.put(error)

    def _deepen(self) -> Iterator[_Found]:
        """Search depth after depth; yields what each found, and what an unfinished last one did."""
        shared = self.memory.shared
        before: tuple[_Raw, ...] = ()
        for depth in range(1, (self.limits.depth or MAX_DEPTH) + 1):
            shared[places.AGE] = depth
            found: list[_Raw] = []
            for number in range(self.lines):
                raw = self._window(depth, number, before[number].score if before else None)
                if raw is not None:
                    found.append(raw)
                if shared[places.STOP]:
                    break
            found.sort(key=lambda raw: -raw.score)  # stable
            if shared[places.STOP]:
                # The moves that the last depth had not come to keep their old lines and scores.
                known = {raw.line[0] for raw in found}
                found += [raw for raw in before if raw.line[0] not in known]
                if found and tuple(found) != before:
                    yield tuple(found[: self.lines]), depth - 1
                return
            self.roots[: len(found)] = [raw.line[0] for raw in found]
            settled = _settled(before, found, depth)
            before = tuple(found)
            yield before, depth
            if settled:
                return

    def _window(self, depth: int, number: int, guess: int | None) -> _Raw | None:
        """Search one line, first within a window round the guess; None: stopped before it was found."""
        shared = self.memory.shared
        low = high = int(INFINITE)
        margin = WINDOW
        if guess is not None and depth >= 4 and abs(guess) < MATED_BELOW:
            low, high = margin - guess, margin + guess
        raised: _Raw | None = None
        while True:
            alpha, beta = max(-low, -int(INFINITE)), min(high, int(INFINITE))
            score, line = self.root(depth, alpha, beta, number)
            if line is not None:
                raised = _Raw(tuple(line), score)
            if shared[places.STOP] or alpha < score < beta:
                return raised
            margin *= 4
            if score <= alpha:
                low = int(INFINITE) if margin > 1000 else margin - score
            if score >= beta:
                high = int(INFINITE) if margin > 1000 else margin + score

    def root(self, depth: int, alpha: int, beta: int, number: int) -> tuple[int, list[int] | None]:
        """Search the root's moves from one on; see `tree.root`."""
        limits = depth, alpha, beta, number
        return tree.root(
            self.tables, self.rows, self.base, *limits, self.roots, self.mind.biases, self.memory
        )

    # -- for the caller's thread ----------------------------------------------------------------

    def _first_guess(self) -> tuple[_Raw, ...]:
        return tuple(_Raw((int(code),), 0) for code in self.roots[: self.lines])

    def _analysis(self, found: tuple[_Raw, ...], depth: int) -> Analysis:
        lines = tuple(Line(self._words(raw.line), self._told(raw.score), _mate(raw.score)) for raw in found)
        nodes = int(self.memory.shared[places.NODES])
        seconds = time.perf_counter() - self._start
        return Analysis(lines, depth, nodes, seconds, lines[0].moves[0], self.mind.beliefs)

    def _told(self, score: int) -> int:
        """A score as it is told: the next player's is about the same with the other sign."""
        return score if abs(score) > MATED_BELOW else score - self._zeal

    def _words(self, codes: tuple[int, ...]) -> tuple[Move, ...]:
        moves = []
        for end in range(1, len(codes) + 1):
            before = self._positions[codes[: end - 1]]
            move = before.move(codes[end - 1])
            moves.append(move)
            if codes[:end] not in self._positions:
                self._positions[codes[:end]] = before.play(move, answer=False)
        return tuple(moves)


def _settled(before: Sequence[_Raw], found: Sequence[_Raw], depth: int) -> bool:
    """Whether a deeper search would find nothing better: mates within the depth, and found twice.

    The first search to come upon a mate may have cut off a shorter one; the next cuts off none.
    """
    return [raw.score for raw in before] == [raw.score for raw in found] and all(
        abs(raw.score) > MATED_BELOW and MATE - abs(raw.score) <= depth for raw in found
    )


def _mate(score: int) -> int | None:
    if abs(score) <= MATED_BELOW:
        return None
    return int(MATE) - score if score > 0 else -int(MATE) - score
