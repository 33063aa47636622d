"""What requests bring."""

from __future__ import annotations

from fastapi import Request
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from fairyring.web.messages import MAX_BODY


async def body_of(request: Request, most: int = MAX_BODY) -> bytes:
    """A request's body.

    Raises:
        HTTPException: it has more than ``most`` bytes; no more than those are read.
    """
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > most:
            raise HTTPException(413, f"a request has at most {most} bytes")
    return bytes(body)


def sockets_alone() -> JSONResponse:
    """What is answered to a plain request for a WebSocket's address."""
    upgrade = {"Upgrade": "websocket", "Connection": "Upgrade"}
    return JSONResponse({"error": "this is for WebSockets alone"}, 426, upgrade)
