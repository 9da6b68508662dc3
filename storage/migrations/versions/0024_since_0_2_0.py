"""Everything that came between release 0.2.0 and the next one. The numbers between were never released."""

from __future__ import annotations

import json

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0003"

MOMENT = sa.DateTime(timezone=True).with_variant(sa.BigInteger(), "sqlite")
ROW_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
MATCHES = sa.table("matches", *map(sa.column, ("id", "game", "ended_at")), sa.column("options", sa.JSON()))
SEATS = sa.table("seats", *map(sa.column, ("match_id", "user_id")))


def upgrade() -> None:
    """Add tables, columns and indexes; every row that is there stays as it is."""
    _add_automatic_moves()
    _add_open_seats_and_net_days()
    _add_reviews_and_analyses()
    _add_what_spectators_need()
    _add_puzzles()
    _add_outcomes()
    _add_ratings()
    _add_tournaments()
    _add_pairings()
    _add_deletions()
    _add_blocks_and_audit_log()
    _add_destinations_and_deleted_channels()


def _add_automatic_moves() -> None:
    """Add moves that players decide before their turns, their answers to moves that others may play, and states.

    No event that is there was played by a plan. Matches that go on get their states as they are played on.
    """
    op.create_table(
        "queued_moves",
        sa.Column("match_id", ROW_ID, autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("moves", sa.Text(), nullable=False),
        sa.Column("source_id", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_queued_moves_match_id"),
        sa.PrimaryKeyConstraint("match_id", "seat", name="pk_queued_moves"),
    )
    op.create_table(
        "plans",
        sa.Column("match_id", ROW_ID, autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("tree", sa.JSON(), nullable=False),
        sa.Column("source_id", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_plans_match_id"),
        sa.PrimaryKeyConstraint("match_id", "seat", name="pk_plans"),
    )
    op.create_index("ix_plans_source_id", "plans", ["source_id"])
    op.add_column("events", sa.Column("by_plan", sa.Boolean(), server_default=sa.false(), nullable=False))
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


def _add_open_seats_and_net_days() -> None:
    """Add seats that matches offer to anybody, days that the safety net takes, and an index of people who left."""
    op.create_table(
        "open_seats",
        sa.Column("id", ROW_ID, nullable=False),
        sa.Column("match_id", ROW_ID, nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("opened_at", MOMENT, nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("closed_at", MOMENT),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_open_seats_match_id"),
        sa.PrimaryKeyConstraint("id", name="pk_open_seats"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_open_seats_match_id", "open_seats", ["match_id"])
    op.create_index("ix_open_seats_status_opened_at", "open_seats", ["status", "opened_at"])
    op.create_table(
        "net_days",
        sa.Column("id", ROW_ID, nullable=False),
        sa.Column("match_id", ROW_ID, nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("began_at", MOMENT, nullable=False),
        sa.Column("ended_at", MOMENT, nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_net_days_match_id"),
        sa.PrimaryKeyConstraint("id", name="pk_net_days"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_net_days_match_id_ended_at", "net_days", ["match_id", "ended_at"])
    op.create_index("ix_net_days_user_id_began_at", "net_days", ["user_id", "began_at"])
    left = sa.text("kind = 'substitute'")
    op.create_index("ix_events_left", "events", ["user_id", "match_id"], sqlite_where=left, postgresql_where=left)


def _add_reviews_and_analyses() -> None:
    """Add reviews of finished matches, and what people try in matches."""
    op.create_table(
        "reviews",
        sa.Column("match_id", ROW_ID, autoincrement=False, nullable=False),
        sa.Column("asked_at", MOMENT, nullable=False),
        sa.Column("content", sa.JSON(), server_default=sa.text("'{}'"), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_reviews_match_id"),
        sa.PrimaryKeyConstraint("match_id", name="pk_reviews"),
    )
    op.create_table(
        "analyses",
        sa.Column("match_id", ROW_ID, autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("tree", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_analyses_match_id"),
        sa.PrimaryKeyConstraint("match_id", "user_id", name="pk_analyses"),
    )


def _add_what_spectators_need() -> None:
    """Add who watches, an index of a server's matches, how often they are viewed, and when threads are archived."""
    op.create_table(
        "watchers",
        sa.Column("match_id", ROW_ID, autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_watchers_match_id"),
        sa.PrimaryKeyConstraint("match_id", "user_id", name="pk_watchers"),
    )
    op.create_index("ix_watchers_user_id", "watchers", ["user_id"])
    op.create_index("ix_matches_guild_id_ended_at_since", "matches", ["guild_id", "ended_at", "since"])
    op.create_table(
        "match_views",
        sa.Column("match_id", ROW_ID, autoincrement=False, nullable=False),
        sa.Column("hour", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("views", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_match_views_match_id"),
        sa.PrimaryKeyConstraint("match_id", "hour", name="pk_match_views"),
    )
    op.create_index("ix_match_views_hour", "match_views", ["hour"])
    op.create_table(
        "thread_archives",
        sa.Column("match_id", ROW_ID, autoincrement=False, nullable=False),
        sa.Column("due_at", MOMENT, nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_thread_archives_match_id"),
        sa.PrimaryKeyConstraint("match_id", name="pk_thread_archives"),
    )
    op.create_index("ix_thread_archives_due_at", "thread_archives", ["due_at"])


def _add_puzzles() -> None:
    """Add who solved which puzzle, and when a server's next daily puzzle and match of the week are due."""
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
    op.add_column("guilds", sa.Column("weekly_at", MOMENT))
    op.create_index("ix_guilds_weekly_at", "guilds", ["weekly_at"])


def _add_outcomes() -> None:
    """Add how matches ended, with a row for each that has; the bot asks the rules for what isn't known when it runs."""
    outcomes = op.create_table(
        "outcomes",
        sa.Column("match_id", ROW_ID, autoincrement=False, nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("players", sa.Integer(), nullable=False),
        sa.Column("computers", sa.Boolean(), nullable=False),
        sa.Column("ending", sa.Text()),
        sa.Column("winner", sa.Integer()),
        sa.Column("moves", sa.Integer()),
        sa.Column("leaders", sa.Integer()),
        sa.Column("ply_1", sa.Text()),
        sa.Column("ply_2", sa.Text()),
        sa.Column("ply_3", sa.Text()),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_outcomes_match_id"),
        sa.PrimaryKeyConstraint("match_id", name="pk_outcomes"),
    )
    op.create_index("ix_outcomes_game_ending", "outcomes", ["game", "ending"])
    op.create_index("ix_outcomes_game_ply_1_ply_2_ply_3", "outcomes", ["game", "ply_1", "ply_2", "ply_3"])
    seated = sa.select(SEATS.c.match_id, sa.func.count().label("players"), sa.func.min(SEATS.c.user_id).label("lowest"))
    people = seated.group_by(SEATS.c.match_id).subquery()
    found = op.get_bind().execute(
        sa.select(MATCHES.c.id, MATCHES.c.game, MATCHES.c.options, people.c.players, people.c.lowest)
        .join(people, people.c.match_id == MATCHES.c.id)
        .where(MATCHES.c.ended_at.is_not(None))
    )
    rows = [
        {
            "match_id": number,
            "game": game,
            "options": json.dumps(options, sort_keys=True, separators=(",", ":")),
            "players": players,
            "computers": lowest < 0,
        }
        for number, game, options, players, lowest in found
    ]
    if rows:
        op.bulk_insert(outcomes, rows)


def _add_ratings() -> None:
    """Add ratings, and challenges and matches that aren't rated; the bot rates ended matches when it starts."""
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


def _add_tournaments() -> None:
    """Add tournaments and who signed up for them."""
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


def _add_pairings() -> None:
    """Add who plays whom in a tournament, and results that an organizer corrected."""
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


def _add_deletions() -> None:
    """Add people who asked for the deletion of what is kept of them, and an index by which old vacations are found."""
    op.create_table(
        "deletions",
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("asked_at", MOMENT, nullable=False),
        sa.Column("erased_at", MOMENT),
        sa.PrimaryKeyConstraint("user_id", name="pk_deletions"),
    )
    op.create_index("ix_vacations_ended_at", "vacations", ["ended_at"])


def _add_blocks_and_audit_log() -> None:
    """Add people whom servers blocked, and what managers did."""
    op.create_table(
        "blocks",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("blocked_by", sa.BigInteger()),
        sa.Column("blocked_at", MOMENT),
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
        sa.Column("subject_id", sa.BigInteger()),
        sa.Column("match_id", ROW_ID),
        sa.Column("tournament_id", ROW_ID),
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


def _add_destinations_and_deleted_channels() -> None:
    """Add where rows of the outbox go, when a channel's challenges were issued, and which channels were deleted.

    Rows that wait already have no destination, so each waits for its lane alone.
    """
    op.add_column("outbox", sa.Column("destination", sa.Text()))
    op.create_index("ix_challenges_channel_id_created_at", "challenges", ["channel_id", "created_at"])
    op.create_table(
        "deleted_channels",
        sa.Column("channel_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("noted_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("channel_id", name="pk_deleted_channels"),
    )
