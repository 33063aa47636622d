"""The tables, as the steps in ``migrations/versions`` make them; a test holds the two together.

A game is its beginning and its events, numbered from 0, and nothing else: what the board shows, what
the clocks say and who holds which seat follow from them. Nothing is ever changed but the pulse, the list of
open challenges, the seats that browsers keep and what is published, and an event's number can be taken once,
which is what keeps two processes from playing the same turn.

A game file is kept under the hash of its content, so it cannot change either, and a game that is played by
it has the hash in the name of its variant. Files that are neither published nor played are deleted after a
while.

Times are seconds since 1970 in UTC.
"""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
)

REVISION = "0005"
"""The last step: a database that has it is as it should be."""

metadata = MetaData()

games = Table(
    "games",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("at", Double, nullable=False),
    Column("variant", String(100), nullable=False),
    Column("options", JSON, nullable=False),
    Column("position", Text),  # the first one, where it is not the game's own
    Column("record", Text),  # the PGN that the game went on from
    Column("white", String(100), nullable=False),  # "human", or a level of the computer
    Column("black", String(100), nullable=False),
    Column("clock", JSON(none_as_null=True)),
    Index("games_variant", "variant"),
)

events = Table(
    "events",
    metadata,
    Column("game", String(40), ForeignKey("games.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", Double, nullable=False),
    Column("kind", String(20), nullable=False),
    Column("data", JSON, nullable=False),
)

challenges = Table(
    "challenges",
    metadata,
    Column("game", String(40), ForeignKey("games.id"), primary_key=True),
    Column("until", Double, nullable=False),  # when it is listed no longer
    Column("side", String(5), nullable=False),  # of the open seat
    Column("name", String(100), nullable=False),  # of the player who waits
    Column("invitation", String(100), nullable=False),
)

seats = Table(
    "seats",
    metadata,
    Column("browser", String(64), primary_key=True),  # the hash of its cookie
    Column("game", String(40), ForeignKey("games.id"), primary_key=True),
    Column("at", Double, nullable=False),
    Column("token", String(300), nullable=False),  # sealed with the cookie
)

pulse = Table(
    "pulse",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),  # 1: there is one row
    Column("at", Double, nullable=False),  # when a server that uses this database was last alive
    Column("every", Double, nullable=False),  # within so many seconds it would have been heard of again
)

outages = Table(
    "outages",
    metadata,
    Column("since", Double, primary_key=True),  # no server was alive, and no clock ran, from here
    Column("until", Double, nullable=False),  # to here
)

files = Table(
    "files",
    metadata,
    Column("hash", String(40), primary_key=True),
    Column("at", Double, nullable=False),  # when somebody last sent it
    Column("text", Text, nullable=False),
)

publications = Table(
    "publications",
    metadata,
    Column("hash", String(40), ForeignKey("files.hash"), primary_key=True),
    Column("first", String(40), nullable=False),  # the hash of its first version
    Column("next", String(40)),  # the hash of the version that takes its place
    Column("origin", String(100)),  # what it was made from: a hash, or the name of a game of ours
    Column("at", Double, nullable=False),
    Column("title", String(200), nullable=False),
    Column("summary", Text, nullable=False),
    Column("inventor", String(200), nullable=False),
    Column("public", Boolean, nullable=False),  # listed, or only for those who have the link
    Column("browser", String(64), nullable=False),  # the hash of the cookie of who published it
    Column("picture", Text, nullable=False),  # its start, as SVG
    Index("publications_first", "first"),
    Index("publications_at", "at"),
)

reports = Table(
    "reports",
    metadata,
    Column("hash", String(40), ForeignKey("publications.hash"), primary_key=True),
    Column("browser", String(64), primary_key=True),  # the hash of the cookie of who reports it
    Column("at", Double, nullable=False),
    Column("reason", Text, nullable=False),
)
