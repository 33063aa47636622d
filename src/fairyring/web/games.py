"""The doors for programs and pages to the games: `/api/…` of docs/api.md."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, nullcontext, suppress
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request, WebSocket
from fastapi.responses import JSONResponse, PlainTextResponse
from starlette.exceptions import HTTPException

from fairyring.errors import shown
from fairyring.web import catalog, live, opening, seats
from fairyring.web.description import SOCKETS_ALONE, refused, takes
from fairyring.web.limits import visitor
from fairyring.web.messages import read_claim, read_deed, read_new_game
from fairyring.web.requests import body_of, sockets_alone
from fairyring.web.room import Room
from fairyring.web.rooms import MAX_VISITORS, FullError, Rooms
from fairyring.web.shapes import Begun, Chat, Detail, Seat, Shown, State, Summary, Taken
from fairyring.web.store import Store
from fairyring.web.thinking import Thinker

MAX_WAIT = 60  # seconds for which a request may wait for something to happen

Key = Annotated[str, Path(description="A game's id, which is secret: who knows it may watch.")]


def routes(rooms: Rooms, store: Store, thinker: Thinker, now: Callable[[], float]) -> APIRouter:
    """The routes, for an application."""
    router = APIRouter(prefix="/api")
    reading = asyncio.Semaphore(1)  # of long records, which takes seconds

    @router.get("/variants", response_model=list[Summary], responses=refused())
    async def variants() -> JSONResponse:
        """The games that there are, in the order in which they are shown."""
        return JSONResponse(await asyncio.to_thread(catalog.summaries))

    @router.get("/variants/{name}", response_model=Detail, responses=refused(404))
    async def variant(name: str) -> JSONResponse:
        """One of them with its board, its pieces, its options and the computer's levels."""
        found = await asyncio.to_thread(catalog.detail, name)
        levels = await asyncio.to_thread(thinker.engine.levels)
        return JSONResponse({**found, "levels": [level._asdict() for level in levels]})

    @router.post(
        "/games",
        status_code=201,
        response_model=Begun,
        responses=refused(400, 404, 408, 413),
        openapi_extra=takes("NewGame"),
    )
    async def begin(request: Request) -> JSONResponse:
        """Begin a game; the token is that of every seat that is `human`."""
        order, token = read_new_game(await body_of(request)), seats.new_token()
        async with nullcontext() if order.pgn is None else reading:
            beginning, taken = await opening.ordered(thinker, order, token, now())
        await store.begin(beginning, taken)
        return _seated(request, {"id": beginning.id, "token": token}, beginning.id, token, 201)

    @router.get("/games/{key}", response_model=State, responses=refused(400, 404))
    async def look(
        request: Request,
        key: Key,
        after: Annotated[int | None, Query(ge=0, description="Wait until more events have happened.")] = None,
        wait: Annotated[float, Query(ge=0, le=MAX_WAIT, description="For so many seconds at most.")] = 0,
    ) -> JSONResponse:
        """The state of a game, as the holder of the token may know it.

        The computer thinks while somebody with a seat asks for this at least every 30 seconds.
        """
        async with _room(rooms, key) as room:
            sides = room.match.held(seats.brought(request))
            state = room.call(sides, visitor(request.scope) or "")
            if after is not None and state["events"] <= after and wait:
                if room.visitors > MAX_VISITORS:
                    raise FullError("too many look at this game; try again later")
                with suppress(TimeoutError):
                    async with asyncio.timeout(wait):
                        await room.news(after)
                state = room.call(room.match.held(seats.brought(request)), visitor(request.scope) or "")
            return JSONResponse(state, headers=NO_STORE)

    @router.post(
        "/games/{key}/acts",
        response_model=State,
        responses=refused(400, 403, 404, 409, 408, 413),
        openapi_extra=takes("Deed"),
    )
    async def act(request: Request, key: Key) -> JSONResponse:
        """Move, resign, offer, accept, decline, abort, take back, say something, or hurry the computer.

        The answer is the state after it. A move names the ply of the state that it is made in, so that
        nothing is played twice.
        """
        deed = read_deed(await body_of(request))
        async with _room(rooms, key) as room:
            sides = room.match.held(seats.brought(request))
            await room.act(deed, sides)
            return JSONResponse(room.call(sides, visitor(request.scope) or ""), headers=NO_STORE)

    @router.get("/games/{key}/views/{ply}", response_model=Shown, responses=refused(400, 404, 409))
    async def view(request: Request, key: Key, ply: Annotated[int, Path(ge=0, le=1_000_000)]) -> JSONResponse:
        """The position after so many plies."""
        async with _room(rooms, key) as room:
            return JSONResponse(room.shown(ply, room.match.held(seats.brought(request))), headers=NO_STORE)

    @router.get("/games/{key}/chat", response_model=Chat, responses=refused(403, 404))
    async def chat(request: Request, key: Key) -> JSONResponse:
        """What the players have said, for players."""
        async with _room(rooms, key) as room:
            return JSONResponse(room.chat(room.match.held(seats.brought(request))), headers=NO_STORE)

    @router.get("/games/{key}/seat", response_model=Seat, responses=refused(404))
    async def seat(request: Request, key: Key) -> JSONResponse:
        """What the token opens that came with the request, and the invitation to an open seat."""
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
                headers=NO_STORE,
            )

    @router.post(
        "/games/{key}/seat",
        response_model=Taken,
        responses=refused(400, 404, 409, 408, 413),
        openapi_extra=takes("Claim"),
    )
    async def take_seat(request: Request, key: Key) -> JSONResponse:
        """Take the seat of a token, or of an invitation, which is exchanged for a token."""
        claim = read_claim(await body_of(request))
        async with _room(rooms, key) as room:
            fresh = seats.new_token()
            sides = await room.take_seat(claim.token, room.match.held(seats.brought(request)), fresh)
            token = claim.token if room.match.held(claim.token) else fresh
            return _seated(request, {"sides": sorted(sides, reverse=True), "token": token}, key, token)

    @router.post("/games/{key}/next", response_model=Begun, responses=refused(404))
    async def go_on(request: Request, key: Key) -> JSONResponse:
        """Sit down in the game that the same players went on to."""
        token = seats.brought(request)
        async with _room(rooms, key) as room:
            following, sides = room.match.next, room.match.held(token)
        if not following:
            raise HTTPException(404, "nobody has begun another game here")
        body = {"id": following, "token": token if sides else ""}
        return _seated(request, body, following, token) if sides else JSONResponse(body)

    @router.get(
        "/games/{key}/pgn",
        response_class=PlainTextResponse,
        responses={200: {"description": "The record."}, **refused(404)},
    )
    async def record(request: Request, key: Key) -> PlainTextResponse:
        """The record of a game, as the holder of the token may know it."""
        async with _room(rooms, key) as room:
            return PlainTextResponse(room.record(room.match.held(seats.brought(request))), headers=NO_STORE)

    @router.websocket("/games/{key}/live")
    async def play(socket: WebSocket, key: str) -> None:
        await live.stay(socket, rooms, key)

    @router.get(
        "/games/{key}/live",
        status_code=426,
        responses=SOCKETS_ALONE,
    )
    async def no_line(key: Key) -> JSONResponse:
        """Live messages, over a WebSocket alone."""
        async with rooms.entered(key) as room:
            if room is None:
                raise HTTPException(404, f"there is no game {shown(key)}")
        return sockets_alone()

    return router


NO_STORE = {"Cache-Control": "no-store"}


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
    answer = JSONResponse(body, status, headers=NO_STORE)
    seats.give(answer, request, game, token)
    return answer
