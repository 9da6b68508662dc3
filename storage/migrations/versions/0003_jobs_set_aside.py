"""Due jobs that failed, each with its reason and when it is tried again."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

MOMENT = sa.DateTime(timezone=True).with_variant(sa.BigInteger(), "sqlite")


def upgrade() -> None:
    """Add one table; every row that is there stays as it is."""
    op.create_table(
        "set_aside_jobs",
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("key", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("failures", sa.Integer(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("since", MOMENT, nullable=False),
        sa.Column("retry_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("kind", "key", name="pk_set_aside_jobs"),
    )
