"""Seats: who may act for which side.

A seat belongs to whoever has its token: 256 random bits that only its holder's browser knows, in a cookie
that no script reads, or another device by a personal link, or a program that sends it as a bearer token.
The server keeps the token's hash. An open seat waits for an invitation, which is made from the token of
whoever invites, so that only that one can show it again; it is good once, and exchanged for a new token.
"""

from __future__ import annotations

import base64
import hashlib
import secrets
from collections.abc import Mapping
from typing import TypeVar

from starlette.requests import HTTPConnection
from starlette.responses import Response

T = TypeVar("T")

COOKIE = "seat"
AGE = 400 * 86_400  # seconds; browsers keep none for longer
MAX_TOKEN = 100


def new_token() -> str:
    """A token that nobody can guess."""
    return secrets.token_urlsafe(32)


def key(token: str) -> str:
    """What is kept of a token. It needs no salt: nobody can try 2**256 tokens."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def invitation(token: str) -> str:
    """The invitation of whoever holds a token."""
    made = hashlib.sha256(b"invitation " + token.encode("utf-8", "surrogatepass")).digest()
    return base64.urlsafe_b64encode(made).decode().rstrip("=")


def brought(request: HTTPConnection) -> str:
    """The token that comes with a request, "" where there is none: as a bearer token, or in the cookie."""
    scheme, _, bearer = request.headers.get("authorization", "").partition(" ")
    token = bearer.strip() if scheme.lower() == "bearer" else request.cookies.get(COOKIE, "")
    return token if len(token) <= MAX_TOKEN else ""


def give(response: Response, request: HTTPConnection, game: str, token: str) -> None:
    """Put a game's token into the browser: for the requests of that game alone, and out of scripts' reach."""
    secure = request.url.scheme in ("https", "wss")
    response.set_cookie(
        COOKIE, token, AGE, path=f"/api/games/{game}", secure=secure, httponly=True, samesite="strict"
    )


def matches(wanted: str, brought: str) -> bool:
    """Whether a token is the one that is wanted; none is, where none is wanted."""
    return bool(wanted) and secrets.compare_digest(key(wanted), key(brought))


def held(keys: Mapping[T, str], token: str) -> frozenset[T]:
    """What a token opens, of some things with the keys that they want."""
    brought_key = key(token)
    return frozenset(
        name for name, wanted in keys.items() if token and secrets.compare_digest(wanted, brought_key)
    )
