"""An index of the people who left a match in which somebody else plays on."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    """Add one index; every row that is there stays as it is."""
    left = sa.text("kind = 'substitute'")
    op.create_index("ix_events_left", "events", ["user_id", "match_id"], sqlite_where=left, postgresql_where=left)
