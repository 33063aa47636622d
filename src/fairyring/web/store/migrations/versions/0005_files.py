"""Game files of visitors, those among them that are published, and reports about these."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Make the tables, and find games by their variants."""
    op.create_table(
        "files",
        sa.Column("hash", sa.String(40), primary_key=True),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
    )
    op.create_table(
        "publications",
        sa.Column("hash", sa.String(40), sa.ForeignKey("files.hash"), primary_key=True),
        sa.Column("first", sa.String(40), nullable=False),
        sa.Column("next", sa.String(40)),
        sa.Column("origin", sa.String(100)),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("title", sa.String(200), nullable=False),
        sa.Column("summary", sa.Text, nullable=False),
        sa.Column("inventor", sa.String(200), nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("browser", sa.String(64), nullable=False),
        sa.Column("picture", sa.Text, nullable=False),
    )
    op.create_index("publications_first", "publications", ["first"])
    op.create_index("publications_at", "publications", ["at"])
    op.create_table(
        "reports",
        sa.Column("hash", sa.String(40), sa.ForeignKey("publications.hash"), primary_key=True),
        sa.Column("browser", sa.String(64), primary_key=True),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
    )
    op.create_index("games_variant", "games", ["variant"])
