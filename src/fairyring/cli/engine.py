"""What an engine is, whatever protocol it speaks: its games, and a search in a thread of its own."""

from __future__ import annotations

import contextlib
import logging
import os
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TextIO

import fairyring
from fairyring.errors import FairyringError, VariantError, shown

if TYPE_CHECKING:
    from fairyring import Move, Position, Variant
    from fairyring.search import Analysis, Kept

DEEPEST = 100  # the deepest search, in plies; requests for more are reduced
BEYOND_MATE = 6  # plies beyond a mate's that a search which prunes takes to see most of them
LONGEST = 1e8  # the longest search, in seconds
SHORTEST = 0.001  # and the shortest, however late it is
RESERVE = 0.05  # seconds left on the clock for sending the answer
MOVES_TO_GO = 30  # the moves for which a clock must last, by default
AT_MOST = 4  # times its share of the clock: what a difficult move may take
MOST_LINES = 500
MOST_THREADS = 256
LEAST_MEMORY, USUAL_MEMORY, MOST_MEMORY = 1, 16, 4096  # MiB; the usual number is that of `fairyring.search`
FAILED = "the search failed because of a bug in fairyring; standard error says more"


class Wishes(NamedTuple):
    """What a search is asked for; None where nothing is. See `fairyring.search`.

    Attributes:
        mate: in how many moves at most a mate is looked for.
    """

    seconds: float | None = None
    nodes: int | None = None
    depth: int = DEEPEST
    lines: int = 1
    aim: float | None = None
    moves: tuple[Move, ...] | None = None
    mate: int | None = None


class Timer:
    """Ends a search: at once, or at a time that may be set while it runs."""

    def __init__(self) -> None:
        self._event = threading.Event()
        self._end: float | None = None
        self._released = False

    def is_set(self) -> bool:
        """Whether the search is to end."""
        return self._event.is_set() or (self._end is not None and time.monotonic() >= self._end)

    def set(self) -> None:
        """End it now."""
        self._event.set()

    def end_in(self, seconds: float | None) -> None:
        """End it after some seconds; with None, only when it is `set`."""
        self._end = None if seconds is None else time.monotonic() + seconds

    def release(self) -> None:
        """Let those go on who wait for its end; the search itself may still be under way."""
        self._released = True

    def wait(self) -> None:
        """Wait for its end, or until it is released."""
        while not (self.is_set() or self._released):
            left = None if self._end is None else max(0.0, self._end - time.monotonic())
            self._event.wait(0.01 if left is None else min(left, 0.01))


class Engine(ABC):
    """The engine's side of a conversation over two text streams."""

    def __init__(self, source: TextIO, sink: TextIO) -> None:
        """Communicate over two streams; nothing is written before `run`."""
        self._source = source
        self._sink = sink
        self._lock = threading.Lock()
        self._worker: threading.Thread | None = None
        self._timer = Timer()
        self._paths = ""  # with games that are there from the beginning
        self._waiting = ""  # the same until they are read: the first answer must come soon
        self._own: dict[str, str] = {}  # the games of users' files, and where they are
        self._name = "chess"
        self._memory = USUAL_MEMORY
        self._threads = 1
        self._kept: Kept | None = None

    def run(self, paths: Sequence[Path] = ()) -> None:
        """Handle commands until ``quit`` or the end of the input; there are the games of some files, too."""
        self._paths = self._waiting = os.pathsep.join(map(str, paths))
        try:
            for line in self._source:
                words = line.split()
                if words[:1] == ["quit"]:
                    break
                if words:
                    self._tried(self.obey, words, line.strip())
        finally:
            self.halt()

    def _tried(self, command: Callable[..., None], *arguments: Any) -> None:
        """Do something, or say why it cannot be done."""
        try:
            command(*arguments)
        except FairyringError as error:
            self.inform(str(error))

    @abstractmethod
    def obey(self, words: list[str], line: str) -> None:
        """Handle a command.

        Raises:
            FairyringError: it cannot be done.
        """

    @abstractmethod
    def inform(self, text: str) -> None:
        """Tell the other program something that the protocol has no words for."""

    def ended(self, position: Position) -> None:
        """Tell the other program that there is nothing to search, because the game is over."""
        self.inform(f"the game is over ({position.result})")

    def say(self, text: str) -> None:
        """Write a line."""
        with (
            self._lock,
            contextlib.suppress(BrokenPipeError),
        ):  # the other program has gone: the input will end, too
            self._sink.write(text + "\n")
            self._sink.flush()

    # -- games ----------------------------------------------------------------------------------

    def games(self) -> list[str]:
        """The names of all games."""
        return [*fairyring.variants(), *self._users()]

    def _users(self) -> dict[str, str]:
        """The games of users' files, and where they are."""
        if self._waiting:
            self.add_games(self._waiting)
        return self._own

    def add_games(self, paths: str) -> None:
        """Add the games of files, whose paths stand together as in the environment's PATH.

        Of a file that cannot be read, or describes no game, it says why.
        """
        from fairyring.variants import of_file

        self._waiting = ""
        known, found = set(fairyring.variants()), dict[str, str]()
        for path in filter(None, paths.split(os.pathsep)):
            try:
                named, refused = of_file(Path(path))
            except FairyringError as unreadable:
                self.inform(str(unreadable))
                continue
            for error in refused:
                self.inform(str(error))
            for name, place in named.items():
                if name in known | found.keys():
                    self.inform(f"{name} in {path} is left out, because there is a game of that name already")
                else:
                    found[name] = place
        self._own = found

    def variant(self, name: str = "") -> Variant:
        """The game of that name, or the current one.

        Raises:
            VariantError: there is no such game.
        """
        from fairyring.variants import is_file

        name = name or self._name
        if is_file(name):
            raise VariantError(f"no game is called {shown(name)}; the option VariantPath has users' files")
        return fairyring.load(self._users().get(name, name))

    # -- searching ------------------------------------------------------------------------------

    def forget(self) -> None:
        """Begin another game: what searches have found out so far is of no use there."""
        self.halt()
        self._kept = None

    def halt(self) -> None:
        """Stop the search and wait for its answer."""
        self._timer.set()
        if self._worker is not None:
            self._worker.join()
            self._worker = None

    def begin(self, work: Callable[[Timer], None]) -> None:
        """Work in a thread of its own; what was under way is stopped."""
        self.halt()
        self._timer = timer = Timer()
        self._worker = threading.Thread(target=work, args=(timer,), daemon=True)
        self._worker.start()

    def working(self) -> bool:
        """Whether a search is under way."""
        return self._worker is not None and self._worker.is_alive()

    def best(
        self, position: Position, wishes: Wishes, timer: Timer, report: Callable[[Analysis], None]
    ) -> tuple[Move, ...]:
        """The moves that a search expects, its own first; none if the game is over or the search failed."""
        try:
            legal = position.legal_moves()
            if not legal:
                self.ended(position)
                return ()
            if position.result is not None:
                # Such games go on after a draw by repetition or by count until it is claimed.
                position = position.variant.position(fresh(str(position)))
            if position.result is not None:
                self.ended(position)
                return tuple((wishes.moves or legal)[:1])
            if self._kept is None:
                from fairyring.search import Kept

                self._kept = Kept()
            found = self._searched(position, wishes, timer, report)
        except FairyringError as error:
            self.inform(str(error))
        except Exception:
            # Whatever fails, the other program waits for a move. The details are for the log.
            logging.getLogger(__name__).exception("the search failed")
            self.inform(FAILED)
        else:
            report(found)
            return found.line
        return ()

    def _searched(
        self, position: Position, wishes: Wishes, timer: Timer, report: Callable[[Analysis], None]
    ) -> Analysis:
        """What a search finds. One for a mate that finds none looks at every move then."""

        def search(depth: int, seconds: float | None, nodes: int | None, selective: bool) -> Analysis:
            return fairyring.search(
                position,
                seconds=seconds,
                nodes=nodes,
                depth=min(depth, wishes.depth),
                report=report,
                stop=timer,
                lines=wishes.lines,
                memory=self._memory,
                threads=self._threads,
                kept=self._kept,
                aim=wishes.aim,
                moves=wishes.moves,
                selective=selective,
            )

        if wishes.mate is None:
            return search(DEEPEST, wishes.seconds, wishes.nodes, True)
        plies = 2 * wishes.mate - 1
        found = search(plies + BEYOND_MATE, wishes.seconds, wishes.nodes, True)
        seconds = None if wishes.seconds is None else wishes.seconds - found.seconds
        nodes = None if wishes.nodes is None else wishes.nodes - found.nodes
        spent = (seconds is not None and seconds <= 0) or (nodes is not None and nodes <= 0)
        if _mates(found, plies) or spent or timer.is_set():
            return found
        exact = search(plies, seconds, nodes, False)
        return exact if _mates(exact, plies) else found

    def awaited(
        self, position: Position, wishes: Wishes, timer: Timer, report: Callable[[Analysis], None]
    ) -> tuple[Move, ...]:
        """As `best`, but never before `hit` or `halt`, even if there is nothing more to find."""
        line = self.best(position, wishes, timer, report)
        timer.wait()
        return line

    def hit(self, seconds: float | None, bounded: bool = False) -> None:
        """The opponent has played what was expected: the move that was `awaited` is wanted.

        Args:
            seconds: how long to think about it from now on; None for no such limit.
            bounded: whether the search ends by itself, by its depth or nodes. If not, and without seconds,
                what was found so far is played.
        """
        self._timer.release()
        if seconds is not None or not bounded:
            self._timer.end_in(seconds or 0)


def _mates(found: Analysis, plies: int) -> bool:
    """Whether a search has found a mate in at most so many plies."""
    return found.mate is not None and 0 < found.mate <= plies


def written(move: Move) -> str:
    """A move as other programs read it: its UCI form, or our own where it has none."""
    return move.uci or str(move)


def played(position: Position, word: str) -> Position:
    """The position after a move that another program has written.

    Raises:
        MoveError: it is no legal move.
    """
    return position.play(next((move for move in position.legal_moves() if move.uci == word), word))


def fresh(text: str) -> str:
    """A position text with its half-move clock at 0."""
    fields = text.split(" ")
    return " ".join([*fields[:-2], "0", fields[-1]])


def share(clock: float, increment: float, moves: int | None) -> tuple[float, float]:
    """How long to think, of the seconds on a clock that must last for some more moves.

    Args:
        clock: the seconds on it, which may be none or fewer.
        increment: what each move adds to them.
        moves: for how many moves it must last; None if nobody says.

    Returns:
        The seconds for an average move, and the most for any.
    """
    wanted = max(clock / (moves or MOVES_TO_GO) + increment * 0.75, SHORTEST)
    most = max(min(wanted * AT_MOST, clock * 0.8, clock - RESERVE, LONGEST), SHORTEST)
    return min(wanted, most), most


def within(seconds: float) -> float:
    """How long to think where each move has so many seconds."""
    return min(max(seconds - RESERVE / 2, SHORTEST), LONGEST)
