"""Analyses: what people try in matches, and what all try together once one is over."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"

ROW_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Add one table; every row that is there stays as it is."""
    op.create_table(
        "analyses",
        sa.Column("match_id", ROW_ID, autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("tree", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_analyses_match_id"),
        sa.PrimaryKeyConstraint("match_id", "user_id", name="pk_analyses"),
    )
