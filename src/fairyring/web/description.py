"""The OpenAPI document, made from the routes and from the types of what is sent and answered."""

from __future__ import annotations

import re
from collections.abc import Iterable
from http import HTTPStatus
from typing import Any

from pydantic import TypeAdapter

import fairyring
from fairyring.web.messages import Deed, Ply
from fairyring.web.routing import Operation
from fairyring.web.shapes import Error

Json = dict[str, Any]

ABOUT = """Play any of the games by program.

A seat is a secret token, sent as a bearer token: see *Seats* in docs/protocol.md. Without one you are a
spectator.
Live messages come over a WebSocket at `/api/games/{key}/live`, which docs/protocol.md describes.
"""
NAMES: dict[str, Any] = {"Deed": Deed}  # of types that have none of their own
PARAMETERS: dict[str, tuple[str, Any]] = {
    "key": ("A game's id, which is secret: with it, anybody can watch.", str),
    "name": ("The name of a game, such as `chess`.", str),
    "letter": ("A piece's letter in position texts.", str),
    "ply": ("How many moves have been made.", Ply),
    "digest": ("The hash of a published game's file, as in the address of its page.", str),
    "language": ("A language of the page, such as `de`.", str),
}
REASONS = {
    400: "The request is not as it should be.",
    403: "The token that came with the request opens no seat here.",
    404: "There is no such thing.",
    408: "The request did not arrive in time.",
    409: "It cannot be done now.",
    413: "The request is too large.",
    422: "The file is not a game that can be played here; the answer says why.",
    426: "This address is for WebSockets only.",
}
ALWAYS = {
    403: "A page of another origin, or the name of another host.",
    429: "Too many requests; Retry-After says how many seconds to wait.",
    500: "The server failed.",
    503: "The database does not answer.",
}
SCHEMES = {
    "seat": {"type": "http", "scheme": "bearer", "description": "A seat token."},
    "cookie": {"type": "apiKey", "in": "cookie", "name": "seat", "description": "The same, in a browser."},
}
HTML, JSON = "text/html", "application/json"
_REFERENCE = "#/components/schemas/{model}"


def document(operations: Iterable[Operation]) -> Json:
    """The OpenAPI document of some routes."""
    found = list(operations)
    schemas, components = _schemas(found)
    paths: dict[str, Json] = {}
    for operation in found:
        paths.setdefault(operation.path, {})[operation.method.lower()] = _described(operation, schemas)
    return {
        "openapi": "3.1.0",
        "info": {"title": "fairyring", "version": fairyring.__version__, "description": ABOUT},
        "paths": paths,
        "components": {"schemas": components, "securitySchemes": SCHEMES},
        "security": [{}, {"seat": []}, {"cookie": []}],
    }


def _schemas(operations: Iterable[Operation]) -> tuple[dict[str, Json], dict[str, Json]]:
    """The schema of each type by its `repr`, and the components that they point to."""
    types: list[Any] = [Error, *(kind for _, kind in PARAMETERS.values())]
    for operation in operations:
        types += [operation.body, operation.query]
        types += [] if isinstance(operation.answer, str) else [operation.answer]
    adapters = {repr(kind): TypeAdapter(kind) for kind in types if kind is not None}
    made, rest = TypeAdapter.json_schemas(
        [(key, "validation", adapter) for key, adapter in adapters.items()], ref_template=_REFERENCE
    )
    schemas: dict[str, Json] = {key: schema for (key, _), schema in made.items()}
    components: dict[str, Json] = rest.get("$defs", {})
    for name, kind in NAMES.items():
        if repr(kind) in schemas:
            components[name] = schemas[repr(kind)]
            schemas[repr(kind)] = {"$ref": _REFERENCE.format(model=name)}
    return schemas, components


def _described(operation: Operation, schemas: dict[str, Json]) -> Json:
    summary, _, more = operation.about.partition("\n\n")
    parameters = [
        {"name": name, "in": "path", "required": True, "description": words, "schema": schemas[repr(kind)]}
        for name in re.findall(r"{(\w+)}", operation.path)
        for words, kind in (PARAMETERS[name],)
    ]
    if operation.query is not None:
        asked = TypeAdapter(operation.query).json_schema()
        parameters += [
            {"name": name, "in": "query", "description": schema.pop("description", ""), "schema": schema}
            for name, schema in asked["properties"].items()
        ]
    described: Json = {"summary": summary, "description": more or summary}
    if parameters:
        described["parameters"] = parameters
    if operation.body is not None:
        content = {JSON: {"schema": schemas[repr(operation.body)]}}
        described["requestBody"] = {"required": True, "content": content}
    described["responses"] = {str(status): answer for status, answer in _answers(operation, schemas)}
    return described


def _answers(operation: Operation, schemas: dict[str, Json]) -> Iterable[tuple[int, Json]]:
    answer, status = operation.answer, operation.status
    described: Json = {"description": HTTPStatus(status).phrase}
    if isinstance(answer, str):
        described["content"] = {answer: {"schema": {"type": "string"}}}
    elif answer is not None:
        described["content"] = {JSON: {"schema": schemas[repr(answer)]}}
    yield status, described
    for refusal, words in sorted((ALWAYS | {each: REASONS[each] for each in operation.refusals}).items()):
        content: Json = {JSON: {"schema": schemas[repr(Error)]}}
        if operation.page and refusal == 404:
            content[HTML] = {"schema": {"type": "string"}}
        yield refusal, {"description": words, "content": content}
