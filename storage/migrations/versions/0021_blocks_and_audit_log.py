"""People whom servers blocked, and what managers did."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"

MOMENT = sa.DateTime(timezone=True).with_variant(sa.BigInteger(), "sqlite")
ROW_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Add two tables."""
    op.create_table(
        "blocks",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("blocked_by", sa.BigInteger(), nullable=True),
        sa.Column("blocked_at", MOMENT, nullable=True),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "user_id", name="pk_blocks"),
    )
    op.create_index("ix_blocks_user_id", "blocks", ["user_id"])
    op.create_table(
        "audit_log",
        sa.Column("id", ROW_ID, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("action", sa.Text(), nullable=False),
        sa.Column("subject_id", sa.BigInteger(), nullable=True),
        sa.Column("match_id", ROW_ID, nullable=True),
        sa.Column("tournament_id", ROW_ID, nullable=True),
        sa.Column("details", sa.JSON(), nullable=False),
        sa.Column("source_id", sa.BigInteger(), nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_audit_log_match_id"),
        sa.ForeignKeyConstraint(["tournament_id"], ["tournaments.id"], name="fk_audit_log_tournament_id"),
        sa.PrimaryKeyConstraint("id", name="pk_audit_log"),
        sa.UniqueConstraint("source_id", name="uq_audit_log_source_id"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_audit_log_guild_id_id", "audit_log", ["guild_id", "id"])
    op.create_index("ix_audit_log_at", "audit_log", ["at"])
