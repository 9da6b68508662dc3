"""Where rows of the outbox go, so that no destination holds up another."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"


def upgrade() -> None:
    """Add the column; rows that wait already have none, so each waits for its lane alone."""
    op.add_column("outbox", sa.Column("destination", sa.Text()))
