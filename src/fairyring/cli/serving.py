"""Serving games to others: the command ``serve``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from fairyring.cli.inputs import Database


def serve(
    games: Annotated[
        list[Path] | None,
        typer.Argument(metavar="[FILE]...", help="Files with your own games (.toml, .py), to serve as well."),
    ] = None,
    host: Annotated[str, typer.Option(help="The address to listen on; 0.0.0.0 for all.")] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="The port to listen on; 0 for any free one.")
    ] = 8000,
    database: Database = None,
    name: Annotated[
        list[str] | None,
        typer.Option(
            help="A host name of this server, such as play.example.org, or * for any; repeatable. Required"
            " when other machines can reach the server."
        ),
    ] = None,
    proxy: Annotated[
        list[str] | None,
        typer.Option(help="The address of a proxy whose forwarding headers to trust; repeatable."),
    ] = None,
    limit: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=NUMBER[/SECONDS]",
            help="A limit for one client address: the number of requests, games or messages in so many"
            " seconds, or of connections (sockets=5) at once; repeatable.",
        ),
    ] = None,
    watch: Annotated[bool, typer.Option("--watch", help="Reload these files whenever they change.")] = False,
    workshop: Annotated[
        Literal["open", "private", "off"],
        typer.Option(
            help="Whether visitors can play and publish games that they invent, only play them, or neither."
        ),
    ] = "open",
    lab: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help="A folder with reports of `fairyring lab`, to show with the rules of the games.",
            show_default=False,
        ),
    ] = None,
    workers: Annotated[
        int, typer.Option(min=1, max=64, help="The number of processes to run, with one database.")
    ] = 1,
    metrics: Annotated[
        Literal["local", "open"],
        typer.Option(
            help="Who may read /metrics: this machine, or everyone. A token in"
            " FAIRYRING_METRICS_TOKEN also gives access."
        ),
    ] = "local",
    log: Annotated[
        Literal["plain", "json"], typer.Option(help="The format of the log, which goes to stderr.")
    ] = "plain",
    log_level: Annotated[
        Literal["error", "warning", "info"], typer.Option(help="What to log; info includes requests.")
    ] = "warning",
) -> None:
    """Run a server for other people, without opening a browser; it can serve your own games, too.

    Put a database password in FAIRYRING_DATABASE, where other users of this machine cannot see it.
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
        watch=watch,
        workshop=workshop,
        laboratory=lab,
        figures=metrics,
        log=log,
        log_level=log_level,
    )
