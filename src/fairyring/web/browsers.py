"""Browsers and the seats that they hold.

A browser has one cookie, a token that nobody can guess. The server keeps its hash, and under it the token of
each seat that the browser has taken, sealed with the cookie: who reads the database can open no seat.
"""

from __future__ import annotations

import base64
import hashlib
import secrets
from collections.abc import Callable, Mapping
from urllib.parse import quote

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection, Request
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from fairyring.web import seats
from fairyring.web.details import Held, Nothing
from fairyring.web.requests import NO_STORE
from fairyring.web.rooms import Rooms
from fairyring.web.routing import Api
from fairyring.web.store import Store

COOKIE = "browser"
PATH = "/api"
SALT = 16  # bytes


def sealed(token: str, cookie: str) -> str:
    """A seat's token as only a holder of the cookie can read it."""
    salt = secrets.token_bytes(SALT)
    return base64.urlsafe_b64encode(salt + _mixed(token.encode(), cookie, salt)).decode()


def unsealed(text: str, cookie: str) -> str:
    """A seat's token; "" if it was not sealed with this cookie."""
    try:
        data = base64.urlsafe_b64decode(text)
        return _mixed(data[SALT:], cookie, data[:SALT]).decode("ascii")
    except ValueError:
        return ""


def _mixed(data: bytes, cookie: str, salt: bytes) -> bytes:
    pad = hashlib.shake_256(salt + b"seat " + cookie.encode()).digest(len(data))
    return bytes(one ^ other for one, other in zip(data, pad, strict=True))


class Browsers:
    """ASGI middleware: finds the seat of each request about a game, and keeps those that are taken."""

    def __init__(self, app: ASGIApp, store: Store, now: Callable[[], float]) -> None:
        self._app = app
        self._seats = store.seats
        self._now = now

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Note the seat's token for `seats.brought`, and give the browser its cookie with a first seat."""
        if scope["type"] not in ("http", "websocket") or not scope["path"].startswith(f"{PATH}/"):
            await self._app(scope, receive, send)
            return
        connection = HTTPConnection(scope)
        cookie = brought(connection)
        parts = scope["path"].split("/")
        game = parts[3] if len(parts) > 3 and parts[2] == "games" else ""
        kept = await self._kept(connection, cookie, game) if game else ""
        old = "" if "authorization" in connection.headers else connection.cookies.get(seats.COOKIE, "")
        scope[seats.FOUND] = kept or old
        scope[seats.BROWSER] = seats.key(cookie) if kept else ""

        async def giving(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.accept"):
                for line in await self._cookies(connection, cookie, game, kept, old):
                    MutableHeaders(scope=message).append("set-cookie", line)
            await send(message)

        await self._app(scope, receive, giving)

    async def _kept(self, connection: HTTPConnection, cookie: str, game: str) -> str:
        if not cookie or "authorization" in connection.headers:
            return ""
        text = await self._seats.find(seats.key(cookie), game)
        return unsealed(text, cookie) if text else ""

    async def _cookies(
        self, connection: HTTPConnection, cookie: str, game: str, kept: str, old: str
    ) -> list[str]:
        """Keep the seat that was taken, or that an old cookie of one game still holds; cookies to set."""
        given: tuple[str, str] | None = connection.scope.get(seats.GIVEN)
        answer = Response()
        if given is None and old:
            if kept:  # the old cookie has been taken over
                answer.delete_cookie(seats.COOKIE, path=f"{PATH}/games/{game}")
            elif await self._seats.opens(game, seats.key(old)):
                given = game, old
        if given is not None:
            fresh = cookie or seats.new_token()
            await self._seats.keep(seats.key(fresh), given[0], sealed(given[1], fresh), self._now())
            if not cookie:
                _give(answer, connection, fresh)
        return [value.decode("latin-1") for name, value in answer.raw_headers if name == b"set-cookie"]


def brought(connection: HTTPConnection) -> str:
    """The cookie of the browser that asks; "" if it has none."""
    cookie = connection.cookies.get(COOKIE, "")
    return cookie if len(cookie) <= seats.MAX_TOKEN else ""


def keep(answer: Response, connection: HTTPConnection, cookie: str) -> None:
    """Let a browser know its cookie from now on."""
    if brought(connection) != cookie:
        _give(answer, connection, cookie)


def _give(answer: Response, connection: HTTPConnection, cookie: str) -> None:
    secure = connection.url.scheme in ("https", "wss")
    answer.set_cookie(COOKIE, cookie, seats.AGE, path=PATH, secure=secure, httponly=True, samesite="strict")


def add_routes(api: Api, store: Store, rooms: Rooms) -> None:
    """Add the routes for a browser's seats."""

    @api.get("/api/seats", list[Held])
    async def held(request: Request) -> JSONResponse:
        """The games in which this browser, by its cookie, has a seat; the latest first."""
        cookie = brought(request)
        found = await store.seats.all(seats.key(cookie)) if cookie else []
        answer = []
        for game in found:
            key = seats.key(unsealed(game.pop("token"), cookie))
            joined: Mapping[str, Mapping[str, str]] = game.pop("joined")
            you = [side for side, event in joined.items() if secrets.compare_digest(event["key"], key)]
            if you:
                names = {side: event["name"] for side, event in joined.items()}
                answer.append({**game, "you": sorted(you, reverse=True), "names": names})
        return JSONResponse(answer, headers=NO_STORE)

    @api.post("/api/seats/forget", Nothing)
    async def forget(request: Request) -> JSONResponse:
        """Take all seats from this browser; each seat's own link still opens it."""
        cookie = brought(request)
        answer = JSONResponse({}, headers=NO_STORE)
        if cookie:
            await store.seats.forget(seats.key(cookie))
            rooms.forget(seats.key(cookie))
            answer.delete_cookie(COOKIE, path=PATH)
        return answer

    @api.post("/api/seats/{key}/forget", Nothing)
    async def forget_one(request: Request, key: str) -> JSONResponse:
        """Take its seat in one game from this browser; the seat's own link still opens it."""
        cookie = brought(request)
        answer = JSONResponse({}, headers=NO_STORE)
        if cookie:
            await store.seats.forget(seats.key(cookie), key)
            rooms.forget(seats.key(cookie), key)
        answer.delete_cookie(seats.COOKIE, path=f"{PATH}/games/{quote(key)}")  # as earlier versions set it
        return answer
