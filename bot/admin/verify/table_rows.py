"""Check the rows of the tables that belong to no match."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import asdict
from datetime import timedelta
from typing import TYPE_CHECKING, Any, get_args

from discord.utils import time_snowflake

from bot.admin.verify.stored_match import near
from bot.match_files.log_checks import AHEAD, SKEW
from bot.referee.challenges.start import MOST_STANDING_MATCHES, OPEN_FOR
from bot.referee.errors import RequestRejected
from bot.referee.guilds.setting_values import MENTIONS, TIMEOUT
from bot.referee.guilds.settings import (
    LEAST_REQUESTS,
    LONGEST_PREFIX,
    MOST_CHANNELS,
    MOST_DAILY_CHALLENGES,
    MOST_MATCHES,
    MOST_OPEN_CHALLENGES,
    MOST_REQUESTS,
    GuildSettings,
)
from bot.referee.job_runner import LAST_RETRY
from bot.referee.overview import KEY as OVERVIEW, parse_overview
from bot.referee.people.display import display_from_json
from bot.referee.people.preferences import CHOICES, OLD_CHOICES
from bot.referee.times.calendar import NO_DIGEST, SERVER, parse_zone
from bot.referee.times.time_control import NO_CLOCK, parse_control
from games.contract import BadOption, check_players, options_fit
from storage import schema
from storage.queries.audit_log import Action
from storage.queries.failed_jobs import JobKind
from storage.queries.key_value import SIGNING_KEY
from storage.queries.matches import CHECKED_SEEDS
from storage.queries.row_ids import IMPORTED, SKIPPED, read_imports, read_skipped
from storage.queries.rows import DIRECT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from datetime import datetime

    from bot.referee.times.time_control import TimeControl
    from games.contract import Game, Options
    from storage.queries.inspection import Row, SqlTable

ACTIONS = frozenset(get_args(Action))
ABOUT_PEOPLE = frozenset({"block", "unblock", "event_remove"})
ABOUT_MATCHES = frozenset({"abandon", "event_correct"})
ABOUT_EVENTS = frozenset(action for action in ACTIONS if action.startswith("event_"))
DETAILS: Mapping[str, frozenset[str]] = {
    "block": frozenset({"reason"}),
    "abandon": frozenset({"reason"}),
    "event_correct": frozenset({"before", "places"}),
}
"""The names in the details of entries, by action; others have none, but for changed settings."""


def check_entry(row: Row, now: datetime) -> Iterator[str]:
    """Yield what is wrong with an entry of the audit log, as clauses."""
    action = row["action"]
    if action not in ACTIONS:
        yield "is of no known kind"
        return
    for column, actions in (
        ("subject_id", ABOUT_PEOPLE),
        ("match_id", ABOUT_MATCHES),
        ("tournament_id", ABOUT_EVENTS),
    ):
        if (row[column] is not None) != (action in actions):
            yield f"has the {column} {row[column]}, which can't be"
    if row["user_id"] < 1 or row["guild_id"] < 1:
        yield "is of no person, or on no server"
    if not _has_details(action, row["details"]):
        yield f"has the details {row['details']}, which can't be"
    if row["at"] > now + AHEAD:
        yield f"was made at {row['at']}, in the future"


def _has_details(action: str, details: Any) -> bool:
    """Return whether an entry of an action can have these details."""
    if action == "settings":
        return isinstance(details, dict) and bool(details)  # pyright: ignore[reportUnknownArgumentType]
    return isinstance(details, dict) and details.keys() == DETAILS.get(action, frozenset())


def _check_block(row: Row, now: datetime) -> Iterator[str]:
    """Yield what is wrong with a block; one of a person who deleted their data has their id alone."""
    if row["user_id"] < 1 or row["guild_id"] < 1:
        yield "is of no person, or on no server"
    if (row["blocked_at"] is None) != (row["blocked_by"] is None) or (row["blocked_at"] is None and row["reason"]):
        yield f"was made by {row['blocked_by']} at {row['blocked_at']}, which can't be"
    elif row["blocked_at"] is not None and row["blocked_at"] > now + AHEAD:
        yield f"was made at {row['blocked_at']}, in the future"


STATUSES = {"open", "accepted", "declined", "withdrawn", "closed", "expired"}


def check_challenge(
    games: Mapping[str, Game[Any, Any]], row: Row, people: Sequence[Row], posted: Row | None, matches: Sequence[Row]
) -> Iterator[str]:
    """Yield what is wrong with a challenge, its people, its post and its match, as clauses."""
    yield from check_game(games, row["game"], row["size"], row["options"], closed=row["status"] != "open")
    yield from _check_look(row)
    if row["clock"] != NO_CLOCK and read_control(row["clock"]) is None:
        yield f"has the clock `{row['clock']}`, which is no time control"
    if not 0 <= row["again"] < MOST_STANDING_MATCHES:
        yield f"opens {row['again']} times more"
    yield from _check_start(row)
    yield from _check_people(row, people)
    if not row["created_at"] < row["expires_at"] <= row["created_at"] + OPEN_FOR + SKEW:
        yield f"is of {row['created_at']} and open until {row['expires_at']}"
    if row["status"] not in STATUSES:
        yield f"has status `{row['status']}`, which there isn't"
    if (row["status"] == "accepted") != bool(matches):
        yield f"is {row['status']}, and {'led to a match' if matches else 'no match came of it'}"
    if posted is None:
        # In a place that the bot isn't in, the reply to the command is the post; a match of an event has none.
        if row["guild_id"] != DIRECT and row["source_id"] > 0:
            yield "was never put into the outbox"
    elif not near(posted["created_at"], row["created_at"]) or posted["channel_id"] not in {None, row["channel_id"]}:
        yield "has another time or channel than its post"


def check_game(
    games: Mapping[str, Game[Any, Any]], key: str, size: int, options: Options, *, closed: bool
) -> Iterator[str]:
    """Yield what is wrong with the game of a challenge or an event; a closed one can have options of older rules."""
    game = games.get(key)
    if game is None:
        yield f"is of the game `{key}`, which is not installed here"
    elif not closed:
        with suppress(BadOption):
            check_players(game.info, size)
            if options_fit(game.info, options):
                return
        yield "is for another number of players than the game, or names options that it doesn't have or in another form"


def read_control(text: str) -> TimeControl | None:
    """Return the time control that is stored as a text, None if it isn't stored as one."""
    with suppress(RequestRejected):
        control = parse_control(text)
        return control if str(control) == text else None
    return None


def _check_look(row: Row) -> Iterator[str]:
    if display_from_json(row["look"]).as_json != row["look"]:
        yield f"has the look `{row['look']}`, which there isn't"


_START = ("start", "origin_id", "origin_ply")


def _check_start(row: Row) -> Iterator[str]:
    missing = [name for name in ("start", "origin_id") if row[name] is None]
    if missing and any(row[name] is not None for name in _START) and row["rematch_of"] is None:
        yield f"begins from a position without {' and '.join(missing)}"
    if row["start"] is not None and row["rated"]:
        yield "begins from a position, and counts for ratings"


def _check_people(row: Row, people: Sequence[Row]) -> Iterator[str]:
    ids, seats = [each["user_id"] for each in people], range(1, row["size"] + 1)
    if not people or people[0]["place"] != 0 or not people[0]["accepted"]:
        yield "has no challenger who is in"
    if len(set(ids)) < len(ids) or len(ids) > row["size"]:
        yield f"has {len(ids)} people, {len(set(ids))} of them different, for {row['size']} seats"
    full = len(people) == row["size"] and all(each["accepted"] for each in people)
    if full != (row["status"] == "accepted"):
        yield f"is {row['status']}, and {'all' if full else 'not all'} of its people are in"
    chosen = [row["seat"], *(each["seat"] for each in people if each["place"] > 0)]
    chosen_seats = [seat for seat in chosen if seat is not None]
    if len(set(chosen_seats)) < len(chosen_seats) or not set(chosen_seats) <= set(seats):
        yield f"gives the seats {chosen_seats} of {row['size']}"
    if not row["theirs"] and any(seat is not None for seat in chosen[1:]):
        yield "lets nobody choose a seat, and somebody chose one"
    if any(each["seat"] is not None and (each["place"] == 0 or not each["accepted"]) for each in people):
        yield "has a seat chosen by somebody who can't have chosen one"


def check_rematch(row: Row, people: Sequence[Row], before: Row | None, seats: Sequence[Row]) -> Iterator[str]:
    """Yield what is wrong with a challenge to a rematch; `before` is the match that it names, with its seats."""
    if before is None:
        yield f"is the rematch of #{row['rematch_of']}, which is not here"
    elif before["ended_at"] is None or before["ended_at"] > row["created_at"] + SKEW:
        yield f"is the rematch of #{before['id']}, which was not over"
    elif {each["user_id"] for each in seats} != {each["user_id"] for each in people} or any(
        before[name] != row[name] for name in ("game", "look", "guild_id", "channel_id", *_START)
    ):
        yield f"is the rematch of #{before['id']}, which was played by others, elsewhere, or as another game"


def _check_deletion(row: Row, now: datetime) -> Iterator[str]:
    asked, erased = row["asked_at"], row["erased_at"]
    if row["user_id"] < 1:
        yield "is no person"
    if asked > now + AHEAD or (erased is not None and not asked - SKEW <= erased <= now + AHEAD):
        yield f"asked for their deletion at {asked}, which was done at {erased}, and that can't be"


JOBS = frozenset(get_args(JobKind))


def _check_job(row: Row, now: datetime) -> Iterator[str]:
    if row["kind"] not in JOBS or row["failures"] < 1:
        yield f"is of kind `{row['kind']}` and failed {row['failures']} times, which can't be"
    if row["since"] > now + AHEAD or not row["since"] <= row["retry_at"] <= now + AHEAD + LAST_RETRY:
        yield f"failed at {row['since']} and is tried again at {row['retry_at']}, which can't be"


_HASH = re.compile(r"[0-9a-f]{64}")
_LINK = re.compile(r"[\w-]{16}", re.ASCII)


def _check_web_session(row: Row, now: datetime) -> Iterator[str]:
    """Yield what is wrong with a signed-in browser; of one that was ended, the link stays alone."""
    user_id, token_hash, began, used = row["user_id"], row["token_hash"], row["created_at"], row["used_at"]
    if (user_id is None) != (token_hash is None) or (user_id is None and row["browser"]):
        yield f"is of user {user_id} and has the hash {token_hash} and the browser `{row['browser']}`, which can't be"
    elif user_id is not None and (user_id < 1 or not _HASH.fullmatch(token_hash)):
        yield f"is of user {user_id} and has the hash `{token_hash}`, which can't be"
    if not _LINK.fullmatch(row["link"]):
        yield f"came of the link `{row['link']}`, which is none"
    if not began <= used <= now + AHEAD:
        yield f"began at {began} and was used at {used}, which can't be"


_NUMBER = re.compile(r"[1-9][0-9]*")
_SALT = re.compile(r"[0-9a-f]{6}")
_KEY = re.compile(r"[\w-]{43}", re.ASCII)


def check_key_values(facts: Mapping[str, str], *, posted: bool) -> Iterator[str]:
    """Yield what is wrong with the key-value pairs; `posted` says whether anything was ever posted."""
    salt = facts.get("salt")
    if posted and salt is None:
        yield "the salt of its posts is lost: what is tried again may come twice"
    if read_imports(facts.get(IMPORTED)) is None or read_skipped(facts.get(SKIPPED)) is None:
        yield "what is kept of imports and of skipped numbers can't be read"
    first = facts.get(CHECKED_SEEDS)
    if first is not None and not _NUMBER.fullmatch(first):
        yield f"the first match whose seed can be checked is stored as `{first}`, which is none"
    if salt is not None and not _SALT.fullmatch(salt):
        yield f"the salt of its posts is stored as `{salt}`, which is none"
    for key, value in facts.items():
        if key.startswith(SIGNING_KEY) and not (
            _NUMBER.fullmatch(key.removeprefix(SIGNING_KEY)) and _KEY.fullmatch(value)
        ):
            yield f"the key `{key}`, by which links are signed, can't be used"
        if key.startswith(OVERVIEW) and not (_NUMBER.fullmatch(key.removeprefix(OVERVIEW)) and _is_overview(value)):
            yield f"the overview `{key}` is stored as `{value}`, which is none"


def _is_overview(stored: str) -> bool:
    try:
        overview = parse_overview(stored)
    except (ValueError, TypeError, OverflowError):
        return False
    return overview is not None and overview.channel_id > 0 and overview.message_id >= 0


_LOCALE = re.compile(r"[a-z]{2,3}(_[A-Za-z0-9]{2,4})?")
LATEST_DIGEST = timedelta(days=3)
"""How far ahead a digest or a daily puzzle may be due: a day, plus what a change of time zone adds."""

LATEST_WEEKLY = timedelta(days=9)
"""How far ahead a match of the week may be due: a week, plus what a change of time zone adds."""


def _check_person(row: Row, now: datetime) -> Iterator[str]:
    yield from _check_look(row)
    for name, value in row["preferences"].items():
        if (name == "locale" and _LOCALE.fullmatch(str(value))) or (name, str(value)) in OLD_CHOICES:
            continue
        try:
            kept = CHOICES[name].parse(value)
        except (RequestRejected, KeyError, AttributeError):
            kept = None
        if kept != value:
            yield f"has {name} `{value}`, which can't be chosen"
    digest = row["preferences"].get("digest", NO_DIGEST)
    if (digest != NO_DIGEST) != (row["digest_at"] is not None):
        yield f"has digest `{digest}`, and the next one is due at {row['digest_at']}"
    elif row["digest_at"] is not None and row["digest_at"] > now + LATEST_DIGEST:
        yield f"has no digest due before {row['digest_at']}"


def _check_server(row: Row, now: datetime) -> Iterator[str]:
    usual = asdict(GuildSettings())
    for name, value in row["settings"].items():
        if name not in usual or not _is_valid_setting(name, value):
            yield f"has {name} `{value}`, which can't be set"
    due = row["puzzle_at"]
    if ("puzzles" in row["settings"]) != (due is not None) or (due is not None and due > now + LATEST_DIGEST):
        yield f"has the next daily puzzle due at {due}"
    due = row["weekly_at"]
    if ("weekly" in row["settings"]) != (due is not None) or (due is not None and due > now + LATEST_WEEKLY):
        yield f"has the next match of the week due at {due}"


def _is_valid_setting(name: str, value: Any) -> bool:
    """Return whether a server can have this setting."""
    if isinstance(value, str):
        with suppress(RequestRejected, KeyError):
            return _WORDS[name](value)
    elif name == "channels":
        return isinstance(value, list) and 1 <= len(value) <= MOST_CHANNELS and all(map(_is_id, value))  # pyright: ignore[reportUnknownArgumentType]
    elif name == "threads":
        return value is False
    elif name in {"highlights", "guesses"}:
        return value is True
    elif name in _LIMITS:
        return _is_id(value) and value in _LIMITS[name]
    return name in {"challengers", "organizers", "finished", "puzzles", "forum", "weekly", "overview"} and _is_id(value)


_WORDS: Mapping[str, Callable[[str], bool]] = {
    "prefix": lambda value: 1 <= len(value) <= LONGEST_PREFIX and not any(each.isspace() for each in value),
    "clock": lambda value: str(parse_control(value)) == value,
    "mentions": MENTIONS.__contains__,
    "timeout": TIMEOUT.__contains__,
    "zone": lambda value: parse_zone(value) == value != SERVER,
    "language": lambda value: _LOCALE.fullmatch(value) is not None,  # perhaps one that is no longer offered
}
"""The settings that are text, each with its check."""


_LIMITS: Mapping[str, range] = {
    "most": range(1, MOST_MATCHES + 1),
    "open_challenges": range(1, MOST_OPEN_CHALLENGES + 1),
    "daily_challenges": range(1, MOST_DAILY_CHALLENGES + 1),
    "requests": range(LEAST_REQUESTS, MOST_REQUESTS + 1),
}
"""The settings that are limits, each with what it can be."""


def _is_id(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value > 0


def _check_puzzle_attempt(row: Row, now: datetime) -> Iterator[str]:
    tried, solved = row["tried_at"], row["solved_at"]
    if row["number"] < 1 or row["user_id"] < 1:
        yield "is no puzzle, or no person"
    if tried > now + AHEAD or (solved is not None and not tried <= solved <= now + AHEAD):
        yield f"tried it at {tried} and solved it at {solved}, which can't be"
    if not row["failed"] and solved != tried:
        yield f"answered at {tried} without a mistake, and solved it at {solved}"


def _check_read_marker(row: Row, now: datetime) -> Iterator[str]:
    """Yield a read marker in the future, with which no more messages would be read."""
    if row["message_id"] > time_snowflake(now + AHEAD):
        yield f"was read up to message {row['message_id']}, which is of the future"


def _check_deleted_channel(row: Row, now: datetime) -> Iterator[str]:
    if row["channel_id"] < 1:
        yield "is no channel"
    if row["noted_at"] > now + AHEAD:
        yield f"was noted as deleted at {row['noted_at']}, in the future"


ROW_CHECKS: Sequence[tuple[SqlTable, str, Callable[[Row, datetime], Iterator[str]]]] = (
    (schema.people, "user {user_id}", _check_person),
    (schema.guilds, "server {guild_id}", _check_server),
    (schema.puzzle_attempts, "user {user_id} with {game} puzzle {number}", _check_puzzle_attempt),
    (schema.deletions, "user {user_id}", _check_deletion),
    (schema.deleted_channels, "channel {channel_id}", _check_deleted_channel),
    (schema.web_sessions, "web session {id}", _check_web_session),
    (schema.blocks, "the block of user {user_id} on server {guild_id}", _check_block),
    (schema.audit_log, "entry {id} of the audit log ({action})", check_entry),
    (schema.read_markers, "channel {channel_id}", _check_read_marker),
    (schema.failed_jobs, "the {kind} of {key}, which is set aside,", _check_job),
)
"""The tables whose rows are each checked by themselves: what a row is called, and the check."""
