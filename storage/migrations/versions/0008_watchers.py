"""People who watch matches, and an index for lists of a server's matches."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"

ROW_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Add one table and one index; every row that is there stays as it is."""
    op.create_table(
        "watchers",
        sa.Column("match_id", ROW_ID, autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_watchers_match_id"),
        sa.PrimaryKeyConstraint("match_id", "user_id", name="pk_watchers"),
    )
    op.create_index("ix_watchers_user_id", "watchers", ["user_id"])
    op.create_index("ix_matches_guild_id_ended_at_since", "matches", ["guild_id", "ended_at", "since"])
