"""Days that the safety net takes for players whose time is up."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"

MOMENT = sa.DateTime(timezone=True).with_variant(sa.BigInteger(), "sqlite")
ROW_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Add one table; every row that is there stays as it is."""
    op.create_table(
        "net_days",
        sa.Column("id", ROW_ID, nullable=False),
        sa.Column("match_id", ROW_ID, nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("began_at", MOMENT, nullable=False),
        sa.Column("ended_at", MOMENT, nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_net_days_match_id"),
        sa.PrimaryKeyConstraint("id", name="pk_net_days"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_net_days_match_id_ended_at", "net_days", ["match_id", "ended_at"])
    op.create_index("ix_net_days_user_id_began_at", "net_days", ["user_id", "began_at"])
