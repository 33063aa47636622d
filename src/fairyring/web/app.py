"""The routes of docs/protocol.md."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager
from http import HTTPStatus
from importlib.resources import files
from pathlib import Path

from fastapi import FastAPI, Request, WebSocket
from fastapi.responses import FileResponse, HTMLResponse, JSONResponse, PlainTextResponse
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException

from fairyring.errors import FairyringError, shown
from fairyring.web import catalog, opening
from fairyring.web.compiling import PreparationError
from fairyring.web.engine import SearchEngine
from fairyring.web.guard import Guard
from fairyring.web.messages import MAX_BODY, read_new_game
from fairyring.web.pages import FAILED, NO_SUCH_GAME, TRY_AGAIN, Page
from fairyring.web.room import Room, admit
from fairyring.web.rooms import FullError, Rooms
from fairyring.web.thinking import Engine, Thinker

STATIC = Path(str(files("fairyring.web").joinpath("static")))
DRAWING = Path(str(files("fairyring").joinpath("drawing")))

FIRST = "ravioli"  # made ready as the server starts, for whoever comes for the first time
MAX_PAGES = 20  # that look at one game


def create_app(
    engine: Engine | None = None, *, first: str | None = FIRST, hosts: Collection[str] | None = None
) -> FastAPI:
    """The web application.

    Args:
        engine: what plays; fairyring's own search unless given.
        first: the game to make ready as the application starts, in the background.
        hosts: the host names that are answered to; any where None.
    """
    thinker = Thinker(engine or SearchEngine())
    rooms = Rooms(thinker)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        warming = asyncio.create_task(_warm(thinker, first)) if first else None
        yield
        if warming:
            warming.cancel()
        rooms.close()
        thinker.close()

    app = FastAPI(title="fairyring", lifespan=lifespan, openapi_url=None, docs_url=None, redoc_url=None)
    app.add_middleware(Guard, hosts=hosts)
    app.add_exception_handler(HTTPException, _refused)
    app.add_exception_handler(FairyringError, _mistaken)
    app.add_exception_handler(PreparationError, _failed)
    app.add_exception_handler(Exception, _broken)

    @app.get("/")
    async def page() -> FileResponse:
        return FileResponse(STATIC / "index.html")

    @app.get("/play/{key}")
    async def game_page(key: str) -> FileResponse:
        # The page itself says that there is no such game, and offers another.
        return FileResponse(STATIC / "index.html", 200 if rooms.find(key) else 404)

    @app.get("/rules/{name}")
    async def rules(name: str) -> HTMLResponse:
        variant = await asyncio.to_thread(catalog.variant, name)
        await thinker.rules(variant).follow()
        return HTMLResponse(await asyncio.to_thread(catalog.rules, variant))

    @app.get("/api/variants")
    async def variants() -> JSONResponse:
        return JSONResponse(await asyncio.to_thread(catalog.summaries))

    @app.get("/api/variants/{name}")
    async def variant(name: str) -> JSONResponse:
        found = await asyncio.to_thread(catalog.detail, name)
        levels = await asyncio.to_thread(thinker.engine.levels)
        return JSONResponse({**found, "levels": [level._asdict() for level in levels]})

    @app.post("/api/games")
    async def begin(request: Request) -> JSONResponse:
        order = read_new_game(await _body(request))
        room = await opening.open_room(rooms, thinker, order)
        return JSONResponse({"id": room.key}, 201)

    @app.get("/api/games/{key}/pgn")
    async def record(key: str) -> PlainTextResponse:
        room = rooms.find(key)
        if room is None:
            raise HTTPException(404, f"there is no game {shown(key)}")
        await room.rules.follow()
        return PlainTextResponse(room.record())

    @app.websocket("/ws/{key}")
    async def play(socket: WebSocket, key: str) -> None:
        await socket.accept()
        page = Page(socket)
        delivery = asyncio.create_task(page.deliver())
        try:
            await _visit(socket, page, rooms.find(key), key)
        finally:
            # A page that is still there is one that something went wrong for. What was said last goes out,
            # but waits for nobody who does not take it.
            page.close(FAILED, "the server failed")
            await asyncio.wait((delivery,), timeout=5)
            delivery.cancel()

    app.mount("/static/pieces", StaticFiles(directory=DRAWING / "pieces"))
    app.add_api_route("/static/icon.svg", lambda: FileResponse(DRAWING / "icon.svg"))
    app.mount("/static", StaticFiles(directory=STATIC))
    return app


async def _warm(thinker: Thinker, name: str) -> None:
    variant = await asyncio.to_thread(catalog.variant, name)
    try:
        await thinker.rules(variant).follow()
        await thinker.opponent(variant).follow()
    except PreparationError:
        return  # whoever opens the game is told, and it is tried again


async def _visit(socket: WebSocket, page: Page, room: Room | None, key: str) -> None:
    """A page's stay in a room."""
    if room is None:
        page.error(
            f"there is no game {shown(key)}; games are kept until the server stops or needs their place"
        )
        page.close(NO_SUCH_GAME, "no such game")
        return
    if len(room.pages) >= MAX_PAGES:
        page.close(TRY_AGAIN, "too many pages look at this game")
        return
    if not await admit(room, page):
        return
    try:
        while (message := await socket.receive())["type"] == "websocket.receive":
            text = message.get("text")
            if text is None:
                page.error("messages are text")
            else:
                room.receive(page, text)
    finally:
        room.leave(page)


async def _body(request: Request) -> bytes:
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > MAX_BODY:
            raise HTTPException(413, f"a request has at most {MAX_BODY} bytes")
    return bytes(body)


async def _refused(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)
    detail = error.detail
    if detail == HTTPStatus(error.status_code).phrase:  # the framework's own word; say what it is about
        detail = f"{request.method} {request.url.path}: {detail.lower()}"
    return JSONResponse({"error": detail}, error.status_code, error.headers)


async def _mistaken(_: Request, error: Exception) -> JSONResponse:
    statuses: dict[type[Exception], int] = {catalog.UnknownVariantError: 404, FullError: 429}
    return JSONResponse({"error": str(error)}, statuses.get(type(error), 400))


async def _failed(_: Request, error: Exception) -> JSONResponse:
    return JSONResponse({"error": str(error)}, 500)


async def _broken(_: Request, __: Exception) -> JSONResponse:
    return JSONResponse({"error": "the server failed; it says more where it was started"}, 500)
