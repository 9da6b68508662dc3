"""States of long matches, so that they needn't be replayed from their beginning."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"

ROW_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Add one table. Matches that go on get their rows as they are played on."""
    op.create_table(
        "saved_states",
        sa.Column("match_id", ROW_ID, autoincrement=False, nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("plies", sa.Integer(), nullable=False),
        sa.Column("rules", sa.Integer(), nullable=False),
        sa.Column("state", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_saved_states_match_id"),
        sa.PrimaryKeyConstraint("match_id", name="pk_saved_states"),
    )
