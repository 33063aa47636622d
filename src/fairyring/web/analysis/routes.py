"""The routes of the analysis board."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse
from starlette.websockets import WebSocket

from fairyring.web import catalog
from fairyring.web.analysis import trees
from fairyring.web.analysis.analysts import Analysts
from fairyring.web.analysis.messages import ReadTree, WriteTree
from fairyring.web.analysis.session import Session
from fairyring.web.analysis.shapes import WholeTree
from fairyring.web.pages import NO_SUCH_GAME, TRY_AGAIN, Page, connected, heard
from fairyring.web.requests import sockets_only
from fairyring.web.routing import Api
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
        self.analysts = Analysts(thinker.engine)
        self._sessions = 0

    def close(self) -> None:
        """Take no more searches."""
        self.analysts.close()

    def add_routes(self, api: Api) -> None:
        """Add the routes."""

        @api.post(
            "/api/analysis/tree", WholeTree, body=ReadTree, most=MAX_BODY, refusals=(400, 404, 408, 413)
        )
        async def read(_: Request, body: ReadTree) -> JSONResponse:
            """A record (PGN) as a tree of moves, with its variations, comments and signs."""
            variant = await self._thinker.work.pages.do(catalog.variant, body.variant)
            await self._thinker.rules(variant).follow()
            return JSONResponse(await self._thinker.work.records.do(trees.read, body))

        @api.post(
            "/api/analysis/pgn", "text/plain", body=WriteTree, most=MAX_BODY, refusals=(400, 404, 408, 413)
        )
        async def write(_: Request, body: WriteTree) -> PlainTextResponse:
            """The record (PGN) of a tree of moves."""
            variant = await self._thinker.work.pages.do(catalog.variant, body.variant, body.options)
            await self._thinker.rules(variant).follow()
            return PlainTextResponse(await self._thinker.work.records.do(trees.written, body))

        @api.websocket("/api/analysis/{name}/live")
        async def live(socket: WebSocket, name: str) -> None:
            async with connected(socket) as page:
                self._sessions += 1
                try:
                    await self._stay(socket, page, name)
                finally:
                    self._sessions -= 1

        @api.get("/api/analysis/{name}/live", None, status=101, refusals=(404, 426))
        async def no_websocket(_: Request, name: str) -> JSONResponse:
            """Positions and the computer's variations, over a WebSocket only; see docs/protocol.md."""
            await self._thinker.work.pages.do(catalog.variant, name)
            return sockets_only()

    async def _stay(self, socket: WebSocket, page: Page, name: str) -> None:
        try:
            await self._thinker.work.pages.do(catalog.variant, name)
        except catalog.UnknownVariantError as error:
            page.error(error.message)
            page.close(NO_SUCH_GAME, "no such game")
            return
        if self._sessions > MAX_SESSIONS:
            page.error("too many analysis boards are open; try again later")
            page.close(TRY_AGAIN, "not now")
            return
        session = Session(page, name, self.analysts, self._thinker)
        try:
            async for text in heard(socket, page):
                await session.receive(text)
        finally:
            session.close()
