"""Playing, checking, publishing and finding game files: `/api/workshop/…` and `/api/gallery/…`."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from secrets import compare_digest
from typing import TYPE_CHECKING, Any, Literal

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response

from fairyring.errors import FairyringError, VariantError, shown
from fairyring.messages import Message
from fairyring.web import browsers, catalog, seats, shell
from fairyring.web.description import HTML
from fairyring.web.requests import NO_STORE
from fairyring.web.routing import Api
from fairyring.web.store import Store
from fairyring.web.work import Desk
from fairyring.web.workshop import published as shapes
from fairyring.web.workshop.bounded import Bounded
from fairyring.web.workshop.files import HASH, variant_of
from fairyring.web.workshop.files import digest as hash_of

if TYPE_CHECKING:
    from fairyring.web.own.house import House

Openness = Literal["off", "private", "open"]
"""Of a workshop: whether games of visitors are played here, and whether they are published, too."""

MOST = 400_000  # bytes of a request with a file
SWEEP = 3600.0  # seconds between two times that files are deleted which nobody wants any more
FOREVER = {"Cache-Control": "public, max-age=31536000, immutable"}  # what has a hash in its address stays
SVG = "image/svg+xml"
READING = (400, 408, 409, 413, 422)  # how a request with a file can be refused

logger = logging.getLogger(__name__)


class ClosedError(FairyringError):
    """The server takes no files, or publishes none."""


class Sharing:
    """What the routes for files need."""

    def __init__(
        self,
        store: Store,
        bounded: Bounded,
        house: House | None,
        openness: Openness,
        desk: Desk,
        now: Callable[[], float],
    ) -> None:
        """Start nothing.

        Args:
            store: where files are.
            bounded: what looks at them.
            house: the process in which their games are played.
            openness: what is done with files of visitors.
            desk: where short work of ours is done.
            now: the time.
        """
        self._files = store.gallery
        self._bounded = bounded
        self._house = house
        self._openness = openness
        self._desk = desk
        self._now = now

    async def sweep(self) -> None:
        """Delete, now and then, the files that are neither published nor played."""
        while True:
            try:
                await self._files.forget(self._now())
            except FairyringError:
                logger.exception("sweeping files of the workshop")
            await asyncio.sleep(SWEEP)

    def add_routes(self, api: Api) -> None:
        """Add the routes."""
        self._add_pages(api)
        self._add_questions(api)
        self._add_gallery(api)
        self._add_changes(api)

    def _add_pages(self, api: Api) -> None:
        @api.get("/gallery", HTML)
        async def gallery(_: Request) -> HTMLResponse:
            """The page with the games that visitors have published."""
            self._expect()
            return HTMLResponse(shell.page("gallery.js"))

        @api.get("/gallery/{digest}", HTML, refusals=(404,), page=True)
        async def one(_: Request, digest: str) -> HTMLResponse:
            """The page of a published game."""
            await self._found(digest)
            self._expect()
            return HTMLResponse(shell.page("gallery.js"))

    def _add_questions(self, api: Api) -> None:
        @api.post(
            "/api/workshop/drafts",
            shapes.Playable,
            body=shapes.Sent,
            most=MOST,
            status=201,
            refusals=READING,
        )
        async def draft(_: Request, body: shapes.Sent) -> JSONResponse:
            """Have a game file played here: look at it, keep it, and say by which name its game is begun.

            It is kept as long as games are played by it, and for a day otherwise.
            """
            self._check_open("off")
            self._expect()
            found = await self._bounded.do("playable", body.text)
            await self._files.keep(hash_of(body.text), body.text, self._now())
            answer = {"title": found["title"], "remarks": found["remarks"]}
            return JSONResponse({"variant": variant_of(hash_of(body.text)), **answer}, 201)

        @api.post(
            "/api/workshop/check",
            shapes.Soundness,
            body=shapes.Checks,
            most=MOST,
            refusals=READING,
        )
        async def check(_: Request, body: shapes.Checks) -> JSONResponse:
            """Whether the game of a file is sound: the next few steps of the conformance suite.

            Ask again, with `first` as many as have been `done`, until it says so.
            """
            self._check_open("off")
            return JSONResponse(await self._bounded.do("check", body.text, first=body.first))

        @api.post("/api/workshop/games", shapes.TrialGames, body=shapes.Trials, most=MOST, refusals=READING)
        async def games(_: Request, body: shapes.Trials) -> JSONResponse:
            """The next few games that the computer plays of a file against itself: is it good?"""
            self._check_open("off")
            return JSONResponse(await self._bounded.do("games", body.text, first=body.first))

        @api.post(
            "/api/workshop/import",
            list[shapes.Imported],
            body=shapes.Importing,
            most=MOST,
            refusals=READING,
        )
        async def read(_: Request, body: shapes.Importing) -> JSONResponse:
            """The games of a file as game files, such as those of a `variants.ini`."""
            self._check_open("off")
            return JSONResponse(await self._bounded.do("import", body.text, name=body.name))

    def _add_gallery(self, api: Api) -> None:
        @api.get("/api/gallery", shapes.GalleryPage, query=shapes.Asked, refusals=(400,))
        async def listed(request: Request, query: shapes.Asked) -> JSONResponse:
            """Published games: the public ones, or those of this browser."""
            if query.own:
                mine = browsers.brought(request)
                found = await self._files.own(seats.key(mine)) if mine else []
            else:
                number = shapes.MOST_PAGE + 1
                found = await self._files.listed(query.search, query.order, query.since, number)
            games = [_told(row) for row in found[: shapes.MOST_PAGE]]
            answer = {"games": games, "more": len(found) > len(games), "publishing": self._publishing}
            return JSONResponse(answer, headers=NO_STORE)

        @api.get("/api/gallery/{digest}", shapes.PublishedDetail, refusals=(404,))
        async def one(request: Request, digest: str) -> JSONResponse:
            """A published game with its versions, and what it was made from."""
            return JSONResponse(await self._detail(request, digest), headers=NO_STORE)

        @api.get("/api/gallery/{digest}/file", "application/toml", refusals=(404,))
        async def file(_: Request, digest: str) -> Response:
            """The game file of a published game."""
            await self._found(digest)
            text = await self._files.text(digest)
            named = {"Content-Disposition": f'attachment; filename="{digest[:12]}.toml"'}
            return Response(text, media_type="application/toml", headers=named)

        @api.get("/api/gallery/{digest}/picture", SVG, refusals=(404,))
        async def picture(_: Request, digest: str) -> Response:
            """The start of a published game, as a picture."""
            found = await self._files.picture(digest) if HASH.fullmatch(digest) else None
            if found is None:
                raise _nothing(digest)
            return Response(found, media_type=SVG, headers=FOREVER)

        @api.get("/api/gallery/{digest}/code", SVG, refusals=(404,))
        async def code(request: Request, digest: str) -> Response:
            """The address of a published game's page, as a QR code."""
            await self._found(digest)
            address = str(request.base_url.replace(path=f"/gallery/{digest}", query=""))
            return Response(await self._desk.do(_code, address), media_type=SVG)

    def _add_changes(self, api: Api) -> None:
        @api.post(
            "/api/gallery",
            shapes.PublishedDetail,
            body=shapes.Publishing,
            most=MOST,
            status=201,
            refusals=READING,
        )
        async def publish(request: Request, body: shapes.Publishing) -> JSONResponse:
            """Publish a game file, or a new version of one.

            Games under way go on by the version that they have. The browser gets a cookie, with which it can
            replace and delete the game.
            """
            self._check_open("private")
            self._expect()
            found = await self._bounded.do("playable", body.text)
            cookie = browsers.brought(request) or seats.new_token()
            key = hash_of(body.text)
            await self._files.keep(key, body.text, self._now())
            row = {
                "hash": key,
                "origin": body.origin,
                "at": self._now(),
                "title": found["title"][:200],
                "summary": found["summary"],
                "inventor": (found["inventor"] or body.inventor.strip())[:200],
                "public": body.public,
                "browser": seats.key(cookie),
                "picture": found["picture"],
            }
            await self._files.publish(row, body.replaces)
            detail = await self._detail(request, key)
            answer = JSONResponse({**detail, "mine": True}, 201, headers=NO_STORE)
            browsers.keep(answer, request, cookie)
            return answer

        @api.post("/api/gallery/{digest}/remove", shapes.GalleryPage, refusals=(403, 404))
        async def remove(request: Request, digest: str) -> JSONResponse:
            """Publish a game no longer, with all its versions; only the browser that has published it can.

            Games that are under way go on. The answer has the others of this browser.
            """
            await self._found(digest)
            cookie = browsers.brought(request)
            if not cookie or not await self._files.remove(digest, seats.key(cookie)):
                raise HTTPException(403, "only the browser that published a game can delete it")
            found = await self._files.own(seats.key(cookie))
            return JSONResponse(
                {"games": [_told(row) for row in found], "more": False, "publishing": self._publishing},
                headers=NO_STORE,
            )

        @api.post(
            "/api/gallery/{digest}/report",
            shapes.PublishedDetail,
            body=shapes.Complaint,
            refusals=(400, 404, 408, 413),
        )
        async def report(request: Request, digest: str, body: shapes.Complaint) -> JSONResponse:
            """Report a game to those who run the server, in place of what this browser has said before."""
            detail = await self._detail(request, digest)
            cookie = browsers.brought(request) or seats.new_token()
            if not await self._files.report(digest, seats.key(cookie), body.reason, self._now()):
                raise _nothing(digest)
            logger.warning("a game of the gallery was reported")
            answer = JSONResponse(detail, headers=NO_STORE)
            browsers.keep(answer, request, cookie)
            return answer

    @property
    def _publishing(self) -> bool:
        return self._openness == "open"

    def _check_open(self, too_closed: Openness) -> None:
        """Refuse what this server does not do."""
        if self._openness == "off":
            raise ClosedError("this server does not play games that visitors invent")
        if self._openness == too_closed:
            raise ClosedError("nothing can be published on this server")

    def _expect(self) -> None:
        """A file will soon be looked at, and its game played: start the processes, in the background."""
        if self._house is not None:
            self._house.wake()
            self._bounded.expect()

    async def _found(self, key: str) -> dict[str, Any]:
        found = await self._files.find(key) if HASH.fullmatch(key) else None
        if found is None:
            raise _nothing(key)
        return found

    async def _detail(self, request: Request, key: str) -> dict[str, Any]:
        found = await self._found(key)
        cookie = browsers.brought(request)
        return {
            **_told(found),
            "versions": found["versions"],
            "origin": await self._origin(found["origin"]),
            "mine": bool(cookie) and compare_digest(found["browser"], seats.key(cookie)),
            "publishing": self._publishing,
        }

    async def _origin(self, name: str | None) -> dict[str, str] | None:
        if name is None:
            return None
        if HASH.fullmatch(name):
            other = await self._files.find(name)
            return {"name": name, "title": other["title"] if other else ""}
        try:
            known = await self._desk.do(catalog.summary, name)
        except VariantError:
            return None
        return {"name": name, "title": known["title"]}


def _told(row: Mapping[str, Any]) -> dict[str, Any]:
    """A published game, as it is sent."""
    names = ("hash", "title", "summary", "inventor", "at", "public", "plays", "next")
    return {"variant": variant_of(row["hash"]), **{name: row[name] for name in names}}


def _nothing(key: str) -> HTTPException:
    return HTTPException(404, Message("there is no published game {hash}", hash=shown(key)))


def _code(address: str) -> str:
    """A QR code as SVG."""
    import segno  # only who shows one needs it

    made: str = segno.make(address, micro=False, error="m").svg_inline(
        scale=4, border=4, dark="#000", light="#fff", omitsize=True
    )
    return made.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"', 1)
