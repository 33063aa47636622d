"""Writes what the declarations of game files say: ``.venv/bin/python tools/game_files.py``.

From them come the JSON Schema that the server offers, ``web/static/game-file.schema.json``, and the tables of
docs/game-files.md between its markers; a test says when one is not as it would be written.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from fairyring.variants.toml.declaration import schema

ROOT = Path(__file__).parents[1]
SCHEMA = ROOT / "src" / "fairyring" / "web" / "static" / "game-file.schema.json"
DOCUMENT = ROOT / "docs" / "game-files.md"
MARKER = re.compile(r"(<!-- tools/game_files\.py: (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)

Part = dict[str, Any]


def written() -> str:
    """The JSON Schema as its file has it."""
    return json.dumps(schema(), indent=1, ensure_ascii=False) + "\n"


def document(text: str) -> str:
    """The page with its tables as they should be."""
    whole = schema()
    tables: dict[str, Callable[[Part], Iterator[str]]] = {"keys": _keys, "mechanics": _mechanics}
    tables |= {"boards": _boards, "movements": _movements, "areas": _areas}

    def table(found: re.Match[str]) -> str:
        return f"{found[1]}\n" + "".join(f"{line}\n" for line in tables[found[2]](whole)) + f"\n{found[3]}"

    return MARKER.sub(table, text)


def _keys(whole: Part) -> Iterator[str]:
    yield "| key | what it is |"
    yield "|---|---|"
    for key, part in whole["properties"].items():
        yield f"| `{key}` | {_ended(part.get('description', ''))} |"


def _mechanics(whole: Part) -> Iterator[str]:
    yield "| mechanic | what it does | parameters |"
    yield "|---|---|---|"
    for name, part in whole["properties"]["mechanics"]["properties"].items():
        parameters = "; ".join(_parameters(part))
        yield f"| `{name}` | {part['description']} | {parameters} |"


def _boards(whole: Part) -> Iterator[str]:
    yield from _kinds(whole["definitions"]["board"])


def _movements(whole: Part) -> Iterator[str]:
    kinds = next(part for part in whole["definitions"]["movement"]["anyOf"] if "oneOf" in part)
    yield from _kinds(kinds)


def _kinds(part: Part) -> Iterator[str]:
    yield "| kind | what it is | keys |"
    yield "|---|---|---|"
    shared = set.intersection(*(set(each["properties"]) for each in part["oneOf"]))
    for each in part["oneOf"]:
        keys = ", ".join(f"`{key}`" for key in each["properties"] if key not in shared)
        yield f"| `{each['properties']['kind']['const']}` | {each['description']} | {keys} |"


def _areas(whole: Part) -> Iterator[str]:
    words = next(part["enum"] for part in whole["definitions"]["area"]["anyOf"] if "enum" in part)
    yield ", ".join(f"`{word}`" for word in words)


def _parameters(part: Part) -> Iterator[str]:
    needed = part.get("required", ())
    for name, each in part["properties"].items():
        said = each.get("description", "").rstrip(".")
        yield f"`{name}`{' (required)' if name in needed else ''}{': ' if said else ''}{_code(said)}"


def _ended(text: str) -> str:
    return _code(text).rstrip(".")


def _code(text: str) -> str:
    """A docstring's text as Markdown has it."""
    return text.replace("``", "`").replace("|", "\\|")


def main() -> None:
    """Write both."""
    SCHEMA.write_text(written(), encoding="utf-8")
    DOCUMENT.write_text(document(DOCUMENT.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
