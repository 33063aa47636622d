"""Routes with the types of what they take and answer, which read requests and make the OpenAPI document."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple

from pydantic import BaseModel, TypeAdapter
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket

from fairyring.web.messages import MAX_BODY, read_as, read_query
from fairyring.web.requests import body_of

Handler = Callable[..., Awaitable[Response]]
"""Takes the request, its ``body`` and ``query`` where it has such types, and the parameters of its path."""


class Operation(NamedTuple):
    """What a request takes and what it is answered.

    Attributes:
        method: of HTTP.
        path: with parameters in braces.
        about: what it does, in Markdown.
        answer: the type of a JSON answer, or the media type of another; None where there is only a status.
        status: of the answer.
        refusals: statuses of refusals, beside those that every request may meet.
        body: the type of the request's body; None for no body.
        query: the type of its query.
        page: whether a browser that looks for a page is shown one in place of a refusal with status 404.
    """

    method: str
    path: str
    about: str
    answer: Any
    status: int = 200
    refusals: tuple[int, ...] = ()
    body: Any = None
    query: type[BaseModel] | None = None
    page: bool = False


class Api:
    """The routes of an application, and what there is to say about them.

    Attributes:
        routes: for Starlette.
        operations: in the same order.
    """

    def __init__(self) -> None:
        self.routes: list[BaseRoute] = []
        self.operations: list[Operation] = []

    def get(self, path: str, answer: Any, **about: Any) -> Callable[[Handler], Handler]:
        """Route GET requests to a function, whose docstring says what they do; ``about``: see `Operation`."""
        return self._route("GET", path, answer, MAX_BODY, about)

    def post(
        self, path: str, answer: Any, *, most: int = MAX_BODY, **about: Any
    ) -> Callable[[Handler], Handler]:
        """Route POST requests to a function; their bodies have at most ``most`` bytes."""
        return self._route("POST", path, answer, most, about)

    def websocket(self, path: str) -> Callable[[Callable[..., Awaitable[None]]], None]:
        """Route WebSockets to a function, which takes the WebSocket and the parameters of the path."""

        def routed(handle: Callable[..., Awaitable[None]]) -> None:
            async def endpoint(socket: WebSocket) -> None:
                await handle(socket, **socket.path_params)

            self.routes.append(WebSocketRoute(path, endpoint))

        return routed

    def _route(
        self, method: str, path: str, answer: Any, most: int, about: dict[str, Any]
    ) -> Callable[[Handler], Handler]:
        def routed(handle: Handler) -> Handler:
            operation = Operation(method, path, _unwrapped(handle.__doc__), answer, **about)
            body = None if operation.body is None else TypeAdapter[Any](operation.body)
            query = operation.query

            async def endpoint(request: Request) -> Response:
                given: dict[str, Any] = dict(request.path_params)
                if query is not None:
                    given["query"] = read_query(query, request.query_params)
                if body is not None:
                    given["body"] = read_as(body, await body_of(request, most))
                return await handle(request, **given)

            self.routes.append(Route(path, endpoint, methods=[method]))
            self.operations.append(operation)
            return handle

        return routed


def _unwrapped(text: str | None) -> str:
    """A docstring with its paragraphs in one line each."""
    assert text
    return "\n\n".join(" ".join(part.split()) for part in text.strip().split("\n\n"))
