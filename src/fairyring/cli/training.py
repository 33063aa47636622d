"""Learning an evaluation from games: the command ``train``."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryFile
from typing import TYPE_CHECKING, Annotated

import typer

from fairyring.cli.inputs import ClusterAddress, OptionWords, ProcessNumber, VariantName, read_variant
from fairyring.cli.laboratory import stopped_by_ctrl_c
from fairyring.errors import LabError, shown

if TYPE_CHECKING:
    from rich.console import Console

    from fairyring.training import Progress, Trained


def train(
    name: VariantName,
    hours: Annotated[float, typer.Option(min=0, help="How long to play games.")] = 1.0,
    nodes: Annotated[int, typer.Option(min=1, help="Nodes searched for each move.")] = 500,
    games: Annotated[
        int | None,
        typer.Option(
            min=1, help="The largest number of games, rounded up to a multiple of 20.", show_default=False
        ),
    ] = None,
    seed: Annotated[int, typer.Option(help="The same seed gives the same games.")] = 0,
    folder: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER", help="The folder for the games; default: train/VARIANT.", show_default=False
        ),
    ] = None,
    to: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="The file for the weights; default: next to the game, where fairyring looks for them.",
            show_default=False,
        ),
    ] = None,
    pairs: Annotated[
        int,
        typer.Option(
            min=0,
            help="Pairs of games in the match against the formulas, or the present weights, which the new"
            " weights must win.",
        ),
    ] = 100,
    units: Annotated[
        int,
        typer.Option(
            min=0,
            help="Also learn a small network with this many units for each side's view, such as 16. Needs"
            " fairyring\\[network] and many games.",
        ),
    ] = 0,
    further: Annotated[
        bool,
        typer.Option("--further", help="Go on from the game's present weights, which takes fewer games."),
    ] = False,
    processes: ProcessNumber = None,
    on: ClusterAddress = None,
    option: OptionWords = None,
) -> None:
    """Tune the evaluation of a game by self-play, and write the weights to a small file.

    The values of pieces, squares and goals are fitted to the results of the games. Then the weights play a
    match against the formulas, and are written only if they win it. Ctrl-C stops the games early and uses
    those played so far; the same command continues from there.
    """
    from rich.console import Console
    from rich.progress import BarColumn, TextColumn
    from rich.progress import Progress as Bar

    from fairyring.game.record import whole
    from fairyring.training import train as training
    from fairyring.variants.weights import place_of
    from fairyring.workers import opened

    variant = read_variant(name, option)
    target = to or place_of(variant.name, variant.source)
    try_to_write(target)
    console = Console(stderr=True, highlight=False, soft_wrap=True)
    shown = TextColumn("{task.description}"), BarColumn()
    with (
        opened(on, processes) as workers,
        stopped_by_ctrl_c() as stop,
        Bar(*shown, console=console, transient=True) as bar,
    ):
        line = bar.add_task(variant.title, total=1.0)
        place = folder or Path("train") / variant.name

        def show(progress: Progress) -> None:
            bar.update(line, description=f"{variant.title}: {progress.stage}", completed=progress.share)

        trained = whole(
            training(variant, hours, place, nodes, games, seed, pairs, workers, stop, units, further), show
        )
    present = "the present weights" if further else "the formulas"
    _tell(console, trained, units, present)
    if not trained.anything or (trained.elo is not None and trained.elo.value <= 0):
        console.print(
            f"{present.capitalize()} play as well, so nothing is written: play longer.", markup=False
        )
        raise typer.Exit(1)
    target.write_text(trained.text, encoding="utf-8")
    typer.echo(str(target))


def _tell(console: Console, trained: Trained, units: int, present: str) -> None:
    """Say what was learned; ``present`` is what it is compared with."""
    fit, stronger = trained.fit, trained.elo
    console.print(
        f"{trained.games} games, {fit.positions} positions, {len(fit.values)} weights. Error in foretelling"
        f" games that were left out: {fit.before:.4f} by {present}, {fit.after:.4f} by the new weights.",
        markup=False,
    )
    if network := trained.network:
        console.print(
            f"A network of {units} units a view: {network.before:.4f} without it, {network.after:.4f} with it"
            f"{', so it is left out' if network.weights is None else ''}.",
            markup=False,
        )
    if stronger is not None:
        console.print(
            f"Elo above {present}: {stronger.value:+.0f}, 95 % from {stronger.low:+.0f} to"
            f" {stronger.high:+.0f}, in {2 * stronger.games} games.",
            markup=False,
        )


def try_to_write(file: Path) -> None:
    """See that a file can be written, before games are played for it.

    Raises:
        LabError: it cannot.
    """
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        if file.exists():
            file.open("ab").close()
        else:
            TemporaryFile(dir=file.parent).close()
    except OSError as error:
        raise LabError(f"{shown(str(file))} cannot be written: {error.strerror or error}") from error
