"""The routes of docs/protocol.md."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Collection
from contextlib import asynccontextmanager
from http import HTTPStatus
from importlib.resources import files
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request, WebSocket
from fastapi.responses import FileResponse, HTMLResponse, JSONResponse, PlainTextResponse
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException

from fairyring.errors import FairyringError, shown
from fairyring.web import catalog, opening, seats
from fairyring.web.compiling import PreparationError
from fairyring.web.engine import SearchEngine
from fairyring.web.guard import Guard
from fairyring.web.match import RefusedError
from fairyring.web.messages import MAX_BODY, read_claim, read_new_game
from fairyring.web.pages import FAILED, NO_SUCH_GAME, TRY_AGAIN, Page
from fairyring.web.room import Room, admit
from fairyring.web.rooms import FullError, Rooms
from fairyring.web.store import Store, StoreError
from fairyring.web.thinking import Engine, Thinker

STATIC = Path(str(files("fairyring.web").joinpath("static")))
DRAWING = Path(str(files("fairyring").joinpath("drawing")))

FIRST = "ravioli"  # made ready as the server starts, for whoever comes for the first time
MAX_PAGES = 20  # that look at one game


def create_app(
    engine: Engine | None = None,
    *,
    first: str | None = FIRST,
    hosts: Collection[str] | None = None,
    database: str = "sqlite://",
    now: Callable[[], float] = time.time,
) -> FastAPI:
    """The web application.

    Args:
        engine: what plays; fairyring's own search unless given.
        first: the game to make ready as the application starts, in the background.
        hosts: the host names that are answered to; any where None.
        database: where games are kept, as a URL; in memory unless given.
        now: the time, in seconds since 1970.

    Raises:
        StoreError: no database can be at that URL.
    """
    thinker = Thinker(engine or SearchEngine())
    store = Store(database)
    rooms = Rooms(store, thinker, now)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        await store.open(now())
        store.listen(rooms.hear)
        tasks = [asyncio.create_task(rooms.beat())]
        if first:
            tasks.append(asyncio.create_task(_warm(thinker, first)))
        yield
        for task in tasks:
            task.cancel()
        await rooms.close()
        thinker.close()
        await store.close()

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
        async with rooms.entered(key) as room:
            return FileResponse(STATIC / "index.html", 200 if room else 404)

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
        order, token = read_new_game(await _body(request)), seats.new_token()
        beginning, taken = await opening.ordered(thinker, order, token, now())
        await store.begin(beginning, taken)
        return _seated(request, {"id": beginning.id, "token": token}, beginning.id, token, 201)

    @app.get("/api/games/{key}/seat")
    async def seat(request: Request, key: str) -> JSONResponse:
        async with _room(rooms, key) as room:
            token = seats.brought(request)
            sides = room.match.held(token)
            waiting = bool(sides and room.match.invited)
            return JSONResponse(
                {
                    "sides": sorted(sides, reverse=True),
                    "token": token if sides else "",
                    "invitation": seats.invitation(token) if waiting else "",
                },
                headers={"Cache-Control": "no-store"},
            )

    @app.post("/api/games/{key}/seat")
    async def take_seat(request: Request, key: str) -> JSONResponse:
        claim = read_claim(await _body(request))
        async with _room(rooms, key) as room:
            fresh = seats.new_token()
            sides = await room.take_seat(claim.token, room.match.held(seats.brought(request)), fresh)
            token = claim.token if room.match.held(claim.token) else fresh
            return _seated(request, {"sides": sorted(sides, reverse=True), "token": token}, key, token)

    @app.post("/api/games/{key}/next")
    async def go_on(request: Request, key: str) -> JSONResponse:
        token = seats.brought(request)
        async with _room(rooms, key) as room:
            following, sides = room.match.next, room.match.held(token)
        if not following:
            raise HTTPException(404, "nobody has begun another game here")
        body = {"id": following, "token": token if sides else ""}
        return _seated(request, body, following, token) if sides else JSONResponse(body)

    @app.get("/api/games/{key}/pgn")
    async def record(request: Request, key: str) -> PlainTextResponse:
        async with _room(rooms, key) as room:
            return PlainTextResponse(room.record(room.match.held(seats.brought(request))))

    @app.websocket("/api/games/{key}/live")
    async def play(socket: WebSocket, key: str) -> None:
        await socket.accept()
        page = Page(socket)
        delivery = asyncio.create_task(page.deliver())
        try:
            await _visit(socket, page, rooms, key)
        finally:
            # A page that is still there is one that something went wrong for. What was said last goes out,
            # but waits for nobody who does not take it.
            page.close(FAILED, "the server failed")
            await asyncio.wait((delivery,), timeout=5)
            delivery.cancel()

    @app.get("/health")
    async def health() -> JSONResponse:
        await store.check()
        return JSONResponse({"status": "ok"})

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


@asynccontextmanager
async def _room(rooms: Rooms, key: str) -> AsyncIterator[Room]:
    """The room of a game that can be looked at."""
    async with rooms.entered(key) as room:
        if room is None:
            raise HTTPException(404, f"there is no game {shown(key)}")
        await room.ready()
        yield room


def _seated(request: Request, body: dict[str, Any], game: str, token: str, status: int = 200) -> JSONResponse:
    """An answer that puts a seat's token into the browser."""
    answer = JSONResponse(body, status, headers={"Cache-Control": "no-store"})
    seats.give(answer, request, game, token)
    return answer


async def _visit(socket: WebSocket, page: Page, rooms: Rooms, key: str) -> None:
    """A page's stay in a room."""
    try:
        async with rooms.entered(key) as room:
            if room is None:
                page.error(f"there is no game {shown(key)}")
                page.close(NO_SUCH_GAME, "no such game")
            elif room.visitors > MAX_PAGES:
                page.close(TRY_AGAIN, "too many pages look at this game")
            elif await admit(room, page, seats.brought(socket)):
                await _talk(socket, page, room)
    except (FullError, StoreError) as error:
        page.error(str(error))
        page.close(TRY_AGAIN, "not now")
    except FairyringError as error:
        page.error(f"this game cannot be played any more: {error}")
        page.close(NO_SUCH_GAME, "there is no such variant")


async def _talk(socket: WebSocket, page: Page, room: Room) -> None:
    try:
        while (message := await socket.receive())["type"] == "websocket.receive":
            text = message.get("text")
            if text is None:
                page.error("messages are text")
            else:
                await room.receive(page, text)
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
    statuses = {catalog.UnknownVariantError: 404, FullError: 429, RefusedError: 409, StoreError: 503}
    status = next((status for kind, status in statuses.items() if isinstance(error, kind)), 400)
    return JSONResponse({"error": str(error)}, status)


async def _failed(_: Request, error: Exception) -> JSONResponse:
    return JSONResponse({"error": str(error)}, 500)


async def _broken(_: Request, __: Exception) -> JSONResponse:
    return JSONResponse({"error": "the server failed; it says more where it was started"}, 500)
