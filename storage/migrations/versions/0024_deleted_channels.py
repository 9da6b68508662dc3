"""Channels and threads that were deleted."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"

MOMENT = sa.DateTime(timezone=True).with_variant(sa.BigInteger(), "sqlite")


def upgrade() -> None:
    """Add one table."""
    op.create_table(
        "deleted_channels",
        sa.Column("channel_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("noted_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("channel_id", name="pk_deleted_channels"),
    )
