"""The page as browsers are sent it, and packed.

``static/index.html`` names a dozen style sheets, and a browser hears of a module only when it has read
another. So the page that is sent has one style sheet, which may be kept for ever because its address changes
with it, and names all modules at once. All of it is read once.
"""

from __future__ import annotations

import hashlib
import re
from functools import cache
from importlib.resources import files
from pathlib import Path

from starlette.middleware.gzip import GZipMiddleware
from starlette.types import ASGIApp, Receive, Scope, Send

STATIC = Path(str(files("fairyring.web").joinpath("static")))
# Only what is the same for everybody. Answers with tokens are not compressed: the size of a compressed text
# gives something away to an attacker who sees the traffic and controls part of the text (BREACH).
PUBLIC = ("/static/", "/styles/", "/rules/", "/api/variants")

_SHEETS = re.compile(r'(?: *<link rel="stylesheet" href="/static/[^"]+">\n)+')
_IMPORTED = re.compile(r'^(?:import|export) [^"]*"\./([\w/]+\.js)";$', re.MULTILINE)


@cache
def style() -> str:
    """All style sheets of the page, in its order."""
    page = _page()
    return "\n".join(_read(name) for name in re.findall(r'"stylesheet" href="/static/([^"]+)"', page))


@cache
def style_address() -> str:
    """Where they are, for as long as they are the same."""
    return f"/styles/{hashlib.sha256(style().encode()).hexdigest()[:16]}.css"


@cache
def page() -> str:
    """The document of every page but those of rules."""
    head = f'    <link rel="stylesheet" href="{style_address()}">\n'
    head += "".join(f'    <link rel="modulepreload" href="/static/{name}">\n' for name in modules())
    return _SHEETS.sub(head, _page(), count=1)


@cache
def modules() -> tuple[str, ...]:
    """The modules that the page's first one imports, and those that they import."""
    found = ["main.js"]
    for name in found:
        found += [each for each in _IMPORTED.findall(_read(name)) if each not in found]
    return tuple(found)


class Packing:
    """ASGI middleware that packs what is public, for browsers that take it so."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._packed = GZipMiddleware(app, minimum_size=1000, compresslevel=6)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on."""
        public = scope["type"] == "http" and scope["path"].startswith(PUBLIC)
        await (self._packed if public else self._app)(scope, receive, send)


def _page() -> str:
    return _read("index.html")


def _read(name: str) -> str:
    return (STATIC / name).read_text(encoding="utf-8")
