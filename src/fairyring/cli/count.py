"""Legal moves and their number: the commands ``moves`` and ``perft``."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fairyring.cli.inputs import (
    PATIENCE,
    AsJson,
    ClusterAddress,
    OptionWords,
    PositionText,
    ProcessNumber,
    TrueKings,
    VariantName,
    compiling,
    explained_wait,
    make_ready,
    read_position,
    read_variant,
    write_json,
)
from fairyring.cli.parts import SPLIT, Counted
from fairyring.workers import opened

if TYPE_CHECKING:
    from fairyring import Position
    from fairyring.workers import Workers

MAX_DEPTH = 64  # the limit of `fairyring.perft`
AT_ONCE = 4  # depths up to this are counted in one call, which takes too little time to interrupt


def moves(
    name: VariantName,
    position: PositionText = None,
    true: TrueKings = None,
    option: OptionWords = None,
    as_json: AsJson = False,
) -> None:
    """List the legal moves of a position, sorted, one on each line."""
    variant = read_variant(name, option)
    with explained_wait() as say:
        say(compiling(variant, "moves"))
        texts = sorted(move.text for move in read_position(variant, position, true).legal_moves())
    if as_json:
        write_json(texts)
    elif texts:
        typer.echo("\n".join(texts))


def perft(
    name: VariantName,
    depth: Annotated[
        int,
        typer.Argument(metavar="DEPTH", min=0, max=MAX_DEPTH, help="The depth in plies.", show_default=False),
    ],
    position: PositionText = None,
    true: TrueKings = None,
    option: OptionWords = None,
    divide: Annotated[
        bool, typer.Option("--divide", help="Also show the count for each first move.")
    ] = False,
    processes: ProcessNumber = None,
    on: ClusterAddress = None,
    checkpoint: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Keep counts in a file; the same command continues from there.",
            show_default=False,
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Count the move sequences of a given length.

    Prints the number to stdout, and time and speed to stderr. Repetition and the move-count rule are ignored.
    With --processes, --on or --checkpoint, each pair of first moves is counted as a separate task.
    """
    import fairyring

    if divide and not depth:
        raise typer.BadParameter("a depth of 0 has no first moves to divide by", param_hint="DEPTH")
    variant = read_variant(name, option)
    start = read_position(variant, position, true)
    make_ready(variant, counting=lambda: fairyring.perft(start, 2))
    began = time.perf_counter()
    parted = depth > SPLIT and (on, processes, checkpoint) != (None, None, None)
    if checkpoint and not parted:
        typer.echo(f"{checkpoint} is not written: depths up to {SPLIT} are counted at once", err=True)
    if parted:
        counts = _in_parts(start, depth, opened(on, processes), checkpoint)
    else:
        counts = _divided(start, depth, divide and not as_json)
    seconds = time.perf_counter() - began
    total = sum(counts.values()) if depth else 1
    speed = round(total / seconds)
    if as_json:
        found = {"variant": variant.name, "position": str(start), "depth": depth, "nodes": total}
        found |= {"seconds": round(seconds, 6), "speed": speed}
        write_json(found | ({"divide": counts} if divide else {}))
        return
    if divide and counts:
        typer.echo(_lines(counts))
    typer.echo(total)
    typer.echo(f"{seconds:.2f} s, {speed:,} nodes/s", err=True)


def _divided(start: Position, depth: int, show: bool) -> dict[str, int]:
    """The counts of the first moves, one after the other; if the user stops that, they may be shown."""
    first = sorted(start.legal_moves(), key=str) if depth else []
    counts: dict[str, int] = {}
    try:
        with progress() as advance:
            for move in first:
                counts[move.text] = count(start.play(move, answer=False), depth - 1, 1 / len(first), advance)
    except KeyboardInterrupt:
        if show:
            typer.echo(_lines(counts))
        typer.echo(f"stopped after {len(counts)} of {len(first)} first moves", err=True)
        raise
    return counts


def _in_parts(start: Position, depth: int, workers: Workers, file: Path | None) -> dict[str, int]:
    """The same, counted in parts by workers."""
    with workers:
        counted = Counted(start, depth, file)
        share = 1 / max(1, len(counted.pairs))
        try:
            with progress() as advance:
                advance(share * len(counted.counts))
                for _ in counted.counting(workers):
                    advance(share)
        except KeyboardInterrupt:
            again = "; the same command goes on from here" if file else ""
            done = f"{len(counted.counts)} of {len(counted.pairs)} pairs of first moves"
            typer.echo(f"stopped after {done}{again}", err=True)
            raise
    return counted.by_first()


def _lines(counts: dict[str, int]) -> str:
    return "\n".join(f"{text}: {lines}" for text, lines in counts.items())


def count(position: Position, depth: int, share: float, advance: Callable[[float], None]) -> int:
    """The perft of a depth, in parts short enough for Ctrl-C to work between them.

    Args:
        position: where to start.
        depth: how deep.
        share: the position's share of all the work.
        advance: called with each share of the work that is done.
    """
    import fairyring

    first = position.legal_moves() if depth > AT_ONCE else []
    if not first:
        total = fairyring.perft(position, depth)
        advance(share)
        return total
    return sum(
        count(position.play(move, answer=False), depth - 1, share / len(first), advance) for move in first
    )


@contextmanager
def progress() -> Iterator[Callable[[float], None]]:
    """A progress bar on stderr, if that is a terminal and the work takes more than a moment.

    Yields a function to call with each part of the work that is done, as a share of 1.
    """
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TimeRemainingColumn

    console = Console(stderr=True)
    columns = BarColumn(bar_width=40), TaskProgressColumn(), TimeRemainingColumn()
    bar = Progress(*columns, console=console, transient=True, redirect_stdout=False, redirect_stderr=False)
    task = bar.add_task("", total=1.0)
    began = time.monotonic()

    def advance(share: float) -> None:
        bar.advance(task, share)
        if console.is_terminal and not bar.live.is_started and time.monotonic() - began > PATIENCE:
            bar.start()

    try:
        yield advance
    finally:
        bar.stop()
