"""Tournaments, their people and pairings, and corrected results."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"

MOMENT = sa.DateTime(timezone=True).with_variant(sa.BigInteger(), "sqlite")
ROW_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Add five tables."""
    _create_tournaments()
    _create_pairings()
    op.create_table(
        "corrections",
        sa.Column("match_id", ROW_ID, autoincrement=False, nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.Column("places", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_corrections_match_id"),
        sa.PrimaryKeyConstraint("match_id", "number", name="pk_corrections"),
    )


def _create_tournaments() -> None:
    op.create_table(
        "tournaments",
        sa.Column("id", ROW_ID, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("clock", sa.Text(), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("rounds", sa.Integer(), nullable=False),
        sa.Column("at_once", sa.Integer(), nullable=False),
        sa.Column("season", sa.Integer(), nullable=False),
        sa.Column("previous_id", sa.BigInteger()),
        sa.Column("organizer_id", sa.BigInteger(), nullable=False),
        sa.Column("source_id", sa.BigInteger()),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("stage", sa.Integer(), nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("starts_at", MOMENT, nullable=False),
        sa.Column("ended_at", MOMENT),
        sa.Column("due_at", MOMENT),
        sa.Column("changed_at", MOMENT, nullable=False),
        sa.Column("posted_at", MOMENT, nullable=False),
        sa.Column("message_id", sa.BigInteger()),
        sa.PrimaryKeyConstraint("id", name="pk_tournaments"),
        sa.UniqueConstraint("source_id", name="uq_tournaments_source_id"),
        sa.UniqueConstraint("previous_id", name="uq_tournaments_previous_id"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_tournaments_due_at", "tournaments", ["due_at"])
    op.create_index("ix_tournaments_guild_id_status", "tournaments", ["guild_id", "status"])
    op.create_table(
        "tournament_people",
        sa.Column("tournament_id", ROW_ID, autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("joined_at", MOMENT, nullable=False),
        sa.Column("group_number", sa.Integer()),
        sa.Column("seed", sa.Integer()),
        sa.Column("warned", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("withdrawn_at", MOMENT),
        sa.Column("struck", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.ForeignKeyConstraint(["tournament_id"], ["tournaments.id"], name="fk_tournament_people_tournament_id"),
        sa.PrimaryKeyConstraint("tournament_id", "user_id", name="pk_tournament_people"),
    )
    op.create_index("ix_tournament_people_user_id", "tournament_people", ["user_id"])


def _create_pairings() -> None:
    op.create_table(
        "pairings",
        sa.Column("id", ROW_ID, nullable=False),
        sa.Column("tournament_id", ROW_ID, nullable=False),
        sa.Column("stage", sa.Integer(), nullable=False),
        sa.Column("group_number", sa.Integer(), nullable=False),
        sa.Column("match_id", ROW_ID),
        sa.Column("settled_at", MOMENT),
        sa.ForeignKeyConstraint(["tournament_id"], ["tournaments.id"], name="fk_pairings_tournament_id"),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_pairings_match_id"),
        sa.PrimaryKeyConstraint("id", name="pk_pairings"),
        sa.UniqueConstraint("match_id", name="uq_pairings_match_id"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_pairings_tournament_id", "pairings", ["tournament_id"])
    op.create_index("ix_pairings_settled_at", "pairings", ["settled_at"])
    op.create_table(
        "pairing_people",
        sa.Column("pairing_id", ROW_ID, autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("place", sa.Integer()),
        sa.Column("late", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.ForeignKeyConstraint(["pairing_id"], ["pairings.id"], name="fk_pairing_people_pairing_id"),
        sa.PrimaryKeyConstraint("pairing_id", "seat", name="pk_pairing_people"),
    )
