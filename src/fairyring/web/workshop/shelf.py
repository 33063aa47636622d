"""In the process of all games of the workshop: the games that are loaded there, and its limits."""

from __future__ import annotations

import asyncio
import faulthandler
import logging
import threading
from collections import OrderedDict
from contextlib import suppress
from pathlib import Path

from fairyring.errors import VariantError
from fairyring.web import catalog
from fairyring.web.importing import imported
from fairyring.web.store.gallery import Gallery
from fairyring.web.workshop.files import digest_in
from fairyring.web.workshop.meter import bound, give_way

NICE = 5  # so much the process gives way to the server
MEMORY = 4 << 30  # bytes that it may have
MOST = 200  # games that are loaded at once, beside those of open rooms
HANGING = 10.0  # seconds after which it is ended when it does nothing else
TICK = 1.0

logger = logging.getLogger(__name__)


class Shelf:
    """The games of files in this process, each loaded when it is first asked for.

    Use it in one event loop.
    """

    def __init__(self, files: Gallery, folder: Path) -> None:
        """Load nothing yet.

        Args:
            files: where they are kept.
            folder: where they can be written for loading.
        """
        self._files = files
        self._folder = folder
        self._loaded: OrderedDict[str, None] = OrderedDict()
        self._loading = asyncio.Lock()

    async def fetch(self, variant: str) -> None:
        """Have the game of a file among the games, if there is such a file."""
        digest = digest_in(variant)
        if digest is None:
            return
        async with self._loading:
            if variant in self._loaded:
                self._loaded.move_to_end(variant)
                return
            text = await self._files.text(digest)
            if text is None:
                return
            path = self._folder / f"{variant}.toml"
            path.write_text(text, encoding="utf-8", newline="")
            try:
                await asyncio.to_thread(catalog.include, path)
            except VariantError:  # it could be loaded when it was sent: this program has changed since
                logger.exception("a file of the workshop")
                return
            self._loaded[variant] = None
            if len(self._loaded) > MOST:
                oldest, _ = self._loaded.popitem(last=False)
                catalog.exclude(oldest)
                with suppress(OSError):
                    (self._folder / f"{oldest}.toml").unlink()


def limit() -> None:
    """Give way to the server, keep to some memory, and have ready what every game needs."""
    give_way(NICE)
    bound(MEMORY)
    threading.Thread(target=_warm, name="warm", daemon=True).start()


async def guard() -> None:
    """End this process when a game keeps it so busy that nobody is answered; the server starts it again."""
    while True:
        # Its thread needs no turn at Python's lock.
        faulthandler.dump_traceback_later(HANGING, exit=True)
        await asyncio.sleep(TICK)


def _warm() -> None:
    """Load the code that most games share."""
    imported()
    import fairyring
    from fairyring.search import search

    search(fairyring.load("chess").start(), depth=1)
