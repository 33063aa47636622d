"""The mechanics of the workshop: a card for each, from its declaration, and which fit a draft."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import MISSING, fields
from functools import cache
from typing import Any, get_type_hints

from fairyring.board import Board, grid
from fairyring.gamefiles.rules import MECHANICS, rules_entries
from fairyring.gamefiles.saying import Saying, usual_of
from fairyring.gamefiles.shapes import Schemas
from fairyring.web.languages import catalogue

Json = dict[str, Any]


def cards_in(language: str) -> list[Json]:
    """The cards in a language of the page.

    Raises:
        UnknownLanguageError: there is no catalogue for it.
    """
    known = catalogue(language, "workshop")

    def said(part: Json) -> Json:
        return {
            key: known.get(value, value) if key in ("title", "about") else value
            for key, value in part.items()
        }

    return [{**said(card), "parameters": list(map(said, card["parameters"]))} for card in cards()]


def spoken() -> dict[str, None]:
    """All that cards say to people, in English."""
    texts = [
        (card["title"], card["about"], *(each["about"] for each in card["parameters"])) for card in cards()
    ]
    return dict.fromkeys(text for texts_of_one in texts for text in texts_of_one if text)


@cache
def cards() -> list[Json]:
    """Each mechanic with its sentence and its parameters."""
    schema = _schema()
    return [
        {
            "name": name,
            "title": str(cls.title),
            "about": _plain(schema[name]),
            "required": list(schema[name].get("required", ())),
            "parameters": list(_parameters(cls, schema[name]["properties"])),
        }
        for name, cls in MECHANICS.items()
    ]


@cache
def _schema() -> dict[str, Json]:
    """The JSON Schema of each mechanic."""
    found: dict[str, Json] = rules_entries()["mechanics"].shape.schema(Schemas())["properties"]
    return found


def _parameters(cls: type[Any], properties: Mapping[str, Json]) -> Iterator[Json]:
    saying = Saying(grid(8, 8))
    hints = get_type_hints(cls)
    for field in fields(cls):
        if field.name in properties:
            part = properties[field.name]
            usual = usual_of(field)
            yield {
                "name": field.name,
                "about": _plain(part),
                "kind": _kind(part),
                "letters": hints[field.name] is str and "letter" in part.get("description", ""),
                "words": part.get("enum", []),
                "usual": None if usual is MISSING else saying.said(usual),
            }


def _plain(part: Json) -> str:
    """What a declaration says of itself, without the signs of code."""
    return str(part.get("description", "")).replace("``", "")


def _kind(part: Json) -> str:
    """How a parameter is entered: as a switch, a number, a text, one of some words, or in the text alone."""
    if "enum" in part:
        return "words"
    if "anyOf" in part and any(each.get("type") == "integer" for each in part["anyOf"]):
        return "number"
    return {"boolean": "switch", "integer": "number", "string": "text"}.get(part.get("type", ""), "table")


def examples(card: Json, raw: Mapping[str, Any], board: Board | None) -> list[Json]:
    """Parameters to begin with: those that a card needs, and then those that name pieces, too.

    They are of the draft's own pieces and squares.
    """
    pieces = {letter: piece for letter, piece in raw.get("pieces", {}).items() if isinstance(piece, dict)}
    common = [letter for letter, piece in pieces.items() if not piece.get("royal") and not piece.get("pawn")]
    letter = next(iter([*common, *pieces]), "")
    royal = next((letter for letter, piece in pieces.items() if piece.get("royal")), letter)
    known = {"piece": royal}
    parameters = {each["name"]: each for each in card["parameters"]}
    schema = _schema()[card["name"]]["properties"]
    needed = {name: known.get(name, _sample(schema[name], letter, board)) for name in card["required"]}
    named = {name: letter for name, each in parameters.items() if each["letters"] and not each["usual"]}
    return [needed] if needed or not named else [{}, {**named}]


def _sample(schema: Json, letter: str, board: Board | None) -> Any:
    """A value that a schema allows."""
    match schema.get("type"):
        case "integer":
            return min(3, schema.get("maximum", 3))
        case "boolean":
            return True
        case "array":
            return _middle(board)
        case "object":
            return {letter: _sample(schema.get("additionalProperties", {}), letter, board)}
    return schema["enum"][0] if "enum" in schema else letter


def _middle(board: Board | None) -> list[str]:
    """The squares in the middle of a board's first chart."""
    if board is None:
        return []
    chart = board.charts[0]
    rows = chart.rows[(chart.height - 1) // 2 : chart.height // 2 + 1]
    files = slice((chart.width - 1) // 2, chart.width // 2 + 1)
    return [board.names[site] for row in rows for site in row[files] if site >= 0]
