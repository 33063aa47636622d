"""The routes of the analysis board."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter, Request, WebSocket
from fastapi.responses import JSONResponse, PlainTextResponse

from fairyring.web import catalog
from fairyring.web.analysis import trees
from fairyring.web.analysis.analysts import Analysts
from fairyring.web.analysis.ground import Ground
from fairyring.web.analysis.messages import read_record, read_tree_to_write
from fairyring.web.analysis.session import Session
from fairyring.web.analysis.shapes import Tree
from fairyring.web.description import SOCKETS_ALONE, refused, takes
from fairyring.web.pages import NO_SUCH_GAME, TRY_AGAIN, Page, connected, heard
from fairyring.web.requests import body_of, sockets_alone
from fairyring.web.thinking import Thinker

MAX_BODY = 600_000  # bytes: a tree with comments
MAX_SESSIONS = 500


class Analysis:
    """Everything behind the analysis boards of one application.

    Attributes:
        analysts: the computer that they use.
    """

    def __init__(self, thinker: Thinker) -> None:
        self._thinker = thinker
        self._ground = Ground()
        self.analysts = Analysts(thinker.engine)
        self._records = asyncio.Semaphore(1)  # long ones are work: one at a time
        self._sessions = 0

    def close(self) -> None:
        """Take no more searches."""
        self.analysts.close()

    def routes(self) -> APIRouter:
        """The routes, for the application."""
        router = APIRouter(prefix="/api/analysis")

        @router.post(
            "/tree",
            response_model=Tree,
            responses=refused(400, 404, 408, 413),
            openapi_extra=takes("ReadTree"),
        )
        async def read(request: Request) -> JSONResponse:
            """A record (PGN) as a tree of moves, with its variations, comments and signs."""
            asked = read_record(await body_of(request, MAX_BODY))
            variant = await asyncio.to_thread(catalog.variant, asked.variant)
            await self._thinker.rules(variant).follow()
            async with self._records:
                return JSONResponse(await asyncio.to_thread(trees.read, asked))

        @router.post(
            "/pgn",
            response_class=PlainTextResponse,
            responses={200: {"description": "The record."}, **refused(400, 404, 408, 413)},
            openapi_extra=takes("WriteTree"),
        )
        async def write(request: Request) -> PlainTextResponse:
            """The record (PGN) of a tree of moves."""
            asked = read_tree_to_write(await body_of(request, MAX_BODY))
            variant = await asyncio.to_thread(catalog.variant, asked.variant, asked.options)
            await self._thinker.rules(variant).follow()
            async with self._records:
                return PlainTextResponse(await asyncio.to_thread(trees.written, asked))

        @router.websocket("/{name}/live")
        async def live(socket: WebSocket, name: str) -> None:
            async with connected(socket) as page:
                self._sessions += 1
                try:
                    await self._stay(socket, page, name)
                finally:
                    self._sessions -= 1

        @router.get(
            "/{name}/live",
            status_code=426,
            responses=SOCKETS_ALONE,
        )
        async def no_line(name: str) -> JSONResponse:
            """Positions and what the computer makes of them, over a WebSocket alone."""
            await asyncio.to_thread(catalog.variant, name)
            return sockets_alone()

        return router

    async def _stay(self, socket: WebSocket, page: Page, name: str) -> None:
        try:
            await asyncio.to_thread(catalog.variant, name)
        except catalog.UnknownVariantError as error:
            page.error(str(error))
            page.close(NO_SUCH_GAME, "no such game")
            return
        if self._sessions > MAX_SESSIONS:
            page.error("too many analyse just now; try again in a while")
            page.close(TRY_AGAIN, "not now")
            return
        session = Session(page, name, page.visitor, self._ground, self.analysts, self._thinker)
        try:
            async for text in heard(socket, page):
                await session.receive(text)
        finally:
            session.close()
