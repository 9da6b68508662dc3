"""How often matches are replayed and watched, and when a server's next match of the week is due."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"

MOMENT = sa.DateTime(timezone=True).with_variant(sa.BigInteger(), "sqlite")
ROW_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Add one table and a column with an index; no server has chosen a weekly post before."""
    op.create_table(
        "match_views",
        sa.Column("match_id", ROW_ID, autoincrement=False, nullable=False),
        sa.Column("hour", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("views", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_match_views_match_id"),
        sa.PrimaryKeyConstraint("match_id", "hour", name="pk_match_views"),
    )
    op.create_index("ix_match_views_hour", "match_views", ["hour"])
    op.add_column("guilds", sa.Column("weekly_at", MOMENT, nullable=True))
    op.create_index("ix_guilds_weekly_at", "guilds", ["weekly_at"])
