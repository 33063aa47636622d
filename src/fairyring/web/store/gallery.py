"""Game files of visitors, and those among them that are published."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from sqlalchemy import ColumnElement, Connection, delete, exists, func, insert, or_, select, update

from fairyring.errors import FairyringError
from fairyring.web.store import schema
from fairyring.web.store.seats import Read, Write

PREFIX = "w-"  # the variant of a file is called so and its hash
KEPT = 24 * 3600.0  # seconds for which a file is kept that is neither published nor played

Order = Literal["newest", "played"]

files, publications, reports = schema.files.c, schema.publications.c, schema.reports.c
games = schema.games.c
LISTED = (
    publications.hash,
    publications.first,
    publications.next,
    publications.origin,
    publications.at,
    publications.title,
    publications.summary,
    publications.inventor,
    publications.public,
)


class PublishedError(FairyringError):
    """A file cannot be published so: it is already, or it is not for this browser to replace."""


class Gallery:
    """A part of the store; every method may raise its errors."""

    def __init__(self, read: Read, write: Write) -> None:
        self._read = read
        self._write = write

    async def keep(self, digest: str, text: str, at: float) -> None:
        """Keep a file; one that is kept counts as sent now."""

        def write(connection: Connection) -> None:
            again = update(schema.files).where(files.hash == digest).values(at=at)
            if not connection.execute(again).rowcount:
                connection.execute(insert(schema.files), {"hash": digest, "at": at, "text": text})

        await self._write(write)

    async def text(self, digest: str) -> str | None:
        """The text of a file, or None if there is none of that hash."""
        wanted = select(files.text).where(files.hash == digest)
        text: str | None = await self._read(lambda connection: connection.execute(wanted).scalar())
        return text

    async def forget(self, now: float) -> None:
        """Delete the files that were last sent long ago, and are neither published nor played."""
        published = exists().where(publications.hash == files.hash)
        played = exists().where(games.variant == PREFIX + files.hash)
        gone = delete(schema.files).where(files.at < now - KEPT, ~published, ~played)
        await self._write(lambda connection: connection.execute(gone))

    async def publish(self, row: Mapping[str, Any], replaces: str | None) -> None:
        """Publish a file that is kept.

        Args:
            row: what `schema.publications` holds of it, but ``first`` and ``next``.
            replaces: the hash of the version of it that is published so far; None for a new game.

        Raises:
            PublishedError: it is published already, or the other is not this browser's latest version.
        """

        def write(connection: Connection) -> None:
            if connection.execute(select(publications.hash).where(publications.hash == row["hash"])).first():
                raise PublishedError("this game is already published here")
            first = row["hash"]
            if replaces is not None:
                mine = (publications.hash == replaces, publications.browser == row["browser"])
                found = connection.execute(select(publications.first, publications.next).where(*mine)).first()
                if found is None or found.next is not None:
                    raise PublishedError(
                        "only the latest version that this browser published can be replaced"
                    )
                first = found.first
                connection.execute(
                    update(schema.publications).where(publications.hash == replaces).values(next=row["hash"])
                )
            connection.execute(insert(schema.publications), {**row, "first": first, "next": None})

        await self._write(write)

    async def find(self, digest: str) -> dict[str, Any] | None:
        """A published game with ``plays``, ``browser`` and ``versions``, or None if there is none."""

        def read(connection: Connection) -> dict[str, Any] | None:
            wanted = select(*LISTED, publications.browser, _plays()).where(publications.hash == digest)
            row = connection.execute(wanted).first()
            if row is None:
                return None
            others = (
                select(publications.hash, publications.at)
                .where(publications.first == row.first)
                .order_by(publications.at)
            )
            versions = [each._asdict() for each in connection.execute(others)]
            return {**row._asdict(), "versions": versions}

        found: dict[str, Any] | None = await self._read(read)
        return found

    async def picture(self, digest: str) -> str | None:
        """The start of a published game as SVG, or None if there is none."""
        wanted = select(publications.picture).where(publications.hash == digest)
        found: str | None = await self._read(lambda connection: connection.execute(wanted).scalar())
        return found

    async def listed(self, search: str, order: Order, since: int, number: int) -> list[dict[str, Any]]:
        """The latest versions of public games with ``plays``.

        Args:
            search: words, each of which is in the title, the summary or the inventor's name; in any case.
            order: the newest first, or the most played.
            since: how many to leave out.
            number: how many at most.
        """
        plays = _plays()
        by = (plays.desc(), publications.at.desc()) if order == "played" else (publications.at.desc(),)
        wanted = (
            select(*LISTED, plays)
            .where(publications.public, publications.next.is_(None), *map(_has, search.split()[:8]))
            .order_by(*by, publications.hash)
            .offset(since)
            .limit(number)
        )
        return await self._lines(wanted)

    async def own(self, browser: str) -> list[dict[str, Any]]:
        """The latest versions of the games that a browser has published, the newest first."""
        mine = (publications.browser == browser, publications.next.is_(None))
        return await self._lines(
            select(*LISTED, _plays()).where(*mine).order_by(publications.at.desc()).limit(200)
        )

    async def _lines(self, wanted: Any) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = await self._read(
            lambda connection: [row._asdict() for row in connection.execute(wanted)]
        )
        return found

    async def remove(self, digest: str, browser: str | None) -> bool:
        """Publish a game no longer, with all its versions; its file stays while games are played by it.

        Args:
            digest: the hash of one of its versions.
            browser: who must have published it; None for anybody.

        Returns:
            Whether there was such a game.
        """
        gone: list[str] = []

        def write(connection: Connection) -> None:
            first = select(publications.first).where(publications.hash == digest).scalar_subquery()
            mine = [publications.first == first]
            if browser is not None:
                mine.append(publications.browser == browser)
            gone[:] = connection.scalars(select(publications.hash).where(*mine))
            connection.execute(delete(schema.reports).where(reports.hash.in_(gone)))
            connection.execute(delete(schema.publications).where(publications.hash.in_(gone)))

        await self._write(write)
        return bool(gone)

    async def report(self, digest: str, browser: str, reason: str, at: float) -> bool:
        """Report a game to those who run the server; whether there is such a game."""
        known: list[bool] = []

        def write(connection: Connection) -> None:
            found = connection.execute(select(publications.hash).where(publications.hash == digest)).first()
            known[:] = [found is not None]
            if found is not None:
                before = delete(schema.reports).where(reports.hash == digest, reports.browser == browser)
                connection.execute(before)
                row = {"hash": digest, "browser": browser, "at": at, "reason": reason}
                connection.execute(insert(schema.reports), row)

        await self._write(write)
        return known[0]

    async def reported(self) -> list[dict[str, Any]]:
        """All reports, the latest first, each with the title of its game."""
        wanted = (
            select(reports.hash, publications.title, reports.at, reports.reason)
            .join(schema.publications, publications.hash == reports.hash)
            .order_by(reports.at.desc())
        )
        return await self._lines(wanted)


def _plays() -> ColumnElement[int]:
    """How many games have been played by any version of a game."""
    other = schema.publications.alias()
    return (
        select(func.count())
        .select_from(schema.games)
        .join(other, games.variant == PREFIX + other.c.hash)
        .where(other.c.first == publications.first)
        .scalar_subquery()
        .label("plays")
    )


def _has(word: str) -> ColumnElement[bool]:
    """Whether a game has a word in what is said of it."""
    texts = (publications.title, publications.summary, publications.inventor)
    return or_(*(func.lower(text).contains(word.lower(), autoescape=True) for text in texts))
