"""The process of one user's file, or of all games of the workshop, started by `keeper` alone.

Where only a file's summary is wanted, it imports no server.

See `fairyring.web.child` for how it is told what to do.
"""

from __future__ import annotations

import asyncio
import faulthandler
import json
import logging.config
import secrets
import signal
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

from fairyring.errors import VariantError
from fairyring.web import catalog, child
from fairyring.web.own import wire


def main() -> int:
    """Load the file, and serve its game unless only its summary is wanted."""
    orders: dict[str, Any] = json.loads(sys.stdin.readline())
    say = child.voice()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which then closes our input
    faulthandler.enable()
    if orders["path"] is None:
        from fairyring.web.workshop import shelf

        shelf.limit()
    else:
        try:
            name = catalog.include(Path(orders["path"]))
        except VariantError as error:
            say({"error": str(error)})
            return 1
        if "database" not in orders:
            say({"name": name, "summary": catalog.summary(name)})
            return 0
    if orders["logging"]:
        from fairyring.web import logs

        logging.config.dictConfig(logs.settings(**orders["logging"]))
    asyncio.run(_serve(orders, say))
    return 0


async def _serve(orders: dict[str, Any], say: child.Say) -> None:
    """Answer what the server passes on, until it closes our input."""
    from fairyring.web.app import create_app
    from fairyring.web.clock import Steady
    from fairyring.web.workshop import shelf

    shared = Path(orders["shared"]) if orders["shared"] else None
    whole = orders["path"] is not None  # whether the game is there already
    now = Steady(orders["offset"])
    app = create_app(database=orders["database"], shared=shared, now=now, eager=whole)
    games = None if whole else shelf.Shelf(app.state.store.gallery, Path(orders["socket"]).parent)

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError, asyncio.IncompleteReadError, wire.WireError):
            scope = await wire.read(reader)
            if scope is None or not secrets.compare_digest(str(scope.pop("key", "")), orders["key"]):
                return
            lost = f"{scope['type']}.disconnect"

            async def receive() -> wire.Message:
                try:
                    return await wire.read(reader) or {"type": lost}
                except asyncio.IncompleteReadError:
                    return {"type": lost}

            async def send(message: wire.Message) -> None:
                await wire.write(writer, message)

            try:
                if games is not None:
                    await games.fetch(scope.pop("variant"))
                await app(scope, receive, send)
            except Exception:  # the application has logged it, and answered if it still could
                logging.getLogger(__name__).debug("answering failed", exc_info=True)
            await wire.write(writer, None)
            # The server closes. If we did, what it still sends could break its reading of our answer.
            while await reader.read(1 << 16):
                pass
        writer.close()

    async with app.router.lifespan_context(app):
        if sys.platform != "win32":
            server = await asyncio.start_unix_server(answer, orders["socket"])
            address: str | int = orders["socket"]
        else:
            server = await asyncio.start_server(answer, "127.0.0.1", 0)
            address = server.sockets[0].getsockname()[1]
        async with server:
            say({"address": address})
            guard = asyncio.create_task(shelf.guard()) if games is not None else None
            await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)
            if guard:
                guard.cancel()


if __name__ == "__main__":
    sys.exit(main())
