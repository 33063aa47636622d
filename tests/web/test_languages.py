"""The page speaks each of its languages whole, and nothing that people read stands outside of them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from fairyring.messages import TRANSLATED, Message
from fairyring.web import catalog
from fairyring.web.languages import (
    Domain,
    UnknownLanguageError,
    catalogue,
    languages,
    phrase,
    translator,
)
from tests import lanes
from tools.faults import faults, read_by
from tools.faults import formatted as put_together
from tools.texts import SOURCE, TEMPLATE, TERMINAL, declared, formatted, texts

WEB = Path(__file__).parents[2] / "src" / "fairyring" / "web"
STATIC = WEB / "static"
MODULES = sorted(STATIC.glob("*.js"))
LANGUAGES = sorted(path.stem for path in (STATIC / "languages").glob("??.json") if path.stem != "en")


def words_of(language: str, part: str = "*") -> dict[str, str | dict[str, str]]:
    """The page's words in a language: all of them, or those of one file."""
    paths = sorted((STATIC / "languages").glob(f"{language}{part}.json"))
    read = (json.loads(path.read_text(encoding="utf-8")) for path in paths)
    return {key: said for words in read for key, said in words.items()}


ENGLISH = words_of("en")
PARTS = [path.stem.removeprefix("en") for path in (STATIC / "languages").glob("en*.json")]

# A comment, a string, or a regular expression where one can stand; strings with holes are taken whole.
TOKENS = re.compile(
    r"""(?P<comment>//[^\n]*|/\*.*?\*/)"""
    r"""|"(?P<string>(?:[^"\\\n]|\\.)*)\""""
    r"""|`(?P<template>(?:[^`\\]|\\.|\$\{[^{}`]*(?:`[^`]*`)?[^{}`]*\})*)`"""
    r"""|(?<=[(,=:?&|!\[])\s*/(?:[^/\\\n\[]|\\.|\[[^\]]*\])+/[a-z]*""",
    re.DOTALL,
)
HOLE = re.compile(r"\$\{(?:[^{}]|\{[^{}]*\})*\}")
# Two words in a row, a word beside a hole, which is a 0 here, or one that begins as sentences do.
READ = re.compile(r"[A-Za-z’']{2,},? [a-zA-Z]|0 [a-z]{3,}|[a-z]{3,} 0|^[A-Z][a-z]{2,}")
# What only looks like it: names of keys and headers, what stands for style sheets and selectors, and what a
# mistake in the page itself says to its authors.
CODE = {
    "ArrowLeft",
    "ArrowRight",
    "ArrowUp",
    "ArrowDown",
    "Home",
    "End",
    "Enter",
    "Escape",
    "Tab",
    "Content-Type",
    "Notification",
}
STYLE = re.compile(r"\b(class|kind|closest|querySelector\w*|transform|there|typeof|toggle|throw new Error)\b")
OWN_NAMES = {"English", "Deutsch"}


def literals(path: Path) -> Iterator[tuple[int, str, str]]:
    """Every string of a module with its line, and what stands before it there."""
    text = path.read_text(encoding="utf-8")
    for start, said in strings(text):
        yield text.count("\n", 0, start) + 1, said, text[max(0, start - 40) : start].split("\n")[-1]


def strings(text: str, begin: int = 0) -> Iterator[tuple[int, str]]:
    """Every string of a text with its place, and those in the holes of others."""
    for found in TOKENS.finditer(text):
        if found["string"] is not None:
            yield begin + found.start(), found["string"]
        elif (said := found["template"]) is not None:
            yield begin + found.start(), said
            for hole in HOLE.finditer(said):
                yield from strings(hole.group(), begin + found.start() + 1 + hole.start())


def holes(template: str | dict[str, str]) -> set[str]:
    texts = [template] if isinstance(template, str) else template.values()
    return {hole for text in texts for hole in re.findall(r"\{(\w*)\}", text)}


def test_game_files_can_have_texts_in_each_language() -> None:
    assert sorted(TRANSLATED) == LANGUAGES == sorted(set(languages()) - {"en"})


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_language_has_every_word_with_its_holes(language: str) -> None:
    for part in PARTS:
        english_keys = list(words_of("en", part))
        assert list(words_of(language, part)) == sorted(english_keys) == english_keys, (
            "the keys are the same, in the order of the alphabet"
        )
    assert sum(len(words_of("en", part)) for part in PARTS) == len(ENGLISH), "each key is in one file"
    words = words_of(language)
    for key, english in ENGLISH.items():
        assert holes(words[key]) == holes(english), key
        assert type(words[key]) is type(english), key


@pytest.mark.parametrize("language", ["en", *LANGUAGES])
def test_what_a_button_shows_is_in_its_name(language: str) -> None:
    """Those who speak to their browser say what they read."""
    words = words_of(language)
    names = {
        key: str(words[key]).lower() for key in words if key.startswith("action.") and key.endswith(".whole")
    }
    assert names
    for key, name in names.items():
        shown = str(words[key.removesuffix(".whole")]).lower().rstrip(" …")
        assert shown in name, key


def test_every_word_is_used_and_every_key_that_is_used_has_words() -> None:
    said = [text for path in MODULES for _, text, _ in literals(path)]
    made = [text for text in said if re.fullmatch(r"[a-z.-]+", HOLE.sub("", text))]
    patterns = [re.compile(HOLE.sub(r"[\\w-]+", text)) for text in made if HOLE.search(text)]
    unused = [key for key in ENGLISH if key not in said and not any(each.fullmatch(key) for each in patterns)]
    assert unused == []
    for path in MODULES:
        for line, text, before in literals(path):
            if re.search(r"\bt\($", before) and "${" not in text:
                assert text in ENGLISH, f"{path.name}:{line} {text!r}"


DOMAINS: tuple[Domain, ...] = ("messages", "rules", "workshop", "files")
every_catalogue = pytest.mark.parametrize(
    ("language", "domain"), [(language, domain) for language in LANGUAGES for domain in DOMAINS]
)


@every_catalogue
def test_each_language_has_a_translation_of_all_that_the_server_says(language: str, domain: Domain) -> None:
    known, wanted = catalogue(language, domain), texts(domain)
    assert [f"{place}: {text}" for text, place in wanted.items() if text not in known] == []
    assert [text for text in known if text not in wanted] == [], "said no more; see tools/catalogues"


@every_catalogue
def test_a_translation_has_the_fields_of_its_template(language: str, domain: Domain) -> None:
    wrong = {
        text: other
        for text, other in catalogue(language, domain).items()
        if fields(text) != fields(other) and TEMPLATE.search(text)
    }
    assert wrong == {}


def fields(template: str) -> list[str]:
    return sorted(re.findall(r"\{[^{}]*\}", template))


# What is the same in both languages, and words by which English shows where nothing was translated.
ENGLISH_WORDS = re.compile(r"\b(the|and|of|is|to|it|with)\b")


@every_catalogue
def test_translations_are_in_their_language(language: str, domain: Domain) -> None:
    assert [text for text in catalogue(language, domain).values() if ENGLISH_WORDS.search(text)] == []


FAMILIAR = re.compile(
    r"\b(du|dir|dich|dein(e[mnrs]?)?)\b"
    r"|(^|[.:;!?] |, oder )(erkläre|fange|fülle|nenne|schlage|schreibe|setze|wähle|ziehe)\b",
    re.IGNORECASE,
)


def test_german_readers_are_told_things_formally() -> None:
    """What the page, the server, and the games of the library say."""
    said = [
        text
        for each in words_of("de").values()
        for text in ([each] if isinstance(each, str) else each.values())
    ]
    said += [text for domain in DOMAINS for text in catalogue("de", domain).values()]
    said += catalog.translations("de").values()
    assert [text for text in said if FAMILIAR.search(text)] == []


# What these say is for programmers and for inventors of games, in English.
FOR_PROGRAMMERS = {
    "kernels/code_cache.py",
    "kernels/orthodox/topics.py",
    "search/analysis.py",
    "search/levels.py",
    "variants/user_files.py",
}
SPEAKING = sorted(
    path
    for path in SOURCE.rglob("*.py")
    for name in (str(path.relative_to(SOURCE)),)
    if not name.startswith(TERMINAL) and name not in FOR_PROGRAMMERS
)


def test_texts_with_parameters_are_messages() -> None:
    assert SPEAKING
    assert [f"{path}:{line}" for path in SPEAKING for line in formatted(path)] == []


def test_what_is_wrong_with_a_game_file_is_said_in_messages() -> None:
    readers = [path for path in SOURCE.rglob("*.py") if read_by(str(path.relative_to(SOURCE)))]
    assert sum(len(faults(path)) for path in readers) > 300
    assert [f"{path}:{line}" for path in readers for line in put_together(path)] == []


@pytest.mark.parametrize("name", lanes.GAMES)
def test_each_language_tells_the_rules_of_every_game(name: str) -> None:
    for language in LANGUAGES:
        say = translator(language)
        assert [text for text in map(say, declared(name)) if ENGLISH_WORDS.search(text)] == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["mini-meta", "momentum", "ravioli"])
def test_a_rules_page_is_the_same_page_in_each_language(name: str, language: str) -> None:
    """These three have between them all that a rules page can have."""
    game = catalog.variant(name)
    english, other = (catalog.rules(game, each) for each in ("en", language))
    assert f'<html lang="{language}">' in other
    assert f'href="/rules/chess?language={language}"' in other
    assert bare(other) == bare(english)
    said = "".join(re.findall(r'>[^<]+|aria-label="[^"]+"', CODES.sub("", other)))
    assert ENGLISH_WORDS.findall(said) == []


CODES = re.compile(r"<code\b.*?</code>|<style\b.*?</style>", re.DOTALL)


def bare(page: str) -> tuple[list[str], list[str]]:
    """A page without its words: its elements, pictures and all, and what stands in code."""
    tags = re.findall(r"<[^>]+>", page)
    told = re.compile(r' (aria-label|title|content|lang|href)="[^"]*"')
    return [told.sub(r" \1", tag) for tag in tags], CODES.findall(page)


def test_a_text_with_parameters_is_sent_with_its_template() -> None:
    assert phrase("white rook") == "white rook"
    assert phrase(Message("white rook")) == "white rook"
    name = Message("white rook")
    assert phrase(Message("capture {piece} on {site}", piece=name, site="a1")) == {
        "text": "capture white rook on a1",
        "code": "capture {piece} on {site}",
        "params": {"piece": {"text": "white rook", "code": "white rook", "params": {}}, "site": "a1"},
    }


def test_the_server_says_what_translates_texts() -> None:
    say = translator("de")
    message = Message("capture {piece}", piece=Message("big white rook"))
    assert say(message) == "schlagen: großer weißer Turm"
    assert say("nobody has said this before") == "nobody has said this before"
    with pytest.raises(UnknownLanguageError, match="there are no texts in 'xx'; choose en, de"):
        translator("xx")


def test_the_server_has_the_languages_of_the_page() -> None:
    page = (STATIC / "language.js").read_text(encoding="utf-8")
    named = re.search(r"LANGUAGES = \{([^}]*)\}", page)
    assert named
    assert tuple(re.findall(r"(\w+):", named[1])) == languages()


def test_no_pattern_reads_english_back() -> None:
    """The page translates by lookup alone: language.js has one pattern, which fills templates."""
    page = (STATIC / "language.js").read_text(encoding="utf-8")
    assert "RegExp(" not in page


def test_words_of_the_workshop_are_loaded_there_alone() -> None:
    """The page's modules that are not the workshop's use none of them."""
    own = words_of("en", ".workshop").keys()
    assert own
    for path in MODULES:
        if not path.name.startswith("workshop"):
            assert not own & {text for _, text, _ in literals(path)}, path.name


def test_what_people_read_stands_in_no_module() -> None:
    assert MODULES
    found = [
        f"{path.name}:{line} {text!r}"
        for path in MODULES
        for line, text, before in literals(path)
        if READ.search(HOLE.sub("0", text)) and not STYLE.search(before) and text not in CODE | OWN_NAMES
    ]
    assert found == []
