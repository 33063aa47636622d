"""The list of games: the command ``variants``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fairyring.cli.inputs import AsJson, explained_wait, write_json

if TYPE_CHECKING:
    from fairyring import Variant


def variants(as_json: AsJson = False) -> None:
    """List the games that come with fairyring, and their options."""
    import fairyring
    from fairyring.variants import introductions

    with explained_wait() as say:
        games = []
        for introduction in introductions():
            say(f"loading {introduction.name} …")
            games.append(fairyring.load(introduction.name))
    if as_json:
        write_json([_fields(variant) for variant in games])
        return
    from rich import box
    from rich.console import Console
    from rich.table import Column, Table

    table = Table(Column("name", no_wrap=True), "game", "by", box=box.SIMPLE_HEAD, pad_edge=False)
    before = None
    for variant in games:
        definition = variant.definition
        if definition.group is not before:
            before = definition.group
            table.add_row("", f"[bold yellow]{before.title}[/]", "")
            table.add_section()
        said = f"[bold]{definition.title}[/]\n{definition.summary}"
        for option, value in variant.options.items():
            said += f"\n[cyan]--option {option}={_written(value)}[/]"
        inventor = definition.inventor + (f" {definition.year}" if definition.year else "")
        table.add_row(f"[bold cyan]{variant.name}[/]", said, inventor)
        table.add_section()
    Console(highlight=False).print(table)


def _fields(variant: Variant) -> dict[str, Any]:
    definition = variant.definition
    return {
        "name": variant.name,
        "title": definition.title,
        "summary": definition.summary,
        "inventor": definition.inventor,
        "year": definition.year,
        "group": definition.group.name.lower(),
        "options": variant.options,
        "start": definition.start,
    }


def _written(value: object) -> str:
    """An option's value as it is typed on the command line."""
    return str(value).lower() if isinstance(value, bool) else str(value)
