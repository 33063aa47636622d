"""The command ``xboard``: an engine for programs that speak the Chess Engine Communication Protocol.

It follows version 2 of the protocol as T. Mann and H. G. Muller describe it, with the ``setup`` command by
which an engine says what a variant's board and pieces are. Moves and positions are written as for UCI, but
in moves on a board of ten ranks, such as that of Xiangqi, XBoard counts the ranks from 0.
"""

from __future__ import annotations

import re
import sys
import threading
from collections.abc import Callable, Sequence
from string import ascii_uppercase
from typing import TYPE_CHECKING, Final, TextIO

import fairyring
from fairyring.cli.analyse import moves_to_mate
from fairyring.cli.engine import (
    DEEPEST,
    LEAST_MEMORY,
    MOST_MEMORY,
    MOST_THREADS,
    Engine,
    Timer,
    Wishes,
    played,
    share,
    within,
    written,
)
from fairyring.cli.inputs import EngineFiles
from fairyring.errors import FairyringError, MoveError, shown
from fairyring.names import OTHER_NAMES

if TYPE_CHECKING:
    from fairyring import Move, Position, Variant
    from fairyring.board import Side
    from fairyring.search import Analysis

MATED: Final = 100_000  # the score of a mate, to which the moves until then are added

TOO_FEW = "too few parameters"
IGNORED: Final = frozenset(
    "accepted bk computer hint ics name nps pause random rating rejected resume".split()
)


class RefusedError(FairyringError):
    """A command that cannot be carried out, in the protocol's words."""


def xboard(games: EngineFiles = None) -> None:
    """Run as an engine for XBoard (CECP), also for games whose boards and pieces UCI cannot describe."""
    Xboard(sys.stdin, sys.stdout).run(games or ())


class Xboard(Engine):
    """The engine's side of a CECP conversation."""

    def __init__(self, source: TextIO, sink: TextIO) -> None:
        """Communicate over two text streams; nothing is written before `run`."""
        super().__init__(source, sink)
        self._positions: list[Position] = []  # of the game, from its start
        self._side: Side | None = None  # whom the engine plays; None: nobody
        self._analysing = self._posts = self._given_up = self._ponders = False
        self._guessed: Position | None = None  # after the move that is expected of the opponent
        self._quiet = threading.Event()  # set while no move of the engine's is due
        self._clock: tuple[int, float, float] | None = None  # moves until more time, seconds, increment
        self._seconds: float | None = None  # for each move
        self._left: float | None = None  # on the engine's clock
        self._depth = DEEPEST
        self._commands: dict[str, Callable[[list[str]], None]] = {
            "xboard": self._nothing,
            "protover": self._protover,
            "new": self._new,
            "variant": self._set_variant,
            "force": self._force,
            "go": self._go,
            "playother": self._playother,
            "level": self._level,
            "st": self._set_seconds,
            "sd": self._set_depth,
            "time": self._set_left,
            "otim": self._nothing,
            "usermove": self._usermove,
            "?": self._move_now,
            "hard": self._hard,
            "easy": self._easy,
            "ping": self._ping,
            "draw": self._nothing,
            "result": self._force,
            "setboard": self._setboard,
            "undo": lambda _: self._undo(1),
            "remove": lambda _: self._undo(2),
            "post": lambda _: self._post(True),
            "nopost": lambda _: self._post(False),
            "analyze": self._analyse,
            "exit": self._exit,
            ".": self._nothing,
            "memory": self._set_memory,
            "cores": self._set_threads,
            **dict.fromkeys(IGNORED, self._nothing),
            "option": self._option,
        }

    def obey(self, words: list[str], line: str) -> None:
        """Handle a command; one that cannot be carried out is answered by an error."""
        command = self._commands.get(words[0])
        try:
            if command is None:
                raise RefusedError("unknown command")
            command(words[1:])
        except RefusedError as error:
            self.say(f"Error ({error}): {shown(line, 80)}")

    def inform(self, text: str) -> None:
        """Write a line that is shown to the user as it is."""
        self.say(f"telluser {' '.join(text.split())}")

    def _nothing(self, words: list[str]) -> None:
        """Accept a command that changes nothing here."""

    # -- games and positions --------------------------------------------------------------------

    def _protover(self, words: list[str]) -> None:
        self.say("feature done=0")
        for feature in (
            "ping=1 setboard=1 playother=1 usermove=1 san=0 time=1 draw=1 colors=0 sigint=0 sigterm=0",
            "reuse=1 analyze=1 ics=0 name=0 pause=0 nps=0 memory=1 smp=1 debug=0",
            f'myname="fairyring {fairyring.__version__}"',
            self._games(),
            f'option="VariantPath -file {self._paths}"',
        ):
            self.say(f"feature {feature}")
        self.say("feature done=1")

    def _games(self) -> str:
        known = {ours: theirs for theirs, ours in OTHER_NAMES.items()}
        return f'variants="{",".join(known.get(name, name) for name in self.games())}"'

    def _option(self, words: list[str]) -> None:
        name, equals, value = " ".join(words).partition("=")
        if name != "VariantPath" or not equals:
            raise RefusedError("there is only the option VariantPath")
        self._stop()
        self.add_games(value)
        self.say(f"feature {self._games()}")

    def _variant_called(self, name: str) -> Variant:
        return self.variant(OTHER_NAMES.get(name, name))

    def _begin(self, name: str) -> None:
        start = self._variant_called(name).start()
        self._stop()
        self.forget()
        self._name, self._positions = OTHER_NAMES.get(name, name), [start]
        self._depth, self._side = DEEPEST, start.side.other

    def _new(self, words: list[str]) -> None:
        self._begin("normal")
        self._analysing = False

    def _set_variant(self, words: list[str]) -> None:
        if not words:
            raise RefusedError(TOO_FEW)
        self._begin(words[0])
        if words[0] not in OTHER_NAMES:
            self.say(setup_text(self._now.variant))

    @property
    def _now(self) -> Position:
        if not self._positions:
            self._positions = [self.variant().start()]
        return self._positions[-1]

    def _setboard(self, words: list[str]) -> None:
        from fairyring.game.foreign import placed

        try:
            position = placed(self._now.variant, words)
        except FairyringError as error:
            self.say(f"tellusererror Illegal position: {error}")
            return
        self._stop()
        self._positions = [position]
        self._go_on()

    def _usermove(self, words: list[str]) -> None:
        if not words:
            raise RefusedError(TOO_FEW)
        if self._pondering() and self._is_guess(words[0]):
            self._on_guess()
            return
        self._stop()
        try:
            self._positions.append(self._played(words[0]))
        except MoveError as error:
            self.say(f"Illegal move ({error.reason}): {words[0]}")
            self._go_on(playing=False)
            return
        self._go_on()

    def _played(self, word: str) -> Position:
        return played(self._now, renumbered(word, self._now.variant, 1))

    def _written(self, move: Move) -> str:
        return renumbered(written(move), self._now.variant, -1)

    def _undo(self, number: int) -> None:
        if len(self._positions) <= number:
            raise RefusedError("there is no move to take back")
        self._stop()
        del self._positions[-number:]
        self._go_on(playing=False)

    # -- playing --------------------------------------------------------------------------------

    def _force(self, words: list[str]) -> None:
        self._stop()
        self._side = None

    def _go(self, words: list[str]) -> None:
        self._stop()
        self._side = self._now.side
        self._go_on()

    def _playother(self, words: list[str]) -> None:
        self._stop()
        self._side = self._now.side.other

    def _stop(self) -> None:
        """End a search without playing its move."""
        self._given_up, self._guessed = True, None
        self.halt()

    def _move_now(self, words: list[str]) -> None:
        if self.working() and not (self._analysing or self._pondering()):
            self._timer.end_in(0)
            self._wait_for_move()

    def _ping(self, words: list[str]) -> None:
        self._wait_for_move()  # the protocol: no pong before the move
        self.say(f"pong {' '.join(words)}".strip())

    def _wait_for_move(self) -> None:
        """Wait for the end of a search for a move, but not of one in the opponent's time."""
        while self.working() and not self._analysing:
            if self._quiet.wait(0.01):
                break

    def _go_on(self, playing: bool = True) -> None:
        """Say the result if there is one; else think if it is the engine's turn, or analyse."""
        self._given_up = False
        position = self._now
        if position.result is not None:
            if not self._analysing:
                self.say(result_text(position))
        elif self._analysing:
            self.begin(lambda timer: self._study(position, timer))
        elif playing and position.side is self._side:
            self._quiet.clear()
            self.begin(self._play)

    def _play(self, timer: Timer) -> None:
        """Make the engine's moves until it is the opponent's turn, or the game is over; then ponder."""
        line = self._found(self._now, timer)
        while line and not self._given_up:
            self._positions.append(self._now.play(line[0]))
            position = self._now
            self._guessed = self._guess(position, line)
            self.say(f"move {self._written(line[0])}")
            if position.result is not None:
                self.say(result_text(position))
                return
            if position.side is self._side:
                line = self._found(position, timer)
                continue
            if (guessed := self._guessed) is None:
                return
            timer.end_in(None)
            self._quiet.set()
            line = self.awaited(guessed, Wishes(depth=self._depth), timer, self._report)
            if self._guessed is not None:  # it has not been played
                return

    def _found(self, position: Position, timer: Timer) -> tuple[Move, ...]:
        aim, seconds = self._thinking_time(position)
        wishes = Wishes(seconds, None, self._depth, aim=aim)
        return self.best(position, wishes, timer, self._report)

    # -- pondering ------------------------------------------------------------------------------

    def _hard(self, words: list[str]) -> None:
        self._ponders = True

    def _easy(self, words: list[str]) -> None:
        self._ponders = False
        if self._pondering():
            self._stop()

    def _pondering(self) -> bool:
        """Whether the engine thinks while its opponent does."""
        return self._guessed is not None and self._quiet.is_set() and self.working()

    def _guess(self, position: Position, line: Sequence[Move]) -> Position | None:
        """The position after the expected reply, if it is the engine's turn then and it may think ahead."""
        if not self._ponders or position.result is not None or len(line) < 2:
            return None
        try:
            guessed = position.play(line[1])
        except MoveError:  # what it does depends on a secret
            return None
        return guessed if guessed.side is self._side and guessed.result is None else None

    def _is_guess(self, word: str) -> bool:
        try:
            return self._played(word) == self._guessed
        except MoveError:
            return False

    def _on_guess(self) -> None:
        """Go on with what was thought ahead: the expected reply has been played."""
        assert self._guessed is not None
        position = self._guessed
        aim, most = self._thinking_time(position)
        seconds = most if aim is None else aim
        self._quiet.clear()
        self._positions.append(position)
        self._guessed = None
        self.hit(seconds, bounded=self._depth < DEEPEST)

    # -- clocks and limits ----------------------------------------------------------------------

    def _thinking_time(self, position: Position) -> tuple[float | None, float | None]:
        """On average, if there is a choice, and at most; see `share`."""
        if self._seconds is not None:
            return None, within(self._seconds)
        if self._clock is None:
            return None, None if self._depth < DEEPEST else 1.0
        moves, seconds, increment = self._clock
        own = sum(before.side is position.side for before in self._positions[:-1])
        return share(
            seconds if self._left is None else self._left, increment, moves - own % moves if moves else None
        )

    def _level(self, words: list[str]) -> None:
        if len(words) < 3:
            raise RefusedError(TOO_FEW)
        match = re.fullmatch(r"(\d{1,6})(?::(\d{1,2}))?", words[1])
        if (
            not match
            or not re.fullmatch(r"\d{1,4}", words[0])
            or not re.fullmatch(r"\d{1,6}(\.\d+)?", words[2])
        ):
            raise RefusedError("expected moves, minutes or minutes:seconds, and an increment in seconds")
        seconds = 60 * int(match[1]) + int(match[2] or 0)
        self._clock, self._seconds, self._left = (int(words[0]), float(seconds), float(words[2])), None, None

    def _set_seconds(self, words: list[str]) -> None:
        self._seconds, self._clock = float(_number(words, 1, 10**7)), None

    def _set_depth(self, words: list[str]) -> None:
        self._depth = min(_number(words, 1, 10**6), DEEPEST)

    def _set_left(self, words: list[str]) -> None:
        self._left = max(_number(words, -(10**9), 10**9), 1) / 100

    def _set_memory(self, words: list[str]) -> None:
        self._memory = min(max(_number(words, 0, 10**9), LEAST_MEMORY), MOST_MEMORY)

    def _set_threads(self, words: list[str]) -> None:
        self._threads = min(max(_number(words, 0, 10**9), 1), MOST_THREADS)

    # -- thinking aloud -------------------------------------------------------------------------

    def _post(self, wanted: bool) -> None:
        self._posts = wanted

    def _analyse(self, words: list[str]) -> None:
        self._stop()
        self._analysing, self._side = True, None
        self._go_on()

    def _exit(self, words: list[str]) -> None:
        self._stop()
        self._analysing = False

    def _study(self, position: Position, timer: Timer) -> None:
        self.best(position, Wishes(), timer, self._report)

    def _report(self, found: Analysis) -> None:
        if not found.depth or not (self._posts or self._analysing):
            return
        score = found.score
        if found.mate is not None:
            moves = moves_to_mate(found.mate)
            score = MATED + moves if moves > 0 else moves - MATED
        line = " ".join(map(self._written, found.line))
        self.say(f"{found.depth} {score} {round(found.seconds * 100)} {found.nodes} {line}")


def renumbered(move: str, variant: Variant, by: int) -> str:
    """A move with the numbers of all ranks changed, if XBoard counts those of the board from 0."""
    charts = variant.board.charts
    if len(charts) > 1 or charts[0].height != 10 or variant.board.usual:
        return move
    return re.sub(r"(?<=[a-z])[0-9]+", lambda rank: str(int(rank[0]) + by), move)


def setup_text(variant: Variant) -> str:
    """The ``setup`` command, which tells the other program of a game's pieces, board and position.

    Pieces have places in the protocol's list by their letters, kings at its end; those with a plus sign are
    what others are promoted to, and have no place of their own.
    """
    chart, start = variant.board.charts[0], str(variant.start())
    pieces = [piece for piece in variant.rules.pieces if piece.letter in ascii_uppercase]
    usual = ["P", "N", "B", "R", "Q"]
    kings = [piece.letter for piece in pieces if piece.royal][:1]
    others = [piece.letter for piece in pieces if piece.letter not in (*usual, *kings)]
    known = {piece.letter for piece in pieces}
    table = "".join([*(letter if letter in known else "." for letter in usual), *others, *(kings or ["."])])
    held = len(pieces) if "[" in start.partition(" ")[0] else 0
    return f"setup ({table}{table.lower()}) {chart.width}x{chart.height}+{held}_fairy {start}"


def result_text(position: Position) -> str:
    """How a game has ended, in the protocol's words."""
    result = position.result
    assert result is not None
    score = "1/2-1/2" if result.winner is None else "1-0" if result.winner.value == "white" else "0-1"
    return f"{score} {{{result}}}"


def _number(words: Sequence[str], least: int, most: int) -> int:
    """A command's number.

    Raises:
        RefusedError: there is none, or it is out of bounds.
    """
    if not words:
        raise RefusedError(TOO_FEW)
    if not re.fullmatch(r"-?\d{1,12}", words[0], re.ASCII) or not least <= int(words[0]) <= most:
        raise RefusedError(f"expected a whole number from {least} to {most}")
    return int(words[0])
