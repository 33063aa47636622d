"""What the workshop has to begin with: templates, every game, and what to choose from."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Any, get_type_hints

from fairyring.board import Edge
from fairyring.gamefiles.boards import BUILDERS, COLOURS

TEMPLATES = files(__package__) / "templates"
FIRST = "empty"


@cache
def templates() -> tuple[str, ...]:
    """The names of the templates, the emptiest first."""
    found = (file.name.removesuffix(".toml") for file in TEMPLATES.iterdir() if file.name.endswith(".toml"))
    return tuple(sorted(found, key=lambda name: (name != FIRST, name)))


def _boards() -> Iterator[tuple[str, list[str]]]:
    """The kinds of boards that numbers describe, with the names of these numbers."""
    for kind, builder in BUILDERS.items():
        parameters = inspect.signature(builder).parameters.values()
        own = [each.name for each in parameters if each.default is each.empty]
        if all(get_type_hints(builder)[each] is int for each in own):
            yield kind, own


def start(name: str) -> str:
    """The text of a template, or of a file that makes a game.

    Raises:
        UnknownVariantError: there is neither.
        VariantError: no file can say the game.
    """
    from fairyring.web import catalog
    from fairyring.web.workshop.look import start_of

    if name in templates():
        return (TEMPLATES / f"{name}.toml").read_text(encoding="utf-8")
    return start_of(catalog.variant(name))


def catalogue(language: str) -> dict[str, Any]:
    """What there is to choose from, with the words of mechanics in a language.

    Raises:
        UnknownLanguageError: there is no catalogue for that language.
    """
    from fairyring.web.workshop import mechanics, pieces

    return {
        "pieces": pieces.catalogue(),
        "mechanics": mechanics.cards_in(language),
        "drawings": pieces.drawings(),
        "boards": [{"kind": kind, "numbers": numbers} for kind, numbers in _boards()],
        "edges": [edge.value for edge in Edge],
        "colours": list(COLOURS),
        "templates": list(templates()),
    }
