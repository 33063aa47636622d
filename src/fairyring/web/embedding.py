"""Boards for other sites' pages: `/embed/…`, which may be shown in an ``iframe`` anywhere.

They hold no script and no form, know no cookie, and show what every spectator may see.
"""

from __future__ import annotations

import base64
import hashlib
import html
from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated

from pydantic import BaseModel, Field
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse

from fairyring.web import catalog
from fairyring.web.description import HTML
from fairyring.web.guard import ANYWHERE
from fairyring.web.rooms import Rooms, no_game
from fairyring.web.routing import Api
from fairyring.web.thinking import Thinker

if TYPE_CHECKING:
    from fairyring.game import Position, Variant

FRESH = 10  # seconds after which the board of a game that goes on is asked for again
STYLE = (
    "html,body{margin:0;height:100%;font:15px system-ui,sans-serif;color-scheme:light dark}"
    "html{background:light-dark(#fff,#16130f)}"
    "main{display:flex;flex-direction:column;height:100%}"
    "main>p{flex:1;margin:1rem;text-align:center;align-content:center}"
    "main>svg{flex:1;min-height:0;width:100%;height:auto}"
    "h1{margin:0;padding:.4rem;font:inherit;text-align:center}"
    "a{color:light-dark(#0645ad,#8ab4f8)}"
)
_DIGEST = base64.b64encode(hashlib.sha256(STYLE.encode()).digest()).decode()
HEADERS = {
    "Content-Security-Policy": (
        f"default-src 'none'; style-src 'sha256-{_DIGEST}'; base-uri 'none'; form-action 'none'; {ANYWHERE}"
    ),
    "Cross-Origin-Resource-Policy": "cross-origin",
}


class Shown(BaseModel):
    """Which position is shown."""

    position: Annotated[
        str, Field(max_length=20_000, description="The text of a position; the start, if it is left out.")
    ] = ""


def add_routes(api: Api, rooms: Rooms, thinker: Thinker) -> None:
    """Add the routes for boards on other sites' pages."""

    @api.get("/embed/{name}", HTML, query=Shown, refusals=(400, 404))
    async def position(_: Request, name: str, query: Shown) -> HTMLResponse:
        """A page with a board alone, for an `iframe`: a position of a game."""
        variant = await thinker.work.pages.do(catalog.variant, name)
        if query.position:
            await thinker.rules(variant).follow()
        picture = await thinker.work.pages.do(_picture, variant, query.position)
        link = f"/analysis/{name}" if query.position else f"/rules/{name}"
        return _page(variant.title, picture, link)

    @api.get("/embed/game/{key}", HTML, refusals=(404,))
    async def standing(_: Request, key: str) -> HTMLResponse:
        """A page with a board alone, for an `iframe`: how a game stands, as spectators know it."""
        async with rooms.entered(key) as room:
            if room is None:
                raise HTTPException(404, no_game(key))
            await room.ready()
            game = room.match.game
            shown = game.seen_by("spectator").position
            picture = await thinker.work.pages.do(_drawn, shown)
            fresh = FRESH if game.result is None else 0
            return _page(game.variant.title, picture, f"/play/{key}", fresh)


def _picture(variant: Variant, position: str) -> str:
    return _drawn(variant.position(position).seen_by("spectator") if position else variant)


def _drawn(shown: Position | Variant) -> str:
    from fairyring.drawing import board_svg

    return board_svg(shown)


def told(text: str, status: int, headers: Mapping[str, str] | None = None) -> HTMLResponse:
    """Why there is no board, in its place, with a link to this server."""
    picture = f"<p>{html.escape(text)}</p>"
    return _page("fairyring", picture, "/", status=status, headers=headers)


def _page(
    title: str,
    picture: str,
    link: str,
    fresh: int = 0,
    status: int = 200,
    headers: Mapping[str, str] | None = None,
) -> HTMLResponse:
    """A document with a picture or a text, and a link to the page here."""
    again = f'<meta http-equiv="refresh" content="{fresh}">' if fresh else ""
    said = html.escape(title)
    return HTMLResponse(
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{said}</title>{again}'
        f'<style>{STYLE}</style></head><body><main>{picture}<h1><a href="{html.escape(link)}" target="_blank"'
        f' rel="noopener">{said}</a></h1></main></body></html>',
        status,
        headers={**HEADERS, **(headers or {})},
    )
