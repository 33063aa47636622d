"""Seats: who may act for which side.

A seat belongs to the holder of its token: 256 random bits. A browser's are kept for it, see `browsers`;
another device has them by a personal link, and a program sends them as a bearer token.
The server keeps the token's hash. An open seat waits for an invitation, which is made from the token of the
inviting player, so that only that player can show it again; it works once and is exchanged for a new token.
"""

from __future__ import annotations

import base64
import hashlib
import secrets
from collections.abc import Mapping
from typing import TypeVar

from starlette.requests import HTTPConnection

T = TypeVar("T")

COOKIE = "seat"  # of one game, as browsers had them before they had one cookie for all
# In a request's scope; see `browsers.Browsers`. `BROWSER` has the hash of the cookie that found the seat.
FOUND, GIVEN, BROWSER = "fairyring.seat", "fairyring.given", "fairyring.browser"
AGE = 400 * 86_400  # seconds, the longest that browsers allow
MAX_TOKEN = 100


def new_token() -> str:
    """A token that nobody can guess."""
    return secrets.token_urlsafe(32)


def key(token: str) -> str:
    """The stored hash of a token. It needs no salt: nobody can try 2**256 tokens."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def invitation(token: str) -> str:
    """The invitation that the holder of a token can send."""
    made = hashlib.sha256(b"invitation " + token.encode("utf-8", "surrogatepass")).digest()
    return base64.urlsafe_b64encode(made).decode().rstrip("=")


def brought(request: HTTPConnection) -> str:
    """The token of a request, from a bearer token or its browser's seats; "" if there is none."""
    scheme, _, bearer = request.headers.get("authorization", "").partition(" ")
    token: str = bearer.strip() if scheme.lower() == "bearer" else request.scope.get(FOUND, "")
    return token if len(token) <= MAX_TOKEN else ""


def give(request: HTTPConnection, game: str, token: str) -> None:
    """Have the browser keep a game's token, once the answer is sent."""
    request.scope[GIVEN] = game, token


def matches(wanted: str, brought: str) -> bool:
    """Whether a token matches a hash; none does if there is no hash."""
    return bool(wanted) and secrets.compare_digest(key(wanted), key(brought))


def held(keys: Mapping[T, str], token: str) -> frozenset[T]:
    """What a token opens, among some things with their keys."""
    brought_key = key(token)
    return frozenset(
        name for name, wanted in keys.items() if token and secrets.compare_digest(wanted, brought_key)
    )
