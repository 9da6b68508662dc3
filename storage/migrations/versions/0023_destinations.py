"""Where rows of the outbox go, so that no destination holds up another, and when a channel's challenges were issued."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"


def upgrade() -> None:
    """Add a column and an index; rows that wait already have no destination, so each waits for its lane alone."""
    op.add_column("outbox", sa.Column("destination", sa.Text()))
    op.create_index("ix_challenges_channel_id_created_at", "challenges", ["channel_id", "created_at"])
