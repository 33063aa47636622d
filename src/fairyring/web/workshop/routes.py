"""The routes of the workshop's editor."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse

from fairyring.web import shell
from fairyring.web.description import HTML
from fairyring.web.requests import Language
from fairyring.web.routing import Api
from fairyring.web.work import Desk
from fairyring.web.workshop.bounded import Bounded
from fairyring.web.workshop.shapes import (
    Catalogue,
    Draft,
    Drafted,
    Drawn,
    Fit,
    Lettered,
    Movement,
    Picture,
    RulesInWords,
    Started,
    Worded,
)

MOST = 200_000  # bytes of a request: a game file in JSON


class Workshop:
    """What the workshop's requests need.

    Drafts are looked at in limited processes; only what comes with fairyring is looked at here.
    """

    def __init__(self, bounded: Bounded, desk: Desk) -> None:
        """Start nothing.

        Args:
            bounded: what looks at drafts.
            desk: where short work of ours is done.
        """
        self._bounded = bounded
        self._desk = desk

    def add_routes(self, api: Api) -> None:
        """Add the routes."""

        @api.get("/workshop", HTML)
        async def page(_: Request) -> HTMLResponse:
            """The page on which games are invented."""
            self._bounded.expect()
            return HTMLResponse(shell.page("workshop.js"))

        @api.post("/api/workshop/look", Drafted, body=Draft, most=MOST, refusals=(400, 408, 413, 422))
        async def look(_: Request, body: Draft) -> JSONResponse:
            """A draft of a game file after some changes: board, pieces, and what is wrong."""
            changes = [change.model_dump(exclude_unset=True) for change in body.changes]
            return JSONResponse(await self._bounded.do("look", body.text, changes=changes))

        @api.post("/api/workshop/rules", RulesInWords, body=Worded, most=MOST, refusals=(400, 408, 413, 422))
        async def rules(_: Request, body: Worded) -> JSONResponse:
            """The rules of a draft in words."""
            return JSONResponse({"html": await self._bounded.do("rules", body.text, language=body.language)})

        @api.post("/api/workshop/fits", list[Fit], body=Draft, most=MOST, refusals=(400, 408, 413, 422))
        async def fits(_: Request, body: Draft) -> JSONResponse:
            """Which mechanics could be added to a draft, and why others cannot."""
            return JSONResponse(await self._bounded.do("fits", body.text))

        @api.post("/api/workshop/movement", Lettered, body=Movement, refusals=(400, 408, 413, 422))
        async def movement(_: Request, body: Movement) -> JSONResponse:
            """A movement in letters and as vectors, from one of the two."""
            painted = None if body.parts is None else [part.model_dump() for part in body.parts]
            found = self._bounded.do(
                "movement", body.notation, painted=painted, beside=body.beside, hexagons=body.hexagons
            )
            return JSONResponse(await found)

        @api.post("/api/workshop/picture", Drawn, body=Picture, most=MOST, refusals=(400, 408, 413, 422))
        async def picture(_: Request, body: Picture) -> JSONResponse:
            """An SVG picture, cleaned, as the drawing of a piece: shapes alone."""
            return JSONResponse(await self._bounded.do("picture", body.text))

        @api.get("/api/workshop/catalogue", Catalogue, query=Language, refusals=(404,))
        async def catalogue(_: Request, query: Language) -> JSONResponse:
            """The pieces, mechanics, drawings and templates to choose from."""
            return JSONResponse(await self._desk.do(_catalogue, query.language))

        @api.get("/api/workshop/start/{name}", Started, refusals=(404,))
        async def start(_: Request, name: str) -> JSONResponse:
            """A template, or a game that comes with fairyring, as the text of a file to be changed."""
            return JSONResponse({"text": await self._desk.do(_start, name)})


def _catalogue(language: str) -> dict[str, Any]:
    from fairyring.web.workshop import starts  # which imports what games need

    return starts.catalogue(language)


def _start(name: str) -> str:
    from fairyring.web.workshop import starts

    return starts.start(name)
