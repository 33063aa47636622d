"""The page as browsers are sent it, and packed.

``static/index.html`` names a dozen style sheets, and a browser hears of a module only when it has read
another. So the page that is sent has one style sheet, which may be kept for ever because its address changes
with it, and names at once all modules that it needs. All of it is read once.
"""

from __future__ import annotations

import hashlib
import re
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from starlette.middleware.gzip import GZipMiddleware
from starlette.types import ASGIApp, Receive, Scope, Send

if TYPE_CHECKING:
    from fairyring.drawing.page import RulesContent

STATIC = Path(str(files("fairyring.web").joinpath("static")))
DRAWN = Path(
    str(files("fairyring").joinpath("drawing", "styles"))
)  # the sheets that documents with rules hold
# Only what is the same for everybody. Answers with tokens are not compressed: the size of a compressed text
# gives something away to an attacker who sees the traffic and controls part of the text (BREACH).
PUBLIC = ("/static/", "/styles/", "/rules/", "/api/variants", "/api/workshop/catalogue")

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
def page(own: str = "") -> str:
    """The document of every page.

    Args:
        own: the module of the page that is asked for, such as ``home.js``, which the first one loads when it
            runs; "" if it needs none.
    """
    head = f'    <link rel="stylesheet" href="{style_address()}">\n'
    head += "".join(f'    <link rel="modulepreload" href="/static/{name}">\n' for name in modules(own))
    return _SHEETS.sub(head, _page(), count=1)


def with_rules(rules: RulesContent, style: str, language: str) -> str:
    """The document of a page with the rules of a game, which are there before any script has run.

    It holds their style as well, so that it can be saved as one file.
    """
    head = f"<title>{rules.title}</title>\n    <style>{style}</style>"
    content = f'<meta name="description" content="{rules.summary}">'
    found = (
        page("rules.js")
        .replace("<title>fairyring</title>", head)
        .replace('<html lang="en">', f'<html lang="{language}">')
    )
    found = re.sub('<meta name="description" [^>]*>', lambda _: content, found, count=1)
    found = re.sub(" *<noscript>.*</noscript>\n", "", found, count=1)
    return found.replace('<div id="page"></div>', f'<div id="page">{rules.main}</div>')


@cache
def modules(own: str = "") -> tuple[str, ...]:
    """The first module, a page's ``own`` if it has one, and all that they import."""
    found = ["main.js", *filter(None, [own])]
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
    folder, _, sheet = name.partition("/")
    path = DRAWN / sheet if folder == "drawing" else STATIC / name
    return path.read_text(encoding="utf-8")
