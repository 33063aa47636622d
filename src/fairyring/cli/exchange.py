"""Games from and for other programs: the commands ``import`` and ``export``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from fairyring.cli.inputs import OptionWords, VariantName, read_variant
from fairyring.errors import GameFileError, VariantError, shown


def import_(
    path: Annotated[
        Path,
        typer.Argument(metavar="FILE", help="A file such as variants.ini.", show_default=False),
    ],
    folder: Annotated[
        Path, typer.Option("--output", "-o", metavar="FOLDER", help="Where the game files go.")
    ] = Path(),
) -> None:
    """Write a game file for each section of a variants.ini, and say which cannot be played and why."""
    from fairyring.gamefiles.ini.keys import ASIDE
    from fairyring.gamefiles.ini.reading import IniText
    from fairyring.gamefiles.writing import toml_text
    from fairyring.variants import section_data
    from fairyring.variants.user_files import content

    if path.suffix != ".ini":
        raise VariantError(f"{path}: a file with sections of games ends in .ini")
    ini, written = IniText(content(path), path.name), 0
    if not ini.sections:
        raise VariantError(f"{path}: there is no section")
    _make(folder)
    for name, section in ini.sections.items():
        try:
            text = toml_text(section_data(path, name))
        except GameFileError as error:
            typer.echo(f"{name}: refused: line {error.line}, column {error.column}: {error.reason}")
            continue
        place = folder / f"{name}.toml"
        try:
            with place.open("x", encoding="utf-8") as file:
                file.write(text)
        except OSError as error:
            typer.echo(f"{name}: not written: {place}: {error.strerror}")
            continue
        written += 1
        aside = [f"{said.key} (line {said.line})" for said in section.said.values() if said.key in ASIDE]
        typer.echo(f"{name}: exact: {place}" + (f"; not part of the rules: {', '.join(aside)}" * bool(aside)))
    typer.echo(f"{written} of {len(ini.sections)} sections are game files now.")


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise VariantError(f"{folder}: {error.strerror}") from error


def export(
    name: VariantName,
    option: OptionWords = None,
    output: Annotated[
        Path | None, typer.Option("--output", metavar="FILE", help="Where the section goes, if to a file.")
    ] = None,
    called: Annotated[
        str, typer.Option("--name", help="What the section is called; by default as the game is.")
    ] = "",
) -> None:
    """Write a game as a section of a variants.ini, for Fairy-Stockfish and programs that use it."""
    from fairyring.gamefiles.ini.reading import SECTION_NAME, UnsaidError
    from fairyring.gamefiles.ini.section import section_text

    variant = read_variant(name, option)
    if not called:
        called = variant.name
        typer.echo("If Fairy-Stockfish has a game of that name, it keeps its own; see --name.", err=True)
    if not SECTION_NAME.fullmatch(called):
        raise VariantError(f"a section's name has small letters, digits, - and _, unlike {shown(called, 60)}")
    try:
        text = section_text(called, variant.rules, variant.definition.start)
    except UnsaidError as error:
        raise VariantError(f"{variant.title} cannot be said in a variants.ini: {error}") from error
    if output is None:
        typer.echo(text, nl=False)
        return
    try:
        with output.open("x", encoding="utf-8") as file:
            file.write(text)
    except OSError as error:
        raise VariantError(f"{output}: {error.strerror}") from error
