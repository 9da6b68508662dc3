"""A row of a table is sound to the last value that it can have, and `verify` names what lies beyond."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest
from discord.utils import time_snowflake

from bot.admin.verify.table_rows import (
    LATEST_DIGEST,
    LATEST_WEEKLY,
    ROW_CHECKS,
    check_challenge,
    check_game,
    check_key_values,
    check_rematch,
)
from bot.match_files.log_checks import AHEAD, SKEW
from bot.referee.challenges.start import MOST_STANDING_MATCHES, OPEN_FOR
from bot.referee.guilds.settings import LEAST_REQUESTS, LONGEST_PREFIX, MOST_CHANNELS, MOST_MATCHES
from bot.referee.job_runner import LAST_RETRY
from bot.referee.times.time_control import NO_CLOCK
from games import GAMES
from storage import schema
from storage.queries.key_value import SIGNING_KEY
from storage.queries.matches import CHECKED_SEEDS
from storage.queries.row_ids import IMPORTED, SKIPPED
from storage.queries.rows import DIRECT

if TYPE_CHECKING:
    from collections.abc import Mapping

    from storage.queries.inspection import Row, SqlTable

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
LATEST = NOON + AHEAD
"""The latest time that a process whose clock is ahead can have stored by noon."""
TICK = timedelta(microseconds=1)

CHECKS = {table: check for table, _, check in ROW_CHECKS}
SOUND: Mapping[SqlTable, Row] = {
    schema.people: {
        "look": {},
        "preferences": {"locale": "pt_BR", "net": "on", "digest": "8"},
        "digest_at": NOON + LATEST_DIGEST,
    },
    schema.guilds: {
        "settings": {
            "prefix": "!" * LONGEST_PREFIX,
            "channels": [1] * MOST_CHANNELS,
            "most": MOST_MATCHES,
            "requests": LEAST_REQUESTS,
            "clock": "3d",
            "zone": "Europe/Berlin",
            "language": "de",
            "puzzles": 1,
            "weekly": 1,
        },
        "puzzle_at": NOON + LATEST_DIGEST,
        "weekly_at": NOON + LATEST_WEEKLY,
    },
    schema.puzzle_attempts: {"user_id": 1, "number": 1, "tried_at": LATEST, "solved_at": LATEST, "failed": False},
    schema.deletions: {"user_id": 1, "asked_at": LATEST, "erased_at": LATEST},
    schema.deleted_channels: {"channel_id": 1, "noted_at": LATEST},
    schema.web_sessions: {
        "user_id": 1,
        "token_hash": "0a" * 32,
        "link": "pG3xw0Hn2k5Yc-_Q",
        "browser": "",
        "created_at": LATEST,
        "used_at": LATEST,
    },
    schema.blocks: {"user_id": 1, "guild_id": 1, "blocked_at": LATEST, "blocked_by": 1, "reason": "spam"},
    schema.audit_log: {
        "action": "event_start",
        "user_id": 1,
        "guild_id": 1,
        "subject_id": None,
        "match_id": None,
        "tournament_id": 1,
        "details": {},
        "at": LATEST,
    },
    schema.read_markers: {"message_id": time_snowflake(LATEST)},
    schema.failed_jobs: {"kind": "clock", "failures": 1, "since": LATEST, "retry_at": LATEST + LAST_RETRY},
}
"""A row of each table that is checked by itself, all of its values at their limits."""


@pytest.mark.parametrize("table", CHECKS, ids=str)
def test_a_row_at_its_limits_is_sound(table: SqlTable) -> None:
    assert list(CHECKS[table](SOUND[table], NOON)) == []


def test_a_link_that_was_burnt_is_sound() -> None:
    burnt = {**SOUND[schema.web_sessions], "user_id": None, "token_hash": None}
    assert list(CHECKS[schema.web_sessions](burnt, NOON)) == []


WRONG = [
    (schema.people, {"preferences": {"locale": "Portuguese"}, "digest_at": None}, "has locale `Portuguese`, which"),
    (schema.people, {"preferences": {"net": "perhaps"}, "digest_at": None}, "has net `perhaps`, which can't be chosen"),
    (schema.people, {"digest_at": NOON + LATEST_DIGEST + TICK}, "has no digest due before"),
    (schema.guilds, {"puzzle_at": NOON + LATEST_DIGEST + TICK}, "has the next daily puzzle due at"),
    (schema.guilds, {"weekly_at": NOON + LATEST_WEEKLY + TICK}, "has the next match of the week due at"),
    (schema.puzzle_attempts, {"user_id": 0}, "is no puzzle, or no person"),
    (schema.puzzle_attempts, {"number": 0}, "is no puzzle, or no person"),
    (schema.puzzle_attempts, {"tried_at": LATEST + TICK, "solved_at": None, "failed": True}, "tried it at"),
    (schema.puzzle_attempts, {"solved_at": LATEST - TICK, "failed": True}, "tried it at"),
    (schema.puzzle_attempts, {"solved_at": LATEST + TICK, "failed": True}, "tried it at"),
    (schema.deletions, {"user_id": 0}, "is no person"),
    (schema.deletions, {"asked_at": LATEST + TICK, "erased_at": None}, "asked for their deletion at"),
    (schema.deletions, {"erased_at": LATEST + TICK}, "asked for their deletion at"),
    (schema.deletions, {"erased_at": LATEST - SKEW - TICK}, "asked for their deletion at"),
    (schema.deleted_channels, {"channel_id": 0}, "is no channel"),
    (schema.deleted_channels, {"noted_at": LATEST + TICK}, "in the future"),
    (schema.web_sessions, {"user_id": 0}, "is of user 0 and"),
    (schema.web_sessions, {"user_id": None}, "is of user None and"),
    (schema.web_sessions, {"token_hash": None}, "has the hash None"),
    (schema.web_sessions, {"token_hash": "0a" * 31 + "0A"}, "has the hash `0a"),
    (schema.web_sessions, {"user_id": None, "token_hash": None, "browser": "x"}, "the browser `x`, which can't be"),
    (schema.web_sessions, {"link": "pG3xw0Hn2k5Yc-_"}, "came of the link `pG3xw0Hn2k5Yc-_`, which is none"),
    (schema.web_sessions, {"used_at": LATEST - TICK}, "began at"),
    (schema.web_sessions, {"used_at": LATEST + TICK}, "began at"),
    (schema.blocks, {"user_id": 0}, "is of no person, or on no server"),
    (schema.blocks, {"guild_id": 0}, "is of no person, or on no server"),
    (schema.blocks, {"blocked_at": LATEST + TICK}, "in the future"),
    (schema.audit_log, {"at": LATEST + TICK}, "in the future"),
    (schema.read_markers, {"message_id": time_snowflake(LATEST) + 1}, "which is of the future"),
    (schema.failed_jobs, {"failures": 0}, "failed 0 times, which can't be"),
    (schema.failed_jobs, {"since": LATEST + TICK}, "is tried again at"),
    (schema.failed_jobs, {"retry_at": LATEST - TICK}, "is tried again at"),
    (schema.failed_jobs, {"retry_at": LATEST + LAST_RETRY + TICK}, "is tried again at"),
]


@pytest.mark.parametrize(("table", "change", "expected"), WRONG, ids=str)
def test_a_value_beyond_a_limit_is_named(table: SqlTable, change: dict[str, Any], expected: str) -> None:
    (told,) = CHECKS[table]({**SOUND[table], **change}, NOON)
    assert expected in told


@pytest.mark.parametrize("name", ["most", "open_challenges", "daily_challenges"])
def test_a_server_can_allow_one_at_a_time_but_not_none(name: str) -> None:
    settings = {**SOUND[schema.guilds]["settings"], name: 1}
    assert list(CHECKS[schema.guilds]({**SOUND[schema.guilds], "settings": settings}, NOON)) == []
    settings[name] = 0
    (told,) = CHECKS[schema.guilds]({**SOUND[schema.guilds], "settings": settings}, NOON)
    assert told == f"has {name} `0`, which can't be set"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("prefix", "!" * (LONGEST_PREFIX + 1)),
        ("channels", [1] * (MOST_CHANNELS + 1)),
        ("most", MOST_MATCHES + 1),
        ("requests", LEAST_REQUESTS - 1),
        ("clock", "soon"),
        ("zone", "Mars/Olympus"),
        ("language", "German"),
        ("puzzles", 0),
    ],
)
def test_a_setting_that_cannot_be_made_is_named(name: str, value: object) -> None:
    settings = {**SOUND[schema.guilds]["settings"], name: value}
    (told,) = CHECKS[schema.guilds]({**SOUND[schema.guilds], "settings": settings}, NOON)
    assert told.endswith("which can't be set")


FACTS = {"salt": "0a1b2c", CHECKED_SEEDS: "12", f"{SIGNING_KEY}684": "k_Y-" * 10 + "key"}


def test_a_record_without_posts_needs_no_facts_and_later_has_those_that_can_be_read() -> None:
    assert list(check_key_values({}, posted=False)) == []
    assert list(check_key_values(FACTS, posted=True)) == []


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"salt": "salted"}, "the salt of its posts is stored as `salted`, which is none"),
        ({CHECKED_SEEDS: "0"}, "the first match whose seed can be checked is stored as `0`, which is none"),
        ({IMPORTED: "?"}, "what is kept of imports and of skipped numbers can't be read"),
        ({f"{SIGNING_KEY}684": "k"}, "the key `signing_key 684`, by which links are signed, can't be used"),
        ({f"{SIGNING_KEY}x": "k" * 43}, "the key `signing_key x`, by which links are signed, can't be used"),
        ({SKIPPED: "?"}, "what is kept of imports and of skipped numbers can't be read"),
    ],
)
def test_a_fact_that_cannot_be_read_is_named(change: dict[str, str], expected: str) -> None:
    assert list(check_key_values({**FACTS, **change}, posted=True)) == [expected]


def test_posts_need_the_salt_of_their_nonces() -> None:
    (told,) = check_key_values({}, posted=True)
    assert told.startswith("the salt of its posts is lost")


USUAL_SETUP = {"start": None, "origin_id": None, "origin_ply": None}
CHALLENGE: Row = {
    **USUAL_SETUP,
    "rated": True,
    "rematch_of": None,
    "game": "xero-g",
    "size": 2,
    "options": {},
    "look": {},
    "clock": NO_CLOCK,
    "again": MOST_STANDING_MATCHES - 1,
    "seat": 2,
    "theirs": False,
    "status": "open",
    "guild_id": 1,
    "channel_id": 2,
    "source_id": 5,
    "created_at": NOON,
    "expires_at": NOON + OPEN_FOR + SKEW,
}
CHALLENGER: Row = {"user_id": 1, "place": 0, "accepted": True, "seat": None}


def differences(**change: object) -> list[str]:
    """Return what is wrong with a challenge to anyone, one of whose values is changed."""
    posted = {"created_at": NOON, "channel_id": None}
    return list(check_challenge(GAMES, {**CHALLENGE, **change}, [CHALLENGER], posted, []))


def test_what_an_open_challenge_asks_for_is_within_its_limits() -> None:
    assert differences() == []
    assert differences(again=MOST_STANDING_MATCHES) == [f"opens {MOST_STANDING_MATCHES} times more"]
    assert differences(again=-1) == ["opens -1 times more"]
    assert differences(clock="soon") == ["has the clock `soon`, which is no time control"]
    assert differences(look={"theme": "pink"}) == ["has the look `{'theme': 'pink'}`, which there isn't"]
    assert differences(seat=1) == differences(seat=None) == []
    for seat in (0, 3):
        assert differences(seat=seat) == [f"gives the seats [{seat}] of 2"]
    for expires_at in (NOON, NOON + OPEN_FOR + SKEW + TICK):
        assert differences(expires_at=expires_at) == [f"is of {NOON} and open until {expires_at}"]


def test_only_an_open_challenge_must_fit_the_rules_of_today() -> None:
    assert list(check_game(GAMES, "xero-g", 3, {}, closed=True)) == []
    (told,) = check_game(GAMES, "xero-g", 3, {}, closed=False)
    assert told.startswith("is for another number of players than the game")


def test_a_challenge_on_a_server_was_posted_unless_it_is_a_pairing_of_an_event() -> None:
    assert list(check_challenge(GAMES, CHALLENGE, [CHALLENGER], None, [])) == ["was never put into the outbox"]
    for change in ({"guild_id": DIRECT}, {"source_id": -1}):
        assert list(check_challenge(GAMES, {**CHALLENGE, **change}, [CHALLENGER], None, [])) == []


def test_a_rematch_comes_after_its_match_but_for_what_clocks_may_differ() -> None:
    names = {name: CHALLENGE[name] for name in ("game", "look", "guild_id", "channel_id", *USUAL_SETUP)}
    ended: Row = {**names, "id": 7, "ended_at": NOON + SKEW}
    rematch = {**CHALLENGE, "rematch_of": 7}
    assert list(check_rematch(rematch, [CHALLENGER], ended, [CHALLENGER])) == []
    ended["ended_at"] += TICK
    assert list(check_rematch(rematch, [CHALLENGER], ended, [CHALLENGER])) == [
        "is the rematch of #7, which was not over"
    ]
    elsewhere = {**names, "id": 7, "ended_at": NOON, "start": "another"}
    (told,) = check_rematch(rematch, [CHALLENGER], elsewhere, [CHALLENGER])
    assert told.startswith("is the rematch of #7, which was played by others")


@pytest.mark.parametrize("missing", ["start", "origin_id"])
def test_a_position_to_begin_from_has_a_match_and_a_move_and_counts_for_nothing(missing: str) -> None:
    begun = {"start": "x", "origin_id": 7, "origin_ply": 0, "rated": False}
    assert differences(**begun) == differences(**begun | {"origin_ply": None}) == []
    assert differences(**begun | {missing: None}) == [f"begins from a position without {missing}"]
    assert differences(**begun | {missing: None, "rematch_of": 7}) == []
    assert differences(**begun | {"rated": True}) == ["begins from a position, and counts for ratings"]
