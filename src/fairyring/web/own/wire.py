"""ASGI between two processes: one connection for each request, with its scope and messages as JSON.

What the other process sends is data and nothing else: it may be broken, and is not trusted to be well formed.
"""

from __future__ import annotations

import asyncio
import json
import struct
from collections.abc import Mapping, MutableMapping
from typing import Any

Message = MutableMapping[str, Any]

MAX_FRAME = 64 << 20  # bytes; far more than any answer
# What an application may know of a connection; the rest, such as the server's own state, is not passed on.
SCOPE = frozenset(
    {
        "type",
        "asgi",
        "http_version",
        "method",
        "scheme",
        "path",
        "raw_path",
        "query_string",
        "root_path",
        "headers",
        "client",
        "server",
        "subprotocols",
        "extensions",
    }
)

_LENGTH = struct.Struct(">I")
_BYTES = "bytes"  # the only key of an object that stands for bytes


class WireError(Exception):
    """The other end sent something that is not a message."""


async def write(writer: asyncio.StreamWriter, message: Mapping[str, Any] | None) -> None:
    """Send a message; None for the end."""
    data = json.dumps(_plain(message), ensure_ascii=False, separators=(",", ":")).encode()
    writer.write(_LENGTH.pack(len(data)) + data)
    await writer.drain()


async def read(reader: asyncio.StreamReader) -> Message | None:
    """Receive a message; None for the end.

    Raises:
        WireError: it is not a message.
        asyncio.IncompleteReadError: the connection was closed before the end.
    """
    (length,) = _LENGTH.unpack(await reader.readexactly(_LENGTH.size))
    if length > MAX_FRAME:
        raise WireError
    try:
        message = _rebuilt(json.loads(await reader.readexactly(length)))
    except (ValueError, RecursionError) as error:
        raise WireError from error
    if message is not None and not (isinstance(message, dict) and isinstance(message.get("type"), str)):
        raise WireError
    return message


def _plain(value: Any) -> Any:
    if isinstance(value, bytes):
        return {_BYTES: value.decode("latin-1")}
    if isinstance(value, Mapping):
        return {key: _plain(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(part) for part in value]
    return value


def _rebuilt(value: Any) -> Any:
    if isinstance(value, dict):
        if value.keys() == {_BYTES}:
            return str(value[_BYTES]).encode("latin-1")
        return {key: _rebuilt(part) for key, part in value.items()}
    if isinstance(value, list):
        return [_rebuilt(part) for part in value]
    return value
