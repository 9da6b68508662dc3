"""How boards look, what was heard last in each channel, who is sending a post, events of nobody's message, offers."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

ROW_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
MOMENT = sa.DateTime(timezone=True).with_variant(sa.BigInteger(), "sqlite")
NO_LOOK = sa.text("'{}'")


def upgrade() -> None:
    """Add columns and tables; every row that is there stays as it is."""
    for table in ("challenges", "matches"):
        op.add_column(table, sa.Column("look", sa.JSON(), server_default=NO_LOOK, nullable=False))
    with op.batch_alter_table("events") as events:
        events.alter_column("source_id", existing_type=sa.BigInteger(), nullable=True)
    op.add_column("outbox", sa.Column("source_id", sa.BigInteger()))
    op.add_column("outbox", sa.Column("claimed_by", sa.Text()))
    op.add_column("outbox", sa.Column("claimed_until", MOMENT))
    op.create_index("ix_outbox_source_id", "outbox", ["source_id"], unique=True)
    op.create_table(
        "people",
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("look", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("user_id", name="pk_people"),
    )
    op.create_table(
        "heard",
        sa.Column("channel_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("message_id", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger()),
        sa.PrimaryKeyConstraint("channel_id", name="pk_heard"),
    )
    op.create_index("ix_heard_user_id", "heard", ["user_id"])
    _offers()
    _rematches()
    _notes()
    _clocks()
    _pauses()
    _standing()
    _chosen()


def _offers() -> None:
    op.add_column("people", sa.Column("preferences", sa.JSON(), server_default=NO_LOOK, nullable=False))
    op.create_table(
        "offers",
        sa.Column("id", ROW_ID, nullable=False),
        sa.Column("match_id", ROW_ID, nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("agreed", sa.JSON(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("closed_by", sa.Integer()),
        sa.Column("source_id", sa.BigInteger(), nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_offers"),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_offers_match_id"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_offers_match_id_seq", "offers", ["match_id", "seq"])


def _rematches() -> None:
    op.add_column("challenges", sa.Column("rematch_of", sa.BigInteger()))
    op.create_index("ix_challenges_rematch_of", "challenges", ["rematch_of"], unique=True)


def _notes() -> None:
    op.create_table(
        "notes",
        sa.Column("id", ROW_ID, nullable=False),
        sa.Column("match_id", ROW_ID, nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("source_id", sa.BigInteger(), nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_notes"),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_notes_match_id"),
        sa.UniqueConstraint("source_id", name="uq_notes_source_id"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_notes_match_id_seat", "notes", ["match_id", "seat"])


def _standing() -> None:
    op.add_column("challenges", sa.Column("again", sa.Integer(), server_default=sa.text("0"), nullable=False))
    op.add_column("challenges", sa.Column("theirs", sa.Boolean(), server_default=sa.false(), nullable=False))
    op.add_column("challenge_people", sa.Column("seat", sa.Integer()))


def _chosen() -> None:
    op.create_table(
        "guilds",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("settings", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", name="pk_guilds"),
    )
    op.add_column("people", sa.Column("digest_at", MOMENT))
    op.create_index("ix_people_digest_at", "people", ["digest_at"])


def _pauses() -> None:
    op.create_table(
        "pauses",
        sa.Column("id", ROW_ID, nullable=False),
        sa.Column("match_id", ROW_ID, nullable=False),
        sa.Column("began_at", MOMENT, nullable=False),
        sa.Column("ended_at", MOMENT),
        sa.PrimaryKeyConstraint("id", name="pk_pauses"),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_pauses_match_id"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_pauses_match_id_ended_at", "pauses", ["match_id", "ended_at"])
    op.create_table(
        "vacations",
        sa.Column("id", ROW_ID, nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("began_at", MOMENT, nullable=False),
        sa.Column("ended_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_vacations"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_vacations_user_id_ended_at", "vacations", ["user_id", "ended_at"])


def _clocks() -> None:
    op.add_column("challenges", sa.Column("clock", sa.Text(), server_default="none", nullable=False))
    op.create_table(
        "clocks",
        sa.Column("match_id", ROW_ID, autoincrement=False, nullable=False),
        sa.Column("control", sa.Text(), nullable=False),
        sa.Column("left", sa.JSON(), nullable=False),
        sa.Column("since", MOMENT, nullable=False),
        sa.Column("deadline", MOMENT),
        sa.Column("due", sa.Text()),
        sa.Column("due_at", MOMENT),
        sa.PrimaryKeyConstraint("match_id", name="pk_clocks"),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_clocks_match_id"),
    )
    op.create_index("ix_clocks_due_at", "clocks", ["due_at"])
    op.create_table(
        "beats",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("guild_id", name="pk_beats"),
    )
    op.create_table(
        "outages",
        sa.Column("id", ROW_ID, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("began_at", MOMENT, nullable=False),
        sa.Column("ended_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_outages"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_outages_guild_id_ended_at", "outages", ["guild_id", "ended_at"])
