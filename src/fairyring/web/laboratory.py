"""The laboratory's reports on games, as pages: those that lie in a folder of this machine."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse

from fairyring.messages import Message
from fairyring.web.description import HTML
from fairyring.web.routing import Api

if TYPE_CHECKING:
    from fairyring.web.work import Desk

# A report is one file, with its style and its plots. It runs nothing and loads nothing.
POLICY: Final = (
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none';"
    " frame-ancestors 'none'"
)


def add_routes(api: Api, folder: Path | None, pages: Desk) -> None:
    """Add the routes for reports, each in a folder with its game's name.

    Args:
        api: where to add them.
        folder: which folder has these folders; None for no reports.
        pages: the desk at which pages are made.
    """

    def files() -> dict[str, Path]:
        from fairyring.lab import REPORT  # it imports what the games do

        if folder is None or not folder.is_dir():
            return {}
        found = {each.name: each / REPORT for each in sorted(folder.iterdir())}
        return {name: path for name, path in found.items() if path.is_file()}

    def report(name: str) -> str:
        path = files().get(name)
        if path is None:
            raise HTTPException(404, Message("the laboratory has no report on this game"))
        return path.read_text(encoding="utf-8")

    @api.get("/api/laboratory", list[str])
    async def reported(_: Request) -> JSONResponse:
        """The names of the games on which the laboratory has a report here."""
        return JSONResponse(list(await pages.do(files)))

    @api.get("/laboratory/{name}", HTML, refusals=(404,), page=True)
    async def shown(_: Request, name: str) -> HTMLResponse:
        """The laboratory's report on a game."""
        return HTMLResponse(await pages.do(report, name), headers={"Content-Security-Policy": POLICY})
