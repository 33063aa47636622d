"""Writing and checking a game file: the commands ``new`` and ``check``."""

from __future__ import annotations

import os
import shlex
import sys
from importlib.resources import files
from pathlib import Path
from typing import Annotated

import typer

from fairyring.cli.inputs import OptionWords, VariantName, explained_wait, read_variant
from fairyring.errors import VariantError, shown
from fairyring.messages import Message
from fairyring.names import variants


def new(
    path: Annotated[
        Path,
        typer.Argument(metavar="FILE", help="The file to create, such as mine.toml.", show_default=False),
    ],
    base: Annotated[str, typer.Option(help="The game to start from.")] = "chess",
) -> None:
    """Create a game file for you to edit, with comments that explain what you can change."""
    from fairyring.variants import find

    if path.suffix != ".toml":
        raise VariantError(f"{path}: a game file ends in .toml")
    if base not in variants():  # a file cannot be a base
        base, _ = find(base)
        if base not in variants():
            raise VariantError(
                Message("the base is a game that comes with fairyring, not {name}", name=shown(base))
            )
    text = files("fairyring.gamefiles").joinpath("beginning.toml").read_text(encoding="utf-8")
    title = path.stem.replace("_", " ").replace("-", " ").title()
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(text.replace("TITLE", _quoted(title)).replace("BASE", base))
    except OSError as error:
        raise VariantError(f"{path}: {error.strerror}") from error
    typer.echo(f"{path} is a game. Check it with: fairyring check {shlex.quote(str(path))}")


def _quoted(title: str) -> str:
    """What can stand between quotes."""
    return "".join(sign for sign in title if sign.isprintable() and sign not in '"\\') or "Mine"


def check(
    name: VariantName,
    option: OptionWords = None,
    thorough: Annotated[
        bool,
        typer.Option("--thorough", help="Also play random games and run searches, which compiles the rules."),
    ] = False,
) -> None:
    """Check a game for mistakes: in about a second, or thoroughly."""
    if not thorough and "numba" not in sys.modules:
        os.environ["NUMBA_DISABLE_JIT"] = "1"  # a few moves are made sooner than anything is compiled
    variant = read_variant(name, option)
    from fairyring import testing

    try:
        remarks = testing.look(variant)
        if thorough:
            with explained_wait() as say:
                testing.check(variant, report=lambda step, *_: say(f"checking {step} …"))
    except testing.ConformanceError as error:
        raise VariantError(str(error)) from error
    squares, pieces = len(variant.board), len(variant.rules.pieces)
    moves = len(variant.start().legal_moves())
    counts = (
        _counted(squares, "square", "squares"),
        _counted(pieces, "kind of piece", "kinds of pieces"),
        _counted(moves, "first move", "first moves"),
    )
    typer.echo(f"{variant.title}: {', '.join(counts)}")
    for remark in remarks:
        typer.echo(f"note: {remark}")
    if thorough:
        typer.echo("It keeps to all that fairyring guarantees of its games.")
    else:
        typer.echo("It is sound at first sight; with --thorough, games of it are played, too.")


def _counted(number: int, one: str, several: str) -> str:
    return f"{number} {one if number == 1 else several}"
