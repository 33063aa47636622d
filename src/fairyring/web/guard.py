"""Checks before every route: which hosts and origins get an answer, and the headers of each answer.

Most servers run on a user's own machine, where any page on the web can send requests to them. So WebSockets,
and requests that could change something, are refused if they come from a page of another origin; and a server
answers only to its own names, so that no other name can be pointed at it (DNS rebinding).
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Collection
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from fairyring.web.requests import refusal

LOOPBACK = ("localhost", "127.0.0.1", "::1")


def policy(style: str = "") -> str:
    """The content security policy of a page, which may hold one style sheet of ours."""
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    own = f" 'sha256-{digest}'" if style else ""
    return "; ".join(
        (
            "default-src 'none'",
            "script-src 'self'",
            f"style-src 'self'{own}",
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
    "Content-Security-Policy": policy(),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
# These say something of documents alone. A visit loads dozens of modules, and would get them with each.
OF_DOCUMENTS = {"Content-Security-Policy", "X-Frame-Options", "Cross-Origin-Opener-Policy"}
NO_DOCUMENTS = ("text/javascript", "text/css")
ANYWHERE = "frame-ancestors *"  # in the policy of a page that any other may show in a frame
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
        why = self._why_not(scope)
        if why and scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 1008, "reason": why})  # answered by a 403
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                framed = ANYWHERE in headers.get("content-security-policy", "")
                part = headers.get("content-type", "").startswith(NO_DOCUMENTS)
                for name, value in HEADERS.items():
                    replaced = framed and name == "X-Frame-Options"  # by the policy
                    if not replaced and not (part and name in OF_DOCUMENTS):
                        headers.setdefault(name, value)
                # Ask again: the page must be that of the server it talks to.
                headers.setdefault("Cache-Control", "no-cache")
            await send(message)

        answer = refusal(why, 403) if why else self._app
        await answer(scope, receive, with_headers)

    def _why_not(self, scope: Scope) -> str:
        """Why a request is refused; "" if it is not."""
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if self._hosts is not None and _name(host) not in self._hosts:
            return "this server does not answer under that host name"
        origin = headers.get("origin")
        harmless = scope["type"] == "http" and scope["method"] in SAFE
        if harmless or origin is None:  # browsers always name the origin of the rest
            return ""
        scheme = "https" if scope["scheme"] in ("https", "wss") else "http"
        named, _, place = origin.lower().partition("://")
        if place != host.lower():
            return "this page comes from another origin"
        return "" if named == scheme else "this page was reached by another protocol; see --proxy"


def _name(host: str) -> str:
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""
