"""The openings of matches that have ended, and the seats that shared first place."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    """Add four columns and an index to one table; the bot fills them in for matches that have ended when it runs."""
    op.add_column("outcomes", sa.Column("leaders", sa.Integer(), nullable=True))
    for name in ("ply_1", "ply_2", "ply_3"):
        op.add_column("outcomes", sa.Column(name, sa.Text(), nullable=True))
    op.create_index("ix_outcomes_game_ply_1_ply_2_ply_3", "outcomes", ["game", "ply_1", "ply_2", "ply_3"])
