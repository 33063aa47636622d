"""The best move of a position: the command ``analyse``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

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

if TYPE_CHECKING:
    from rich.console import Console

    from fairyring import Position, Variant
    from fairyring.search import Analysis, Line

HEAD = f"{'depth':>5} {'score':>7} {'nodes':>12} {'nodes/s':>10}  line"


def analyse(
    name: VariantName,
    position: PositionText = None,
    pgn: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="A record, whose last game's last position is meant.", dir_okay=False
        ),
    ] = None,
    seconds: Annotated[float | None, typer.Option(min=0.001, help="How long to search, at most.")] = None,
    depth: Annotated[int | None, typer.Option(min=1, max=100, help="How many plies deep, at most.")] = None,
    nodes: Annotated[int | None, typer.Option(min=1, help="How many positions to visit, at most.")] = None,
    true: TrueKings = None,
    lines: Annotated[int, typer.Option(min=1, help="How many lines to find.")] = 1,
    option: OptionWords = None,
    as_json: AsJson = False,
) -> None:
    """Search a position for its best move.

    Without a limit, the search takes five seconds. Ctrl-C ends it, and tells what was found so far.
    Scores are in pawns for the side to move; [bold]#3[/] is a mate in three moves, [bold]#-3[/] one suffered.
    """
    import fairyring

    variant = read_variant(name, option)
    if pgn is not None and position is not None:
        raise typer.BadParameter("--position and --pgn exclude each other")
    where = read_position(variant, position, true) if pgn is None else _last_position(variant, pgn)
    make_ready(variant, searching=True)
    if seconds is None and depth is None and nodes is None:
        seconds = 5.0
    show = _Progress(quiet=as_json)
    interrupted = False
    try:
        found = fairyring.search(
            where, seconds=seconds, depth=depth, nodes=nodes, lines=lines, report=show.report
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
    """The position in which a file's last game ends.

    Raises:
        FairyringError: the file cannot be read, or holds no game of the variant.
    """
    import fairyring

    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise FairyringError(f"{path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise FairyringError(f"{path}: not a text in UTF-8 (byte {error.start + 1})") from error
    try:
        games = fairyring.read_pgn(text, variant)
    except fairyring.RecordError as error:
        raise FairyringError(f"{path}: {error}") from error
    if not games:
        raise FairyringError(f"{path}: there is no game in it")
    if games[-1].variant.source != variant.source:
        raise FairyringError(f"{path}: a game of {games[-1].variant.name}, not of {variant.name}")
    return games[-1].position


class _Progress:
    """Shows a search's progress, a line a depth, on a terminal with the running count below."""

    def __init__(self, quiet: bool) -> None:
        from rich.console import Console

        self.console = Console(highlight=False)
        self.quiet = quiet
        self.last: Analysis | None = None
        self._head = False
        self._shown: tuple[object, ...] = ()

    def report(self, found: Analysis) -> None:
        """Keep what was found, and show it if it is news."""
        self.last = found
        news = found.depth, found.lines
        if self.quiet or not found.depth or news == self._shown:
            return
        self._shown = news
        if not self._head:
            self.console.print(HEAD, style="dim")
            self._head = True
        for line in found.lines:
            self.console.print(progress_line(found, line), overflow="ellipsis", no_wrap=True, markup=False)

    def conclude(self, found: Analysis) -> None:
        """Show the outcome."""
        conclusion(self.console, found)


def progress_line(found: Analysis, line: Line) -> str:
    """One line of a search's progress."""
    words = " ".join(map(str, line.moves))
    return (
        f"{found.depth:5} {score_text(line.score, line.mate):>7} {found.nodes:12,} {found.speed:10,}  {words}"
    )


def conclusion(console: Console, found: Analysis) -> None:
    """Say which move is best, what it is worth and what it cost to find."""
    from rich.markup import escape

    console.print(
        f"[bold]best move {escape(found.move.text)}[/]  {score_text(found.score, found.mate)}"
        f"  [dim]depth {found.depth}, {found.nodes:,} nodes in {found.seconds:.2f} s[/]"
    )


def score_text(score: int, mate: int | None) -> str:
    """A score in pawns with its sign, or ``#`` and the moves to mate (negative where it is suffered)."""
    if mate is not None:
        return f"#{moves_to_mate(mate)}"
    return f"{score / 100:+.2f}"


def moves_to_mate(plies: int) -> int:
    """A mate's distance in moves, as players and UCI count it, from its distance in plies."""
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
