"""Games from and for other programs: the commands ``import`` and ``export``."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from fairyring.cli.inputs import OptionWords, VariantName, read_variant
from fairyring.errors import GameFileError, VariantError, shown


def import_(
    path: Annotated[
        Path,
        typer.Argument(metavar="FILE", help="A file such as variants.ini or chess.zrf.", show_default=False),
    ],
    folder: Annotated[
        Path, typer.Option("--output", "-o", metavar="FOLDER", help="The folder for the game files.")
    ] = Path(),
) -> None:
    """Convert the games of a variants.ini or .zrf to game files, and say which cannot be played and why."""
    from fairyring.gamefiles.writing import toml_text

    readers = {".ini": _sections, ".zrf": _rule_games}
    if path.suffix not in readers:
        raise VariantError(f"{path}: a file with games of another program ends in .ini or .zrf")
    number, written, failed = 0, 0, False
    for name, read in readers[path.suffix](path):
        number += 1
        if number == 1:
            _make(folder)
        try:
            data, remarks = read()
        except GameFileError as error:
            typer.echo(f"{name}: refused: line {error.line}, column {error.column}: {error.reason}")
            continue
        place = folder / f"{name}.toml"
        try:
            with place.open("x", encoding="utf-8") as file:
                file.write(toml_text(data))
        except OSError as error:
            typer.echo(f"{name}: not written: {place}: {error.strerror}")
            failed = True
            continue
        written += 1
        typer.echo(f"{name}: exact: {place}" + "".join(f"; {remark}" for remark in remarks))
    what = "sections" if path.suffix == ".ini" else "games"
    typer.echo(f"{written} of {number} {what} are game files now.")
    if failed:
        raise typer.Exit(1)


Read = Callable[[], tuple[Mapping[str, Any], list[str]]]
"""Reads a game: its data, and remarks on it."""


def _sections(path: Path) -> Iterator[tuple[str, Read]]:
    """The sections of an ini file."""
    from fairyring.gamefiles.ini.keys import ASIDE
    from fairyring.gamefiles.ini.reading import IniText
    from fairyring.variants import section_data
    from fairyring.variants.user_files import content

    ini = IniText(content(path), path.name)
    if not ini.sections:
        raise VariantError(f"{path}: there is no section")
    for name, section in ini.sections.items():
        aside = [f"{said.key} (line {said.line})" for said in section.said.values() if said.key in ASIDE]
        remarks = [f"not part of the rules: {', '.join(aside)}"] * bool(aside)
        yield name, partial(lambda name, remarks: (section_data(path, name), remarks), name, remarks)


def _rule_games(path: Path) -> Iterator[tuple[str, Read]]:
    """The games of a rule file."""
    from fairyring.variants import of_file, rule_game

    def read(name: str) -> tuple[Mapping[str, Any], list[str]]:
        game = rule_game(path, name)
        game()
        return game.raw, game.notes

    names = of_file(path)[0]
    if not names:
        raise VariantError(f"{path}: there is no game")
    for name in names:
        yield name, partial(read, name)


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise VariantError(f"{folder}: {error.strerror}") from error


def export(
    name: VariantName,
    option: OptionWords = None,
    output: Annotated[
        Path | None, typer.Option("--output", metavar="FILE", help="Write the section to this file.")
    ] = None,
    called: Annotated[
        str, typer.Option("--name", help="The name of the section; default: the name of the game.")
    ] = "",
) -> None:
    """Convert a game to a section of a variants.ini, for Fairy-Stockfish and programs that use it."""
    from fairyring.gamefiles.ini.reading import SECTION_NAME, UnsaidError
    from fairyring.gamefiles.ini.section import section_text

    variant = read_variant(name, option)
    named, called = bool(called), called or variant.name
    if not SECTION_NAME.fullmatch(called):
        raise VariantError(f"a section's name has small letters, digits, - and _, unlike {shown(called, 60)}")
    try:
        text = section_text(called, variant.rules, variant.definition.start)
    except UnsaidError as error:
        raise VariantError(f"{variant.title} cannot be said in a variants.ini: {error}") from error
    if not named:
        typer.echo("If Fairy-Stockfish has a game of that name, it keeps its own; see --name.", err=True)
    if output is None:
        typer.echo(text, nl=False)
        return
    try:
        with output.open("x", encoding="utf-8") as file:
            file.write(text)
    except OSError as error:
        raise VariantError(f"{output}: {error.strerror}") from error
