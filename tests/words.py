"""The words that the glossary rules out, and where they occur in a text."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
GLOSSARY = ROOT / "docs" / "glossary.md"
CODE = re.compile(r"```.*?```|``[^`]*``|`[^`]*`|\{[^{}]*\}", re.DOTALL)


class Text(NamedTuple):
    """A text that people read, and the line on which it starts."""

    line: int
    text: str


class Banned(NamedTuple):
    """A word or phrase that we do not use, and the term that we use instead."""

    word: str
    term: str
    pattern: re.Pattern[str]
    allowed: tuple[re.Pattern[str], ...]


def as_pattern(phrase: str) -> re.Pattern[str]:
    """A phrase as whole words, in any case, with any white space between them."""
    words = r"\s+".join(map(re.escape, phrase.split()))
    return re.compile(rf"(?<![\w-]){words}(?![\w-])", re.IGNORECASE)


def read_glossary(markdown: str) -> tuple[Banned, ...]:
    """The words in code style in the last of three columns, with the phrases in quotes after "except"."""
    rows = re.findall(r"^\|(.*)\|(.*)\|(.*)\|$", markdown, re.MULTILINE)
    return tuple(
        Banned(word, term.strip(), as_pattern(word), tuple(map(as_pattern, re.findall(r'"([^"]+)"', column))))
        for term, _, column in rows
        for word in re.findall(r"`([^`]+)`", column)
    )


@cache
def banned() -> tuple[Banned, ...]:
    """The words that the glossary rules out."""
    return read_glossary(GLOSSARY.read_text(encoding="utf-8"))


@cache
def any_of(words: tuple[Banned, ...]) -> re.Pattern[str]:
    """Where any of some words is, code or not: hardly any text has one."""
    phrases = (r"\s+".join(map(re.escape, word.word.split())) for word in words)
    return re.compile(rf"(?<![\w-])(?:{'|'.join(phrases)})(?![\w-])", re.IGNORECASE)


def found(texts: Iterator[Text], words: tuple[Banned, ...] | None = None) -> Iterator[str]:
    """Each ruled-out word in some texts, with its line, once; code and fields in braces do not count."""
    seen = set()
    words = banned() if words is None else words
    for line, text in texts:
        if not any_of(words).search(text):
            continue
        prose = CODE.sub(lambda code: "\n" * code[0].count("\n") + "_", text)
        for word in words:
            allowed = [match.span() for pattern in word.allowed for match in pattern.finditer(prose)]
            for match in word.pattern.finditer(prose):
                if not any(start <= match.start() < end for start, end in allowed):
                    at = line + prose.count("\n", 0, match.start())
                    said = f"line {at}: {' '.join(match[0].split())!r} (say: {word.term})"
                    if said not in seen:
                        seen.add(said)
                        yield said


def may_comment(source: str, words: tuple[Banned, ...] | None = None) -> bool:
    """Whether one of the ruled-out words could be in the `comments` of a Python file: in most, none could.

    It reads all that is behind the first ``#`` of a line, which is soon done.
    """
    behind = (line.partition("#")[2] for line in source.split("\n"))
    return any_of(banned() if words is None else words).search("\n".join(behind)) is not None


def comments(source: str) -> Iterator[Text]:
    """The comments of a Python file; one that goes on over several lines is one text."""
    lines: dict[int, str] = {}
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            before = lines.pop(token.start[0] - 1, None) if token.line.lstrip().startswith("#") else None
            lines[token.start[0]] = token.string if before is None else f"{before}\n{token.string}"
    for last, text in lines.items():
        yield Text(last - text.count("\n"), re.sub(r"^#", " ", text, flags=re.MULTILINE))


def strings(source: str) -> Iterator[Text]:
    """The docstrings and other strings of more than one word in a Python file, without doctests."""
    tree = ast.parse(source)
    inside = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            text = "".join(str(part.value) if isinstance(part, ast.Constant) else "_" for part in node.values)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in inside:
            text = re.sub(r"^\s*(>>>|\.\.\. ).*$", "", node.value, flags=re.MULTILINE)
        else:
            continue
        if len(text.split()) > 1:
            yield Text(node.lineno, text)


def script_comments(source: str) -> Iterator[Text]:
    """The comments of a JavaScript, TypeScript, CSS or HTML file."""
    pattern = r"<!--[\s\S]*?-->|/\*[\s\S]*?\*/|(?:^[ \t]*//.*\n)+|(?<=[;{}), ]) //.*"
    for comment in re.finditer(pattern, source, re.MULTILINE):
        line = 1 + source.count("\n", 0, comment.start())
        yield Text(line, re.sub(r"^[ \t/*]*", " ", comment[0], flags=re.MULTILINE))
