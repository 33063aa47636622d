"""Compiling games in a process of its own, whose work the server finds on disk.

It is one of the limited processes that also answer questions about files (`workshop/bounded.py`). It begins
when a game has to be compiled, gives way to the server, and ends when there has been nothing to do for a
while.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from fairyring.web.compiling import Report
from fairyring.web.importing import imported
from fairyring.web.own.keeper import has_code
from fairyring.web.workshop.bounded import COMPILES, Bounded

if TYPE_CHECKING:
    from fairyring.game import Variant

MEMORY: Final = 2 << 30  # bytes that it may take beside what it needs anyway
IDLE = 60.0  # seconds after which it ends


class Apart:
    """Has games compiled, and knows which have been; see `thinking.Compiler`. Use it in one event loop."""

    def __init__(self, search: bool) -> None:
        """Start nothing yet. Without ``search``, the computer is not fairyring's, and needs no search."""
        self._search = search
        self._process = Bounded(1, MEMORY, ())
        self._ending: asyncio.TimerHandle | None = None
        self._rests: asyncio.Task[None] | None = None

    def lacking(self, variant: Variant, search: bool) -> bool:
        """Whether a game is to be compiled here: it has not been, and has none of a user's code."""
        coded = variant.name != variant.source and has_code(Path(variant.source))
        if coded or (search and not self._search):
            return False
        imported()
        from fairyring.kernels import table_cache

        return table_cache.find(*_mark(variant, search)) is None

    async def compile(self, variant: Variant, search: bool, report: Report) -> None:
        """Have a game compiled: what playing it needs, or the search, too.

        Raises:
            FairyringError: it cannot be.
        """

        def reached(name: str, done: int, total: int) -> None:
            if name != COMPILES:  # nothing else is done here
                report(name, done, total)

        from fairyring.kernels.cache_folder import house_folder

        if self._ending is not None:
            self._ending.cancel()
        folder = str(house_folder().parent)
        given = {"options": dict(variant.options), "search": search, "folder": folder}
        try:
            await self._process.do("prepare", variant.source, reached, **given)
        finally:
            self._ending = asyncio.get_running_loop().call_later(IDLE, self._rest)

    def _rest(self) -> None:
        self._rests = asyncio.create_task(self._process.rest())

    async def close(self) -> None:
        """End the process."""
        if self._ending is not None:
            self._ending.cancel()
        await self._process.close()


def prepare(source: str, report: Report, options: Mapping[str, Any], search: bool, folder: str) -> None:
    """Compile a game, in the process that does so.

    Args:
        source: by what `fairyring.load` finds it.
        report: called before each step.
        options: its options.
        search: whether to compile the search, too.
        folder: where the server looks for compiled code, which may be a temporary folder.
    """
    os.environ["FAIRYRING_CACHE"] = folder
    from fairyring import game
    from fairyring.kernels import table_cache
    from fairyring.search import prepare as prepare_search
    from fairyring.search.preparing import helped

    variant = game.load(source, **options)
    if search:
        prepare_search(variant, report)
    else:
        with helped(variant):
            game.prepare(variant, report)
    for each in {False, search}:
        table_cache.kept(*_mark(variant, each), lambda: True)


def _mark(variant: Variant, search: bool) -> tuple[str, object]:
    """What is kept of a game that has been compiled, for others to find, and by what: for `table_cache.kept`.

    Some rules of our modules cannot be told. There the name is enough: the folder stands for the modules.
    """
    from fairyring.kernels.cache_folder import house_folder
    from fairyring.names import library

    what = f"compiled in {house_folder().name}{' with the search' if search else ''}"
    if variant.name == variant.source and variant.name not in library():
        return f"{what} {variant!r}", None
    return what, variant.rules
