"""The tables, as the steps in ``migrations/versions`` make them; a test holds the two together.

A game is its beginning and its events, numbered from 0, and nothing else: what the board shows, what
the clocks say and who holds which seat follow from them. Nothing is ever changed but the pulse, the list of
open challenges and the seats that browsers keep, and an event's number can be taken once, which is what keeps
two processes from playing the same turn.

Times are seconds since 1970 in UTC.
"""

from __future__ import annotations

from sqlalchemy import JSON, Column, Double, ForeignKey, Integer, MetaData, String, Table, Text

REVISION = "0004"
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
