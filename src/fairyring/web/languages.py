"""The languages that the server has catalogues for.

The server's texts are English. One that is made from a template is sent with it (`phrase`), and the page
looks template and parameters up in the catalogue of its language. Rules pages are translated here.

A catalogue is a gettext file, ``locale/<language>/<domain>.po``, in which the template is the msgid.
``tools/catalogues`` adds what is missing and takes out what is no longer said.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Literal

import polib

from fairyring.errors import FairyringError, shown
from fairyring.messages import Message, joined, translated

ENGLISH = "en"
PLACE = Path(str(files("fairyring.web").joinpath("locale")))

Domain = Literal["messages", "rules", "workshop", "files"]
"""``messages``: texts that the page is sent. ``rules``: those of rules pages alone, which no page loads.
``workshop``: what mechanics and their parameters are, which is told in the workshop alone.
``files``: what can be wrong with game files, which pages load that take files."""


class UnknownLanguageError(FairyringError):
    """There is no catalogue for a language."""


def languages() -> tuple[str, ...]:
    """The languages of the page, as browsers name them; English first."""
    return (ENGLISH, *sorted(folder.name for folder in PLACE.iterdir() if folder.is_dir()))


@cache
def catalogue(language: str, domain: Domain) -> Mapping[str, str]:
    """The translations of a language by their English templates; none in English.

    Raises:
        UnknownLanguageError: there is no catalogue for it.
    """
    if language == ENGLISH:
        return {}
    if language not in languages():
        known = joined("{first}, {rest}", languages())
        raise UnknownLanguageError(
            Message("there are no texts in {language}; choose {known}", language=shown(language), known=known)
        )
    entries = polib.pofile(str(PLACE / language / f"{domain}.po"), encoding="utf-8")
    return {entry.msgid: entry.msgstr for entry in entries if entry.translated()}


def translator(language: str, own: Mapping[str, str] | None = None) -> Callable[[str], str]:
    """What translates a text, which may be a `Message`, for a rules page; ``own`` has texts of its game.

    Raises:
        UnknownLanguageError: there is no catalogue for the language.
    """
    known = {**(own or {}), **catalogue(language, "messages"), **catalogue(language, "rules")}
    return lambda text: translated(text, lambda template: known.get(template, template))


def phrase(text: str) -> str | dict[str, Any]:
    """A text as it is sent: as it is, or where it has parameters with its template and them."""
    return _phrase(text) if isinstance(text, Message) and text.params else str(text)


def _phrase(message: Message) -> dict[str, Any]:
    params = {
        name: _phrase(value) if isinstance(value, Message) else value
        for name, value in message.params.items()
    }
    return {"text": str(message), "code": message.template, "params": params}


def unphrased(said: str | Mapping[str, Any]) -> str:
    """A text as it was before `phrase`, from another process."""
    if isinstance(said, str):
        return said
    params = {
        name: unphrased(value) if isinstance(value, Mapping) else value
        for name, value in said["params"].items()
    }
    return Message(said["code"], **params)
