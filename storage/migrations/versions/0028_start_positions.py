"""Positions that matches begin from, and the matches that had them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0028"
down_revision = "0027"


def upgrade() -> None:
    """Add the columns; challenges and matches that are there begin from the usual setup."""
    for table in ("challenges", "matches"):
        op.add_column(table, sa.Column("start", sa.Text()))
        op.add_column(table, sa.Column("origin_id", sa.BigInteger()))
        op.add_column(table, sa.Column("origin_ply", sa.Integer()))
