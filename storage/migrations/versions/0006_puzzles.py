"""Puzzles: who solved which, and when a server's next daily puzzle is due."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"

MOMENT = sa.DateTime(timezone=True).with_variant(sa.BigInteger(), "sqlite")


def upgrade() -> None:
    """Add one table and one column; every row that is there stays as it is."""
    op.create_table(
        "puzzle_attempts",
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("failed", sa.Boolean(), nullable=False),
        sa.Column("tried_at", MOMENT, nullable=False),
        sa.Column("solved_at", MOMENT),
        sa.PrimaryKeyConstraint("user_id", "game", "number", name="pk_puzzle_attempts"),
    )
    op.create_index("ix_puzzle_attempts_game_number", "puzzle_attempts", ["game", "number"])
    op.add_column("guilds", sa.Column("puzzle_at", MOMENT))
    op.create_index("ix_guilds_puzzle_at", "guilds", ["puzzle_at"])
