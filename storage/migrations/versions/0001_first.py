"""The first schema: matches, seats, events, challenges, the outbox."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

ROW_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
MOMENT = sa.DateTime(timezone=True).with_variant(sa.BigInteger(), "sqlite")


def upgrade() -> None:
    """Make all tables of an empty database."""
    _challenges()
    _matches()
    _events()
    _outbox()
    op.create_table(
        "meta",
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_meta"),
    )


def _challenges() -> None:
    op.create_table(
        "challenges",
        sa.Column("id", ROW_ID, nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("seat", sa.Integer()),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("source_id", sa.BigInteger(), nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("expires_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_challenges"),
        sa.UniqueConstraint("source_id", name="uq_challenges_source_id"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_challenges_status_expires_at", "challenges", ["status", "expires_at"])
    op.create_table(
        "challenge_people",
        sa.Column("challenge_id", ROW_ID, nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("accepted", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("challenge_id", "place", name="pk_challenge_people"),
        sa.ForeignKeyConstraint(["challenge_id"], ["challenges.id"], name="fk_challenge_people_challenge_id"),
    )
    op.create_index("ix_challenge_people_user_id", "challenge_people", ["user_id"])


def _matches() -> None:
    op.create_table(
        "matches",
        sa.Column("id", ROW_ID, nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("rules", sa.Integer(), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("seed", sa.BigInteger(), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("thread_id", sa.BigInteger()),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("position", sa.Text(), nullable=False),
        sa.Column("to_move", sa.Integer()),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("since", MOMENT, nullable=False),
        sa.Column("ended_at", MOMENT),
        sa.Column("challenge_id", ROW_ID),
        sa.PrimaryKeyConstraint("id", name="pk_matches"),
        sa.UniqueConstraint("challenge_id", name="uq_matches_challenge_id"),
        sa.ForeignKeyConstraint(["challenge_id"], ["challenges.id"], name="fk_matches_challenge_id"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_matches_thread_id", "matches", ["thread_id"])
    op.create_index("ix_matches_channel_id_thread_id", "matches", ["channel_id", "thread_id"])
    op.create_index("ix_matches_ended_at", "matches", ["ended_at"])
    op.create_table(
        "seats",
        sa.Column("match_id", ROW_ID, nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("gone", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("match_id", "seat", name="pk_seats"),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_seats_match_id"),
    )
    op.create_index("ix_seats_user_id", "seats", ["user_id"])


def _events() -> None:
    op.create_table(
        "events",
        sa.Column("match_id", ROW_ID, nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("seat", sa.Integer()),
        sa.Column("user_id", sa.BigInteger()),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("source_id", sa.BigInteger(), nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("match_id", "seq", name="pk_events"),
        sa.UniqueConstraint("source_id", name="uq_events_source_id"),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_events_match_id"),
    )


def _outbox() -> None:
    op.create_table(
        "outbox",
        sa.Column("id", ROW_ID, nullable=False),
        sa.Column("lane", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("body", sa.JSON(), nullable=False),
        sa.Column("match_id", ROW_ID),
        sa.Column("challenge_id", ROW_ID),
        sa.Column("seq", sa.Integer()),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("retry_at", MOMENT),
        sa.Column("sent_at", MOMENT),
        sa.Column("channel_id", sa.BigInteger()),
        sa.Column("message_id", sa.BigInteger()),
        sa.Column("given_up_at", MOMENT),
        sa.Column("given_up_for", sa.Text()),
        sa.PrimaryKeyConstraint("id", name="pk_outbox"),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_outbox_match_id"),
        sa.ForeignKeyConstraint(["challenge_id"], ["challenges.id"], name="fk_outbox_challenge_id"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_outbox_match_id_kind", "outbox", ["match_id", "kind"])
    op.create_index("ix_outbox_challenge_id_kind", "outbox", ["challenge_id", "kind"])
    op.create_index("ix_outbox_message_id", "outbox", ["message_id"])
    pending = sa.text("sent_at IS NULL AND given_up_at IS NULL")
    op.create_index("ix_outbox_pending", "outbox", ["lane", "id"], sqlite_where=pending, postgresql_where=pending)
