"""The application: its parts, the pages, and how errors are reported."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Collection, Mapping
from contextlib import asynccontextmanager
from http import HTTPStatus
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field, Json
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles

from fairyring.board import Side
from fairyring.errors import FairyringError
from fairyring.messages import Message
from fairyring.web import browsers, catalog, description, embedding, games, seats, shell
from fairyring.web import laboratory as reports
from fairyring.web.analysis.routes import Analysis
from fairyring.web.browsers import Browsers
from fairyring.web.clock import Steady
from fairyring.web.compiling import STOP, PreparationError, StoppedError
from fairyring.web.damage import GoneError
from fairyring.web.description import HTML
from fairyring.web.engine import SearchEngine
from fairyring.web.events import SideName
from fairyring.web.guard import Guard, policy
from fairyring.web.importing import imported
from fairyring.web.languages import UnknownLanguageError, catalogue
from fairyring.web.limits import Limiter, Limits, visitor
from fairyring.web.lobby import Lobby
from fairyring.web.match import RefusedError, SeatlessError
from fairyring.web.messages import Options
from fairyring.web.metrics import CONTENT_TYPE_LATEST, Metrics, Watch
from fairyring.web.own.keeper import OwnGame
from fairyring.web.own.passing import Passing
from fairyring.web.own.processes import Processes
from fairyring.web.own.watching import Watched, Watching
from fairyring.web.preparing import Apart
from fairyring.web.requests import NO_STORE, Language, refusal
from fairyring.web.rooms import Rooms
from fairyring.web.routing import Api
from fairyring.web.shapes import Health
from fairyring.web.stalls import Stalls
from fairyring.web.store import ConflictError, Store, StoreError
from fairyring.web.store.gallery import PublishedError
from fairyring.web.thinking import Engine, Thinker
from fairyring.web.work import Asking, BusyError
from fairyring.web.workshop.bounded import Bounded, BrokenError, ExceededError, FileError
from fairyring.web.workshop.routes import Workshop
from fairyring.web.workshop.sharing import ClosedError, Openness, Sharing

logger = logging.getLogger(__name__)

DRAWING = Path(str(files("fairyring").joinpath("drawing")))

STATUSES = {
    catalog.UnknownVariantError: 404,
    catalog.UnknownPieceError: 404,
    UnknownLanguageError: 404,
    BusyError: 429,
    SeatlessError: 403,
    RefusedError: 409,
    ConflictError: 409,  # before what it is a kind of
    StoreError: 503,
    StoppedError: 503,  # before what it is a kind of
    PreparationError: 500,
    GoneError: 404,
    ClosedError: 409,
    PublishedError: 409,
    FileError: 422,
    ExceededError: 422,
    BrokenError: 500,
}
LATER = {"Retry-After": "5"}
Figures = Literal["local", "open"]


class Kind(Language):
    """What a request for the card of a piece asks for."""

    side: Annotated[SideName, Field(description="Whose piece it is.")] = "white"
    seat: Annotated[SideName, Field(description="The side at the bottom of the diagrams.")] = "white"
    options: Annotated[
        Json[Options], Field(default_factory=dict, description="The options of the game as a JSON object.")
    ]


class Version(BaseModel):
    """What a request for changes asks for."""

    version: Annotated[int, Field(description="The version after which a change is waited for.")] = -1


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
    own_games: Collection[Path | OwnGame] = (),
    watch: bool = False,
    workshop: Openness = "off",
    laboratory: Path | None = None,
    apart: bool = False,
    now: Callable[[], float] | None = None,
) -> Starlette:
    """The web application.

    Args:
        engine: what plays; by default, fairyring's own search.
        eager: whether to load what every game needs in the background when the application starts. Games
            are compiled only when a visitor wants them, because compiling one delays others.
        hosts: the host names to answer to; None for any.
        limits: what one address may do; None for no limits.
        database: where games are kept, as a URL; by default, in memory.
        figures: who may read the metrics: everyone if ``open``, otherwise only this machine.
        figures_token: a bearer token that gives access to the metrics from anywhere.
        shared: a folder for the processes that serve together with this one.
        own_games: users' files, whose games are served like any other; those with code each by a process of
            its own, in which fairyring's own search plays.
        watch: whether to follow changes of these files, and to show them on pages that are open.
        workshop: whether game files of visitors are played (``private``), all in one other process, and
            whether they can be published, too (``open``).
        laboratory: a folder with the laboratory's reports, which are shown, each in a folder with its game's
            name; None for no reports.
        apart: whether games are compiled in a process of their own, so that nobody else waits for that. One
            user alone waits less without it.
        now: the time, in seconds since 1970; by default, `Steady`.

    Raises:
        StoreError: no database can be at that URL.
        VariantError: a file cannot be loaded, or its game has the name of another one.
    """
    now = now or Steady()
    processes = Processes(own_games, database, shared, now, workshop != "off")
    compiler = Apart(search=engine is None) if apart else None
    thinker = Thinker(engine or SearchEngine(), compiler)
    store = Store(processes.database)
    rooms = Rooms(store, thinker, now)
    lobby = Lobby(store, thinker, now)
    analysis = Analysis(thinker)
    bounded = Bounded()
    sharing = Sharing(store, bounded, processes.house, workshop, thinker.work.pages, now)
    watching = Watching(processes.files, processes.reload) if watch else None
    metrics = Metrics(shared)
    analysts = analysis.analysts
    metrics.watch("fairyring_rooms", "Open games.", lambda: len(rooms))
    metrics.watch("fairyring_searches_waiting", "Searches that wait.", lambda: thinker.waiting)
    metrics.count("fairyring_searches", "Searches for games.", lambda: thinker.searches)
    metrics.watch("fairyring_analyses_waiting", "Analyses that wait.", lambda: analysts.waiting)
    metrics.count("fairyring_analyses", "Analyses of positions.", lambda: analysts.searches)
    metrics.watch("fairyring_questions_waiting", "Questions about files.", lambda: bounded.waiting)
    metrics.count("fairyring_commits", "Transactions.", lambda: store.commits)
    metrics.count("fairyring_commit_seconds", "Time they took.", lambda: store.commit_seconds)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[dict[str, object]]:
        stalls = Stalls.wanted()
        began = await store.open(now())
        if isinstance(now, Steady):
            now.not_before(began)
        store.listen(rooms.hear, shared is not None)
        tasks = [asyncio.create_task(each) for each in (rooms.beat(), metrics.keep_fresh(), lobby.follow())]
        if eager:
            tasks.append(asyncio.create_task(_load(thinker)))
        processes.start()
        if workshop != "off":
            tasks.append(asyncio.create_task(sharing.sweep()))
        if watching:
            tasks.append(asyncio.create_task(watching.follow()))
        yield {STOP: thinker.stop}
        if stalls:
            stalls.close()
        for task in tasks:
            task.cancel()
        await bounded.close()
        await rooms.close()
        analysis.close()
        thinker.close()
        if compiler:
            await compiler.close()
        await store.close()
        await processes.stop()

    api = Api()
    _add_pages(api, rooms, thinker)
    games.add_routes(api, rooms, store, thinker, now, processes.summaries)
    lobby.add_routes(api)
    embedding.add_routes(api, rooms, thinker)
    browsers.add_routes(api, store, rooms)
    analysis.add_routes(api)
    Workshop(bounded, thinker.work.pages).add_routes(api)
    sharing.add_routes(api)
    reports.add_routes(api, laboratory, thinker.work.pages)

    @api.get("/health", Health)
    async def health(_: Request) -> JSONResponse:
        """Whether the server works: 503 while the database does not answer, or cannot be written."""
        await store.check()
        return JSONResponse({"status": "ok"})

    @api.get("/metrics", "text/plain")
    async def measured(request: Request) -> PlainTextResponse:
        """The metrics of the server in Prometheus' text format, for this machine or a bearer token."""
        if not (
            figures == "open" or _is_local(request) or seats.matches(figures_token, seats.brought(request))
        ):
            raise HTTPException(403, "the metrics can be read only from this machine, or with a bearer token")
        return PlainTextResponse(metrics.text(), media_type=CONTENT_TYPE_LATEST)

    @api.get("/api/openapi.json", dict[str, Any])
    async def openapi(_: Request) -> JSONResponse:
        """This document."""
        return JSONResponse(description.document(api.operations))

    if watching:
        _add_watch(api, watching)
    _add_files(api, thinker)
    blocks = StaticFiles(directory=DRAWING / "blocks")
    blocks.all_directories.append(DRAWING / "pieces")  # the first set has what this one lacks
    app = Starlette(
        routes=[
            *api.routes,
            Mount("/static/pieces", StaticFiles(directory=DRAWING / "pieces")),
            Mount("/static/blocks", blocks),
            Mount("/static", StaticFiles(directory=shell.STATIC)),
        ],
        lifespan=lifespan,
        middleware=[
            Middleware(Watch, metrics=metrics),
            Middleware(Guard, hosts=hosts),  # outermost, so that refusals have its headers, too
            Middleware(shell.Packing),
            *([Middleware(Watched)] if watching else []),
            *([] if limits is None else [Middleware(Limiter, limits=limits)]),
            Middleware(Asking),
            Middleware(Passing, keepers=processes.keepers, house=processes.house, store=store),
            Middleware(Browsers, store=store, now=now),  # after that: the process that answers keeps the seat
        ],
        exception_handlers={
            HTTPException: _refused,
            FairyringError: _mistaken,
            Exception: _broken,
        },
    )
    app.state.operations = tuple(api.operations)
    app.state.store = store
    return app


def _add_pages(api: Api, rooms: Rooms, thinker: Thinker) -> None:
    """Add the routes of the page and of the rules."""

    @api.get("/", HTML)
    async def page(_: Request) -> HTMLResponse:
        """The page."""
        return HTMLResponse(shell.page("home.js"))

    @api.get("/games", HTML)
    async def own_games(_: Request) -> HTMLResponse:
        """The page with the games that were played in this browser."""
        return HTMLResponse(shell.page("archive.js"))

    @api.get("/play/{key}", HTML, refusals=(404,), page=True)
    async def game_page(_: Request, key: str) -> HTMLResponse:
        """The page with a game; with status 404 if there is no such game, which the page says."""
        async with rooms.entered(key) as room:
            return HTMLResponse(shell.page("play.js"), 200 if room else 404)

    @api.get("/analysis/{name}", HTML, refusals=(404,), page=True)
    async def analysis_page(_: Request, name: str) -> HTMLResponse:
        """The page with an analysis board for a game."""
        await thinker.work.pages.do(catalog.variant, name)
        return HTMLResponse(shell.page("analysis.js"))

    @api.get("/puzzles/{name}", HTML, refusals=(404,), page=True)
    async def puzzle_page(_: Request, name: str) -> HTMLResponse:
        """The page with a game's puzzles."""
        await thinker.work.pages.do(catalog.variant, name)
        return HTMLResponse(shell.page("puzzles.js"))

    @api.get("/learn/{name}", HTML, refusals=(404,), page=True)
    async def lesson_page(_: Request, name: str) -> HTMLResponse:
        """The page on which a game is learnt step by step."""
        await thinker.work.pages.do(catalog.variant, name)
        return HTMLResponse(shell.page("lesson.js"))

    @api.get("/rules/{name}", HTML, query=Language, refusals=(404,), page=True)
    async def rules(request: Request, name: str, query: Language) -> HTMLResponse:
        """The rules of a game, with diagrams, in one of the page's languages.

        A browser that opens a page with them is sent one without, if they take long; that page shows what it
        waits for, and asks for them.
        """
        variant = await thinker.work.pages.do(catalog.variant, name)
        prepared = thinker.rules(variant)
        if request.headers.get("Sec-Fetch-Dest") == "document" and not await prepared.soon():
            return HTMLResponse(shell.page("rules.js"), headers=NO_STORE)
        await prepared.follow()
        page = await thinker.work.pages.do(catalog.rules, variant, query.language)
        from fairyring.drawing.page import style  # `catalog.rules` has imported it in a thread by now

        return HTMLResponse(page, headers={"Content-Security-Policy": policy(style())})

    @api.get("/rules/{name}/pieces/{letter}", HTML, query=Kind, refusals=(400, 404))
    async def card(_: Request, name: str, letter: str, query: Kind) -> HTMLResponse:
        """What a piece of a game is and how it moves there, with diagrams, as HTML to be put on a page."""
        variant = await thinker.work.pages.do(catalog.variant, name, query.options)
        await thinker.rules(variant).follow()
        side, seat = Side(query.side), Side(query.seat)
        return HTMLResponse(
            await thinker.work.pages.do(catalog.card, variant, letter, side, seat, query.language)
        )


def _add_watch(api: Api, watching: Watching) -> None:
    """Add the route for pages that wait for changes of users' files."""

    @api.get("/api/watch", dict[str, Any], query=Version)
    async def changes(_: Request, query: Version) -> JSONResponse:
        """What is wrong in the files that are followed, once they have changed after a version."""
        return JSONResponse(await watching.after(query.version))


def _add_files(api: Api, thinker: Thinker) -> None:
    """Add the routes of files that are generated, or that are not among the page's."""

    @api.get(shell.style_address(), "text/css")
    async def style(_: Request) -> Response:
        """The page's style sheet; its address changes with it."""
        keep = {"Cache-Control": "public, max-age=31536000, immutable"}
        return Response(shell.style(), media_type="text/css", headers=keep)

    @api.get("/static/icon.svg", "image/svg+xml")
    async def icon(_: Request) -> FileResponse:
        """The icon of the page."""
        return FileResponse(DRAWING / "icon.svg")

    @api.get("/static/languages/{language}.messages.json", dict[str, str], refusals=(404,))
    async def messages(_: Request, language: str) -> JSONResponse:
        """The translations of the server's texts into one of the page's languages, by their templates."""
        known = await thinker.work.pages.do(catalogue, language, "messages")
        return JSONResponse({**await thinker.work.pages.do(catalog.translations, language), **known})

    @api.get("/static/languages/{language}.files.json", dict[str, str], refusals=(404,))
    async def files(_: Request, language: str) -> JSONResponse:
        """The translations of what can be wrong with game files, which only pages that take files need."""
        return JSONResponse(dict(await thinker.work.pages.do(catalogue, language, "files")))


def _is_local(request: Request) -> bool:
    """Whether the request comes from this machine, and not through a proxy here."""
    forwarded = any(name in request.headers for name in ("forwarded", "x-forwarded-for", "x-real-ip"))
    return visitor(request.scope) is None and not forwarded


async def _load(thinker: Thinker) -> None:
    """Look at all games, and import the compiler and the search: each takes a second."""
    await asyncio.to_thread(imported)
    await asyncio.to_thread(catalog.summaries)
    await asyncio.to_thread(thinker.engine.levels)


def _telling(request: Request, text: str, status: int, headers: Mapping[str, str] | None) -> Response:
    """A refusal; to a browser that looks for a page which is not there, the page, which says so.

    In a frame of another page, it is a page that may be shown there.
    """
    wanted = request.headers.get("accept", "")
    if "text/html" in wanted and request.url.path.startswith("/embed/"):
        return embedding.told(text, status, headers)
    if status == 404 and "text/html" in wanted and not request.url.path.startswith("/api/"):
        return HTMLResponse(shell.page(), status)
    return refusal(text, status, headers)


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    detail = error.detail
    if detail == HTTPStatus(error.status_code).phrase:  # the framework's own text; say what it is about
        what = f"{request.method} {request.url.path}"
        detail = Message("{request}: {reason}", request=what, reason=Message(detail.lower()))
    return _telling(request, detail, error.status_code, error.headers)


async def _mistaken(request: Request, error: Exception) -> Response:
    status = next((status for kind, status in STATUSES.items() if isinstance(error, kind)), 400)
    assert isinstance(error, FairyringError)
    if status >= 500 and not isinstance(error, StoppedError):
        logger.error("answering %s", request.method, exc_info=error)
    return _telling(request, error.message, status, LATER if status in (429, 503) else None)


async def _broken(_: Request, __: Exception) -> JSONResponse:
    return refusal("the server failed; its log has the details", 500)
