"""The API of games for programs and pages: `/api/…` in docs/api.md."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Annotated, Any

from pydantic import BaseModel, Field
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse
from starlette.websockets import WebSocket

from fairyring.web import catalog, live, opening, seats
from fairyring.web.details import Details, Lesson, Puzzle, Summary
from fairyring.web.messages import Act, Claim, Deed, Hurry, NewGame, read_ply
from fairyring.web.requests import NO_STORE, Language, seated, sockets_only
from fairyring.web.room import Room
from fairyring.web.rooms import MAX_VISITORS, FullError, Rooms, no_game
from fairyring.web.routing import Api
from fairyring.web.shapes import Begun, Chat, Seat, Shown, State, Taken
from fairyring.web.store import Store
from fairyring.web.thinking import Thinker

MAX_WAIT = 60  # seconds for which a request may wait for something to happen


class News(BaseModel):
    """What a request for a game's state asks for."""

    after: Annotated[
        int | None, Field(ge=0, description="Wait until more events than this have happened.")
    ] = None
    wait: Annotated[float, Field(ge=0, le=MAX_WAIT, description="Wait at most so many seconds.")] = 0


def add_routes(
    api: Api,
    rooms: Rooms,
    store: Store,
    thinker: Thinker,
    now: Callable[[], float],
    others: Sequence[dict[str, Any]] = (),
) -> None:
    """Add the routes for games; ``others`` are summaries of games that other processes run."""

    @api.get("/api/variants", list[Summary])
    async def variants(_: Request) -> JSONResponse:
        """The list of games, in the order in which they are shown."""
        return JSONResponse([*others, *await thinker.work.pages.do(catalog.summaries)])

    @api.get("/api/variants/{name}", Details, refusals=(404,))
    async def variant(_: Request, name: str) -> JSONResponse:
        """A game with its board, pieces, options and the computer's levels."""
        found = await thinker.work.pages.do(catalog.detail, name)
        levels = await thinker.work.pages.do(thinker.engine.levels)
        words = [{"name": level.name, "title": level.title} for level in levels]
        return JSONResponse({**found, "levels": words})

    @api.get("/api/variants/{name}/puzzles", list[Puzzle], refusals=(404,))
    async def puzzles(_: Request, name: str) -> JSONResponse:
        """A game's puzzles with their solutions; users' own games have none."""
        return JSONResponse(await thinker.work.pages.do(catalog.puzzles, name))

    @api.get("/api/variants/{name}/lessons", list[Lesson], query=Language, refusals=(404,))
    async def lessons(_: Request, name: str, query: Language) -> JSONResponse:
        """A game's lessons, from the first to the last; users' own games have none."""
        return JSONResponse(await thinker.work.pages.do(catalog.lessons, name, query.language))

    @api.post("/api/games", Begun, body=NewGame, status=201, refusals=(400, 404, 408, 413))
    async def begin(request: Request, body: NewGame) -> JSONResponse:
        """Start a game; the token is that of every seat that is `human`."""
        token = seats.new_token()
        beginning, taken = await opening.ordered(thinker, body, token, now())
        await store.begin(beginning, taken)
        return seated(request, {"id": beginning.id, "token": token}, beginning.id, token, 201)

    @api.get("/api/games/{key}", State, query=News, refusals=(400, 404))
    async def look(request: Request, key: str, query: News) -> JSONResponse:
        """The state of a game, as the holder of the token may know it.

        The computer thinks while a player asks for this at least every 30 seconds.
        """
        async with _room(rooms, key) as room:
            sides = room.match.held(seats.brought(request))
            state = room.call(sides)
            if query.after is not None and state["events"] <= query.after and query.wait:
                if room.visitors > MAX_VISITORS:
                    raise FullError("too many people are watching this game; try again later")
                with suppress(TimeoutError):
                    async with asyncio.timeout(query.wait):
                        await room.news(query.after)
                state = room.call(room.match.held(seats.brought(request)))
            return JSONResponse(state, headers=NO_STORE)

    @api.post("/api/games/{key}/acts", State, body=Deed, refusals=(400, 403, 404, 409, 408, 413))
    async def act(request: Request, key: str, body: Act | Hurry) -> JSONResponse:
        """Move, resign, offer, accept, decline, abort, take back, say something, or hurry the computer.

        The answer is the state after it. A move names the ply of the state that it is made in, so that
        nothing is played twice.
        """
        async with _room(rooms, key) as room:
            sides = room.match.held(seats.brought(request))
            await room.act(body, sides)
            return JSONResponse(room.call(sides), headers=NO_STORE)

    @api.get("/api/games/{key}/views/{ply}", Shown, refusals=(400, 404, 409))
    async def view(request: Request, key: str, ply: str) -> JSONResponse:
        """The position after this number of plies."""
        number = read_ply(ply)
        async with _room(rooms, key) as room:
            return JSONResponse(room.shown(number, room.match.held(seats.brought(request))), headers=NO_STORE)

    @api.get("/api/games/{key}/chat", Chat, refusals=(403, 404))
    async def chat(request: Request, key: str) -> JSONResponse:
        """The chat, for players."""
        async with _room(rooms, key) as room:
            return JSONResponse(room.chat(room.match.held(seats.brought(request))), headers=NO_STORE)

    @api.get("/api/games/{key}/seat", Seat, refusals=(404,))
    async def seat(request: Request, key: str) -> JSONResponse:
        """What the request's token opens, and the invitation to an open seat."""
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

    @api.post("/api/games/{key}/seat", Taken, body=Claim, refusals=(400, 404, 409, 408, 413))
    async def take_seat(request: Request, key: str, body: Claim) -> JSONResponse:
        """Take the seat of a token, or of an invitation, which is exchanged for a token."""
        async with _room(rooms, key) as room:
            fresh = seats.new_token()
            held = room.match.held(seats.brought(request))
            sides = await room.take_seat(body.token, held, fresh, body.name)
            token = body.token if room.match.held(body.token) else fresh
            return seated(request, {"sides": sorted(sides, reverse=True), "token": token}, key, token)

    @api.post("/api/games/{key}/next", Begun, refusals=(404,))
    async def go_on(request: Request, key: str) -> JSONResponse:
        """Take your seat in the players' next game."""
        token = seats.brought(request)
        async with _room(rooms, key) as room:
            following, sides = room.match.next, room.match.held(token)
        if not following:
            raise HTTPException(404, "no next game has begun here")
        answer = {"id": following, "token": token if sides else ""}
        return seated(request, answer, following, token) if sides else JSONResponse(answer)

    @api.get("/api/games/{key}/pgn", "text/plain", refusals=(404,))
    async def record(request: Request, key: str) -> PlainTextResponse:
        """The record of a game, as the holder of the token may know it."""
        async with _room(rooms, key) as room:
            return PlainTextResponse(room.record(room.match.held(seats.brought(request))), headers=NO_STORE)

    @api.websocket("/api/games/{key}/live")
    async def play(socket: WebSocket, key: str) -> None:
        await live.stay(socket, rooms, key)

    @api.get("/api/games/{key}/live", None, status=101, refusals=(404, 426))
    async def no_websocket(_: Request, key: str) -> JSONResponse:
        """Live messages, over a WebSocket only; docs/protocol.md has its messages."""
        async with rooms.entered(key) as room:
            if room is None:
                raise HTTPException(404, no_game(key))
        return sockets_only()


@asynccontextmanager
async def _room(rooms: Rooms, key: str) -> AsyncIterator[Room]:
    """The room of a game, once it can be shown."""
    async with rooms.entered(key) as room:
        if room is None:
            raise HTTPException(404, no_game(key))
        await room.ready()
        yield room
