"""Tasks that a limited process does badly; see `test_bounded`."""

import os
import sys
import time

from fairyring.web.workshop.tasks import Report


def busy(_text: str, _report: Report) -> None:
    """Never end."""
    while True:
        pass


def asleep(_text: str, _report: Report) -> None:
    """Never end, without using the processor."""
    time.sleep(60)


def large(_text: str, _report: Report) -> int:
    """Take more memory than there is."""
    return len(bytearray(1 << 30))


def long(_text: str, _report: Report) -> str:
    """Say more than anybody wants to know."""
    return "x" * 2000


def ending(_text: str, _report: Report) -> None:
    """Crash."""
    os.abort()


def faulty(text: str, _report: Report) -> None:
    """Fail for a reason of our own."""
    dict[str, str]()[text]


def plain(text: str, _report: Report) -> str:
    """Do as asked."""
    return text


def short_sleep(_text: str, _report: Report) -> str:
    """Take a while."""
    time.sleep(0.3)
    return "awake"


def server(_text: str, _report: Report) -> list[str]:
    """Say which modules are there that only a server needs."""
    return [
        name for name in ("fairyring.web.app", "starlette", "sqlalchemy", "uvicorn") if name in sys.modules
    ]
