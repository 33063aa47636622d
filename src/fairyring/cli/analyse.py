"""The best move of a position: the command ``analyse``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from fairyring.cli.engine import MOST_THREADS
from fairyring.cli.inputs import (
    AsJson,
    OptionWords,
    PositionText,
    TrueKings,
    VariantName,
    make_ready,
    read_position,
    read_variant,
    write_json,
)
from fairyring.errors import FairyringError
from fairyring.messages import Message

if TYPE_CHECKING:
    from rich.console import Console

    from fairyring import Position, Variant
    from fairyring.search import Analysis, Line

HEAD = f"{'depth':>5} {'score':>7} {'nodes':>12} {'nodes/s':>10}  variation"


def analyse(
    name: VariantName,
    position: PositionText = None,
    pgn: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Take the final position of the last game in a PGN file.", dir_okay=False
        ),
    ] = None,
    seconds: Annotated[
        float | None, typer.Option(min=0.001, help="Search for at most this many seconds.")
    ] = None,
    depth: Annotated[
        int | None, typer.Option(min=1, max=100, help="Search at most this many plies deep.")
    ] = None,
    nodes: Annotated[int | None, typer.Option(min=1, help="Search at most this many positions.")] = None,
    true: TrueKings = None,
    lines: Annotated[int, typer.Option(min=1, help="The number of best lines to show.")] = 1,
    threads: Annotated[int, typer.Option(min=1, max=MOST_THREADS, help="The number of search threads.")] = 1,
    option: OptionWords = None,
    as_json: AsJson = False,
) -> None:
    """Find the best move in a position.

    Without a limit, the search takes five seconds. Ctrl-C stops it and shows the result so far.
    Scores are in pawns for the side to move; [bold]#3[/] means that it mates in three moves, [bold]#-3[/]
    that it is mated in three.
    """
    import fairyring

    variant = read_variant(name, option)
    if pgn is not None and position is not None:
        raise typer.BadParameter("use either --position or --pgn, not both")
    where = read_position(variant, position, true) if pgn is None else _last_position(variant, pgn)
    make_ready(variant, searching=True)
    if seconds is None and depth is None and nodes is None:
        seconds = 5.0
    show = _Progress(quiet=as_json)
    interrupted = False
    try:
        found = fairyring.search(
            where,
            seconds=seconds,
            depth=depth,
            nodes=nodes,
            lines=lines,
            threads=threads,
            report=show.report,
        )
    except KeyboardInterrupt:
        if show.last is None:
            raise
        found, interrupted = show.last, True
    if as_json:
        write_json(_fields(where, found))
    else:
        show.conclude(found)
    if interrupted:
        raise typer.Exit(130)


def _last_position(variant: Variant, path: Path) -> Position:
    """The final position of the last game in a file.

    Raises:
        FairyringError: the file cannot be read, or has no game of the variant.
    """
    import fairyring

    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise FairyringError(Message("{path}: {error}", path=path, error=error.strerror)) from error
    except UnicodeDecodeError as error:
        raise FairyringError(
            Message("{path}: this is not UTF-8 text (see byte {byte})", path=path, byte=error.start + 1)
        ) from error
    try:
        games = fairyring.read_pgn(text, variant)
    except fairyring.RecordError as error:
        raise FairyringError(Message("{path}: {error}", path=path, error=error)) from error
    if not games:
        raise FairyringError(Message("{path}: there is no game in this file", path=path))
    if games[-1].variant.source != variant.source:
        raise FairyringError(
            Message(
                "{path}: this is a game of {found}, not of {wanted}",
                path=path,
                found=games[-1].variant.name,
                wanted=variant.name,
            )
        )
    return games[-1].position


class _Progress:
    """Shows a search's progress, with one row for each depth."""

    def __init__(self, quiet: bool) -> None:
        from rich.console import Console

        self.console = Console(highlight=False)
        self.quiet = quiet
        self.last: Analysis | None = None
        self._head = False
        self._shown: tuple[object, ...] = ()

    def report(self, found: Analysis) -> None:
        """Keep a result, and show it if it is new."""
        self.last = found
        new = found.depth, found.lines
        if self.quiet or not found.depth or new == self._shown:
            return
        self._shown = new
        if not self._head:
            self.console.print(HEAD, style="dim")
            self._head = True
        for line in found.lines:
            self.console.print(progress_line(found, line), overflow="ellipsis", no_wrap=True, markup=False)

    def conclude(self, found: Analysis) -> None:
        """Show the final result."""
        conclusion(self.console, found)


def progress_line(found: Analysis, line: Line) -> str:
    """One row of a search's progress."""
    words = " ".join(map(str, line.moves))
    return (
        f"{found.depth:5} {score_text(line.score, line.mate):>7} {found.nodes:12,} {found.speed:10,}  {words}"
    )


def conclusion(console: Console, found: Analysis) -> None:
    """Show the best move, its score, and the work that finding it took."""
    from rich.markup import escape

    console.print(
        f"[bold]best move {escape(found.move.text)}[/]  {score_text(found.score, found.mate)}"
        f"  [dim]depth {found.depth}, {found.nodes:,} nodes in {found.seconds:.2f} s[/]"
    )


def score_text(score: int, mate: int | None) -> str:
    """A score in pawns with its sign, or ``#`` and the moves to mate (negative when being mated)."""
    if mate is not None:
        return f"#{moves_to_mate(mate)}"
    return f"{score / 100:+.2f}"


def moves_to_mate(plies: int) -> int:
    """The distance to mate in moves, as players and UCI count, from the distance in plies."""
    return (plies + 1) // 2 if plies > 0 else -((1 - plies) // 2)


def _fields(position: Position, found: Analysis) -> dict[str, Any]:
    return {
        "variant": position.variant.name,
        "position": str(position),
        "move": str(found.move),
        "score": found.score,
        "mate": found.mate,
        "line": [str(move) for move in found.line],
        "depth": found.depth,
        "nodes": found.nodes,
        "seconds": round(found.seconds, 6),
        "speed": found.speed,
        "lines": [
            {"moves": [str(move) for move in line.moves], "score": line.score, "mate": line.mate}
            for line in found.lines
        ],
    }
