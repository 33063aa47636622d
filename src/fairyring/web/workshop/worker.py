"""The process that answers questions about files, started by `bounded` alone.

It does one task after another. It trusts its parent, not the files: it is ended when a task exceeds a limit.
"""

from __future__ import annotations

import json
import logging
import signal
import sys
from typing import Any

from fairyring.errors import FairyringError, GameFileError
from fairyring.web import child
from fairyring.web.languages import phrase
from fairyring.web.workshop.meter import Meter, bound, give_way, used
from fairyring.web.workshop.tasks import Task

NICE = 5  # so much this process gives way to the server
MOST_TASKS = 500  # after which a process makes room for a fresh one

logger = logging.getLogger(__name__)


def main() -> int:
    """Do what is asked for, a line each, until nothing more is."""
    orders: dict[str, Any] = json.loads(sys.stdin.readline())
    say = child.voice()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which then closes our input
    give_way(NICE)
    _warm(orders["games"])
    meter = Meter(lambda: say({"compiling": True}))
    first = used()
    bound(orders["memory"])
    say({"ready": True})
    for _ in range(MOST_TASKS):
        line = sys.stdin.readline()
        if not line:
            return 0
        order = json.loads(line)
        task = Task(*order["task"])
        with meter.seconds(task.seconds):
            answer = _answer(task, order, say)
        last = answer.get("refused") == "memory" or used() - first > orders["memory"] // 2
        say(answer | {"last": last})
        if last:
            return 0
    return 0


def _warm(games: list[str]) -> None:
    """Load the code of some games, which is that of most others, and all that is needed to look at one."""
    for game in games:
        import fairyring.web.workshop.look  # noqa: F401
        from fairyring.web.workshop.playable import playable

        text = f'fairyring = 1\nbase = "{game}"\ntitle = "Warm"\nsummary = "As it is."\n'
        playable(text, lambda _name, _number, _total: None)


def _answer(task: Task, order: dict[str, Any], say: child.Say) -> dict[str, Any]:
    """What a task leads to."""

    def report(name: str, number: int, total: int) -> None:
        say({"step": [name, number, total]})

    try:
        made = task.resolved()(order["text"], report, **order["given"])
        if len(json.dumps(made)) > task.answer:
            return {"refused": "answer"}
    except FairyringError as error:
        return {"error": phrase(error.message), "faults": _faults(error)}
    except MemoryError:
        return {"refused": "memory"}
    except Exception as error:  # noqa: BLE001 -- a fault of ours, which the server logs
        return {"broken": _told(error)}
    return {"made": made}


def _faults(error: FairyringError) -> list[dict[str, Any]]:
    """The places of a file that an error is about."""
    if not isinstance(error, GameFileError):
        return []
    return [
        {"line": each.line, "column": each.column, "reason": phrase(each.reason), "text": each.text}
        for each in (error, *error.further)
    ]


def _told(error: Exception) -> str:
    """A fault of ours by its kind and place; its text may quote a file."""
    trace = error.__traceback__
    place = ""
    while trace is not None:
        code = trace.tb_frame.f_code
        place, trace = f"{code.co_filename}:{trace.tb_lineno} {code.co_name}", trace.tb_next
    return f"{type(error).__name__} at {place}"


if __name__ == "__main__":
    sys.exit(main())
