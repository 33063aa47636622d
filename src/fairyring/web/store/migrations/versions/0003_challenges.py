"""The open challenges, for all processes to show."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "challenges",
        sa.Column("game", sa.String(40), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("until", sa.Double, nullable=False),
        sa.Column("side", sa.String(5), nullable=False),
        sa.Column("name", sa.String(100), nullable=False),
        sa.Column("invitation", sa.String(100), nullable=False),
    )
