"""The page speaks each of its languages whole, and nothing that people read stands outside of them."""

from __future__ import annotations

import ast
import builtins
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import fairyring
from fairyring.kernels import contract
from fairyring.search import LEVELS
from fairyring.web import catalog
from fairyring.web.catalog import detail
from fairyring.web.languages import languages, words

WEB = Path(__file__).parents[2] / "src" / "fairyring" / "web"
STATIC = WEB / "static"
MODULES = sorted(STATIC.glob("*.js"))
ENGLISH = json.loads((STATIC / "languages" / "en.json").read_text(encoding="utf-8"))
OTHERS = sorted(path for path in (STATIC / "languages").glob("??.json") if path.stem != "en")
LANGUAGES = [path.stem for path in OTHERS]

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
# mistake in the page itself says to whoever made it.
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


def server(language: str) -> dict[str, dict[str, str]]:
    """What the server's words are in a language."""
    found: dict[str, dict[str, str]] = json.loads(
        (STATIC / "languages" / f"{language}.server.json").read_text(encoding="utf-8")
    )
    return found


def refusals() -> Iterator[tuple[str, str]]:
    """All that is said of a request or a text that goes wrong, with the place; its holes as ``{}``."""
    source = WEB.parent
    web = [*sorted(WEB.glob("*.py")), *sorted(WEB.glob("analysis/*.py"))]
    below = [*sorted((source / "notation").glob("*.py")), *sorted((source / "game").glob("*.py"))]
    for path in (*web, *below):
        if path.name == "server.py":
            continue  # what it says, it says to whoever starts the server
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Raise(
                    exc=ast.Call(func=ast.Name(id="LimitError" | "HTTPException" as name), args=args)
                ):
                    if name == "LimitError":
                        continue  # as above
                case ast.Raise(exc=ast.Call(func=ast.Name(id=name), args=args)) if name.endswith("Error"):
                    if path in below and hasattr(builtins, name):
                        continue  # a mistake of whoever calls
                case ast.Call(func=ast.Attribute(attr="error" | "fail"), args=args):
                    pass
                case ast.FunctionDef(name="_sentence" | "_why_not" | "labels" | "why_not" | "_refusal"):
                    args = [each for each in ast.walk(node) if isinstance(each, ast.JoinedStr)]
                case ast.FunctionDef(name="_asked" | "_line"):
                    args = [each for each in ast.walk(node) if isinstance(each, ast.Constant)]
                    args = [each for each in args if written(each).startswith("too many")]
                case _:
                    continue
            for said in (text for each in args for text in (written(part) for part in choices(each)) if text):
                yield f"{path.name}:{node.lineno}", said


def choices(node: ast.AST) -> list[ast.AST]:
    return [node.body, node.orelse] if isinstance(node, ast.IfExp) else [node]


def written(node: ast.AST) -> str:
    match node:
        case ast.Constant(value=str(text)):
            return text
        case ast.JoinedStr(values=parts):
            return "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in parts)
    return ""


def shape(text: str) -> str:
    """A phrase as it may be written in either way: a man's side and name are one hole, or one each."""
    return re.sub(r"\{\}( \{\})+", "{}", text.replace("{man}", "{}"))


def sent() -> set[str]:
    """The words of all games that the page is sent."""
    found = {level.title for level in LEVELS.values()} | set(filter(None, contract.REASONS))
    for name in fairyring.variants():
        game = detail(name)
        found |= {game["title"], game["summary"], *(panel["title"] for panel in game["board"]["panels"])}
        for option in game["options"]:
            found |= {option["name"].replace("_", " "), option["words"]}
        found |= {piece["name"] for piece in game["pieces"]} | {token["name"] for token in game["start"]}
    return found - {""}


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_language_has_every_word_with_its_holes(language: str) -> None:
    words = json.loads((STATIC / "languages" / f"{language}.json").read_text(encoding="utf-8"))
    assert list(words) == sorted(ENGLISH) == list(ENGLISH), (
        "the keys are the same, in the order of the alphabet"
    )
    for key, english in ENGLISH.items():
        assert holes(words[key]) == holes(english), key
        assert type(words[key]) is type(english), key


@pytest.mark.parametrize("language", ["en", *LANGUAGES])
def test_what_a_button_shows_is_in_its_name(language: str) -> None:
    """Those who speak to their browser say what they read."""
    words = json.loads((STATIC / "languages" / f"{language}.json").read_text(encoding="utf-8"))
    names = {key: words[key].lower() for key in words if key.startswith("action.") and key.endswith(".whole")}
    assert names
    for key, name in names.items():
        shown = words[key.removesuffix(".whole")].lower().rstrip(" …")
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


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_language_has_a_word_for_all_that_the_server_says(language: str) -> None:
    words = server(language)
    phrases, men, qualities = words["phrases"], words["men"], words["qualities"]

    def known(text: str) -> bool:
        noun = text
        while noun not in men and noun.split(" ")[0] in qualities:
            noun = noun.partition(" ")[2]
        return text in phrases or noun in men

    assert [text for text in sorted(sent()) if not known(text)] == []
    spoken = set(map(shape, phrases))
    assert [
        (place, text)
        for place, text in refusals()
        if shape(text) not in spoken and re.search(r"[a-z]{2}", text)
    ] == []
    assert [text for text, other in phrases.items() if len(holes_of(text)) != len(holes_of(other))] == []


def declared(name: str) -> Iterator[str]:
    """All that a game has to say on its rules page."""
    game = fairyring.load(name)
    definition = game.definition
    for topic in game.rules.topics():
        yield from (topic.title, *topic.paragraphs)
    for field in definition.form.fields:
        yield from (field.name, field.note)
    yield from (definition.title, definition.summary, *definition.notes, *definition.rulings)
    yield from (figure.caption for figure in definition.figures)
    yield from (ride.caption for ride in definition.rides)
    yield from (piece.note for piece in game.rules.pieces)
    yield from definition.options.values()


# What is the same in German, and English that looks as if something in it had been translated.
SAME = {"de": {"Chips"}}
ENGLISH_WORDS = re.compile(r"\b(the|and|of|is|to|it|with)\b")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", fairyring.variants())
def test_each_language_tells_the_rules_of_every_game(name: str, language: str) -> None:
    say = words(language).say
    left = [text for text in declared(name) if say(text) == text and text not in SAME[language]]
    assert left == []
    assert [text for text in map(say, declared(name)) if ENGLISH_WORDS.search(text)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_said_on_rules_pages_has_its_holes(language: str) -> None:
    rules = json.loads((STATIC / "languages" / f"{language}.rules.json").read_text(encoding="utf-8"))
    assert [text for text, other in rules.items() if len(holes_of(text)) != len(holes_of(other))] == []
    assert not rules.keys() & server(language)["phrases"].keys()


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


CODES = re.compile(r"<code\b.*?</code>", re.DOTALL)


def bare(page: str) -> tuple[list[str], list[str]]:
    """A page without its words: its elements, pictures and all, and what stands in code."""
    tags = re.findall(r"<[^>]+>", page)
    told = re.compile(r' (aria-label|title|content|lang|href)="[^"]*"')
    return [told.sub(r" \1", tag) for tag in tags], CODES.findall(page)


@pytest.mark.parametrize(
    ("english", "german"),
    [
        (
            "record, line 1, column 4: move 'e2-e5': not a legal turn; from e2 there are e2-e4",
            "Aufzeichnung, Zeile 1, Spalte 4: Zug 'e2-e5': kein erlaubter Zug; von e2 aus gibt es e2-e4",
        ),
        (
            "record, line 1, column 1: tag FEN: position text, column 2: side to move expected next",
            (
                "Aufzeichnung, Zeile 1, Spalte 1: Angabe FEN: Stellung, Spalte 2:"
                " als Nächstes wird erwartet: Seite am Zug"
            ),
        ),
        ("move number: a digit expected, not 'a'", "Zugnummer: hier wird eine Ziffer erwartet, nicht 'a'"),
        ("no white rook on a1 for Q", "weißer Turm fehlt auf a1 für Q"),
        ("more big white queens than at the start", "mehr als am Anfang: große weiße Dame"),
        ("Berolina pawn", "Berolina-Bauer"),
        ("offer of 20 (2 × 5, 1 × 10)", "Angebot über 20 (2 × 5, 1 × 10)"),
        ("nobody has said this before", "nobody has said this before"),
    ],
)
def test_what_is_said_within_what_is_said_is_found_too(english: str, german: str) -> None:
    assert words("de").say(english) == german


def test_the_server_has_the_languages_of_the_page() -> None:
    page = (STATIC / "language.js").read_text(encoding="utf-8")
    named = re.search(r"LANGUAGES = \{([^}]*)\}", page)
    assert named
    assert tuple(re.findall(r"(\w+):", named[1])) == languages()


def holes_of(text: str) -> list[str]:
    return re.findall(r"\{\w*\}", text)


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.name)
def test_what_people_read_stands_in_no_module(path: Path) -> None:
    found = [
        f"{path.name}:{line} {text!r}"
        for line, text, before in literals(path)
        if READ.search(HOLE.sub("0", text)) and not STYLE.search(before) and text not in CODE | OWN_NAMES
    ]
    assert found == []
