"""The OpenAPI document: docs/api.md for programs, made from the routes and from the types of what is said."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic import TypeAdapter

import fairyring
from fairyring.web.analysis.messages import ReadTree, WriteTree
from fairyring.web.messages import Claim, Deed, NewGame
from fairyring.web.shapes import Error

Json = dict[str, Any]

ABOUT = """Play any of the games by program.

A seat is a secret token, sent as a bearer: see *Seats* in docs/protocol.md. Who sends none watches.
Live messages come over a WebSocket at `/api/games/{key}/live`, which docs/protocol.md describes.
"""
SPOKEN: dict[str, TypeAdapter[Any]] = {
    "NewGame": TypeAdapter(NewGame),
    "Claim": TypeAdapter(Claim),
    "Deed": TypeAdapter(Deed),
    "ReadTree": TypeAdapter(ReadTree),
    "WriteTree": TypeAdapter(WriteTree),
    "Error": TypeAdapter(Error),
}
REASONS = {
    400: "What was sent is not what is wanted.",
    403: "The token that came with the request opens no seat here.",
    404: "There is no such thing.",
    408: "It did not come in time.",
    409: "It cannot be done as things are.",
    413: "What was sent is too large.",
    426: "This is for WebSockets alone.",
}
ALWAYS = {
    403: "A page of another origin, or another host's name.",
    429: "Too much at once; Retry-After says how many seconds to wait.",
    500: "The server failed.",
    503: "The database does not answer.",
}
SCHEMES = {
    "seat": {"type": "http", "scheme": "bearer", "description": "A seat's token."},
    "cookie": {"type": "apiKey", "in": "cookie", "name": "seat", "description": "The same, in a browser."},
}


def takes(body: str) -> Json:
    """What a route's description says of its body, which has one of the types of `SPOKEN`."""
    content = {"application/json": {"schema": {"$ref": f"#/components/schemas/{body}"}}}
    return {"requestBody": {"required": True, "content": content}}


def refused(*statuses: int) -> dict[int | str, Json]:
    """What a route's description says of its refusals, beside those that any request may meet."""
    reasons = ALWAYS | {status: REASONS[status] for status in statuses}
    content = {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}}
    return {status: {"description": reason, "content": content} for status, reason in reasons.items()}


SOCKETS_ALONE: dict[int | str, dict[str, Any]] = {
    101: {"description": "A WebSocket; docs/protocol.md has its messages."},
    **refused(404, 426),
}
"""What a plain request for a WebSocket's address is answered."""


def document(app: FastAPI) -> Json:
    """The OpenAPI document of an application."""
    found = get_openapi(
        title="fairyring", version=fairyring.__version__, description=ABOUT, routes=app.routes
    )
    schemas = found["components"]["schemas"]
    for name, adapter in SPOKEN.items():
        schema = adapter.json_schema(ref_template="#/components/schemas/{model}")
        schemas |= schema.pop("$defs", {})
        schemas[name] = schema
    for operations in found["paths"].values():
        for operation in operations.values():
            operation["responses"].pop("422", None)  # the framework's own: here it is 400, with an Error
    for unused in ("HTTPValidationError", "ValidationError"):
        schemas.pop(unused, None)
    found["components"]["securitySchemes"] = SCHEMES
    found["security"] = [{}, {"seat": []}, {"cookie": []}]
    return found
