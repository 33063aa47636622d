"""A page's stay at a game: the WebSocket of docs/protocol.md."""

from __future__ import annotations

from starlette.websockets import WebSocket

from fairyring.web import seats
from fairyring.web.damage import GoneError
from fairyring.web.pages import NO_SUCH_GAME, TRY_AGAIN, Page, connected, heard
from fairyring.web.room import Room, admit
from fairyring.web.rooms import MAX_VISITORS, Rooms, no_game
from fairyring.web.store import StoreError
from fairyring.web.work import BusyError


async def stay(socket: WebSocket, rooms: Rooms, key: str) -> None:
    """Let a page look at a game, and take part with what its token opens, until either end closes."""
    async with connected(socket) as page:
        await _visit(socket, page, rooms, key)


async def _visit(socket: WebSocket, page: Page, rooms: Rooms, key: str) -> None:
    try:
        async with rooms.entered(key) as room:
            if room is None:
                page.error(no_game(key))
                page.close(NO_SUCH_GAME, "no such game")
            elif room.visitors > MAX_VISITORS:
                page.close(TRY_AGAIN, "too many pages look at this game")
            elif await admit(room, page, seats.brought(socket)):
                await _talk(socket, page, room)
    except (BusyError, StoreError) as error:
        page.error(error.message)
        page.close(TRY_AGAIN, "not now")
    except GoneError as error:
        page.error(error.message)
        page.close(NO_SUCH_GAME, "the stored game cannot be shown")


async def _talk(socket: WebSocket, page: Page, room: Room) -> None:
    try:
        async for text in heard(socket, page):
            await room.receive(page, text)
    finally:
        room.leave(page)
