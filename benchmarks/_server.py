"""A server of its own for a benchmark, and requests to it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.request import Request, urlopen

PLAIN = ("-c", "from fairyring.web import serve; serve(port=0, open_browser=False)")


@contextmanager
def served(*command: str, **environment: str) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """The address of a server, with the slash at its end, and its process.

    Its games are in a folder of their own, not among those of the person who measures.

    Args:
        command: what Python is called with, if not with `PLAIN`.
        environment: what is set for it beside what is set here.

    Raises:
        RuntimeError: it ends before it says its address; it has said why.
    """
    called = [sys.executable, "-u", *(command or PLAIN)]
    with tempfile.TemporaryDirectory() as folder:
        own = {"FAIRYRING_DATABASE": f"sqlite:///{folder}/games.sqlite3"}
        with subprocess.Popen(
            called, stdout=subprocess.PIPE, text=True, env=os.environ | own | environment
        ) as process:
            assert process.stdout is not None
            try:
                address = [word for word in process.stdout.readline().split() if word.startswith("http")]
                if not address:
                    raise RuntimeError("the server ended before it said its address")
                yield address[0], process
            finally:
                process.terminate()


def ask(url: str, body: object = None, token: str = "") -> Any:
    """The answer to a request, which is JSON or a text."""
    data = None if body is None else json.dumps(body).encode()
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    with urlopen(Request(url, data, headers), timeout=300) as answer:
        text = answer.read().decode()
    return json.loads(text) if answer.headers.get_content_type() == "application/json" else text
