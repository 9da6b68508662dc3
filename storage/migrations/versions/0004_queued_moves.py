"""Moves that players decide before their turns."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

ROW_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Add one table; every row that is there stays as it is."""
    op.create_table(
        "queued_moves",
        sa.Column("match_id", ROW_ID, autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("moves", sa.Text(), nullable=False),
        sa.Column("source_id", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_queued_moves_match_id"),
        sa.PrimaryKeyConstraint("match_id", "seat", name="pk_queued_moves"),
    )
