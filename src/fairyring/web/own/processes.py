"""The processes of all users' files of a server."""

from __future__ import annotations

import asyncio
import shutil
import tempfile
from collections.abc import Callable, Collection
from pathlib import Path
from secrets import token_hex

from sqlalchemy import make_url

from fairyring.errors import VariantError
from fairyring.messages import Message
from fairyring.web import catalog
from fairyring.web.catalog import TAKEN
from fairyring.web.own.house import House
from fairyring.web.own.keeper import Keeper, OwnGame, has_code, look


class Processes:
    """The processes of users' files, by the names of their games.

    Attributes:
        files: all files.
        house: the process of all games of the workshop; None where no workshop is.
        keepers: one for each file that has code.
        summaries: their games in a few words, as `catalog.summaries` has those of this process.
        database: the URL of the database that the server and the processes share.
    """

    def __init__(
        self,
        files: Collection[Path | OwnGame],
        database: str,
        shared: Path | None,
        now: Callable[[], float],
        workshop: bool = False,
    ) -> None:
        """Look at the files; start nothing yet.

        Args:
            files: of which each holds a game, or what was seen of it.
            database: the server's; if it is in memory, a temporary file takes its place.
            shared: the folder for the processes that serve together.
            now: the server's time.
            workshop: whether games of the workshop are played.

        Raises:
            VariantError: a file cannot be loaded, or its game has the name of another.
        """
        self.database = database
        games: dict[str, OwnGame] = {}
        self._temporary: Path | None = None
        url = make_url(database) if files or workshop else None
        if url is not None and url.get_backend_name() == "sqlite" and not url.database:
            self._temporary = Path(tempfile.gettempdir()) / f"fairyring-{token_hex(8)}"  # the store makes it
            self.database = f"sqlite:///{self._temporary / 'games.sqlite3'}"
        for file in files:
            game = file if isinstance(file, OwnGame) else look(file)
            if (other := games.get(game.name)) and other.path != game.path:
                raise VariantError(Message(TAKEN, path=str(game.path), name=game.name))
            games[game.name] = game
        for game in games.values():
            if not has_code(game.path):  # another process may have looked
                catalog.include(game.path)
        self.files = [game.path for game in games.values()]
        coded = {name: game for name, game in games.items() if has_code(game.path)}
        self.summaries = [game.summary for game in coded.values()]
        self.keepers = {
            name: Keeper(game.path, str(game.summary["title"]), self.database, shared, now)
            for name, game in coded.items()
        }
        self.house = House(self.database, shared, now) if workshop else None

    def start(self) -> None:
        """Start them, in the running event loop."""
        for keeper in self.keepers.values():
            keeper.start()

    async def reload(self, path: Path) -> None:
        """Play the game of a file as it is now.

        Raises:
            VariantError: it cannot be loaded; the game stays as it was.
        """
        if not has_code(path):
            await asyncio.to_thread(catalog.include, path)
            return
        game = await asyncio.to_thread(look, path)
        if game.name in self.keepers:
            await self.keepers[game.name].restart()

    async def stop(self) -> None:
        """End them, once the server has let go of the database."""
        house = [] if self.house is None else [self.house]
        await asyncio.gather(*(keeper.stop() for keeper in (*self.keepers.values(), *house)))
        if self._temporary is not None:
            await asyncio.to_thread(shutil.rmtree, self._temporary, ignore_errors=True)
