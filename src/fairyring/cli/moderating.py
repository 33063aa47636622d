"""What those who run a server do about published games: the command ``reports``."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated, Any

import typer

from fairyring.cli.inputs import AsJson, Database, write_json

if TYPE_CHECKING:
    from fairyring.web.store import Store


def reports(
    remove: Annotated[
        list[str] | None,
        typer.Option(
            metavar="HASH",
            help="Withdraw this game, with all its versions and reports; repeatable. Games in progress"
            " continue.",
        ),
    ] = None,
    database: Database = None,
    as_json: AsJson = False,
) -> None:
    """List visitors' reports about published games, the latest first.

    This also works while the server is running.
    """
    import asyncio

    from fairyring.web.store import Store, default_database

    found = asyncio.run(_moderated(Store(database or default_database()), remove or []))
    if as_json:
        write_json(found)
        return
    from rich.console import Console

    console = Console(highlight=False, soft_wrap=True)
    if not found:
        console.print("There are no reports.")
    for each in found:
        at = datetime.fromtimestamp(each["at"], UTC)
        console.print(f"{at:%Y-%m-%d %H:%M}  {each['title']}  /gallery/{each['hash']}", markup=False)
        console.print(f"    {each['reason']}", markup=False)


async def _moderated(store: Store, remove: list[str]) -> list[dict[str, Any]]:
    """The reports that are left after some games have been removed.

    Raises:
        BadParameter: there is no such game.
    """
    try:
        for digest in remove:
            if not await store.gallery.remove(digest, None):
                raise typer.BadParameter(f"no published game has the hash {digest}")
        return await store.gallery.reported()
    finally:
        await store.close()
