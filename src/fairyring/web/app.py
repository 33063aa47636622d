"""The application: what it is made of, the pages, and how failures are told."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Collection, Mapping
from contextlib import asynccontextmanager
from http import HTTPStatus
from importlib.resources import files
from pathlib import Path
from typing import Any, Literal

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import FileResponse, HTMLResponse, JSONResponse, PlainTextResponse, Response
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException

from fairyring.errors import FairyringError, shown
from fairyring.web import catalog, description, games, seats, shell
from fairyring.web.analysis.routes import Analysis
from fairyring.web.compiling import PreparationError
from fairyring.web.description import refused
from fairyring.web.engine import SearchEngine
from fairyring.web.guard import Guard
from fairyring.web.languages import ENGLISH, UnknownLanguageError
from fairyring.web.limits import Limiter, Limits, visitor
from fairyring.web.match import RefusedError, SeatlessError
from fairyring.web.metrics import Metrics, Watch
from fairyring.web.rooms import FullError, Rooms
from fairyring.web.shapes import Health
from fairyring.web.store import Store, StoreError
from fairyring.web.thinking import Engine, Thinker

DRAWING = Path(str(files("fairyring").joinpath("drawing")))

STATUSES = {
    catalog.UnknownVariantError: 404,
    UnknownLanguageError: 404,
    FullError: 429,
    SeatlessError: 403,
    RefusedError: 409,
    StoreError: 503,
}
LATER = {"Retry-After": "5"}
DRAWN: dict[int | str, dict[str, Any]] = {200: {"content": {"image/svg+xml": {}}}}
STYLED: dict[int | str, dict[str, Any]] = {200: {"content": {"text/css": {}}}}
Figures = Literal["local", "open"]
NOT_THERE: dict[int | str, dict[str, Any]] = {
    **refused(),
    404: {"description": "There is no such game; the page says so.", "content": {"text/html": {}}},
}
NO_PAGE = refused(404)
NO_PAGE[404]["content"] = NO_PAGE[404]["content"] | NOT_THERE[404]["content"]  # as is asked for


def create_app(
    engine: Engine | None = None,
    *,
    eager: bool = True,
    hosts: Collection[str] | None = None,
    database: str = "sqlite://",
    limits: Limits | None = None,
    figures: Figures = "local",
    figures_token: str = "",
    shared: Path | None = None,
    own_games: Collection[Path] = (),
    now: Callable[[], float] = time.time,
) -> FastAPI:
    """The web application.

    Args:
        engine: what plays; fairyring's own search unless given.
        eager: whether to load, as the application starts and in the background, what every game needs. No
            game is made ready before somebody wants it: compiling one keeps those waiting who want another.
        hosts: the host names that are answered to; any where None.
        limits: what one address may ask for; no limits where None.
        database: where games are kept, as a URL; in memory unless given.
        figures: who is told the metrics: ``open`` to anybody, or only to whoever asks from this machine.
        figures_token: with this as a bearer token, too, one is told them, wherever one asks from.
        shared: a folder for the processes that serve together with this one.
        own_games: files of users' own games, which are served like any other.
        now: the time, in seconds since 1970.

    Raises:
        StoreError: no database can be at that URL.
        VariantError: a file cannot be loaded, or its game is called like another one.
    """
    for path in own_games:
        catalog.include(path)
    thinker = Thinker(engine or SearchEngine())
    store = Store(database)
    rooms = Rooms(store, thinker, now)
    analysis = Analysis(thinker)
    metrics = Metrics(shared)
    watch = metrics.watch
    watch("fairyring_rooms", "gauge", "Games that are open.", lambda: len(rooms))
    watch("fairyring_searches_waiting", "gauge", "Searches in line.", lambda: thinker.waiting)
    watch("fairyring_searches_total", "counter", "Searches for games.", lambda: thinker.searches)
    analysts = analysis.analysts
    watch("fairyring_analyses_waiting", "gauge", "Analyses in line.", lambda: analysts.waiting)
    watch("fairyring_analyses_total", "counter", "Analyses of positions.", lambda: analysts.searches)
    watch("fairyring_commits_total", "counter", "Transactions.", lambda: store.commits)
    watch("fairyring_commit_seconds_total", "counter", "Time they took.", lambda: store.commit_seconds)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        await store.open(now())
        store.listen(rooms.hear, shared is not None)
        tasks = [asyncio.create_task(rooms.beat()), asyncio.create_task(metrics.leave())]
        if eager:
            tasks.append(asyncio.create_task(_load(thinker)))
        yield
        for task in tasks:
            task.cancel()
        await rooms.close()
        analysis.close()
        thinker.close()
        await store.close()

    app = FastAPI(title="fairyring", lifespan=lifespan, openapi_url=None, docs_url=None, redoc_url=None)
    if limits is not None:
        app.add_middleware(Limiter, limits=limits)
    app.add_middleware(shell.Packing)
    app.add_middleware(Guard, hosts=hosts)  # around it: refusals, too, have its headers
    app.add_middleware(Watch, metrics=metrics)
    app.add_exception_handler(HTTPException, _refused)
    app.add_exception_handler(RequestValidationError, _misunderstood)
    app.add_exception_handler(FairyringError, _mistaken)
    app.add_exception_handler(PreparationError, _failed)
    app.add_exception_handler(Exception, _broken)

    @app.get("/", response_class=HTMLResponse, responses=refused())
    async def page() -> HTMLResponse:
        """The page."""
        return HTMLResponse(shell.page())

    @app.get("/play/{key}", response_class=HTMLResponse, responses=NOT_THERE)
    async def game_page(key: str) -> HTMLResponse:
        """The page with a game; with status 404, and the page all the same, where there is none."""
        # The page itself says that there is no such game, and offers another.
        async with rooms.entered(key) as room:
            return HTMLResponse(shell.page(), 200 if room else 404)

    @app.get("/analysis/{name}", response_class=HTMLResponse, responses=NO_PAGE)
    async def analysis_page(name: str) -> HTMLResponse:
        """The page with an analysis board for a game."""
        await asyncio.to_thread(catalog.variant, name)
        return HTMLResponse(shell.page())

    @app.get("/rules/{name}", response_class=HTMLResponse, responses=NO_PAGE)
    async def rules(name: str, language: str = ENGLISH) -> HTMLResponse:
        """The rules of a game, with diagrams, in one of the page's languages."""
        variant = await asyncio.to_thread(catalog.variant, name)
        await thinker.rules(variant).follow()
        return HTMLResponse(await asyncio.to_thread(catalog.rules, variant, language))

    app.include_router(games.routes(rooms, store, thinker, now))
    app.include_router(analysis.routes())

    @app.get("/health", response_model=Health, responses=refused())
    async def health() -> JSONResponse:
        """Whether the server is well: 503 while the database does not answer."""
        await store.check()
        return JSONResponse({"status": "ok"})

    @app.get(
        "/metrics",
        response_class=PlainTextResponse,
        responses={200: {"description": "Prometheus' text format."}, **refused()},
    )
    async def told(request: Request) -> PlainTextResponse:
        """Figures of the server, for those who may know them."""
        if not (
            figures == "open" or _is_local(request) or seats.matches(figures_token, seats.brought(request))
        ):
            raise HTTPException(403, "the figures are told to this machine, or for a token")
        return PlainTextResponse(metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8")

    @app.get("/api/openapi.json", response_model=dict[str, Any], responses=refused())
    async def openapi() -> JSONResponse:
        """This document."""
        return JSONResponse(description.document(app))

    @app.get(shell.style_address(), response_class=Response, responses=STYLED)
    async def style() -> Response:
        """The page's style sheet, which is another one at another address."""
        keep = {"Cache-Control": "public, max-age=31536000, immutable"}
        return Response(shell.style(), media_type="text/css", headers=keep)

    @app.get("/static/icon.svg", response_class=FileResponse, responses=DRAWN)
    async def icon() -> FileResponse:
        """The icon of the page."""
        return FileResponse(DRAWING / "icon.svg")

    app.mount("/static/pieces", StaticFiles(directory=DRAWING / "pieces"))
    app.mount("/static", StaticFiles(directory=shell.STATIC))
    return app


def _is_local(request: Request) -> bool:
    """Whether somebody on this machine asks, and not a proxy there for somebody elsewhere."""
    forwarded = any(name in request.headers for name in ("forwarded", "x-forwarded-for", "x-real-ip"))
    return visitor(request.scope) is None and not forwarded


async def _load(thinker: Thinker) -> None:
    """Import the compiler and the search, which takes a second."""
    await asyncio.to_thread(thinker.engine.levels)


def _telling(request: Request, error: str, status: int, headers: Mapping[str, str] | None) -> Response:
    """A refusal; to a browser that looks for a page which is not there, the page, which says so."""
    wanted = request.headers.get("accept", "")
    if status == 404 and "text/html" in wanted and not request.url.path.startswith("/api/"):
        return HTMLResponse(shell.page(), status)
    return JSONResponse({"error": error}, status, headers)


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    detail = error.detail
    if detail == HTTPStatus(error.status_code).phrase:  # the framework's own word; say what it is about
        detail = f"{request.method} {request.url.path}: {detail.lower()}"
    return _telling(request, detail, error.status_code, error.headers)


async def _mistaken(request: Request, error: Exception) -> Response:
    status = next((status for kind, status in STATUSES.items() if isinstance(error, kind)), 400)
    return _telling(request, str(error), status, LATER if status in (429, 503) else None)


async def _failed(_: Request, error: Exception) -> JSONResponse:
    return JSONResponse({"error": str(error)}, 500)


async def _misunderstood(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    return JSONResponse({"error": f"{shown(str(first['loc'][-1]))}: {first['msg']}"}, 400)


async def _broken(_: Request, __: Exception) -> JSONResponse:
    return JSONResponse({"error": "the server failed; it says more where it was started"}, 500)
