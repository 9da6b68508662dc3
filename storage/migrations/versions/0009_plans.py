"""Plans: what players answer to moves that others may play."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"

ROW_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Add one table, and a column to the events; no event that is there was played by a plan."""
    op.create_table(
        "plans",
        sa.Column("match_id", ROW_ID, autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("tree", sa.JSON(), nullable=False),
        sa.Column("source_id", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_plans_match_id"),
        sa.PrimaryKeyConstraint("match_id", "seat", name="pk_plans"),
    )
    op.add_column("events", sa.Column("by_plan", sa.Boolean(), server_default=sa.false(), nullable=False))
