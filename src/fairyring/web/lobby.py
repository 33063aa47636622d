"""The lobby: challenges that anybody may accept, and the pages that show them.

A challenge is a game with an open seat, whose invitation everybody is given. The list is in the store, where
all processes find it; each looks for changes while a page shows it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.websockets import WebSocket

from fairyring.web import opening, seats
from fairyring.web.events import Challenge, Listed
from fairyring.web.messages import OPEN, NewGame
from fairyring.web.opening import OrderError
from fairyring.web.pages import TRY_AGAIN, Page, connected, heard
from fairyring.web.requests import NO_STORE, seated, sockets_only
from fairyring.web.rooms import FullError
from fairyring.web.routing import Api
from fairyring.web.shapes import Begun, Open
from fairyring.web.store import Store, StoreError
from fairyring.web.thinking import Thinker

PAUSE = 1.0  # seconds between two looks at the list
MAX_OPEN = 200  # challenges at once
MAX_PAGES = 2_000  # that show the list

logger = logging.getLogger(__name__)


class Lobby:
    """The challenges of a database, as one process shows them."""

    def __init__(self, store: Store, thinker: Thinker, now: Callable[[], float]) -> None:
        self._store = store
        self._thinker = thinker
        self._now = now
        self._pages: set[Page] = set()
        self._told: list[dict[str, Any]] = []

    async def follow(self) -> None:
        """Tell the pages of changes, for as long as the server lives."""
        while True:
            await asyncio.sleep(PAUSE)
            if self._pages:
                try:
                    await self._tell()
                except StoreError:
                    logger.exception("the lobby")

    async def _tell(self) -> None:
        found = await self._store.challenges(self._now())
        if found != self._told:
            self._told = found
            for page in self._pages:
                page.send({"type": "lobby", "challenges": found})

    async def offer(self, order: NewGame, token: str) -> str:
        """Start a game with an open seat, and let everybody take it; returns its id.

        Raises:
            OrderError: nobody could take a seat there.
            FullError: there are too many challenges.
            FairyringError: the game cannot be had, and why.
        """
        if OPEN not in order.seats.values():
            raise OrderError("a challenge needs an open seat")
        if order.position is not None or order.pgn is not None:
            raise OrderError("an open challenge always starts from the starting position")
        if len(await self._store.challenges(self._now())) >= MAX_OPEN:
            raise FullError("there are too many open challenges; accept one of them, or try again later")
        beginning, events = await opening.ordered(self._thinker, order, token, self._now())
        listed = Listed(at=self._now(), invitation=seats.invitation(token))
        await self._store.begin(beginning, [*events, listed])
        (side,) = (side for side, seat in order.seats.items() if seat == OPEN)
        await self._store.challenge(
            Challenge.made(beginning, side, order.name, listed.invitation, self._now())
        )
        await self._tell()
        return beginning.id

    async def stay(self, socket: WebSocket) -> None:
        """Show a page the challenges until either end closes."""
        async with connected(socket) as page:
            if len(self._pages) >= MAX_PAGES:
                page.close(TRY_AGAIN, "too many pages show the lobby")
                return
            try:
                found = await self._store.challenges(self._now())
            except StoreError as error:
                page.error(error.message)
                page.close(TRY_AGAIN, "not now")
                return
            page.send({"type": "lobby", "challenges": found})
            self._pages.add(page)
            try:
                async for _ in heard(socket, page):
                    page.error("the lobby takes no messages")
            finally:
                self._pages.discard(page)

    def add_routes(self, api: Api) -> None:
        """Add the routes."""

        @api.get("/api/lobby", list[Open])
        async def challenges(_: Request) -> JSONResponse:
            """The open challenges, the latest first; to take the seat of an invitation is to accept."""
            return JSONResponse(await self._store.challenges(self._now()), headers=NO_STORE)

        @api.post("/api/lobby", Begun, body=NewGame, status=201, refusals=(400, 404, 408, 413))
        async def challenge(request: Request, body: NewGame) -> JSONResponse:
            """Start a game whose open seat anybody may take; aborting it withdraws the challenge."""
            token = seats.new_token()
            key = await self.offer(body, token)
            return seated(request, {"id": key, "token": token}, key, token, 201)

        @api.websocket("/api/lobby/live")
        async def live(socket: WebSocket) -> None:
            await self.stay(socket)

        @api.get("/api/lobby/live", None, status=101, refusals=(426,))
        async def no_websocket(_: Request) -> JSONResponse:
            """Live messages, over a WebSocket only; docs/protocol.md has them."""
            return sockets_only()
