"""Processes of our own that do what this one must not: how they are started, and how both talk.

Such a process is told by a line of JSON on its standard input what to do, answers with lines on its standard
output, and ends when its input does: when this process stops, however it stops.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

Say = Callable[[dict[str, Any]], None]
"""What a child tells its parent by."""


def command(module: str) -> list[str]:
    """The command that runs one of our modules in a process."""
    # With -P nothing in the current folder, where users' files often are, stands in for a module of Python's.
    return [sys.executable, "-P", "-m", module]


def environment() -> dict[str, str]:
    """The environment of such a process, in which it finds us."""
    home = str(Path(__file__).parents[2])
    path = os.pathsep.join(filter(None, (os.environ.get("PYTHONPATH"), home)))
    return os.environ | {"PYTHONPATH": path}


def heard(line: str | bytes) -> dict[str, Any]:
    """What a child said; nothing, if it ended before or said something else."""
    try:
        said = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return said if isinstance(said, dict) else {}


def ending(code: int | None) -> str:
    """How a child ended, by its return code."""
    try:
        return signal.Signals(-(code or 0)).name
    except ValueError:
        return f"status {code}"


def voice() -> Say:
    """In a child: keep the standard output for the parent; what else is printed goes to standard error."""
    output = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)

    def say(words: dict[str, Any]) -> None:
        print(json.dumps(words), file=output, flush=True)

    return say
