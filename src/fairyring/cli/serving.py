"""Serving games to others: the command ``serve``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer


def serve(
    games: Annotated[
        list[Path] | None,
        typer.Argument(metavar="[FILE]...", help="Games of your own, to be played like the others."),
    ] = None,
    host: Annotated[str, typer.Option(help="The address to listen at; 0.0.0.0 for all.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port to listen at; 0 for any.")] = 8000,
    database: Annotated[
        str | None,
        typer.Option(
            envvar="FAIRYRING_DATABASE",
            show_envvar=True,
            help="Where games are kept: sqlite:///file or postgresql://…; your data folder unless given.",
        ),
    ] = None,
    name: Annotated[
        list[str] | None, typer.Option(help="A host name to answer to, such as play.example.org; repeatable.")
    ] = None,
    proxy: Annotated[
        list[str] | None,
        typer.Option(help="A proxy's address, whose word on who asks and how is taken; repeatable."),
    ] = None,
    limit: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=NUMBER[/SECONDS]",
            help="What one address may ask for: requests, games and messages in so many seconds,"
            " sockets at once; repeatable.",
        ),
    ] = None,
    workers: Annotated[
        int, typer.Option(min=1, max=64, help="How many processes serve, from one database.")
    ] = 1,
    metrics: Annotated[
        Literal["local", "open"],
        typer.Option(
            help="Who is told /metrics: this machine, or anybody. FAIRYRING_METRICS_TOKEN opens it, too."
        ),
    ] = "local",
    log: Annotated[
        Literal["plain", "json"], typer.Option(help="The form of the log, which is written to stderr.")
    ] = "plain",
    log_level: Annotated[
        Literal["error", "warning", "info"], typer.Option(help="At info, requests are told of.")
    ] = "warning",
) -> None:
    """Serve the games to others, or games of your own: the page without a browser, at just this port.

    Give a password in the environment, where other users of the machine do not see it.
    """
    from fairyring.web import Limits, serve

    serve(
        host=host,
        port=port,
        open_browser=False,
        search=False,
        database=database,
        names=name or (),
        proxies=proxy or (),
        limits=Limits().changed(limit or ()),
        workers=workers,
        own_games=games or (),
        figures=metrics,
        log=log,
        log_level=log_level,
    )
