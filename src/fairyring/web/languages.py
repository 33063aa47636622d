"""What the server says, in the languages of the page.

All is said in English, and what that is in another language is found by the English phrase. The page does so
with what it is sent (``tr`` in ``static/language.js``); the rules pages, whole documents, are put into their
language here. Both read ``static/languages/<language>.server.json``, whose form ``language.js`` tells. What
is said on rules pages alone stands beside it in ``<language>.rules.json``, which no browser has to fetch.
"""

from __future__ import annotations

import json
import re
from functools import cache, lru_cache
from html import escape, unescape
from itertools import zip_longest
from typing import Any

from fairyring.errors import FairyringError, shown
from fairyring.web.shell import STATIC

ENGLISH = "en"
_FILES = STATIC / "languages"
# Texts are escaped, so that no < or > stands in them. What stands in code is the same in all languages.
_TEXT = re.compile(
    r"(?P<code><code\b.*?</code>)"
    r'|(?P<label> (?:aria-label|title|content)=")(?P<said>[^"]*)'
    r"|(?<=>)(?P<before>\s*)(?P<text>[^<>\s](?:[^<>]*[^<>\s])?)(?=\s*<)"
    r'|(?P<lang><html lang=")en'
    r'|(?P<link><a href="/rules/[^"?]*)',
    re.DOTALL,
)


class UnknownLanguageError(FairyringError):
    """The server has no words in it."""


def languages() -> tuple[str, ...]:
    """The languages of the page, as browsers name them; English first."""
    return (ENGLISH, *sorted(path.name.partition(".")[0] for path in _FILES.glob("*.server.json")))


@cache
def words(language: str) -> Words:
    """The words of a language other than English.

    Raises:
        UnknownLanguageError: there is no such language.
    """
    if language not in languages()[1:]:
        raise UnknownLanguageError(
            f"nothing is said here in {shown(language)}; there is {', '.join(languages())}"
        )
    told, rules = (
        json.loads((_FILES / f"{language}.{kind}.json").read_text(encoding="utf-8"))
        for kind in ("server", "rules")
    )
    return Words(language, {**told, "phrases": told["phrases"] | rules})


class Words:
    """What the server's words are in another language.

    Args:
        language: its name.
        told: its phrases, men and qualities, as ``<language>.server.json`` has them.
    """

    def __init__(self, language: str, told: dict[str, Any]) -> None:
        self.language = language
        self._phrases: dict[str, str] = told["phrases"]
        self._men: dict[str, tuple[str, str]] = told["men"]
        self._qualities: dict[str, dict[str, str]] = told["qualities"]
        # Who knows how a phrase begins goes first, and then who says more of it.
        patterns = [phrase for phrase in self._phrases if "{" in phrase]
        patterns.sort(key=lambda phrase: (phrase.startswith("{"), -len(phrase)))
        self._patterns = [(self._pattern(phrase), self._phrases[phrase]) for phrase in patterns]
        self.say = lru_cache(maxsize=10_000)(self._say)

    def page(self, document: str) -> str:
        """A rules page in this language, with links to others in it; its pictures are the same."""

        def told(found: re.Match[str]) -> str:
            kind = found.lastgroup
            if kind == "said":
                return found["label"] + escape(self.say(unescape(found["said"])))
            if kind == "text":
                return found["before"] + escape(self.say(unescape(found["text"])))
            if kind == "lang":
                return found["lang"] + self.language
            return f"{found['link']}?language={self.language}" if kind == "link" else found.group()

        return _TEXT.sub(told, document)

    def _say(self, english: str) -> str:
        known = self._known(english)
        if known is not None:
            return known
        # It may be a phrase that begins a sentence here.
        if english[:1].isupper() and (known := self._known(english[0].lower() + english[1:])) is not None:
            return known[:1].upper() + known[1:]
        for pattern, other in self._patterns:
            if found := pattern.fullmatch(english):
                return "".join(
                    part
                    for pair in zip_longest(other.split("{}"), map(self.say, found.groups()), fillvalue="")
                    for part in pair
                )
        # Several men, or several choices.
        return ", ".join(map(self.say, english.split(", "))) if ", " in english else english

    def _known(self, english: str) -> str | None:
        return self._phrases.get(english) or self._man(english)

    def _man(self, english: str) -> str | None:
        """A man as the server names him, such as "big white rook"."""
        said = english.split(" ")
        before = next((place for place, word in enumerate(said) if word not in self._qualities), len(said))
        if (man := self._men.get(" ".join(said[before:]))) is None:
            return None
        gender, noun = man
        return " ".join([*(self._qualities[word][gender] for word in said[:before]), noun])

    def _pattern(self, english: str) -> re.Pattern[str]:
        men, said = ("|".join(map(re.escape, words)) for words in (self._men, self._qualities))
        parts = {"{}": "(.+?)", "{man}": f"((?:(?:{said}) )*(?:{men}))"}
        return re.compile(
            "".join(parts.get(part, re.escape(part)) for part in re.split(r"(\{(?:man)?\})", english)),
            re.DOTALL,
        )
