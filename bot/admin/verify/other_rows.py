"""What must hold of the rows that belong to no match: challenges, people, servers, times away, what the bot keeps."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import asdict
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from discord.utils import time_snowflake

from bot.admin.verify.event_log import AHEAD, SKEW
from bot.admin.verify.match_rows import near
from bot.referee.challenges.create import MOST_TIMES, OPEN_FOR
from bot.referee.clocks.time_control import read_control
from bot.referee.clocks.vacation import BUDGET
from bot.referee.errors import RequestRejected
from bot.referee.guilds.settings import Server
from bot.referee.guilds.settings_parser import LONGEST_PREFIX, MENTIONS, MOST_CHANNELS, MOST_MATCHES, TIMEOUT
from bot.referee.people import display, quiet_hours
from bot.referee.people.preferences import CHOICES
from games.contract import BadOption, check_players, complete_options
from storage.tables.failed_jobs import LAST_RETRY
from storage.tables.inspection import IMPORTED, SKIPPED, read_imports, read_skipped

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from datetime import datetime

    from games.contract import Game
    from storage.tables.inspection import Row

JOBS = {"clock", "digest", "challenge", "beat"}
STATUSES = {"open", "accepted", "declined", "withdrawn", "expired"}
LATEST_DIGEST = timedelta(days=3)
"""How far ahead a digest may be due: a day, and what a change of zones may add."""
_SALT = re.compile(r"[0-9a-f]{6}")


def check_challenge(
    games: Mapping[str, Game[Any, Any]], row: Row, people: Sequence[Row], posted: Row | None, matches: Sequence[Row]
) -> Iterator[str]:
    """Yield what is wrong with a challenge, as clauses: with its people, the outbox row that put it up, its match."""
    yield from _check_terms(games, row)
    yield from _check_people(row, people)
    if not row["created_at"] < row["expires_at"] <= row["created_at"] + OPEN_FOR + SKEW:
        yield f"is of {row['created_at']} and open until {row['expires_at']}"
    if row["status"] not in STATUSES:
        yield f"has status `{row['status']}`, which there isn't"
    if (row["status"] == "accepted") != bool(matches):
        yield f"is {row['status']}, and {'led to a match' if matches else 'no match came of it'}"
    if posted is None:
        yield "was never put into the outbox"
    elif not near(posted["created_at"], row["created_at"]) or posted["channel_id"] not in {None, row["channel_id"]}:
        yield "has another time or channel than its post"


def _check_terms(games: Mapping[str, Game[Any, Any]], row: Row) -> Iterator[str]:
    game = games.get(row["game"])
    if game is None:
        yield f"is of the game `{row['game']}`, which is not installed here"
    elif row["status"] == "open":
        with suppress(BadOption):
            check_players(game.info, row["size"])
            if complete_options(game.info, row["options"]) == row["options"]:
                return
        yield "is for another number of players than the game, or does not name every option with one of its values"
    if display.known(row["look"]).kept != row["look"]:
        yield f"has the look `{row['look']}`, which there isn't"
    try:
        control = read_control(row["clock"])
    except RequestRejected:
        control = None
    if row["clock"] != (str(control) if control else "none"):
        yield f"has the clock `{row['clock']}`, which is no time control"
    if not 0 <= row["again"] < MOST_TIMES:
        yield f"opens {row['again']} times more"


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
    named = [seat for seat in chosen if seat is not None]
    if len(set(named)) < len(named) or not set(named) <= set(seats):
        yield f"gives the seats {named} of {row['size']}"
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
        before[name] != row[name] for name in ("game", "look", "guild_id", "channel_id")
    ):
        yield f"is the rematch of #{before['id']}, which was played by others, elsewhere, or as another game"


def check_person(row: Row, now: datetime) -> Iterator[str]:
    """Yield what is wrong with what a person chose, as clauses."""
    if display.known(row["look"]).kept != row["look"]:
        yield f"has the look `{row['look']}`, which there isn't"
    for name, value in row["preferences"].items():
        try:
            kept = CHOICES[name].read(value)
        except (RequestRejected, KeyError, AttributeError):
            kept = None
        if kept != value:
            yield f"has {name} `{value}`, which can't be chosen"
    digest = row["preferences"].get("digest", quiet_hours.OFF)
    if (digest != quiet_hours.OFF) != (row["digest_at"] is not None):
        yield f"has digest `{digest}`, and the next one is due at {row['digest_at']}"
    elif row["digest_at"] is not None and row["digest_at"] > now + LATEST_DIGEST:
        yield f"has no digest due before {row['digest_at']}"


def check_server(row: Row) -> Iterator[str]:
    """Yield what is wrong with what a server chose, as clauses."""
    usual = asdict(Server())
    for name, value in row["settings"].items():
        if name not in usual or not _is_setting(name, value):
            yield f"has {name} `{value}`, which can't be set"


def _is_setting(name: str, value: Any) -> bool:
    """Return whether a server's setting can be kept as it is."""
    if isinstance(value, str):
        with suppress(RequestRejected, KeyError):
            return _WORDS[name](value)
    elif name == "channels":
        return isinstance(value, list) and 1 <= len(value) <= MOST_CHANNELS and all(map(_is_id, value))  # pyright: ignore[reportUnknownArgumentType]
    elif name == "threads":
        return value is False
    elif name == "most":
        return _is_id(value) and value <= MOST_MATCHES
    return name in {"challengers", "finished"} and _is_id(value)


_WORDS: Mapping[str, Callable[[str], bool]] = {
    "prefix": lambda value: 1 <= len(value) <= LONGEST_PREFIX and not any(each.isspace() for each in value),
    "clock": lambda value: str(read_control(value)) == value,
    "mentions": MENTIONS.__contains__,
    "timeout": TIMEOUT.__contains__,
    "zone": lambda value: quiet_hours.read_zone(value) == value != quiet_hours.SERVER,
}
"""The settings that are kept as words, each with what tells whether they can be."""


def _is_id(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value > 0


def check_intervals(
    rows: Sequence[Row], now: datetime, *, longest: timedelta | None = None
) -> Iterator[tuple[Row, str]]:
    """Yield which of some intervals of one person or guild can't be right, and why.

    They end by now, or, where they may lie ahead, are no longer than `longest`. None overlap.
    """
    before: datetime | None = None
    for row in sorted(rows, key=lambda each: each["began_at"]):
        began, ended = row["began_at"], row["ended_at"]
        if ended < began or began > now + AHEAD or (longest is None and ended > now + AHEAD):
            yield row, f"lasts from {began} to {ended}, which can't be"
        elif longest is not None and ended - began > longest:
            yield row, f"lasts from {began} to {ended}, longer than may be"
        elif before is not None and began < before - SKEW:
            yield row, f"begins at {began}, before the one before it ends"
        before = ended


LONGEST_VACATION = timedelta(days=2 * BUDGET + 2)
"""What a vacation may last: the days of two years, those on which it begins and ends in some zone included."""


def check_read_marker(row: Row, now: datetime) -> Iterator[str]:
    """Yield that what was read last in a channel was written in the future: then nothing more is read."""
    if row["message_id"] > time_snowflake(now + AHEAD):
        yield f"was read up to message {row['message_id']}, which is of the future"


def check_job(row: Row, now: datetime) -> Iterator[str]:
    """Yield what is wrong with a job that was set aside, as clauses."""
    if row["kind"] not in JOBS or row["failures"] < 1:
        yield f"is of kind `{row['kind']}` and failed {row['failures']} times, which can't be"
    if row["since"] > now + AHEAD or not row["since"] <= row["retry_at"] <= now + AHEAD + LAST_RETRY:
        yield f"failed at {row['since']} and is tried again at {row['retry_at']}, which can't be"


def check_meta(facts: Mapping[str, str], *, posted: bool) -> Iterator[str]:
    """Yield what is wrong with what the bot keeps about itself; `posted` says whether anything was ever posted."""
    salt = facts.get("salt")
    if posted and salt is None:
        yield "the salt of its posts is lost: what is tried again may come twice"
    if read_imports(facts.get(IMPORTED)) is None or read_skipped(facts.get(SKIPPED)) is None:
        yield "what is kept of imports and of skipped numbers can't be read"
    if salt is not None and not _SALT.fullmatch(salt):
        yield f"the salt of its posts is stored as `{salt}`, which is none"
