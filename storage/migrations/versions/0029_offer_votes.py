"""Votes of the members of crowds on offers."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0029"
down_revision = "0028"

MOMENT = sa.DateTime(timezone=True).with_variant(sa.BigInteger(), "sqlite")
ROW_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Add a table; the rows that are there stay as they are."""
    op.create_table(
        "offer_votes",
        sa.Column("match_id", ROW_ID, nullable=False, autoincrement=False),
        sa.Column("offer_id", ROW_ID, nullable=False, autoincrement=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False, autoincrement=False),
        sa.Column("agrees", sa.Boolean(), nullable=False),
        sa.Column("source_id", sa.BigInteger(), nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_offer_votes_match_id"),
        sa.ForeignKeyConstraint(["offer_id"], ["offers.id"], name="fk_offer_votes_offer_id"),
        sa.PrimaryKeyConstraint("match_id", "offer_id", "user_id", name="pk_offer_votes"),
        sa.UniqueConstraint("source_id", name="uq_offer_votes_source_id"),
    )
    op.create_index("ix_offer_votes_offer_id", "offer_votes", ["offer_id"])
    op.create_index("ix_offer_votes_user_id", "offer_votes", ["user_id"])
