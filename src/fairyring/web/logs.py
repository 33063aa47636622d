"""The server's log, which contains no secrets.

Errors are logged by type and places in the code, because their text may quote what a visitor sent, such as a
token or a hidden choice. Where a user's file is at fault, its name and the line are logged, too. Requests are
logged by their route, which has no game id in it; addresses never are.
"""

from __future__ import annotations

import datetime
import json
import logging
import sys
import traceback
from typing import TYPE_CHECKING, Any, Literal

from fairyring.errors import shown

if TYPE_CHECKING:
    from fairyring.variants.user_faults import Fault

Form = Literal["plain", "json"]
Level = Literal["error", "warning", "info"]

MAX_PLACES = 12  # of the code, the last ones

requests = logging.getLogger("fairyring.requests")


class Lines(logging.Formatter):
    """A line for each record: plain text, or a JSON object."""

    def __init__(self, form: Form = "plain") -> None:
        super().__init__()
        self.form = form

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        at = datetime.datetime.fromtimestamp(record.created, datetime.UTC)
        said: dict[str, Any] = {
            "time": at.isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": " ".join(record.getMessage().split()),
            **getattr(record, "facts", {}),
        }
        if record.exc_info and record.exc_info[1] is not None:
            said["error"], said["at"] = _kind(record.exc_info[1]), _places(record.exc_info[1])
            if found := _fault(record.exc_info[1]):
                said["file"] = f"{found.file}:{found.line}"
        if self.form == "json":
            return json.dumps(said, ensure_ascii=False)
        time, level, name, message = (said.pop(name) for name in ("time", "level", "logger", "message"))
        facts = " ".join(f"{name}={value}" for name, value in said.items())
        return f"{time} {level} {name}: {message} {facts}".rstrip()


def settings(form: Form, level: Level) -> dict[str, Any]:
    """Settings for `logging.config.dictConfig`, to stderr.

    The libraries' own loggers start at warnings, because below that they would quote what is sent.
    """
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"lines": {"()": Lines, "form": form}},
        "handlers": {
            "stderr": {"class": "logging.StreamHandler", "formatter": "lines", "stream": "ext://sys.stderr"}
        },
        "root": {"handlers": ["stderr"], "level": "ERROR" if level == "error" else "WARNING"},
        "loggers": {"fairyring": {"level": level.upper()}},
    }


def in_force() -> dict[str, Any] | None:
    """The settings by which this process logs now, for others that it starts; None if it was given none."""
    for handler in logging.getLogger().handlers:
        if isinstance(handler.formatter, Lines):
            level = logging.getLevelName(logging.getLogger("fairyring").level).lower()
            return {"form": handler.formatter.form, "level": level}
    return None


def request(method: str, route: str, status: int, seconds: float) -> None:
    """Log a request that was answered."""
    facts = {"method": method, "route": route, "status": status, "ms": round(seconds * 1000, 1)}
    requests.info("answered", extra={"facts": facts})


def _fault(error: BaseException) -> Fault | None:
    """What is wrong with a user's file; with the compiler, which a start does without, no file was loaded."""
    faults = sys.modules.get("fairyring.variants.user_faults")
    return faults.fault(error) if faults else None


def _kind(error: BaseException) -> str:
    from fairyring.web.store import StoreError  # not before: processes without a database log, too

    name = type(error).__name__
    speaking = isinstance(error, StoreError | OSError)  # its text comes from the database or the system
    return f"{name}: {shown(str(error), 200)}" if speaking else name


def _places(error: BaseException) -> str:
    frames = traceback.extract_tb(error.__traceback__)[-MAX_PLACES:]
    return " > ".join(f"{frame.filename.rpartition('/')[2]}:{frame.lineno} {frame.name}" for frame in frames)
