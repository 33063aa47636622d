"""Serving games to others: the command ``serve``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from fairyring.cli.inputs import Database


def serve(
    games: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="[FILE]...", help="Files with games of your own (.toml, .py), to offer as well."
        ),
    ] = None,
    host: Annotated[str, typer.Option(help="The address to listen on; 0.0.0.0 for all.")] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="The port to listen on; 0 for any free one.")
    ] = 8000,
    database: Database = None,
    name: Annotated[
        list[str] | None,
        typer.Option(
            help="A host name of this server, such as play.example.org, or * for any; repeatable. Needed to"
            " listen on another address than this machine's own."
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
            help="What one client address may do: how many requests, games and messages in how many"
            " seconds, and how many connections (sockets=5) at once; repeatable.",
        ),
    ] = None,
    watch: Annotated[
        bool, typer.Option("--watch", help="Follow changes of the files, and show them at once.")
    ] = False,
    workshop: Annotated[
        Literal["open", "private", "off"],
        typer.Option(
            help="Whether games that visitors invent are played and published, only played, or neither."
        ),
    ] = "open",
    lab: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help="A folder with reports of `fairyring lab`, to be shown with the rules of their games.",
            show_default=False,
        ),
    ] = None,
    workers: Annotated[
        int, typer.Option(min=1, max=64, help="How many processes to run, with one database.")
    ] = 1,
    metrics: Annotated[
        Literal["local", "open"],
        typer.Option(
            help="Who may read /metrics: this machine, or everyone. FAIRYRING_METRICS_TOKEN is a key to it."
        ),
    ] = "local",
    log: Annotated[
        Literal["plain", "json"], typer.Option(help="The format of the log, which goes to stderr.")
    ] = "plain",
    log_level: Annotated[
        Literal["error", "warning", "info"], typer.Option(help="What to log; info includes requests.")
    ] = "warning",
) -> None:
    """Serve the games, and games of your own, to others, without opening a browser.

    Give a database password in an environment variable, where other users of the machine cannot see it.
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
