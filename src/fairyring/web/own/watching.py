"""Following users' files: what changes in them is played at once, and pages that are open show it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection
from contextlib import suppress
from pathlib import Path
from typing import Any

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from fairyring.errors import GameFileError, VariantError

PAUSE = 0.2  # seconds between looks at the files
PATIENCE = 2.0  # seconds after which a page is told that there is none: less than a server waits to stop

_SCRIPT = b'<script type="module" src="/static/watch.js"></script></head>'


class Watching:
    """Some files, and how often they have changed."""

    def __init__(self, files: Collection[Path], reload: Callable[[Path], Awaitable[None]]) -> None:
        """Look at nothing yet.

        Args:
            files: what to follow.
            reload: called with a file that has changed; may raise `VariantError`.
        """
        self._seen = {path: _state(path) for path in files}
        self._reload = reload
        self._faults: dict[Path, VariantError] = {}
        self._version = 0
        self._changed = asyncio.Condition()

    async def follow(self) -> None:
        """Follow the files until this is cancelled."""
        while True:
            await asyncio.sleep(PAUSE)
            for path, before in list(self._seen.items()):
                now = await asyncio.to_thread(_state, path)
                if now != before and now is not None:
                    self._seen[path] = now
                    await self._take(path)

    async def _take(self, path: Path) -> None:
        self._faults.pop(path, None)
        try:
            await self._reload(path)
        except VariantError as error:
            self._faults[path] = error
        async with self._changed:
            self._version += 1
            self._changed.notify_all()

    async def after(self, version: int) -> dict[str, Any]:
        """How it is once there has been a change after a version, or after some time."""
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE), self._changed:
                await self._changed.wait_for(lambda: self._version != version)
        return {"version": self._version, "faults": [_told(error) for error in self._faults.values()]}


def _state(path: Path) -> tuple[int, int] | None:
    """What changes when a file does; None while there is no file, as when an editor replaces it."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size


def _told(error: VariantError) -> str:
    """An error, with the lines that it is about."""
    if not isinstance(error, GameFileError):
        return str(error)
    places = (error, *error.further)
    return "\n".join(f"{each}\n  {each.text}\n  {' ' * (each.column - 1)}^" for each in places)


class Watched:
    """ASGI middleware: every page waits for changes."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, and put the script into the page that is the answer."""
        held: list[Message] = []

        async def scripted(message: Message) -> None:
            if message["type"] == "http.response.start":
                kind = Headers(raw=message["headers"]).get("content-type", "")
                if kind.startswith("text/html"):
                    held.append(message)
                    return
            if not held or message["type"] != "http.response.body":
                await send(message)
                return
            held.append(message)
            if message.get("more_body"):
                return
            body = b"".join(part.get("body", b"") for part in held[1:]).replace(b"</head>", _SCRIPT, 1)
            MutableHeaders(scope=held[0])["content-length"] = str(len(body))
            await send(held[0])
            await send({"type": "http.response.body", "body": body})

        await self._app(scope, receive, scripted if scope["type"] == "http" else send)
