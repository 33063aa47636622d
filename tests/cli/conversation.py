"""What another program says to an engine, and what it hears: over pipes, in a thread of this process."""

from __future__ import annotations

import os
import threading

from fairyring.cli.engine import Engine


class Conversation:
    """One side of it; the engine is the other.

    That the commands speak over the pipes of a process, too, python-chess shows.
    """

    def __init__(self, engine: type[Engine]) -> None:
        heard, said = os.pipe(), os.pipe()
        self._out = open(heard[1], "w", encoding="utf-8")  # noqa: PTH123, SIM115 -- a descriptor; `end` closes it
        self._in = open(said[0], encoding="utf-8")  # noqa: PTH123, SIM115
        self._thread = threading.Thread(target=self._speak, args=(engine, heard[0], said[1]), daemon=True)
        self._thread.start()

    @staticmethod
    def _speak(engine: type[Engine], heard: int, said: int) -> None:
        with open(heard, encoding="utf-8") as source, open(said, "w", encoding="utf-8") as sink:
            engine(source, sink).run()

    def send(self, *lines: str) -> None:
        """Say some lines."""
        print(*lines, sep="\n", file=self._out, flush=True)

    def line(self) -> str:
        """The next line that is heard."""
        line = self._in.readline()
        assert line, "the engine has gone"
        return line.rstrip("\n")

    def until(self, beginning: str) -> list[str]:
        """What is heard until a line that begins so; that is the last."""
        said = [self.line()]
        while not said[-1].startswith(beginning):
            said.append(self.line())
        return said

    def end(self) -> None:
        """Tell it to quit, and see that it does."""
        with self._in, self._out:
            self.send("quit")
            self._thread.join(30)
            assert not self._thread.is_alive()
