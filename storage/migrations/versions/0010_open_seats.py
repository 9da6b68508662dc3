"""Seats that matches offer to anybody."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"

MOMENT = sa.DateTime(timezone=True).with_variant(sa.BigInteger(), "sqlite")
ROW_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Add one table; every row that is there stays as it is."""
    op.create_table(
        "open_seats",
        sa.Column("id", ROW_ID, nullable=False),
        sa.Column("match_id", ROW_ID, nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("opened_at", MOMENT, nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("closed_at", MOMENT, nullable=True),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_open_seats_match_id"),
        sa.PrimaryKeyConstraint("id", name="pk_open_seats"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_open_seats_match_id", "open_seats", ["match_id"])
    op.create_index("ix_open_seats_status_opened_at", "open_seats", ["status", "opened_at"])
