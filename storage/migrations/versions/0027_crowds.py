"""Seats for many: crowds, their members, the moves that they propose, and their votes."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"

MOMENT = sa.DateTime(timezone=True).with_variant(sa.BigInteger(), "sqlite")
ROW_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Add four tables; the rows that are there stay as they are."""
    op.create_table(
        "crowds",
        sa.Column("challenge_id", ROW_ID, nullable=False, autoincrement=False),
        sa.Column("number", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("role_id", sa.BigInteger()),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("vote_time", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["challenge_id"], ["challenges.id"], name="fk_crowds_challenge_id"),
        sa.PrimaryKeyConstraint("challenge_id", "number", name="pk_crowds"),
    )
    op.create_table(
        "crowd_members",
        sa.Column("challenge_id", ROW_ID, nullable=False, autoincrement=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False, autoincrement=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("joined_at", MOMENT, nullable=False),
        sa.Column("left_at", MOMENT),
        sa.Column("source_id", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["challenge_id"], ["challenges.id"], name="fk_crowd_members_challenge_id"),
        sa.PrimaryKeyConstraint("challenge_id", "user_id", name="pk_crowd_members"),
        sa.UniqueConstraint("source_id", name="uq_crowd_members_source_id"),
    )
    op.create_index("ix_crowd_members_user_id", "crowd_members", ["user_id"])
    op.create_table(
        "proposals",
        sa.Column("id", ROW_ID, nullable=False),
        sa.Column("match_id", ROW_ID, nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("source_id", sa.BigInteger(), nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_proposals_match_id"),
        sa.PrimaryKeyConstraint("id", name="pk_proposals"),
        sa.UniqueConstraint("match_id", "seq", "text", name="uq_proposals_match_id_seq_text"),
        sa.UniqueConstraint("source_id", name="uq_proposals_source_id"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_proposals_user_id", "proposals", ["user_id"])
    op.create_table(
        "votes",
        sa.Column("match_id", ROW_ID, nullable=False, autoincrement=False),
        sa.Column("seq", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False, autoincrement=False),
        sa.Column("proposal_id", ROW_ID, nullable=False),
        sa.Column("source_id", sa.BigInteger(), nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_votes_match_id"),
        sa.ForeignKeyConstraint(["proposal_id"], ["proposals.id"], name="fk_votes_proposal_id"),
        sa.PrimaryKeyConstraint("match_id", "seq", "user_id", name="pk_votes"),
        sa.UniqueConstraint("source_id", name="uq_votes_source_id"),
    )
    op.create_index("ix_votes_user_id", "votes", ["user_id"])
