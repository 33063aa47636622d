"""Games, their events, and when the server was there."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make the first tables."""
    op.create_table(
        "games",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("variant", sa.String(100), nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("position", sa.Text),
        sa.Column("record", sa.Text),
        sa.Column("white", sa.String(100), nullable=False),
        sa.Column("black", sa.String(100), nullable=False),
        sa.Column("clock", sa.JSON),
    )
    op.create_table(
        "events",
        sa.Column("game", sa.String(40), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("data", sa.JSON, nullable=False),
    )
    op.create_table(
        "pulse",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.Double, nullable=False),
    )
    op.create_table(
        "outages",
        sa.Column("since", sa.Double, primary_key=True),
        sa.Column("until", sa.Double, nullable=False),
    )
