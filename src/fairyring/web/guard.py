"""What stands before every route: which hosts and origins are answered, and the headers of each answer.

The server is meant for one's own machine, and any page on the web may send requests there. So a
WebSocket, and every request that could change something, is refused when it comes from a page of
another origin; and a server that is bound to this machine answers only to this machine's names, so that no
foreign name can be pointed at it (DNS rebinding).
"""

from __future__ import annotations

from collections.abc import Collection
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LOOPBACK = ("localhost", "127.0.0.1", "::1")

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "style-src-attr 'unsafe-inline'",  # the colours of drawings are custom properties set on elements
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
SAFE = ("GET", "HEAD")


class Guard:
    """ASGI middleware; ``hosts`` are the names answered to, without ports, or None for any."""

    def __init__(self, app: ASGIApp, hosts: Collection[str] | None = None) -> None:
        self._app = app
        self._hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse the request, or pass it on and add headers to the answer."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        refusal = self._refusal(scope)
        if refusal and scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 1008, "reason": refusal})  # answered by a 403
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.update(HEADERS)
                # Ask again: the page must be that of the server it talks to.
                headers.setdefault("Cache-Control", "no-cache")
            await send(message)

        answer = JSONResponse({"error": refusal}, 403) if refusal else self._app
        await answer(scope, receive, with_headers)

    def _refusal(self, scope: Scope) -> str:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if self._hosts is not None and _name(host) not in self._hosts:
            return "this server does not answer to that host's name"
        origin = headers.get("origin")
        harmless = scope["type"] == "http" and scope["method"] in SAFE
        if harmless or origin is None:  # browsers always name the origin of the rest
            return ""
        return "" if _place(origin) == host.lower() else "this page comes from another origin"


def _name(host: str) -> str:
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""


def _place(origin: str) -> str:
    try:
        return urlsplit(origin).netloc.lower()
    except ValueError:
        return ""
