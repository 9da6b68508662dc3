"""The tables. Migrations lead to exactly these; a test compares the two."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

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

if TYPE_CHECKING:
    from datetime import datetime

    from sqlalchemy.schema import SchemaItem

EMPTY_OBJECT = text("'{}'")

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    }
)


def table(name: str, *items: SchemaItem) -> Table:
    """Return a table of columns, constraints and indexes."""
    return Table(name, metadata, *items)


def numbered_table(name: str, *items: SchemaItem) -> Table:
    """Return a table whose rows have ids of their own.

    An id never comes back, even if its row is deleted, because the nonces of posts are made from those of the outbox
    and because people read those of matches.
    """
    return Table(name, metadata, Column("id", RowId, primary_key=True), *items, sqlite_autoincrement=True)


def match_ref(name: str = "match_id", *, key: bool = False, optional: bool = False) -> Column[int]:
    """Return a column that points to a match, perhaps as a part of the primary key."""
    to_match = ForeignKey("matches.id")
    if key:
        return Column(name, RowId, to_match, primary_key=True, autoincrement=False)
    return Column(name, RowId, to_match, nullable=optional)


def discord_id(name: str, *, key: bool = False, optional: bool = False) -> Column[int]:
    """Return a column with an id of Discord's: of a person, a server, a channel, a message or an interaction."""
    if key:
        return Column(name, BigInteger, primary_key=True, autoincrement=False)
    return Column(name, BigInteger, nullable=optional)


def at(name: str = "at", *, optional: bool = False) -> Column[datetime]:
    """Return a column with a moment, in UTC."""
    return Column(name, UtcDateTime, nullable=optional)


def start_columns() -> tuple[Column[str], Column[int], Column[int]]:
    """Return the columns of a position that a match begins from, and of the match and its move that had it.

    All are null for the usual setup; an imported match has only the position, and one from an analysis no move.
    """
    return Column("start", SafeText), Column("origin_id", BigInteger), Column("origin_ply", Integer)


challenges = numbered_table(
    "challenges",
    Column("game", SafeText, nullable=False),
    Column("options", JSON, nullable=False),
    discord_id("guild_id"),
    discord_id("channel_id"),
    Column("seat", Integer),
    Column("size", Integer, nullable=False),
    Column("look", JSON, nullable=False, server_default=EMPTY_OBJECT),
    Column("clock", SafeText, nullable=False, server_default="none"),
    Column("status", SafeText, nullable=False),
    discord_id("source_id"),
    Column("again", Integer, nullable=False, server_default=text("0")),
    Column("theirs", Boolean, nullable=False, server_default=false()),
    Column("rated", Boolean, nullable=False, server_default=true()),
    Column("rematch_of", BigInteger),  # a match; no foreign key, as matches point to challenges
    *start_columns(),
    at("created_at"),
    at("expires_at"),
    UniqueConstraint("source_id"),
    Index(None, "rematch_of", unique=True),
    Index(None, "status", "expires_at"),
    Index(None, "channel_id", "created_at"),
)

challenge_people = table(
    "challenge_people",
    Column("challenge_id", RowId, ForeignKey(challenges.c.id), primary_key=True),
    Column("place", Integer, primary_key=True, autoincrement=False),
    discord_id("user_id"),
    Column("name", SafeText, nullable=False),
    Column("accepted", Boolean, nullable=False),
    Column("seat", Integer),
    Index(None, "user_id"),
)

# Only matches link to challenges, so that two columns can't disagree. `public_id` is a match's name in the addresses of
# its pages, random, because a number could be guessed by people who can't see the match.
matches = numbered_table(
    "matches",
    Column("game", SafeText, nullable=False),
    Column("rules", Integer, nullable=False),
    Column("options", JSON, nullable=False),
    Column("seed", BigInteger, nullable=False),
    discord_id("guild_id"),
    discord_id("channel_id"),
    discord_id("thread_id", optional=True),
    Column("seq", Integer, nullable=False),
    Column("position", SafeText, nullable=False),
    Column("to_move", Integer),
    at("created_at"),
    at("since"),
    at("ended_at", optional=True),
    Column("challenge_id", RowId, ForeignKey(challenges.c.id)),
    Column("look", JSON, nullable=False, server_default=EMPTY_OBJECT),
    Column("rated", Boolean, nullable=False, server_default=true()),
    *start_columns(),
    Column("public_id", SafeText, nullable=False, default=lambda: secrets.token_urlsafe(12)),
    UniqueConstraint("challenge_id"),
    Index(None, "thread_id"),
    Index(None, "channel_id", "thread_id"),
    Index(None, "ended_at"),
    Index(None, "guild_id", "ended_at", "since"),
    Index(None, "public_id", unique=True),
)

seats = table(
    "seats",
    match_ref(key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    discord_id("user_id"),
    Column("name", SafeText, nullable=False),
    Column("gone", Boolean, nullable=False),
    Index(None, "user_id"),
)

events = table(
    "events",
    match_ref(key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("kind", SafeText, nullable=False),
    Column("seat", Integer),
    discord_id("user_id", optional=True),
    Column("text", SafeText, nullable=False),
    discord_id("source_id", optional=True),  # none where nobody sent anything: the bot ended the match itself
    at(),
    Column("by_plan", Boolean, nullable=False, server_default=false()),
    UniqueConstraint("source_id"),
)

gave_seat_up = events.c.kind == literal_column("'substitute'")
# Who left a match and had somebody play on. Of PostgreSQL as `pending_index` below.
left_index = Index("ix_events_left", events.c.user_id, events.c.match_id, sqlite_where=gave_seat_up)

outbox = numbered_table(
    "outbox",
    Column("lane", SafeText, nullable=False),
    Column("kind", SafeText, nullable=False),
    Column("body", JSON, nullable=False),
    match_ref(optional=True),
    Column("challenge_id", RowId, ForeignKey(challenges.c.id)),
    Column("seq", Integer),
    at("created_at"),
    Column("attempts", Integer, nullable=False),
    at("retry_at", optional=True),
    at("sent_at", optional=True),
    discord_id("channel_id", optional=True),
    discord_id("message_id", optional=True),
    at("given_up_at", optional=True),
    Column("given_up_for", SafeText),
    discord_id("source_id", optional=True),
    Column("claimed_by", SafeText),
    at("claimed_until", optional=True),
    Column("destination", SafeText),  # while a row waits: what it must not crowd out, none for its lane alone
    Index(None, "match_id", "kind"),
    Index(None, "challenge_id", "kind"),
    Index(None, "message_id"),
    Index(None, "source_id", unique=True),
)

pending = outbox.c.sent_at.is_(None) & outbox.c.given_up_at.is_(None)
# On PostgreSQL a migration adds the same condition. It isn't named here, because naming an option of PostgreSQL loads
# SQLAlchemy's whole dialect (0.2 seconds) at every start.
pending_index = Index("ix_outbox_pending", outbox.c.lane, outbox.c.id, sqlite_where=pending)

# Offers of draws, takebacks, pauses, substitutes and open seats. An offer is open while the match is at its seq.
offers = numbered_table(
    "offers",
    match_ref(),
    Column("kind", SafeText, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("seq", Integer, nullable=False),
    Column("agreed", JSON, nullable=False),
    Column("status", SafeText, nullable=False),
    Column("closed_by", Integer),
    discord_id("source_id"),
    at("created_at"),
    Index(None, "match_id", "seq"),
)

# What a player noted to a match after event `seq`. One that was removed keeps its row and its source, without its text.
notes = numbered_table(
    "notes",
    match_ref(),
    Column("seat", Integer, nullable=False),
    Column("seq", Integer, nullable=False),
    Column("text", SafeText, nullable=False),
    discord_id("source_id"),
    at("created_at"),
    UniqueConstraint("source_id"),
    Index(None, "match_id", "seat"),
)

# Moves that a player decided before their turns, one a line, the next one first. One row a seat; it is empty when they
# are played or dropped.
queued_moves = table(
    "queued_moves",
    match_ref(key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("moves", SafeText, nullable=False),
    discord_id("source_id"),
)

# What players answer to moves that others may play (`bot/referee/plan_tree.py`), from event `seq` on. One row a seat;
# its tree is empty when it is played or dropped.
plans = table(
    "plans",
    match_ref(key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("seq", Integer, nullable=False),
    Column("tree", JSON, nullable=False),
    discord_id("source_id"),
    Index(None, "source_id"),
)

# The state of a match after event `seq` and `plies` moves that counted, so that what was before needn't be replayed
# (`bot/referee/history/rebuild.py`). It is of use to version `rules` of the rules alone.
saved_states = table(
    "saved_states",
    match_ref(key=True),
    Column("seq", Integer, nullable=False),
    Column("plies", Integer, nullable=False),
    Column("rules", Integer, nullable=False),
    Column("state", LargeBinary, nullable=False),
)

# Reviews that players asked for. `content` is an empty object until the review is found.
reviews = table(
    "reviews",
    match_ref(key=True),
    at("asked_at"),
    Column("content", JSON, nullable=False, server_default=EMPTY_OBJECT),
)

# How matches ended, for statistics. A row comes with the end of its match; `ending` and what follows are null until the
# rules were asked (`bot/referee/lists.py`). `options` is JSON as text, so that both databases can group by it.
# `leaders` has the bit `1 << (seat - 1)` for each seat in first place. `ply_1` to `ply_3` are the first moves that
# count, empty where there were fewer; `ply_1` is null until the rules were asked.
outcomes = table(
    "outcomes",
    match_ref(key=True),
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
ratings = table(
    "ratings",
    match_ref(key=True),
    discord_id("user_id", key=True),
    Column("game", SafeText, nullable=False),
    at(),
    Column("place", Integer, nullable=False),
    Column("weight", Double[float](), nullable=False),
    Column("mu", Double[float](), nullable=False),
    Column("sigma", Double[float](), nullable=False),
    Index(None, "game", "at", "match_id"),
    Index(None, "user_id", "game", "at", "match_id"),
)

# Leagues, cups and tables, which people call events. `size` is how many play a match, `at_once` how many matches a
# person may play at a time, `due_at` when there is something to do, `changed_at` when what its page shows last changed.
tournaments = numbered_table(
    "tournaments",
    discord_id("guild_id"),
    discord_id("channel_id"),
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
    discord_id("organizer_id"),
    discord_id("source_id", optional=True),
    Column("status", SafeText, nullable=False),
    Column("stage", Integer, nullable=False),
    at("created_at"),
    at("starts_at"),
    at("ended_at", optional=True),
    at("due_at", optional=True),
    at("changed_at"),
    at("posted_at"),
    discord_id("message_id", optional=True),
    UniqueConstraint("source_id"),
    UniqueConstraint("previous_id"),
    Index(None, "due_at"),
    Index(None, "guild_id", "status"),
)

tournament_people = table(
    "tournament_people",
    Column("tournament_id", RowId, ForeignKey(tournaments.c.id), primary_key=True, autoincrement=False),
    discord_id("user_id", key=True),
    Column("name", SafeText, nullable=False),
    at("joined_at"),
    Column("group_number", Integer),
    Column("seed", Integer),
    Column("warned", Boolean, nullable=False, server_default=false()),
    at("withdrawn_at", optional=True),
    Column("struck", Boolean, nullable=False, server_default=false()),
    Index(None, "user_id"),
)

# Who plays whom in a tournament. One without a match hasn't begun, or was decided without one.
pairings = numbered_table(
    "pairings",
    Column("tournament_id", RowId, ForeignKey(tournaments.c.id), nullable=False),
    Column("stage", Integer, nullable=False),
    Column("group_number", Integer, nullable=False),
    match_ref(optional=True),
    at("settled_at", optional=True),
    UniqueConstraint("match_id"),
    Index(None, "tournament_id"),
    Index(None, "settled_at"),
)

pairing_people = table(
    "pairing_people",
    Column("pairing_id", RowId, ForeignKey(pairings.c.id), primary_key=True, autoincrement=False),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    discord_id("user_id"),
    Column("place", Integer),
    Column("late", Boolean, nullable=False, server_default=false()),
)

# Results that an organizer corrected: places in seat order, the last row of a match counts.
corrections = table(
    "corrections",
    match_ref(key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    discord_id("user_id"),
    at(),
    Column("places", JSON, nullable=False),
)

# When the threads of ended matches are due to be archived.
thread_archives = table(
    "thread_archives",
    match_ref(key=True),
    at("due_at"),
    Index(None, "due_at"),
)

# Seats of crowds: `place` is the one in the challenge, `number` tells the two apart that a match can have, `role_id` is
# the role that members need, if any. A turn is open for `vote_time` seconds.
crowds = table(
    "crowds",
    Column("challenge_id", RowId, ForeignKey(challenges.c.id), primary_key=True, autoincrement=False),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("place", Integer, nullable=False),
    discord_id("role_id", optional=True),
    Column("name", SafeText, nullable=False),
    Column("vote_time", Integer, nullable=False),
)

# Who is or was in a crowd. A person is in one crowd of a match at most. They last joined or left by `source_id`.
crowd_members = table(
    "crowd_members",
    Column("challenge_id", RowId, ForeignKey(challenges.c.id), primary_key=True, autoincrement=False),
    discord_id("user_id", key=True),
    Column("number", Integer, nullable=False),
    Column("name", SafeText, nullable=False),
    at("joined_at"),
    at("left_at", optional=True),
    discord_id("source_id"),
    UniqueConstraint("source_id"),
    Index(None, "user_id"),
)

# Moves that members of a crowd proposed for the turn after event `seq`. The same move is proposed once.
proposals = numbered_table(
    "proposals",
    match_ref(),
    Column("seat", Integer, nullable=False),
    Column("seq", Integer, nullable=False),
    Column("text", SafeText, nullable=False),
    discord_id("user_id"),
    discord_id("source_id"),
    at(),
    UniqueConstraint("match_id", "seq", "text"),
    UniqueConstraint("source_id"),
    Index(None, "user_id"),
)

# Votes of members, one row a member and turn, changed in place.
votes = table(
    "votes",
    match_ref(key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    discord_id("user_id", key=True),
    Column("proposal_id", RowId, ForeignKey(proposals.c.id), nullable=False),
    discord_id("source_id"),
    at(),
    UniqueConstraint("source_id"),
    Index(None, "user_id"),
)

# Votes of members on an offer that waits for their crowd, one row a member and offer, changed in place.
offer_votes = table(
    "offer_votes",
    match_ref(key=True),
    Column("offer_id", RowId, ForeignKey(offers.c.id), primary_key=True, autoincrement=False),
    discord_id("user_id", key=True),
    Column("agrees", Boolean, nullable=False),
    discord_id("source_id"),
    at(),
    UniqueConstraint("source_id"),
    Index(None, "offer_id"),
    Index(None, "user_id"),
)

# Seats that their matches offer to anybody. One that is open has no `closed_at`.
open_seats = numbered_table(
    "open_seats",
    match_ref(),
    Column("seat", Integer, nullable=False),
    Column("seq", Integer, nullable=False),
    at("opened_at"),
    Column("status", SafeText, nullable=False),
    at("closed_at", optional=True),
    Index(None, "match_id"),
    Index(None, "status", "opened_at"),
)

# People who get a message when a match ends.
watchers = table(
    "watchers",
    match_ref(key=True),
    discord_id("user_id", key=True),
    Index(None, "user_id"),
)

# Who wins a match, as spectators guess: `result` is the seat that wins alone, 0 that none does, of so many `choices`;
# `percent` says how sure they are. `seq` is the last event that they knew of, `source_id` the last form they sent.
guesses = table(
    "guesses",
    match_ref(key=True),
    discord_id("user_id", key=True),
    Column("name", SafeText, nullable=False),
    Column("choices", Integer, nullable=False),
    Column("result", Integer, nullable=False),
    Column("percent", Integer, nullable=False),
    Column("seq", Integer, nullable=False),
    discord_id("source_id"),
    at(),
    UniqueConstraint("source_id"),
    Index(None, "user_id"),
)

# How often matches were replayed and watched in an hour, counted from 1970. Nothing says by whom.
match_views = table(
    "match_views",
    match_ref(key=True),
    Column("hour", Integer, primary_key=True, autoincrement=False),
    Column("views", Integer, nullable=False),
    Index(None, "hour"),
)

# The time that the seats of a match have left, in microseconds, and what happens next.
clocks = table(
    "clocks",
    match_ref(key=True),
    Column("control", SafeText, nullable=False),
    Column("left", JSON, nullable=False),
    at("since"),
    at("deadline", optional=True),
    Column("due", SafeText),
    at("due_at", optional=True),
    Index(None, "due_at"),
)

# When a guild with running clocks was last reached. Outages are the times when it wasn't; clocks stop then.
beats = table(
    "beats",
    discord_id("guild_id", key=True),
    at(),
)

outages = numbered_table(
    "outages",
    discord_id("guild_id"),
    at("began_at"),
    at("ended_at"),
    Index(None, "guild_id", "ended_at"),
)

# Pauses that all players agreed to, without an end until a player ends them.
pauses = numbered_table(
    "pauses",
    match_ref(),
    at("began_at"),
    at("ended_at", optional=True),
    Index(None, "match_id", "ended_at"),
)

# Vacations, during which the clocks of a person stop.
vacations = numbered_table(
    "vacations",
    discord_id("user_id"),
    at("began_at"),
    at("ended_at"),
    Index(None, "user_id", "ended_at"),
    Index(None, "ended_at"),
)

# Days that the safety net took for players whose time was up. They stop the clock of one match; for a player, all that
# begin within a day count as one vacation day.
net_days = numbered_table(
    "net_days",
    match_ref(),
    discord_id("user_id"),
    at("began_at"),
    at("ended_at"),
    Index(None, "match_id", "ended_at"),
    Index(None, "user_id", "began_at"),
)

# Analyses of matches: a person's own, and under the person 0 the one that everybody shares once the match is over.
analyses = table(
    "analyses",
    match_ref(key=True),
    discord_id("user_id", key=True),
    Column("tree", JSON, nullable=False),
)

# Settings of servers that differ from the defaults, and when their next daily puzzle and match of the week are due.
guilds = table(
    "guilds",
    discord_id("guild_id", key=True),
    Column("settings", JSON, nullable=False),
    at("puzzle_at", optional=True),
    at("weekly_at", optional=True),
    Index(None, "puzzle_at"),
    Index(None, "weekly_at"),
)

# People whom a server blocked: by whom, when and why, which is erased if they delete their data; the row stays.
blocks = table(
    "blocks",
    discord_id("guild_id", key=True),
    discord_id("user_id", key=True),
    Column("blocked_by", BigInteger),
    at("blocked_at", optional=True),
    Column("reason", SafeText, nullable=False),
    Index(None, "user_id"),
)

# What managers and organizers did on a server, to be deleted after some months.
audit_log = numbered_table(
    "audit_log",
    discord_id("guild_id"),
    discord_id("user_id"),
    Column("action", SafeText, nullable=False),
    discord_id("subject_id", optional=True),
    match_ref(optional=True),
    Column("tournament_id", RowId, ForeignKey(tournaments.c.id)),
    Column("details", JSON, nullable=False),
    discord_id("source_id"),
    at(),
    UniqueConstraint("source_id"),
    Index(None, "guild_id", "id"),
    Index(None, "at"),
)

# Preferences of people that differ from the defaults, and when their next digest is due.
people = table(
    "people",
    discord_id("user_id", key=True),
    Column("look", JSON, nullable=False),
    Column("preferences", JSON, nullable=False, server_default=EMPTY_OBJECT),
    at("digest_at", optional=True),
    Index(None, "digest_at"),
)

# Browsers that are signed in as a person. A link signs in once: `link` is its random id, `token_hash` the hash of the
# cookie's secret. A session that was ended has neither person nor hash, and goes when its link is too old to be used.
web_sessions = numbered_table(
    "web_sessions",
    discord_id("user_id", optional=True),
    Column("token_hash", SafeText),
    Column("link", SafeText, nullable=False),
    Column("browser", SafeText, nullable=False),
    at("created_at"),
    at("used_at"),
    UniqueConstraint("token_hash"),
    UniqueConstraint("link"),
    Index(None, "user_id"),
    Index(None, "created_at"),
)

# People who asked for the deletion of what is kept of them. A row goes a minute after `erased_at`.
deletions = table(
    "deletions",
    discord_id("user_id", key=True),
    at("asked_at"),
    at("erased_at", optional=True),
)

# People who tried a puzzle: whether their first answer was wrong, and when they solved it.
puzzle_attempts = table(
    "puzzle_attempts",
    discord_id("user_id", key=True),
    Column("game", SafeText, primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("failed", Boolean, nullable=False),
    at("tried_at"),
    at("solved_at", optional=True),
    Index(None, "game", "number"),
)

# Read markers: the last message read in a channel, a thread, or the direct messages with a user.
read_markers = table(
    "heard",
    discord_id("channel_id", key=True),
    discord_id("message_id"),
    discord_id("user_id", optional=True),
    Index(None, "user_id"),
)

# Channels and threads that were deleted on Discord, and when the bot learned it. Discord gives no id twice.
deleted_channels = table(
    "deleted_channels",
    discord_id("channel_id", key=True),
    at("noted_at"),
)

# Due jobs that failed, by kind and key; `storage/queries/failed_jobs.py` says what the key of each kind is.
failed_jobs = table(
    "set_aside_jobs",
    Column("kind", SafeText, primary_key=True),
    Column("key", BigInteger, primary_key=True, autoincrement=False),
    Column("failures", Integer, nullable=False),
    Column("reason", SafeText, nullable=False),
    at("since"),
    at("retry_at"),
)

key_values = table(
    "meta",
    Column("key", SafeText, primary_key=True),
    Column("value", SafeText, nullable=False),
)
