"""Keeps the process of a user's file running: starts it, and starts it again when it ends."""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
import shutil
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from fairyring.errors import FairyringError, VariantError
from fairyring.messages import Message
from fairyring.web import catalog, child, logs

LOADING = 120  # seconds that a file may take to load
PATIENCE = 30  # seconds that a request waits for a process that is starting
NOTICE = 2  # seconds within which it is noticed that a process has ended
PAUSES = (0.0, 1.0, 2.0, 4.0, 8.0)  # seconds before the next starts of a process that keeps ending
REST = 600.0  # and after those
BLAME = 3  # a subject that was the last to be worked on so many times when the process ended is left alone
STEADY = 60.0  # seconds after which a process that runs is taken to be well

logger = logging.getLogger(__name__)


class StoppedError(FairyringError):
    """The process of a user's game does not run; the message says why, and what follows."""


class OwnGame(NamedTuple):
    """The game in a user's file, as far as a server knows it that does not load the file."""

    path: Path
    name: str
    summary: dict[str, Any]


def has_code(path: Path) -> bool:
    """Whether a user's file has code, so that another process must load it."""
    return path.suffix not in (".toml", ".zrf")


def look(path: Path) -> OwnGame:
    """Look at the game in a user's file, which another process loads if it has code.

    Raises:
        VariantError: the file cannot be loaded as a game, or its game has the name of one of fairyring's.
    """
    path = path.resolve()
    if not has_code(path):
        name = catalog.include(path)
        return OwnGame(path, name, catalog.summary(name))
    process = _start({"path": str(path)})
    try:
        output, _ = process.communicate(timeout=LOADING)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        slow = Message(
            "{path}: it takes more than {seconds} seconds to load", path=str(path), seconds=LOADING
        )
        raise VariantError(slow) from None
    said = child.heard(output)
    if "error" in said:
        raise VariantError(said["error"])
    if "name" not in said:
        raise VariantError(
            Message(
                "{path}: its code ended the process that loaded it ({how})",
                path=str(path),
                how=child.ending(process.returncode),
            )
        )
    return OwnGame(path, said["name"], said["summary"])


class Keeper:
    """The process of one user's file. Use it in one event loop."""

    def __init__(
        self, path: Path | None, title: str, database: str, shared: Path | None, now: Callable[[], float]
    ) -> None:
        """Start nothing yet.

        Args:
            path: the file; None for a process that hears with each request which game it is about.
            title: what its game is called, for messages.
            database: where games are, as a URL that other processes can use.
            shared: the folder for the processes that serve together.
            now: the server's time.
        """
        self._now = now
        self._title = title
        self._key = secrets.token_urlsafe(32)
        self._orders = {
            "path": str(path.resolve()) if path else None,
            "database": database,
            "shared": str(shared) if shared else None,
            "key": self._key,
        }
        self._folder: Path | None = None
        self._process: subprocess.Popen[str] | None = None
        self._address: str | int | None = None
        self._ready = asyncio.Event()
        self._down = asyncio.Event()
        self._failures = 0
        self._latest = ""
        self._blamed: dict[str, tuple[int, float]] = {}  # how often, and when last
        self._since = 0.0
        self._next: asyncio.TimerHandle | None = None
        self._closed = False

    def start(self) -> None:
        """Start the process, in the running event loop, and keep it running from now on."""
        self._loop = asyncio.get_running_loop()
        self._closed, self._failures = False, 0
        self._folder = Path(tempfile.mkdtemp(prefix="fairyring-"))  # which nobody else can enter
        self._spawn()

    async def stop(self) -> None:
        """End the process."""
        self._closed = True
        if self._next:
            self._next.cancel()
        if self._process is not None and self._process.stdin is not None:
            self._process.stdin.close()  # which it takes as its end
            try:
                await asyncio.to_thread(self._process.wait, 5)
            except subprocess.TimeoutExpired:
                self._process.kill()
                await asyncio.to_thread(self._process.wait)
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)

    async def restart(self) -> None:
        """End the process, and start it with the file as it is now."""
        await self.stop()
        self._address, self._process = None, None
        self._ready.clear()
        self.start()

    async def connect(self, subject: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A connection to the process, over which a request about a subject can be sent.

        Raises:
            StoppedError: it does not run, or the subject is left alone.
        """
        if self.is_blamed(subject):
            raise StoppedError(self.why(subject))
        if not self.resting:
            try:
                async with asyncio.timeout(PATIENCE):
                    await self._ready.wait()
            except TimeoutError:
                logger.warning("the process of %s takes long to start", self._title)
        if self._address is None:
            raise StoppedError(self.why(subject))
        try:
            if isinstance(self._address, int):
                return await asyncio.open_connection("127.0.0.1", self._address)
            return await asyncio.open_unix_connection(self._address)
        except OSError as error:  # it has just ended
            raise StoppedError(self.why(subject)) from error

    async def has_ended(self) -> bool:
        """Whether the process has ended, after it has closed a connection."""
        with suppress(TimeoutError):
            async with asyncio.timeout(NOTICE):
                await self._down.wait()
        return self._down.is_set()

    @property
    def key(self) -> str:
        """The secret without which the process answers nothing."""
        return self._key

    @property
    def resting(self) -> bool:
        """Whether the process has ended so often that it is not started again for a while."""
        return self._failures > len(PAUSES)

    def note(self, subject: str) -> None:
        """Something about a subject, such as a game, is sent to the process: if it ends now, that is why."""
        self._latest = subject

    def why(self, subject: str) -> Message:
        """What to tell players when the process does not run."""
        rest = round(REST / 60)
        if self.is_blamed(subject):
            return Message(
                "the code of {game} has crashed {times} times here; try again in {minutes} minutes",
                game=self._title,
                times=BLAME,
                minutes=rest,
            )
        if self.resting:
            return Message(
                "the code of {game} keeps crashing; it will be restarted in {minutes} minutes",
                game=self._title,
                minutes=rest,
            )
        if self._failures:
            return Message("the code of {game} has crashed; it is being restarted", game=self._title)
        return Message("{game} is still being started; try again in a moment", game=self._title)

    def is_blamed(self, subject: str) -> bool:
        """Whether the process has ended so often over a subject that it is left alone for a while."""
        times, last = self._blamed.get(subject, (0, 0.0))
        return times >= BLAME and time.monotonic() - last < REST

    def _blame(self) -> None:
        now = time.monotonic()
        self._blamed = {name: (n, last) for name, (n, last) in self._blamed.items() if now - last < REST}
        times, _ = self._blamed.get(self._latest, (0, 0.0))
        if self._latest:
            self._blamed[self._latest] = times + 1, now
        self._latest = ""

    def _spawn(self) -> None:
        self._next = None
        self._ready.clear()
        assert self._folder is not None
        socket = self._folder / f"{secrets.token_hex(4)}.sock"
        self._process = process = _start(
            {
                **self._orders,
                "socket": str(socket),
                "logging": logs.in_force(),
                "offset": self._now() - time.monotonic(),
            }
        )
        threading.Thread(
            target=self._watch, args=(process,), name=f"watch {self._title}", daemon=True
        ).start()

    def _watch(self, process: subprocess.Popen[str]) -> None:
        """Wait, in a thread, for what the process says, and for its end."""
        assert process.stdout is not None
        try:
            said = child.heard(process.stdout.readline())
            self._loop.call_soon_threadsafe(self._hear, process, said)
            process.wait()
            self._loop.call_soon_threadsafe(self._ended, process)
        except RuntimeError:  # the loop has ended
            process.wait()
        finally:
            process.stdout.close()

    def _hear(self, process: subprocess.Popen[str], said: dict[str, Any]) -> None:
        if "address" in said and process.poll() is None:
            self._address, self._since = said["address"], time.monotonic()
            self._ready.set()
            self._down.clear()
        elif "error" in said:
            logger.error("%s", said["error"])

    def _ended(self, process: subprocess.Popen[str]) -> None:
        if process.stdin is not None:
            process.stdin.close()
        if process is not self._process:  # it was restarted
            return
        steady = self._address is not None and time.monotonic() - self._since > STEADY
        self._address = None
        self._blame()
        self._ready.clear()
        self._down.set()
        if self._closed:
            return
        self._failures = 1 if steady else self._failures + 1
        pause = REST if self.resting else PAUSES[min(self._failures, len(PAUSES)) - 1]
        what = "the process of %s has ended (%s); it is started again in %g seconds"
        logger.error(what, self._title, child.ending(process.returncode), pause)
        if self.resting:
            self._ready.set()  # nobody need wait any longer
        self._next = self._loop.call_later(pause, self._spawn)


def _start(orders: dict[str, Any]) -> subprocess.Popen[str]:
    """A process that has been told what to do."""
    process = subprocess.Popen(
        child.command("fairyring.web.own.process"),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=child.environment(),
        text=True,
        encoding="utf-8",
    )
    assert process.stdin is not None
    with suppress(OSError):  # it has ended at once, which is noticed elsewhere
        process.stdin.write(json.dumps(orders) + "\n")
        process.stdin.flush()
    return process
