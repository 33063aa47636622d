"""A server of its own for a benchmark, and requests to it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.request import Request, urlopen

PLAIN = ("-c", "from fairyring.web import serve; serve(port=0, open_browser=False)")


@contextmanager
def served(*command: str, **environment: str) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """The address of a server, with the slash at its end, and its process.

    Args:
        command: what Python is called with, if not with `PLAIN`.
        environment: what is set for it beside what is set here.
    """
    called = [sys.executable, "-u", *(command or PLAIN)]
    with subprocess.Popen(called, stdout=subprocess.PIPE, text=True, env=os.environ | environment) as process:
        assert process.stdout is not None
        try:
            yield next(word for word in process.stdout.readline().split() if word.startswith("http")), process
        finally:
            process.terminate()


def ask(url: str, body: object = None, token: str = "") -> Any:
    """The answer to a request, which is JSON or a text."""
    data = None if body is None else json.dumps(body).encode()
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    with urlopen(Request(url, data, headers), timeout=300) as answer:
        text = answer.read().decode()
    return json.loads(text) if answer.headers.get_content_type() == "application/json" else text
