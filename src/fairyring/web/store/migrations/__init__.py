"""The steps by which a database comes to the tables of `schema`, run as the server starts."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection


def configured(connection: Connection) -> Config:
    """Alembic's settings for a connection whose transaction is under way."""
    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config


def upgrade(connection: Connection) -> None:
    """Take every step that the database has not taken yet."""
    command.upgrade(configured(connection), "head")
