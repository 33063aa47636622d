"""Writing game files: the data that `reading` and the shapes read, as TOML that people can go on from."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

WIDTH: Final = 100  # longer lists get several lines
_BARE: Final = re.compile(r"[A-Za-z0-9_-]+")


def toml_text(data: Mapping[str, Any]) -> str:
    """A game file with this data, which consists of texts, whole numbers, truth values, lists and tables.

    Tables whose values are tables, too, get a header, and all others are written in one line. Empty tables
    at the top are left out.
    """
    own = {key: value for key, value in data.items() if not _has_header(value)}
    lines = [_line(key, value) for key, value in own.items() if value != {}]
    for key, table in data.items():
        if key not in own:
            lines += ["", f"[{_key(key)}]", *(_line(inner, value) for inner, value in table.items())]
    return "\n".join(lines) + "\n"


def _has_header(value: Any) -> bool:
    return isinstance(value, Mapping) and any(isinstance(inner, Mapping) for inner in value.values())


def _line(key: str, value: Any) -> str:
    return f"{_key(key)} = {_value(value)}"


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else _text(key)


def _text(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _value(value: Any) -> str:
    match value:
        case bool():
            return str(value).lower()
        case int():
            return str(value)
        case str():
            return _text(value)
        case Mapping():
            inner = ", ".join(_line(key, each) for key, each in value.items())
            return f"{{ {inner} }}" if inner else "{}"
        case Sequence():
            return _list([_value(each) for each in value])
    raise TypeError(f"a game file cannot say {value!r}")


def _list(items: list[str]) -> str:
    short = f"[{', '.join(items)}]"
    return short if len(short) <= WIDTH else "\n".join(["[", *_filled(items), "]"])


def _filled(items: list[str]) -> Iterator[str]:
    """Items of a list on as many lines as they need; tables have lines of their own."""
    line = ""
    for item in items:
        if line and (len(line) + len(item) > WIDTH or item.startswith("{")):
            yield f"   {line}"
            line = ""
        line += f" {item},"
    yield f"   {line}"
