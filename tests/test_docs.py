"""The Markdown files tell the truth: their examples run, their links lead somewhere, their commands exist."""

import doctest
import re
from collections import defaultdict
from pathlib import Path

import pytest
import typer.main

from fairyring import cli

ROOT = Path(__file__).parents[1]
README = ROOT / "README.md"
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
PROSE = "prose"
FILE = re.compile(r"py (\w+\.py)")  # on the fence of a block that is a whole file, for the examples to load
LINK = re.compile(r"""\]\(\s*<?([^)\s>]+)|\b(?:src|href)=["']([^"']+)""")

every_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))


def read(page: Path) -> defaultdict[str, str]:
    """What a page says in each language: its prose, and its fenced blocks by the name on the fence.

    What is in another language is blank, so that all keep the page's line numbers.
    """
    lines = page.read_text().splitlines()
    languages: defaultdict[str, list[str]] = defaultdict(lambda: [""] * len(lines))
    language = PROSE
    for number, line in enumerate(lines):
        if line.lstrip().startswith("```"):
            language = line.strip(" `") or "unnamed" if language == PROSE else PROSE
        else:
            languages[language][number] = line
    return defaultdict(str, {name: "\n".join(kept) for name, kept in languages.items()})


@every_page
def test_examples_run(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A page is one session, from its first example to its last, in a folder with the files that it shows."""
    monkeypatch.chdir(tmp_path)
    said = read(page)
    for language, text in said.items():
        if shown := FILE.fullmatch(language):
            (tmp_path / shown[1]).write_text(text)
    session = doctest.DocTestParser().get_doctest(said["python"], {}, page.name, str(page), 0)
    report: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    assert not runner.run(session, out=report.append).failed, "".join(report)


@every_page
def test_no_example_is_passed_over(page: Path) -> None:
    said = read(page)
    between = [
        part for part in doctest.DocTestParser().parse(said.pop("python", "")) if isinstance(part, str)
    ]
    assert not "".join(between).strip(), "a ```python block holds code without >>>, which is never run"
    assert ">>> " not in "".join(said.values()), "an example outside a ```python block is never run"


def test_readme_shows_the_library() -> None:
    assert ">>> import fairyring" in read(README)["python"]


@every_page
def test_links_lead_to_files(page: Path) -> None:
    targets = {(markdown or html).partition("#")[0] for markdown, html in LINK.findall(read(page)[PROSE])}
    ours = {target for target in targets if target and not re.match(r"[a-z]+:", target)}
    assert not [target for target in sorted(ours) if not (page.parent / target).exists()]


def test_readme_names_the_subcommands_that_exist() -> None:
    said = read(README)
    inline = "\n".join(re.findall(r"`([^`\n]+)`", said[PROSE]))
    named = re.findall(r"^(?:\$ )?fairyring ([a-z]\S*)", f"{said['console']}\n{inline}", re.MULTILINE)
    assert set(named) == set(typer.main.get_group(cli.app).commands)
