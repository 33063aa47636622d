"""What people read uses the words of the glossary."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import typer.main
from typer.core import TyperGroup

from fairyring.cli.commands import app
from tests.words import (
    ROOT,
    Text,
    banned,
    comments,
    found,
    may_comment,
    read_glossary,
    script_comments,
    strings,
)

SOURCE = ROOT / "src" / "fairyring"
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
MODULES = [
    path for top in ("src", "tools", "benchmarks", "examples") for path in sorted((ROOT / top).rglob("*.py"))
]
STATIC = SOURCE / "web" / "static"

SAMPLE = """
| term | meaning | not |
|---|---|---|
| piece | Anything that moves. | `man`, `officer` (except "man page"), fellow |
| at random | | `by lot` |
"""


def named(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def test_the_glossary_rules_words_out() -> None:
    words = read_glossary(SAMPLE)
    assert [(word.word, word.term) for word in words] == [
        ("man", "piece"),
        ("officer", "piece"),
        ("by lot", "at random"),
    ]
    assert {"men", "whoever", "by lot", "his"} < {word.word for word in banned()}


def test_a_ruled_out_word_is_found() -> None:
    text = 'A human reads the man page: `man` and\n"Man" and the man\'s officers. By\nlot, a\nfellow. {man}'
    said = list(found(iter([Text(7, text)]), read_glossary(SAMPLE)))
    assert said == [
        "line 8: 'Man' (say: piece)",
        "line 8: 'man' (say: piece)",
        "line 8: 'By lot' (say: at random)",
    ]


def test_comments_docstrings_and_other_texts_are_read() -> None:
    source = '''"""Of men."""
men = "men"  # men here

def men(man):
    """Men
    again, `men`.

    >>> men("men")
    """
    # and a
    # man too
    raise MenError(f"no men: {men}", Message("officer {man}"))
'''
    words = read_glossary("| piece | | `men`, `man`, `a man`, `officer` |")
    assert may_comment(source, words)
    assert may_comment("# By\n    # lot", read_glossary(SAMPLE))
    assert not may_comment('men = "men"  # a human', words)
    assert list(found(comments(source), words)) == [
        "line 2: 'men' (say: piece)",
        "line 11: 'man' (say: piece)",
        "line 10: 'a man' (say: piece)",
    ]
    assert list(found(strings(source), words)) == [
        "line 1: 'men' (say: piece)",
        "line 5: 'Men' (say: piece)",
        "line 12: 'men' (say: piece)",
        "line 12: 'officer' (say: piece)",
    ]


def test_comments_of_scripts_are_read() -> None:
    source = """// a man
// and men
const men = 1; // men here
/**
 * Of an
 * officer.
 */
const url = "http://man";
"""
    words = read_glossary("| piece | | `men`, `man`, `an officer` |")
    assert list(found(script_comments(source), words)) == [
        "line 2: 'men' (say: piece)",
        "line 1: 'man' (say: piece)",
        "line 3: 'men' (say: piece)",
        "line 5: 'an officer' (say: piece)",
    ]


def test_documents() -> None:
    assert PAGES
    words = {named(page): [*found(iter([Text(1, page.read_text(encoding="utf-8"))]))] for page in PAGES}
    assert not {page: each for page, each in words.items() if each}


def test_modules() -> None:
    assert MODULES
    sources = {named(path): path.read_text(encoding="utf-8") for path in MODULES}
    said = {name: [*found(strings(text))] for name, text in sources.items()}
    said |= {
        f"comments of {name}": [*found(comments(text))] for name, text in sources.items() if may_comment(text)
    }
    assert not {name: each for name, each in said.items() if each}


@pytest.mark.parametrize("kind", ["html", "css", "js", "ts"])
def test_scripts_and_style_sheets(kind: str) -> None:
    paths = sorted(STATIC.rglob(f"*.{kind}"))
    assert paths
    words = {named(path): [*found(script_comments(path.read_text(encoding="utf-8")))] for path in paths}
    assert not {path: each for path, each in words.items() if each}


def test_the_page() -> None:
    files = sorted((STATIC / "languages").glob("en*.json"))
    words = [each for path in files for each in json.loads(path.read_text(encoding="utf-8")).values()]
    assert words
    plurals = [each.values() if isinstance(each, dict) else [each] for each in words]
    assert not list(found(Text(1, text) for texts in plurals for text in texts))


def test_help() -> None:
    group = typer.main.get_group(app)
    assert isinstance(group, TyperGroup)
    texts = [
        text
        for command in (group, *group.commands.values())
        for text in (command.help, *(getattr(option, "help", None) for option in command.params))
        if text
    ]
    assert len(texts) > len(group.commands)
    assert not list(found(Text(1, text) for text in texts))
