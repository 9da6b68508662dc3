"""An index of the messages by which people planned."""

from __future__ import annotations

from alembic import op

revision = "0022"
down_revision = "0021"


def upgrade() -> None:
    """Add one index; every row that is there stays as it is."""
    op.create_index("ix_plans_source_id", "plans", ["source_id"])
