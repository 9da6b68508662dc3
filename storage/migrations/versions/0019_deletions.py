"""People who asked for the deletion of what is kept of them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"

MOMENT = sa.DateTime(timezone=True).with_variant(sa.BigInteger(), "sqlite")


def upgrade() -> None:
    """Add one table, and an index by which old vacations are found."""
    op.create_table(
        "deletions",
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("asked_at", MOMENT, nullable=False),
        sa.Column("erased_at", MOMENT, nullable=True),
        sa.PrimaryKeyConstraint("user_id", name="pk_deletions"),
    )
    op.create_index("ix_vacations_ended_at", "vacations", ["ended_at"])
