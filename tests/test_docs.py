"""The Markdown files are right: their examples run, their links work, and their commands and names exist."""

import doctest
import re
from collections import defaultdict
from pathlib import Path

import pytest
import typer.main

from fairyring.cli.commands import app
from fairyring.names import variants

ROOT = Path(__file__).parents[1]
README = ROOT / "README.md"
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
PROSE = "prose"
FILE = re.compile(r"(?:py|toml|zrf) (\w+\.(?:py|toml|zrf))")  # marks a block that is a whole file
LINK = re.compile(r"""\]\(\s*<?([^)\s>]+)|\b(?:src|href)=["']([^"']+)""")

INVENTING = ROOT / "docs" / "inventing.md"


def name_of(page: Path) -> str:
    return str(page.relative_to(ROOT))


every_page = pytest.mark.parametrize("page", PAGES, ids=name_of)


def read(page: Path) -> defaultdict[str, str]:
    """A page's text by language: its prose, and its fenced blocks by the name on the fence.

    Lines in other languages are blank, so the line numbers stay the same.
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


@pytest.mark.kernel
@pytest.mark.alone
def test_examples_for_inventors_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run_examples(INVENTING, tmp_path, monkeypatch)


@pytest.mark.parametrize("page", [page for page in PAGES if page != INVENTING], ids=name_of)
def test_examples_run(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run_examples(page, tmp_path, monkeypatch)


def run_examples(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All examples of a page are one session, in a folder with the files that the page shows."""
    monkeypatch.chdir(tmp_path)
    said = read(page)
    for language, text in said.items():
        if shown := FILE.fullmatch(language):
            (tmp_path / shown[1]).write_text(text.strip("\n") + "\n")
    session = doctest.DocTestParser().get_doctest(said["python"], {}, page.name, str(page), 0)
    report: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    assert not runner.run(session, out=report.append).failed, "".join(report)


@every_page
def test_no_example_is_left_out(page: Path) -> None:
    said = read(page)
    between = [
        part for part in doctest.DocTestParser().parse(said.pop("python", "")) if isinstance(part, str)
    ]
    assert not "".join(between).strip(), "a ```python block has code without >>>, which is never run"
    assert ">>> " not in "".join(said.values()), "an example outside a ```python block is never run"


def test_readme_shows_the_library() -> None:
    assert ">>> import fairyring" in read(README)["python"]


@every_page
def test_links_lead_to_files(page: Path) -> None:
    targets = {(markdown or html).partition("#")[0] for markdown, html in LINK.findall(read(page)[PROSE])}
    ours = {target for target in targets if target and not re.match(r"[a-z]+:", target)}
    assert not [target for target in sorted(ours) if not (page.parent / target).exists()]


def test_each_game_has_a_picture_of_what_a_last_move_did() -> None:
    _, table = (ROOT / "docs" / "last-moves.md").read_text().split("## Every game")
    rows = [line for line in table.splitlines() if line.startswith("| [")]
    assert all(LINK.search(row) for row in rows)
    assert sorted(name for row in rows for name in re.findall(r"`([^`]+)`", row)) == sorted(variants())


def test_readme_names_the_subcommands_that_exist() -> None:
    said = read(README)
    inline = "\n".join(re.findall(r"`([^`\n]+)`", said[PROSE]))
    named = re.findall(r"^(?:\$ )?fairyring ([a-z]\S*)", f"{said['console']}\n{inline}", re.MULTILINE)
    assert set(named) == set(typer.main.get_group(app).commands)


def test_architecture_names_what_exists() -> None:
    """Every file and every name in code style is somewhere in the repository."""
    files = {
        path.relative_to(ROOT).as_posix()
        for top in ("src", "tests", "tools", "benchmarks")
        for path in (ROOT / top).rglob("*")
    }
    sources = "\n".join(
        path.read_text(encoding="utf-8")
        for top in ("src", "benchmarks")
        for kind in ("py", "js", "html")
        for path in (ROOT / top).rglob(f"*.{kind}")
    )
    known = {*re.findall(r"\w+", sources)}
    page = ROOT / "docs" / "architecture.md"
    named = re.findall(r"`([^`]+)`", read(page)[PROSE])
    assert len(named) > 100
    missing = []
    for code in named:
        if re.fullmatch(r"[\w./-]*(/|\.(py|js|css|svg|json|html|ts))|tools/\w+", code):
            if not any(f"/{file}".endswith(f"/{code.rstrip('/')}") for file in files):
                missing.append(code)
        elif not {*re.findall(r"[A-Za-z_]\w+", code)} <= known:
            missing.append(code)
    assert not missing
