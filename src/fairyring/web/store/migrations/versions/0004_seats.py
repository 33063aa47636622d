"""The seats that each browser holds."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "seats",
        sa.Column("browser", sa.String(64), primary_key=True),
        sa.Column("game", sa.String(40), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("token", sa.String(300), nullable=False),
    )
