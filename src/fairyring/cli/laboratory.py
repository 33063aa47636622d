"""The laboratory: the command ``lab``."""

from __future__ import annotations

import json
import signal
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fairyring.cli.inputs import (
    AsJson,
    ClusterAddress,
    OptionWords,
    ProcessNumber,
    VariantName,
    read_variant,
    write_json,
)

if TYPE_CHECKING:
    from fairyring.game import Variant
    from fairyring.lab import Plan, Progress, Report
    from fairyring.workers import Workers

DATA, COMPARISON = "report.json", "comparison.html"
FOLDER = Path("lab")  # where folders of games are put, unless another place is named


def lab(
    name: VariantName,
    against: Annotated[
        str | None, typer.Option(metavar="VARIANT", help="Another version of the game to compare with.")
    ] = None,
    games: Annotated[int, typer.Option(min=0, help="Games between equal players.")] = 400,
    nodes: Annotated[int, typer.Option(min=32, help="Nodes searched for each move of these games.")] = 2000,
    ladder: Annotated[
        int,
        typer.Option(
            min=0, help="Games for each of five doublings of the nodes, which show how much skill counts."
        ),
    ] = 40,
    handicaps: Annotated[
        int, typer.Option(min=0, help="Games with missing pieces, which show what each piece is worth.")
    ] = 1000,
    chances: Annotated[int, typer.Option("--random", min=0, help="Random games.")] = 2000,
    endgames: Annotated[
        bool, typer.Option(help="Work out which pieces win with their king against a lone king.")
    ] = True,
    quick: Annotated[
        bool, typer.Option("--quick", help="Play few games, with few nodes, for a first look.")
    ] = False,
    seed: Annotated[int, typer.Option(help="The same seed gives the same games.")] = 0,
    folder: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help="The folder for games and reports; default: lab/VARIANT.",
            show_default=False,
        ),
    ] = None,
    processes: ProcessNumber = None,
    on: ClusterAddress = None,
    games_as: Annotated[
        list[str] | None,
        typer.Option(
            "--write",
            metavar="FORMAT",
            help="Also write the games, except the random ones: pgn or parquet; repeatable.",
            show_default=False,
        ),
    ] = None,
    option: OptionWords = None,
    as_json: AsJson = False,
) -> None:
    """Report whether a game is fair, lively, too long or too drawish, and what its pieces are worth.

    The computer plays it against itself. Ctrl-C stops with a report on the games played so far; the same
    command continues from there.
    """
    from fairyring.lab import Plan, check_format, reserve
    from fairyring.workers import opened

    for each in games_as or ():
        check_format(each)
    plan = Plan(games, nodes, ladder, handicaps, random=chances, seed=seed, endgames=endgames)
    if quick:
        plan = Plan(60, 200, 8, 120, 60, 1000, seed=seed, endgames=False)
    studies = []
    for each in (name, against) if against else (name,):  # before any game is played: one may be wrong
        variant = read_variant(each, option if each == name else None)
        place = folder if folder and against is None else (folder or FOLDER) / variant.name
        reserve(place, variant, plan)
        studies.append((variant, place))
    reports = []
    with opened(on, processes) as workers:
        for variant, place in studies:
            reports.append(_studied(variant, plan, place, workers, quiet=as_json))
            _export(variant, place, games_as or ())
            if not reports[-1].finished:
                break
    if as_json:
        write_json([report.said() for report in reports] if against else reports[0].said())
    if len(reports) == 2:
        _compare(reports[0], reports[1], folder or FOLDER, quiet=as_json)


def _studied(variant: Variant, plan: Plan, folder: Path, workers: Workers, quiet: bool) -> Report:
    """Play the games of a plan, and write the report."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    from fairyring.game.record import whole
    from fairyring.lab import study

    console = Console(stderr=True, highlight=False, soft_wrap=True)
    shown = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    with stopped_by_ctrl_c() as stop, Bar(*shown, console=console, transient=True) as bar:
        line = bar.add_task(variant.title)

        def show(progress: Progress) -> None:
            said = f"{variant.title}: {progress.stage}"
            bar.update(line, description=said, completed=progress.done, total=progress.total)

        report = whole(study(variant, plan, folder, workers, stop), show)
    path = _write(report, folder)
    if not quiet:
        for sentence in report.look:
            console.print(f"- {sentence}", markup=False)
        if not report.finished:
            console.print("Stopped; the same command goes on from here.", markup=False)
        typer.echo(str(path))
    return report


def _write(report: Report, folder: Path) -> Path:
    """Write the report as HTML and JSON; without plots where matplotlib is missing, which is said.

    Returns:
        The file with the HTML.
    """
    from fairyring.errors import LabError
    from fairyring.lab import REPORT, page, plots

    try:
        drawn = plots(report)
    except LabError as error:
        drawn = {}
        typer.echo(f"{error}; the report is written without them", err=True)
    path = folder / REPORT
    path.write_text(page(report, drawn), encoding="utf-8")
    (folder / DATA).write_text(json.dumps(report.said(), indent=1) + "\n", encoding="utf-8")
    return path


def _export(variant: Variant, folder: Path, formats: Sequence[str]) -> None:
    """Write the games that were kept in a folder in some formats."""
    from fairyring.lab import kept, pgn, write_parquet

    records = kept(folder) if formats else []
    if "pgn" in formats:
        (folder / "games.pgn").write_text(pgn(variant, records), encoding="utf-8")
    if "parquet" in formats:
        write_parquet(variant, records, folder / "games.parquet")


def _compare(one: Report, other: Report, folder: Path, quiet: bool) -> None:
    """Write two reports side by side."""
    from fairyring.lab import compared, comparison

    path = folder / COMPARISON
    path.write_text(comparison(one, other, compared(one, other)), encoding="utf-8")
    if not quiet:
        typer.echo(str(path))


@contextmanager
def stopped_by_ctrl_c() -> Iterator[threading.Event]:
    """Have the first Ctrl-C set an event, and a second one end the program."""
    stop = threading.Event()

    def asked(*_: object) -> None:
        if stop.is_set():
            raise KeyboardInterrupt
        stop.set()

    before = signal.signal(signal.SIGINT, asked)
    try:
        yield stop
    finally:
        signal.signal(signal.SIGINT, before)
