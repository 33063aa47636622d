"""What the server writes about itself, line by line, with nothing in it that is anybody's secret.

Of an error only its kind and the places in the code are told: its words may quote what somebody sent, a
token or a hidden choice. Requests are told by their route, which has no game's id in it, and addresses never.
"""

from __future__ import annotations

import datetime
import json
import logging
import traceback
from typing import Any, Literal

from fairyring.errors import shown
from fairyring.web.store import StoreError

Form = Literal["plain", "json"]
Level = Literal["error", "warning", "info"]

SPEAKING = (StoreError, OSError)  # their words are the database's and the system's
MAX_PLACES = 12  # of the code, the last ones

requests = logging.getLogger("fairyring.requests")


class Lines(logging.Formatter):
    """A line for each record: for people, or an object of JSON for programs."""

    def __init__(self, form: Form = "plain") -> None:
        super().__init__()
        self._form = form

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
        if self._form == "json":
            return json.dumps(said, ensure_ascii=False)
        time, level, name, message = (said.pop(name) for name in ("time", "level", "logger", "message"))
        facts = " ".join(f"{name}={value}" for name, value in said.items())
        return f"{time} {level} {name}: {message} {facts}".rstrip()


def settings(form: Form, level: Level) -> dict[str, Any]:
    """Settings for `logging.config.dictConfig`, to stderr.

    The libraries' own loggers never come below warnings: there they would quote what is sent.
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


def request(method: str, route: str, status: int, seconds: float) -> None:
    """Tell of a request that was answered."""
    facts = {"method": method, "route": route, "status": status, "ms": round(seconds * 1000, 1)}
    requests.info("answered", extra={"facts": facts})


def _kind(error: BaseException) -> str:
    name = type(error).__name__
    return f"{name}: {shown(str(error), 200)}" if isinstance(error, SPEAKING) else name


def _places(error: BaseException) -> str:
    frames = traceback.extract_tb(error.__traceback__)[-MAX_PLACES:]
    return " > ".join(f"{frame.filename.rpartition('/')[2]}:{frame.lineno} {frame.name}" for frame in frames)
