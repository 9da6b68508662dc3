"""The tables. Migrations lead to exactly these; a test compares the two."""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    UniqueConstraint,
    false,
    literal_column,
    text,
    true,
)

from storage.column_types import RowId, SafeText, UtcDateTime

EMPTY_OBJECT = text("'{}'")

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    }
)

challenges = Table(
    "challenges",
    metadata,
    Column("id", RowId, primary_key=True),
    Column("game", SafeText, nullable=False),
    Column("options", JSON, nullable=False),
    Column("guild_id", BigInteger, nullable=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("seat", Integer),
    Column("size", Integer, nullable=False),
    Column("look", JSON, nullable=False, server_default=EMPTY_OBJECT),
    Column("clock", SafeText, nullable=False, server_default="none"),
    Column("status", SafeText, nullable=False),
    Column("source_id", BigInteger, nullable=False),
    Column("again", Integer, nullable=False, server_default=text("0")),
    Column("theirs", Boolean, nullable=False, server_default=false()),
    Column("rated", Boolean, nullable=False, server_default=true()),
    Column("rematch_of", BigInteger),  # a match; no foreign key, as matches point to challenges
    Column("created_at", UtcDateTime, nullable=False),
    Column("expires_at", UtcDateTime, nullable=False),
    UniqueConstraint("source_id"),
    Index(None, "rematch_of", unique=True),
    Index(None, "status", "expires_at"),
    Index(None, "channel_id", "created_at"),
    sqlite_autoincrement=True,
)

challenge_people = Table(
    "challenge_people",
    metadata,
    Column("challenge_id", RowId, ForeignKey(challenges.c.id), primary_key=True),
    Column("place", Integer, primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, nullable=False),
    Column("name", SafeText, nullable=False),
    Column("accepted", Boolean, nullable=False),
    Column("seat", Integer),
    Index(None, "user_id"),
)

# Only matches link to challenges, so that two columns can't disagree.
matches = Table(
    "matches",
    metadata,
    Column("id", RowId, primary_key=True),
    Column("game", SafeText, nullable=False),
    Column("rules", Integer, nullable=False),
    Column("options", JSON, nullable=False),
    Column("seed", BigInteger, nullable=False),
    Column("guild_id", BigInteger, nullable=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("thread_id", BigInteger),
    Column("seq", Integer, nullable=False),
    Column("position", SafeText, nullable=False),
    Column("to_move", Integer),
    Column("created_at", UtcDateTime, nullable=False),
    Column("since", UtcDateTime, nullable=False),
    Column("ended_at", UtcDateTime),
    Column("challenge_id", RowId, ForeignKey(challenges.c.id)),
    Column("look", JSON, nullable=False, server_default=EMPTY_OBJECT),
    Column("rated", Boolean, nullable=False, server_default=true()),
    UniqueConstraint("challenge_id"),
    Index(None, "thread_id"),
    Index(None, "channel_id", "thread_id"),
    Index(None, "ended_at"),
    Index(None, "guild_id", "ended_at", "since"),
    sqlite_autoincrement=True,
)

seats = Table(
    "seats",
    metadata,
    Column("match_id", RowId, ForeignKey(matches.c.id), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, nullable=False),
    Column("name", SafeText, nullable=False),
    Column("gone", Boolean, nullable=False),
    Index(None, "user_id"),
)

events = Table(
    "events",
    metadata,
    Column("match_id", RowId, ForeignKey(matches.c.id), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("kind", SafeText, nullable=False),
    Column("seat", Integer),
    Column("user_id", BigInteger),
    Column("text", SafeText, nullable=False),
    Column("source_id", BigInteger),  # none where nobody sent anything: the bot ended the match itself
    Column("at", UtcDateTime, nullable=False),
    Column("by_plan", Boolean, nullable=False, server_default=false()),
    UniqueConstraint("source_id"),
)

gave_seat_up = events.c.kind == literal_column("'substitute'")
# Who left a match and had somebody play on. Of PostgreSQL as `pending_index` below.
left_index = Index("ix_events_left", events.c.user_id, events.c.match_id, sqlite_where=gave_seat_up)

outbox = Table(
    "outbox",
    metadata,
    Column("id", RowId, primary_key=True),
    Column("lane", SafeText, nullable=False),
    Column("kind", SafeText, nullable=False),
    Column("body", JSON, nullable=False),
    Column("match_id", RowId, ForeignKey(matches.c.id)),
    Column("challenge_id", RowId, ForeignKey(challenges.c.id)),
    Column("seq", Integer),
    Column("created_at", UtcDateTime, nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("retry_at", UtcDateTime),
    Column("sent_at", UtcDateTime),
    Column("channel_id", BigInteger),
    Column("message_id", BigInteger),
    Column("given_up_at", UtcDateTime),
    Column("given_up_for", SafeText),
    Column("source_id", BigInteger),
    Column("claimed_by", SafeText),
    Column("claimed_until", UtcDateTime),
    Column("destination", SafeText),  # while a row waits: what it must not crowd out, none for its lane alone
    Index(None, "match_id", "kind"),
    Index(None, "challenge_id", "kind"),
    Index(None, "message_id"),
    Index(None, "source_id", unique=True),
    # A nonce is made from the id, so that an id must never come back.
    sqlite_autoincrement=True,
)

pending = outbox.c.sent_at.is_(None) & outbox.c.given_up_at.is_(None)
# On PostgreSQL a migration adds the same condition. It isn't named here, because naming an option of PostgreSQL loads
# SQLAlchemy's whole dialect (0.2 seconds) at every start.
pending_index = Index("ix_outbox_pending", outbox.c.lane, outbox.c.id, sqlite_where=pending)

# Offers of draws, takebacks, pauses, substitutes and open seats. An offer is open while the match is at its seq.
offers = Table(
    "offers",
    metadata,
    Column("id", RowId, primary_key=True),
    Column("match_id", RowId, ForeignKey(matches.c.id), nullable=False),
    Column("kind", SafeText, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("seq", Integer, nullable=False),
    Column("agreed", JSON, nullable=False),
    Column("status", SafeText, nullable=False),
    Column("closed_by", Integer),
    Column("source_id", BigInteger, nullable=False),
    Column("created_at", UtcDateTime, nullable=False),
    Index(None, "match_id", "seq"),
    sqlite_autoincrement=True,
)

# What a player noted to a match after event `seq`. One that was removed keeps its row and its source, without its text.
notes = Table(
    "notes",
    metadata,
    Column("id", RowId, primary_key=True),
    Column("match_id", RowId, ForeignKey(matches.c.id), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("seq", Integer, nullable=False),
    Column("text", SafeText, nullable=False),
    Column("source_id", BigInteger, nullable=False),
    Column("created_at", UtcDateTime, nullable=False),
    UniqueConstraint("source_id"),
    Index(None, "match_id", "seat"),
    sqlite_autoincrement=True,
)

# Moves that a player decided before their turns, one a line, the next one first. One row a seat; it is empty when they
# are played or dropped.
queued_moves = Table(
    "queued_moves",
    metadata,
    Column("match_id", RowId, ForeignKey(matches.c.id), primary_key=True, autoincrement=False),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("moves", SafeText, nullable=False),
    Column("source_id", BigInteger, nullable=False),
)

# What players answer to moves that others may play (`bot/referee/plan_tree.py`), from event `seq` on. One row a seat;
# its tree is empty when it is played or dropped.
plans = Table(
    "plans",
    metadata,
    Column("match_id", RowId, ForeignKey(matches.c.id), primary_key=True, autoincrement=False),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("seq", Integer, nullable=False),
    Column("tree", JSON, nullable=False),
    Column("source_id", BigInteger, nullable=False),
    Index(None, "source_id"),
)

# The state of a match after event `seq` and `plies` moves that counted, so that what was before needn't be replayed
# (`bot/referee/history/rebuild.py`). It is of use to version `rules` of the rules alone.
saved_states = Table(
    "saved_states",
    metadata,
    Column("match_id", RowId, ForeignKey(matches.c.id), primary_key=True, autoincrement=False),
    Column("seq", Integer, nullable=False),
    Column("plies", Integer, nullable=False),
    Column("rules", Integer, nullable=False),
    Column("state", LargeBinary, nullable=False),
)

# Reviews that players asked for. `content` is an empty object until the review is found.
reviews = Table(
    "reviews",
    metadata,
    Column("match_id", RowId, ForeignKey(matches.c.id), primary_key=True, autoincrement=False),
    Column("asked_at", UtcDateTime, nullable=False),
    Column("content", JSON, nullable=False, server_default=EMPTY_OBJECT),
)

# How matches ended, for statistics. A row comes with the end of its match; `ending` and what follows are null until the
# rules were asked (`bot/referee/lists.py`). `options` is JSON as text, so that both databases can group by it.
# `leaders` has the bit `1 << (seat - 1)` for each seat in first place. `ply_1` to `ply_3` are the first moves that
# count, empty where there were fewer; `ply_1` is null until the rules were asked.
outcomes = Table(
    "outcomes",
    metadata,
    Column("match_id", RowId, ForeignKey(matches.c.id), primary_key=True, autoincrement=False),
    Column("game", SafeText, nullable=False),
    Column("options", SafeText, nullable=False),
    Column("players", Integer, nullable=False),
    Column("computers", Boolean, nullable=False),
    Column("ending", SafeText),
    Column("winner", Integer),
    Column("moves", Integer),
    Column("leaders", Integer),
    Column("ply_1", SafeText),
    Column("ply_2", SafeText),
    Column("ply_3", SafeText),
    Index(None, "game", "ending"),
    Index(None, "game", "ply_1", "ply_2", "ply_3"),
)

# The rating of each person of a rated match after it; `at` is when the match ended, `weight` how much it counted.
ratings = Table(
    "ratings",
    metadata,
    Column("match_id", RowId, ForeignKey(matches.c.id), primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("game", SafeText, nullable=False),
    Column("at", UtcDateTime, nullable=False),
    Column("place", Integer, nullable=False),
    Column("weight", Double[float](), nullable=False),
    Column("mu", Double[float](), nullable=False),
    Column("sigma", Double[float](), nullable=False),
    Index(None, "game", "at", "match_id"),
    Index(None, "user_id", "game", "at", "match_id"),
)

# Leagues, cups and tables, which people call events. `size` is how many play a match, `at_once` how many matches a
# person may play at a time, `due_at` when there is something to do, `changed_at` when what its page shows last changed.
tournaments = Table(
    "tournaments",
    metadata,
    Column("id", RowId, primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("name", SafeText, nullable=False),
    Column("kind", SafeText, nullable=False),
    Column("game", SafeText, nullable=False),
    Column("options", JSON, nullable=False),
    Column("clock", SafeText, nullable=False),
    Column("size", Integer, nullable=False),
    Column("rounds", Integer, nullable=False),
    Column("at_once", Integer, nullable=False),
    Column("season", Integer, nullable=False),
    Column("previous_id", BigInteger),  # the season before; no foreign key to the same table
    Column("organizer_id", BigInteger, nullable=False),
    Column("source_id", BigInteger),
    Column("status", SafeText, nullable=False),
    Column("stage", Integer, nullable=False),
    Column("created_at", UtcDateTime, nullable=False),
    Column("starts_at", UtcDateTime, nullable=False),
    Column("ended_at", UtcDateTime),
    Column("due_at", UtcDateTime),
    Column("changed_at", UtcDateTime, nullable=False),
    Column("posted_at", UtcDateTime, nullable=False),
    Column("message_id", BigInteger),
    UniqueConstraint("source_id"),
    UniqueConstraint("previous_id"),
    Index(None, "due_at"),
    Index(None, "guild_id", "status"),
    sqlite_autoincrement=True,
)

tournament_people = Table(
    "tournament_people",
    metadata,
    Column("tournament_id", RowId, ForeignKey(tournaments.c.id), primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("name", SafeText, nullable=False),
    Column("joined_at", UtcDateTime, nullable=False),
    Column("group_number", Integer),
    Column("seed", Integer),
    Column("warned", Boolean, nullable=False, server_default=false()),
    Column("withdrawn_at", UtcDateTime),
    Column("struck", Boolean, nullable=False, server_default=false()),
    Index(None, "user_id"),
)

# Who plays whom in a tournament. One without a match hasn't begun, or was decided without one.
pairings = Table(
    "pairings",
    metadata,
    Column("id", RowId, primary_key=True),
    Column("tournament_id", RowId, ForeignKey(tournaments.c.id), nullable=False),
    Column("stage", Integer, nullable=False),
    Column("group_number", Integer, nullable=False),
    Column("match_id", RowId, ForeignKey(matches.c.id)),
    Column("settled_at", UtcDateTime),
    UniqueConstraint("match_id"),
    Index(None, "tournament_id"),
    Index(None, "settled_at"),
    sqlite_autoincrement=True,
)

pairing_people = Table(
    "pairing_people",
    metadata,
    Column("pairing_id", RowId, ForeignKey(pairings.c.id), primary_key=True, autoincrement=False),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, nullable=False),
    Column("place", Integer),
    Column("late", Boolean, nullable=False, server_default=false()),
)

# Results that an organizer corrected: places in seat order, the last row of a match counts.
corrections = Table(
    "corrections",
    metadata,
    Column("match_id", RowId, ForeignKey(matches.c.id), primary_key=True, autoincrement=False),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, nullable=False),
    Column("at", UtcDateTime, nullable=False),
    Column("places", JSON, nullable=False),
)

# When the threads of ended matches are due to be archived.
thread_archives = Table(
    "thread_archives",
    metadata,
    Column("match_id", RowId, ForeignKey(matches.c.id), primary_key=True, autoincrement=False),
    Column("due_at", UtcDateTime, nullable=False),
    Index(None, "due_at"),
)

# Seats that their matches offer to anybody. One that is open has no `closed_at`.
open_seats = Table(
    "open_seats",
    metadata,
    Column("id", RowId, primary_key=True),
    Column("match_id", RowId, ForeignKey(matches.c.id), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("seq", Integer, nullable=False),
    Column("opened_at", UtcDateTime, nullable=False),
    Column("status", SafeText, nullable=False),
    Column("closed_at", UtcDateTime),
    Index(None, "match_id"),
    Index(None, "status", "opened_at"),
    sqlite_autoincrement=True,
)

# People who get a message when a match ends.
watchers = Table(
    "watchers",
    metadata,
    Column("match_id", RowId, ForeignKey(matches.c.id), primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Index(None, "user_id"),
)

# How often matches were replayed and watched in an hour, counted from 1970. Nothing says by whom.
match_views = Table(
    "match_views",
    metadata,
    Column("match_id", RowId, ForeignKey(matches.c.id), primary_key=True, autoincrement=False),
    Column("hour", Integer, primary_key=True, autoincrement=False),
    Column("views", Integer, nullable=False),
    Index(None, "hour"),
)

# The time that the seats of a match have left, in microseconds, and what happens next.
clocks = Table(
    "clocks",
    metadata,
    Column("match_id", RowId, ForeignKey(matches.c.id), primary_key=True, autoincrement=False),
    Column("control", SafeText, nullable=False),
    Column("left", JSON, nullable=False),
    Column("since", UtcDateTime, nullable=False),
    Column("deadline", UtcDateTime),
    Column("due", SafeText),
    Column("due_at", UtcDateTime),
    Index(None, "due_at"),
)

# When a guild with running clocks was last reached. Outages are the times when it wasn't; clocks stop then.
beats = Table(
    "beats",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("at", UtcDateTime, nullable=False),
)

outages = Table(
    "outages",
    metadata,
    Column("id", RowId, primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("began_at", UtcDateTime, nullable=False),
    Column("ended_at", UtcDateTime, nullable=False),
    Index(None, "guild_id", "ended_at"),
    sqlite_autoincrement=True,
)

# Pauses that all players agreed to, without an end until a player ends them.
pauses = Table(
    "pauses",
    metadata,
    Column("id", RowId, primary_key=True),
    Column("match_id", RowId, ForeignKey(matches.c.id), nullable=False),
    Column("began_at", UtcDateTime, nullable=False),
    Column("ended_at", UtcDateTime),
    Index(None, "match_id", "ended_at"),
    sqlite_autoincrement=True,
)

# Vacations, during which the clocks of a person stop.
vacations = Table(
    "vacations",
    metadata,
    Column("id", RowId, primary_key=True),
    Column("user_id", BigInteger, nullable=False),
    Column("began_at", UtcDateTime, nullable=False),
    Column("ended_at", UtcDateTime, nullable=False),
    Index(None, "user_id", "ended_at"),
    Index(None, "ended_at"),
    sqlite_autoincrement=True,
)

# Days that the safety net took for players whose time was up. They stop the clock of one match; for a player, all that
# begin within a day count as one vacation day.
net_days = Table(
    "net_days",
    metadata,
    Column("id", RowId, primary_key=True),
    Column("match_id", RowId, ForeignKey(matches.c.id), nullable=False),
    Column("user_id", BigInteger, nullable=False),
    Column("began_at", UtcDateTime, nullable=False),
    Column("ended_at", UtcDateTime, nullable=False),
    Index(None, "match_id", "ended_at"),
    Index(None, "user_id", "began_at"),
    sqlite_autoincrement=True,
)

# Analyses of matches: a person's own, and under the person 0 the one that everybody shares once the match is over.
analyses = Table(
    "analyses",
    metadata,
    Column("match_id", RowId, ForeignKey(matches.c.id), primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("tree", JSON, nullable=False),
)

# Settings of servers that differ from the defaults, and when their next daily puzzle and match of the week are due.
guilds = Table(
    "guilds",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("settings", JSON, nullable=False),
    Column("puzzle_at", UtcDateTime),
    Column("weekly_at", UtcDateTime),
    Index(None, "puzzle_at"),
    Index(None, "weekly_at"),
)

# People whom a server blocked: by whom, when and why, which is erased if they delete their data; the row stays.
blocks = Table(
    "blocks",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("blocked_by", BigInteger),
    Column("blocked_at", UtcDateTime),
    Column("reason", SafeText, nullable=False),
    Index(None, "user_id"),
)

# What managers and organizers did on a server, to be deleted after some months.
audit_log = Table(
    "audit_log",
    metadata,
    Column("id", RowId, primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("user_id", BigInteger, nullable=False),
    Column("action", SafeText, nullable=False),
    Column("subject_id", BigInteger),
    Column("match_id", RowId, ForeignKey(matches.c.id)),
    Column("tournament_id", RowId, ForeignKey(tournaments.c.id)),
    Column("details", JSON, nullable=False),
    Column("source_id", BigInteger, nullable=False),
    Column("at", UtcDateTime, nullable=False),
    UniqueConstraint("source_id"),
    Index(None, "guild_id", "id"),
    Index(None, "at"),
    sqlite_autoincrement=True,
)

# Preferences of people that differ from the defaults, and when their next digest is due.
people = Table(
    "people",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("look", JSON, nullable=False),
    Column("preferences", JSON, nullable=False, server_default=EMPTY_OBJECT),
    Column("digest_at", UtcDateTime),
    Index(None, "digest_at"),
)

# People who asked for the deletion of what is kept of them. A row goes a minute after `erased_at`.
deletions = Table(
    "deletions",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("asked_at", UtcDateTime, nullable=False),
    Column("erased_at", UtcDateTime),
)

# People who tried a puzzle: whether their first answer was wrong, and when they solved it.
puzzle_attempts = Table(
    "puzzle_attempts",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("game", SafeText, primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("failed", Boolean, nullable=False),
    Column("tried_at", UtcDateTime, nullable=False),
    Column("solved_at", UtcDateTime),
    Index(None, "game", "number"),
)

# Read markers: the last message read in a channel, a thread, or the direct messages with a user.
read_markers = Table(
    "heard",
    metadata,
    Column("channel_id", BigInteger, primary_key=True, autoincrement=False),
    Column("message_id", BigInteger, nullable=False),
    Column("user_id", BigInteger),
    Index(None, "user_id"),
)

# Channels and threads that were deleted on Discord, and when the bot learned it. Discord gives no id twice.
deleted_channels = Table(
    "deleted_channels",
    metadata,
    Column("channel_id", BigInteger, primary_key=True, autoincrement=False),
    Column("noted_at", UtcDateTime, nullable=False),
)

# Due jobs that failed, by kind and key; `storage/queries/failed_jobs.py` says what the key of each kind is.
failed_jobs = Table(
    "set_aside_jobs",
    metadata,
    Column("kind", SafeText, primary_key=True),
    Column("key", BigInteger, primary_key=True, autoincrement=False),
    Column("failures", Integer, nullable=False),
    Column("reason", SafeText, nullable=False),
    Column("since", UtcDateTime, nullable=False),
    Column("retry_at", UtcDateTime, nullable=False),
)

key_values = Table(
    "meta",
    metadata,
    Column("key", SafeText, primary_key=True),
    Column("value", SafeText, nullable=False),
)
