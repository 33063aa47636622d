"""The processes of all users' files of a server."""

from __future__ import annotations

import asyncio
import shutil
import tempfile
from collections.abc import Collection
from pathlib import Path
from secrets import token_hex

from sqlalchemy import make_url

from fairyring.errors import VariantError
from fairyring.messages import Message
from fairyring.web.catalog import TAKEN
from fairyring.web.own.keeper import Keeper, OwnGame, look


class Processes:
    """The processes of users' files, by the names of their games.

    Attributes:
        keepers: one for each file.
        summaries: the games in a few words, as `catalog.summaries` has those of this process.
        database: the URL of the database that the server and the processes share.
    """

    def __init__(self, files: Collection[Path | OwnGame], database: str, shared: Path | None) -> None:
        """Look at the files; start nothing yet.

        Args:
            files: of which each holds a game, or what was seen of it.
            database: the server's; if it is in memory, a temporary file takes its place.
            shared: the folder for the processes that serve together.

        Raises:
            VariantError: a file cannot be loaded, or its game has the name of another.
        """
        self.database = database
        games: dict[str, OwnGame] = {}
        self._temporary: Path | None = None
        url = make_url(database) if files else None
        if url is not None and url.get_backend_name() == "sqlite" and not url.database:
            self._temporary = Path(tempfile.gettempdir()) / f"fairyring-{token_hex(8)}"  # the store makes it
            self.database = f"sqlite:///{self._temporary / 'games.sqlite3'}"
        for file in files:
            game = file if isinstance(file, OwnGame) else look(file)
            if (other := games.get(game.name)) and other.path != game.path:
                raise VariantError(Message(TAKEN, path=str(game.path), name=game.name))
            games[game.name] = game
        self.summaries = [game.summary for game in games.values()]
        self.keepers = {
            name: Keeper(game.path, str(game.summary["title"]), self.database, shared)
            for name, game in games.items()
        }

    def start(self) -> None:
        """Start them, in the running event loop."""
        for keeper in self.keepers.values():
            keeper.start()

    async def stop(self) -> None:
        """End them, once the server has let go of the database."""
        await asyncio.gather(*(keeper.stop() for keeper in self.keepers.values()))
        if self._temporary is not None:
            await asyncio.to_thread(shutil.rmtree, self._temporary, ignore_errors=True)
