"""Ratings, and challenges and matches that aren't rated."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"

MOMENT = sa.DateTime(timezone=True).with_variant(sa.BigInteger(), "sqlite")
ROW_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Add one table and a column to two; the bot rates the matches that have ended by now when it starts."""
    for table in ("challenges", "matches"):
        op.add_column(table, sa.Column("rated", sa.Boolean(), server_default=sa.true(), nullable=False))
    op.create_table(
        "ratings",
        sa.Column("match_id", ROW_ID, autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("weight", sa.Double[float](), nullable=False),
        sa.Column("mu", sa.Double[float](), nullable=False),
        sa.Column("sigma", sa.Double[float](), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_ratings_match_id"),
        sa.PrimaryKeyConstraint("match_id", "user_id", name="pk_ratings"),
    )
    op.create_index("ix_ratings_game_at_match_id", "ratings", ["game", "at", "match_id"])
    op.create_index("ix_ratings_user_id_game_at_match_id", "ratings", ["user_id", "game", "at", "match_id"])
