"""A pulse says when the next one is to come: only then is its absence one."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add the time between two pulses."""
    with op.batch_alter_table("pulse") as table:
        table.add_column(sa.Column("every", sa.Double, nullable=False, server_default="2"))
    with op.batch_alter_table("pulse") as table:
        table.alter_column("every", server_default=None)
