"""The command ``uci``: an engine for programs that speak the Universal Chess Interface.

It follows the protocol as R. Huber and S. Meyer-Kahlen published it in 2000, with the ``go perft`` and ``d``
of many engines. A search runs in its own thread, so ``stop`` and ``isready`` work during a search.
"""

from __future__ import annotations

import contextlib
import logging
import re
import sys
import threading
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TextIO

import fairyring
from fairyring.cli.analyse import moves_to_mate
from fairyring.cli.count import MAX_DEPTH, count
from fairyring.errors import FairyringError, shown

if TYPE_CHECKING:
    from fairyring import Position, Variant
    from fairyring.search import Analysis

DEEPEST = 100  # the deepest search, in plies; requests for more are reduced
LONGEST = 1e8  # the longest search, in seconds
RESERVE = 0.05  # seconds left on the clock for sending the answer
LEAST = {"depth": 1, "nodes": 1, "mate": 1}  # the least values for ``go``; for the others, 0
MOVES_TO_GO = 30  # the moves for which a clock must last, by default

NUMBERS = frozenset("depth nodes movetime mate perft wtime btime winc binc movestogo".split())


def uci() -> None:
    """Speak UCI, so that chess programs can play against fairyring and analyse with it.

    Plays the games whose moves have a UCI form, chosen by the option UCI_Variant.
    """
    Engine(sys.stdin, sys.stdout).run()


class Engine:
    """The engine's side of a UCI conversation."""

    def __init__(self, source: TextIO, sink: TextIO) -> None:
        """Communicate over two text streams; nothing is written before `run`."""
        self._source = source
        self._sink = sink
        self._lock = threading.Lock()
        self._worker: threading.Thread | None = None
        self._stop = threading.Event()
        self._name = "chess"
        self._position: Position | None = None
        self._commands: dict[str, Callable[[list[str]], None]] = {
            "uci": self._uci,
            "isready": self._isready,
            "ucinewgame": self._ucinewgame,
            "setoption": self._setoption,
            "position": self._set_position,
            "go": self._go,
            "stop": self._halted,
            "d": self._show,
            "debug": self._pass,
            "register": self._pass,
        }

    def run(self) -> None:
        """Handle commands until ``quit`` or the end of the input."""
        try:
            for line in self._source:
                words = line.split()
                if words[:1] == ["quit"]:
                    break
                if words:
                    self._obey(words)
        finally:
            self._halt()

    def _obey(self, words: list[str]) -> None:
        command = self._commands.get(words[0])
        if command is None:
            self._inform(f"unknown command {shown(words[0])}")
            return
        try:
            command(words[1:])
        except FairyringError as error:
            self._inform(str(error))

    def _say(self, text: str) -> None:
        with (
            self._lock,
            contextlib.suppress(BrokenPipeError),
        ):  # the other program has gone: the input will end, too
            self._sink.write(text + "\n")
            self._sink.flush()

    def _inform(self, text: str) -> None:
        self._say(f"info string {' '.join(text.split())}")

    # -- positions ------------------------------------------------------------------------------

    def _uci(self, words: list[str]) -> None:
        self._say(f"id name fairyring {fairyring.__version__}\nid author the fairyring authors")
        self._say(f"option name UCI_Variant type combo default {self._name} var {self._name}\nuciok")

    def _isready(self, words: list[str]) -> None:
        if self._worker is None or not self._worker.is_alive():
            self._now()
            fairyring.search(self._variant().start(), depth=1)  # compile before any clock runs
        self._say("readyok")

    def _ucinewgame(self, words: list[str]) -> None:
        self._halt()
        self._position = None

    def _setoption(self, words: list[str]) -> None:
        name, value = _option(words)
        if name.lower() != "uci_variant":
            raise FairyringError(f"there is no option {shown(name)}")
        start = fairyring.load(value).start()
        if not all(move.uci for move in start.legal_moves()):
            raise FairyringError(f"the moves of {value} have no UCI form")
        self._halt()
        self._name, self._position = value, start

    def _variant(self) -> Variant:
        return fairyring.load(self._name)

    def _now(self) -> Position:
        if self._position is None:
            self._position = self._variant().start()
        return self._position

    def _set_position(self, words: list[str]) -> None:
        self._halt()
        cut = words.index("moves") if "moves" in words else len(words)
        if words[:1] == ["startpos"] and cut == 1:
            position = self._variant().start()
        elif words[:1] == ["fen"]:
            position = self._variant().position(completed(words[1:cut]))
        else:
            raise FairyringError("position: expected 'startpos' or 'fen'")
        for word in words[cut + 1 :]:
            move = next((move for move in position.legal_moves() if move.uci == word), None)
            position = position.play(move or word)
        self._position = position

    def _halted(self, words: list[str]) -> None:
        self._halt()

    def _pass(self, words: list[str]) -> None:
        """Ignore a command that an engine may ignore."""

    def _show(self, words: list[str]) -> None:
        position = self._now()
        self._say(f"Fen: {position}\nKey: {position.key:016X}\nLegal moves: {len(position.legal_moves())}")

    # -- searching ------------------------------------------------------------------------------

    def _halt(self) -> None:
        """Stop the search and wait for its ``bestmove``."""
        self._stop.set()
        if self._worker is not None:
            self._worker.join()
            self._worker = None

    def _go(self, words: list[str]) -> None:
        self._halt()
        wishes = _wishes(words, self._inform)
        position, stop = self._now(), threading.Event()
        work = self._perft if "perft" in wishes else self._search
        self._stop = stop
        self._worker = threading.Thread(target=work, args=(position, wishes, stop), daemon=True)
        self._worker.start()

    def _perft(self, position: Position, wishes: dict[str, int], stop: threading.Event) -> None:
        def listen(_: float) -> None:
            if stop.is_set():
                raise InterruptedError

        total, depth = 0, min(wishes["perft"], MAX_DEPTH)
        try:
            for move in position.legal_moves() if depth else ():
                nodes = count(position.play(move), depth - 1, 0, listen)
                total += nodes
                self._say(f"{move.uci}: {nodes}")
        except InterruptedError:
            return
        self._say(f"\nNodes searched: {total if depth else 1}\n")

    def _search(self, position: Position, wishes: dict[str, int], stop: threading.Event) -> None:
        best = "0000"
        try:
            if position.legal_moves():
                best = self._best(position, wishes, stop)
            else:
                self._inform(f"the game is over ({position.result})")
        except FairyringError as error:
            self._inform(str(error))
        except Exception:
            # Whatever fails, the other program waits for a bestmove. The details are for the log.
            logging.getLogger(__name__).exception("the search failed")
            self._inform("the search failed because of a bug in fairyring; standard error says more")
        if "infinite" in wishes:
            stop.wait()  # the protocol: no bestmove before stop
        self._say(f"bestmove {best}")

    def _best(self, position: Position, wishes: dict[str, int], stop: threading.Event) -> str:
        legal = position.legal_moves()
        if position.result is not None:
            # UCI games go on after a draw by repetition or by count until it is claimed.
            position = position.variant.position(fresh(str(position)))
        if position.result is not None:
            return legal[0].uci
        depth = min(wishes.get("depth", DEEPEST), 2 * wishes.get("mate", DEEPEST) - 1, DEEPEST)
        found = fairyring.search(
            position,
            seconds=seconds_for(wishes, position.side.value),
            nodes=wishes.get("nodes"),
            depth=depth,
            report=self._report,
            stop=stop,
        )
        self._report(found)
        return found.move.uci

    def _report(self, found: Analysis) -> None:
        if not found.depth:
            return
        score = f"cp {found.score}" if found.mate is None else f"mate {moves_to_mate(found.mate)}"
        line = " ".join(move.uci for move in found.line)
        self._say(
            f"info depth {found.depth} score {score} nodes {found.nodes} nps {found.speed}"
            f" time {round(found.seconds * 1000)} pv {line}"
        )


def completed(fields: Sequence[str]) -> str:
    """A FEN as one text, with its castling rights in order and missing last fields added."""
    full = [*fields, *("w", "-", "-", "0", "1")[len(fields) - 1 :]] if fields else []
    if len(full) > 2:
        order = "KQkq"
        full[2] = "".join(sorted(full[2], key=lambda letter: (order.find(letter), letter)))
    return " ".join(full)


def fresh(text: str) -> str:
    """A position text with its half-move clock at 0."""
    fields = text.split(" ")
    return " ".join([*fields[:-2], "0", fields[-1]])


def seconds_for(wishes: dict[str, int], side: str) -> float | None:
    """How long to think, in seconds; None if only other limits apply."""
    if "movetime" in wishes:
        return min(max(wishes["movetime"] / 1000 - RESERVE / 2, 0.001), LONGEST)
    clock = wishes.get("wtime" if side == "white" else "btime")
    if clock is None:
        return None
    increment = wishes.get("winc" if side == "white" else "binc", 0)
    share = clock / (wishes.get("movestogo") or MOVES_TO_GO) + increment * 0.75
    return max(min(share / 1000, clock / 1000 * 0.8, clock / 1000 - RESERVE, LONGEST), 0.001)


def _wishes(words: Sequence[str], inform: Callable[[str], None]) -> dict[str, int]:
    """What ``go`` asks for, as numbers; ``infinite`` is 1. Unknown words are reported to ``inform``.

    Raises:
        FairyringError: a number is missing or malformed.
    """
    wishes: dict[str, int] = {}
    rest = iter(words)
    for word in rest:
        if word == "infinite":
            wishes[word] = 1
            continue
        if word not in NUMBERS:
            inform(f"go: unknown word {shown(word)}")
            continue
        value = next(rest, "")
        if not re.fullmatch("-?[0-9]{1,18}", value):
            raise FairyringError(f"go {word}: expected a whole number, not {shown(value)}")
        wishes[word] = int(value)
        if wishes[word] < LEAST.get(word, 0) and word not in ("wtime", "btime"):  # a clock may be below 0
            raise FairyringError(f"go {word}: expected at least {LEAST.get(word, 0)}, not {value}")
    return wishes


def _option(words: Sequence[str]) -> tuple[str, str]:
    """An option's name and value."""
    if words[:1] != ["name"]:
        raise FairyringError("setoption: expected 'name'")
    cut = list(words).index("value") if "value" in words else len(words)
    return " ".join(words[1:cut]), " ".join(words[cut + 1 :])
