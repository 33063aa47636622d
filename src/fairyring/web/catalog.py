"""The games that there are, for the page. Loading a game compiles nothing; still, call this in a thread."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

from fairyring.errors import FairyringError, shown
from fairyring.web.geometry import drawn
from fairyring.web.languages import ENGLISH, words
from fairyring.web.sight import tokens

if TYPE_CHECKING:
    from fairyring.game import Variant


class UnknownVariantError(FairyringError):
    """No game that comes with fairyring is called so."""


def variant(name: str, options: Mapping[str, object] | None = None) -> Variant:
    """A game that comes with fairyring; never a file, which a name from outside could point at.

    Raises:
        UnknownVariantError: there is no such game.
        VariantError: it has no such option, or not of that kind.
    """
    from fairyring.game import load, variants

    if name not in variants():
        raise UnknownVariantError(f"no game is called {shown(name)}")
    return load(name, **options) if options else _loaded(name)


@cache
def _loaded(name: str) -> Variant:
    from fairyring.game import load

    return load(name)


def summaries() -> list[dict[str, Any]]:
    """Every game in a few words, in the order in which they are shown."""
    from fairyring.game import variants

    games = sorted(map(_loaded, variants()), key=lambda game: (game.definition.standing, game.name))
    return [_summary(game) for game in games]


def detail(name: str) -> dict[str, Any]:
    """One game with its board, its pieces, and what stands on the board at the start.

    Raises:
        UnknownVariantError: there is no such game.
    """
    found = variant(name)
    definition = found.definition
    start = definition.form.placed(definition.start)
    return {
        **_summary(found),
        "board": drawn(found.rules),
        "pieces": [
            {"letter": piece.letter, "name": piece.name, "picture": piece.picture, "note": piece.note}
            for piece in found.rules.pieces
        ],
        "options": [
            {"name": option, "value": value, "words": definition.options.get(option, "")}
            for option, value in found.options.items()
        ],
        "start": tokens(found.board, found.rules.tokens(start, 0)),
    }


def _summary(found: Variant) -> dict[str, Any]:
    definition = found.definition
    return {
        "name": found.name,
        "title": definition.title,
        "summary": definition.summary,
        "inventor": definition.inventor,
        "year": definition.year,
    }


@cache
def rules(variant: Variant, language: str) -> str:
    """The rules page of a game, a whole document, made once; its rules must have been prepared.

    Raises:
        UnknownLanguageError: the server has no words in that language.
    """
    from fairyring.drawing import rules_page

    if language == ENGLISH:
        return rules_page(variant)
    return words(language).page(rules(variant, ENGLISH))
