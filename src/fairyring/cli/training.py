"""Learning an evaluation from games: the command ``train``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fairyring.cli.inputs import ClusterAddress, OptionWords, ProcessNumber, VariantName, read_variant
from fairyring.cli.laboratory import stopped_by_ctrl_c

if TYPE_CHECKING:
    from fairyring.training import Progress


def train(
    name: VariantName,
    hours: Annotated[float, typer.Option(min=0, help="How long games are played.")] = 1.0,
    nodes: Annotated[int, typer.Option(min=1, help="Nodes that the players search for each move.")] = 500,
    games: Annotated[
        int | None, typer.Option(min=1, help="How many games are played at most.", show_default=False)
    ] = None,
    seed: Annotated[int, typer.Option(help="The same seed gives the same games.")] = 0,
    folder: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER", help="Where games are kept; default: train/VARIANT.", show_default=False
        ),
    ] = None,
    to: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Where the weights go; default: next to the game, where it looks for them.",
            show_default=False,
        ),
    ] = None,
    processes: ProcessNumber = None,
    on: ClusterAddress = None,
    option: OptionWords = None,
) -> None:
    """Learn from games how to judge positions of a game, and write the weights to a small file.

    The computer plays against itself, and what pieces, squares and goals count is fitted to how the games
    ended. Ctrl-C stops the games, and what was played is used; the same command goes on from there.
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

        trained = whole(training(variant, hours, place, nodes, games, seed, workers, stop), show)
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(trained.text, encoding="utf-8")
    fit = trained.fit
    console.print(
        f"{trained.games} games, {fit.positions} positions, {len(fit.values)} weights. Error in foretelling"
        f" games that were left out: {fit.before:.4f} by the formulas, {fit.after:.4f} by the weights.",
        markup=False,
    )
    if not fit.values:
        console.print("Nothing foretells them better than the formulas do: play longer.", markup=False)
    typer.echo(str(target))
