"""When the threads of ended matches are due to be archived."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"

MOMENT = sa.DateTime(timezone=True).with_variant(sa.BigInteger(), "sqlite")
ROW_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Add one table; every row that is there stays as it is."""
    op.create_table(
        "thread_archives",
        sa.Column("match_id", ROW_ID, autoincrement=False, nullable=False),
        sa.Column("due_at", MOMENT, nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_thread_archives_match_id"),
        sa.PrimaryKeyConstraint("match_id", name="pk_thread_archives"),
    )
    op.create_index("ix_thread_archives_due_at", "thread_archives", ["due_at"])
