"""Reading requests, and refusing them."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import BaseModel, Field
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse

from fairyring.messages import Message
from fairyring.web import seats
from fairyring.web.languages import ENGLISH, phrase
from fairyring.web.messages import MAX_BODY

NO_STORE = {"Cache-Control": "no-store"}
PATIENCE = 30  # seconds for which the rest of a request is waited for


class Language(BaseModel):
    """What a request asks for whose answer is in one of the page's languages."""

    language: Annotated[str, Field(description="One of the page's languages, such as `de`.")] = ENGLISH


async def body_of(request: Request, most: int = MAX_BODY) -> bytes:
    """A request's body.

    Raises:
        HTTPException: it has more than ``most`` bytes, no more than which are read, or takes too long.
    """
    body = bytearray()
    try:
        async with asyncio.timeout(PATIENCE):
            async for chunk in request.stream():
                body += chunk
                if len(body) > most:
                    raise HTTPException(413, Message("a request has at most {most} bytes", most=most))
    except TimeoutError as error:
        late = Message("a request must arrive within {seconds} seconds", seconds=PATIENCE)
        raise HTTPException(408, late) from error
    return bytes(body)


def seated(
    request: Request, body: Mapping[str, Any], game: str, token: str, status: int = 200
) -> JSONResponse:
    """An answer with a seat's token, which the browser keeps."""
    seats.give(request, game, token)
    return JSONResponse(body, status, headers=NO_STORE)


def sockets_only() -> JSONResponse:
    """What is answered to a plain request for a WebSocket's address."""
    upgrade = {"Upgrade": "websocket", "Connection": "Upgrade"}
    return refusal("this address is for WebSockets only", 426, upgrade)


def refusal(text: str, status: int, headers: Mapping[str, str] | None = None) -> JSONResponse:
    """The refusal of a request: what is wrong, in English, and as it can be translated."""
    return JSONResponse({"error": str(text), "message": phrase(text)}, status, headers)
