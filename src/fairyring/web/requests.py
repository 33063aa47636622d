"""What requests bring."""

from __future__ import annotations

import asyncio

from fastapi import Request
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from fairyring.web.messages import MAX_BODY

PATIENCE = 30  # seconds for which the rest of a request is waited for


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
                    raise HTTPException(413, f"a request has at most {most} bytes")
    except TimeoutError as error:
        raise HTTPException(408, f"a request is told in at most {PATIENCE} seconds") from error
    return bytes(body)


def sockets_alone() -> JSONResponse:
    """What is answered to a plain request for a WebSocket's address."""
    upgrade = {"Upgrade": "websocket", "Connection": "Upgrade"}
    return JSONResponse({"error": "this is for WebSockets alone"}, 426, upgrade)
