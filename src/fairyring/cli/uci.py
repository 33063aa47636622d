"""The command ``uci``: an engine for programs that speak the Universal Chess Interface.

It follows the protocol as R. Huber and S. Meyer-Kahlen published it in 2000, with the ``go perft`` and ``d``
of many engines. A search runs in its own thread, so ``stop`` and ``isready`` work during a search.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TextIO

import fairyring
from fairyring.cli.analyse import moves_to_mate
from fairyring.cli.count import MAX_DEPTH, count
from fairyring.cli.engine import (
    DEEPEST,
    LEAST_MEMORY,
    MOST_LINES,
    MOST_MEMORY,
    MOST_THREADS,
    USUAL_MEMORY,
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

if TYPE_CHECKING:
    from fairyring import Move, Position
    from fairyring.search import Analysis

LEAST = {"depth": 1, "nodes": 1, "mate": 1}  # the least values for ``go``; for the others, 0
NUMBERS = frozenset("depth nodes movetime mate perft wtime btime winc binc movestogo".split())
CLOCKS = frozenset({"wtime", "btime"})  # which may be below 0
WON = 32_000  # the score of a game that the side to move has won
MOST = 10**18  # the greatest number that ``go`` takes
ALONE = frozenset({"infinite", "ponder"})
SHUFFLED = {"chess": "chess960", "capablanca": "caparandom"}  # what UCI_Chess960 makes of a game


def uci(games: EngineFiles = None) -> None:
    """Run as a UCI engine, so that other chess programs can play against fairyring and analyse with it.

    The option UCI_Variant selects the game, and VariantPath loads further games from files.
    """
    Uci(sys.stdin, sys.stdout).run(games or ())


class Uci(Engine):
    """The engine's side of a UCI conversation."""

    def __init__(self, source: TextIO, sink: TextIO) -> None:
        """Communicate over two text streams; nothing is written before `run`."""
        super().__init__(source, sink)
        self._position: Position | None = None
        self._lines = 1
        self._shuffled = False
        self._hit: tuple[float | None, bool] = (None, False)  # what `hit` is told once it is so
        self._refused = False  # whether the last position that was set could not be read
        self._commands: dict[str, Callable[[list[str]], None]] = {
            "uci": self._uci,
            "isready": self._isready,
            "ucinewgame": self._ucinewgame,
            "setoption": self._setoption,
            "position": self._set_position,
            "go": self._go,
            "ponderhit": self._ponderhit,
            "stop": self._halted,
            "d": self._show,
            "debug": self._pass,
            "register": self._pass,
        }

    def obey(self, words: list[str], line: str) -> None:
        """Handle a command."""
        command = self._commands.get(words[0])
        if command is None:
            self.inform(f"unknown command {shown(words[0])}")
        else:
            command(words[1:])

    def inform(self, text: str) -> None:
        """Write an ``info string``."""
        self.say(f"info string {' '.join(text.split())}")

    def ended(self, position: Position) -> None:
        """Say so, and the score: without one, programs that show or keep scores have nothing to go by."""
        super().ended(position)
        result = position.result
        assert result is not None
        score = "mate 0"  # for the side to move, it is mated; there is no word for a win
        if result.winner is None or result.winner is position.side:
            score = "cp 0" if result.winner is None else f"cp {WON}"
        self.say(f"info depth 0 score {score}")

    # -- options and positions ------------------------------------------------------------------

    def _uci(self, words: list[str]) -> None:
        games = " ".join(f"var {name}" for name in self.games())
        memory = f"default {USUAL_MEMORY} min {LEAST_MEMORY} max {MOST_MEMORY}"
        self.say(f"id name fairyring {fairyring.__version__}\nid author the fairyring authors")
        for option in (
            f"Hash type spin {memory}",
            f"Threads type spin default 1 min 1 max {MOST_THREADS}",
            f"MultiPV type spin default 1 min 1 max {MOST_LINES}",
            "Ponder type check default false",
            "UCI_Chess960 type check default false",
            f"UCI_Variant type combo default {self._name} {games}",
            f"VariantPath type string default {self._paths or '<empty>'}",
        ):
            self.say(f"option name {option}")
        self.say("uciok")

    def _isready(self, words: list[str]) -> None:
        if not self.working():
            self._now()
            fairyring.search(self.variant(self._called()).start(), depth=1)  # compile before any clock runs
        self.say("readyok")

    def _ucinewgame(self, words: list[str]) -> None:
        self.forget()
        self._place(None)

    def _setoption(self, words: list[str]) -> None:
        name, value = _option(words)
        options: dict[str, Callable[[str], None]] = {
            "hash": self._set_memory,
            "threads": self._set_threads,
            "multipv": self._set_lines,
            "ponder": self._set_ponder,
            "uci_chess960": self._set_shuffled,
            "uci_variant": self._set_variant,
            "variantpath": self._set_paths,
        }
        if name.lower() not in options:
            raise FairyringError(f"there is no option {shown(name)}")
        options[name.lower()](value)

    def _set_memory(self, value: str) -> None:
        self._memory = _number("Hash", value, LEAST_MEMORY, MOST_MEMORY)

    def _set_threads(self, value: str) -> None:
        self._threads = _number("Threads", value, 1, MOST_THREADS)

    def _set_ponder(self, value: str) -> None:
        _truth("Ponder", value)  # ``go ponder`` says it again

    def _set_lines(self, value: str) -> None:
        self._lines = _number("MultiPV", value, 1, MOST_LINES)

    def _set_shuffled(self, value: str) -> None:
        self.halt()
        self._shuffled = _truth("UCI_Chess960", value)
        self._place(None)

    def _set_paths(self, value: str) -> None:
        self.halt()
        self.add_games("" if value == "<empty>" else value)
        if self._name not in self.games():
            self._name = "chess"
            self._place(None)

    def _set_variant(self, value: str) -> None:
        if not value:
            raise FairyringError("UCI_Variant: expected the name of a game")
        variant = self.variant(value)
        start = variant.start()
        self.halt()
        self._name = value
        self._place(None)
        chart = variant.board.charts[0]
        self.inform(f"variant {value} files {chart.width} ranks {chart.height} startpos {start}")

    def _called(self) -> str:
        """The name of the game, with or without an array of chance."""
        shuffled = SHUFFLED.get(self._name) if self._shuffled else None
        return shuffled if shuffled in self.games() and shuffled else self._name

    def _now(self) -> Position:
        if self._position is None:
            self._position = self.variant(self._called()).start()
        return self._position

    def _place(self, position: Position | None) -> None:
        """Search in this position from now on; None for the start of the game."""
        self._position, self._refused = position, False

    def _set_position(self, words: list[str]) -> None:
        self.halt()
        self._refused = True
        cut = words.index("moves") if "moves" in words else len(words)
        if words[:1] == ["startpos"] and cut == 1:
            position = self.variant(self._called()).start()
        elif words[:1] == ["fen"]:
            from fairyring.game.foreign import placed

            position = placed(self.variant(self._called()), words[1:cut])
        else:
            raise FairyringError("position: expected 'startpos' or 'fen'")
        for word in words[cut + 1 :]:
            position = played(position, word)
        self._place(position)

    def _halted(self, words: list[str]) -> None:
        self.halt()

    def _pass(self, words: list[str]) -> None:
        """Ignore a command that an engine may ignore."""

    def _show(self, words: list[str]) -> None:
        position = self._now()
        self.say(f"Fen: {position}\nKey: {position.key:016X}\nLegal moves: {len(position.legal_moves())}")

    # -- searching ------------------------------------------------------------------------------

    def _go(self, words: list[str]) -> None:
        self.halt()
        position = self._now()
        words, named = _apart(words)
        wishes, moves = _wishes(words, self.inform), self._among(position, named)
        if "perft" in wishes:
            self.begin(lambda timer: self._perft(position, wishes["perft"], timer))
            return
        aim, seconds = times_for(wishes, position.side.value)
        ponders = "ponder" in wishes
        self._hit = seconds if aim is None else aim, bool({"depth", "nodes", "mate"} & wishes.keys())
        depth = min(wishes.get("depth", DEEPEST), DEEPEST)
        wanted = Wishes(seconds, wishes.get("nodes"), depth, self._lines, aim, moves, wishes.get("mate"))
        if ponders:
            wanted = wanted._replace(seconds=None, aim=None)
        waits = ponders or "infinite" in wishes
        search = self._refuse if self._refused else self._search
        self.begin(lambda timer: search(position, wanted, timer, waits))

    def _among(self, position: Position, named: Sequence[str]) -> tuple[Move, ...] | None:
        """The moves of some texts, to choose among; None for all. What is no legal move is reported."""
        known = {move.uci: move for move in position.legal_moves()} if named else {}
        found = []
        for word in named:
            try:
                found.append(known.get(word) or position.parse_move(word))
            except MoveError as error:
                self.inform(f"go searchmoves: {error}")
        return tuple(found) or None

    def _ponderhit(self, words: list[str]) -> None:
        self.hit(*self._hit)

    def _perft(self, position: Position, depth: int, timer: Timer) -> None:
        def listen(_: float) -> None:
            if timer.is_set():
                raise InterruptedError

        total, depth = 0, min(depth, MAX_DEPTH)
        try:
            for move in position.legal_moves() if depth else ():
                nodes = count(position.play(move), depth - 1, 0, listen)
                total += nodes
                self.say(f"{written(move)}: {nodes}")
        except InterruptedError:
            return
        self.say(f"\nNodes searched: {total if depth else 1}\n")

    def _refuse(self, position: Position, wishes: Wishes, timer: Timer, waits: bool) -> None:
        """Answer without a move: in the position that could not be read, any other's would be illegal."""
        self.inform("go: the last position could not be read, so there is no move for it")
        if waits:
            timer.wait()
        self.say("bestmove 0000")

    def _search(self, position: Position, wishes: Wishes, timer: Timer, waits: bool) -> None:
        found = self.awaited if waits else self.best  # the protocol: no bestmove before stop or ponderhit
        line = [written(move) for move in found(position, wishes, timer, self._report)]
        ponder = f" ponder {line[1]}" if len(line) > 1 else ""
        self.say(f"bestmove {line[0]}{ponder}" if line else "bestmove 0000")

    def _report(self, found: Analysis) -> None:
        if not found.depth:
            return
        depth = f"depth {found.depth} seldepth {found.seldepth}"
        said = f"nodes {found.nodes} nps {found.speed} hashfull {found.hashfull}"
        said += f" time {round(found.seconds * 1000)}"
        for number, line in enumerate(found.lines, start=1):
            score = f"cp {line.score}" if line.mate is None else f"mate {moves_to_mate(line.mate)}"
            moves = " ".join(map(written, line.moves))
            several = f"multipv {number} " if self._lines > 1 else ""
            self.say(f"info {depth} {several}score {score} {said} pv {moves}")


def times_for(wishes: dict[str, int], side: str) -> tuple[float | None, float | None]:
    """How long to think, in seconds: on average, if there is a choice, and at most.

    None where no such limit applies.
    """
    if "movetime" in wishes:
        return None, within(wishes["movetime"] / 1000)
    clock = wishes.get("wtime" if side == "white" else "btime")
    if clock is None:
        return None, None
    increment = wishes.get("winc" if side == "white" else "binc", 0)
    return share(clock / 1000, increment / 1000, wishes.get("movestogo"))


def _wishes(words: Sequence[str], inform: Callable[[str], None]) -> dict[str, int]:
    """What ``go`` asks for, as numbers; ``infinite`` is 1. What is wrong is reported to ``inform``.

    The other program waits for a move whatever it has asked for, so a limit that is out of bounds, or is no
    number, counts as the nearest one that can be.
    """
    wishes: dict[str, int] = {}
    rest = iter(words)
    for word in rest:
        if word in ALONE:
            wishes[word] = 1
            continue
        if word not in NUMBERS:
            inform(f"go: unknown word {shown(word)}")
            continue
        wishes[word] = _limit(word, next(rest, ""), inform)
    return wishes


def _limit(word: str, value: str, inform: Callable[[str], None]) -> int:
    """The number behind a word of ``go``; where there is none that it can have, the nearest one."""
    least = -MOST if word in CLOCKS else LEAST.get(word, 0)
    nearest = max(least, 0)
    if re.fullmatch("-?[0-9]+", value):
        number = int(value[: len(str(-MOST))])  # more digits would be beyond all bounds, too
        nearest = min(max(number, least), MOST)
        if number == nearest:
            return number
    inform(
        f"go {word}: expected a whole number from {max(least, 0)} to {MOST}, not {shown(value)}; "
        f"{nearest} is taken"
    )
    return nearest


def _apart(words: Sequence[str]) -> tuple[list[str], list[str]]:
    """What ``go`` asks for without ``searchmoves``, and the moves that follow that."""
    others: list[str] = []
    named: list[str] = []
    now = others
    for word in words:
        if word == "searchmoves":
            now = named
            continue
        if word in ALONE | NUMBERS:
            now = others
        now.append(word)
    return others, named


def _option(words: Sequence[str]) -> tuple[str, str]:
    """An option's name and value."""
    if words[:1] != ["name"]:
        raise FairyringError("setoption: expected 'name'")
    cut = list(words).index("value") if "value" in words else len(words)
    return " ".join(words[1:cut]), " ".join(words[cut + 1 :])


def _number(name: str, value: str, least: int, most: int) -> int:
    """The number that an option is set to.

    Raises:
        FairyringError: the option cannot have that value.
    """
    if not re.fullmatch("[0-9]{1,9}", value) or not least <= int(value) <= most:
        raise FairyringError(f"{name}: expected a number from {least} to {most}, not {shown(value)}")
    return int(value)


def _truth(name: str, value: str) -> bool:
    """Whether an option is on.

    Raises:
        FairyringError: it is neither true nor false.
    """
    if value not in ("true", "false"):
        raise FairyringError(f"{name}: expected true or false, not {shown(value)}")
    return value == "true"
