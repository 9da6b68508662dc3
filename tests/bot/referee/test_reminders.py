"""Reminders of matches without a clock: when they are due, once a day for all matches of a person."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

import pytest
from sqlalchemy import select, update

from bot.admin.verify.matches import verify_matches
from bot.admin.verify.tables import verify_tables
from bot.features.match_text import ended_without_result
from bot.referee.endings import call_off
from bot.referee.errors import RequestRejected
from bot.referee.history.history import NOT_MOVED
from bot.referee.job_runner import run_jobs
from bot.referee.people.preferences import (
    Preferences,
    change_preferences,
    load_preferences,
    split_preferences,
)
from bot.referee.reminders import (
    LONGEST_TURN,
    REMINDERS,
    SILENCE,
    SILENCES,
    has_waited,
    is_good_moment,
    load_reminder,
    people_to_ask,
    rhythm_of,
    wait_on,
)
from bot.referee.requests import AlreadyDone
from games import GAMES
from storage import schema
from storage.queries import events, open_seats, outbox, people, vacations
from storage.queries.rows import DIRECT, FORMER_IDS, Person, Post
from tests.bot.referee.clock_context import ANN, BOB, CLEO, DAY, HOUR, MINUTE, NOON, make_clock_context
from tests.database_template import create_database

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from bot.referee.people.preferences import RemindAfter, Way
    from bot.referee.times.calendar import Interval
    from storage.queries.rows import Match
    from tests.bot.referee.clock_context import ClockContext

TINY = timedelta(microseconds=1)
BERLIN = ZoneInfo("Europe/Berlin")


@pytest.fixture
async def here(tmp_path: Path) -> AsyncIterator[ClockContext]:
    async with make_clock_context(await create_database(tmp_path / "turnpost.db")) as context:
        yield context


async def reminders(here: ClockContext, user_id: int = ANN.id) -> list[Post]:
    """Return the rows of a person's reminders, oldest first."""
    columns = (schema.outbox.c[name] for name in Post.__dataclass_fields__)
    async with here.context.database.read() as tx:
        found = await tx.execute(select(*columns).where(schema.outbox.c.kind == "reminder").order_by("id"))
        return [post for post in (Post(*row) for row in found) if post.body["user"] == user_id]


async def times(here: ClockContext, user_id: int = ANN.id) -> list[timedelta]:
    """Return how long after the start a person was reminded."""
    return [post.created_at - NOON for post in await reminders(here, user_id)]


async def choose(here: ClockContext, **values: str) -> None:
    await change_preferences(here.context, ANN.id, values)


async def named(here: ClockContext, post: Post) -> list[int]:
    """Return the matches that a reminder names if it is sent now."""
    return [match.id for match in await load_reminder(here.context, post)]


async def sent(here: ClockContext) -> None:
    """Send all that waits."""
    async with here.context.database.write() as tx:
        await tx.execute(update(schema.outbox).values(sent_at=here.time, channel_id=1))


@pytest.mark.parametrize(
    ("passed", "away", "waited"),
    [
        (2 * DAY - TINY, (), False),
        (2 * DAY, (), True),
        (2 * DAY + TINY, (), True),
        (2 * DAY, ((NOON + DAY, NOON + DAY + HOUR),), False),
        (2 * DAY + HOUR - TINY, ((NOON + DAY, NOON + DAY + HOUR),), False),
        (2 * DAY + HOUR, ((NOON + DAY, NOON + DAY + HOUR),), True),
        (2 * DAY, ((NOON - DAY, NOON),), True),
        (2 * DAY, ((NOON + 2 * DAY, NOON + 3 * DAY),), True),
        (6 * DAY, ((NOON - DAY, NOON + 3 * DAY), (NOON + 4 * DAY, NOON + 6 * DAY)), False),
    ],
)
def test_a_match_has_waited_without_the_vacations_of_its_player(
    passed: timedelta,
    away: tuple[Interval, ...],
    waited: bool,  # noqa: FBT001 - a parameter
) -> None:
    assert has_waited(NOON, NOON + passed, 2 * DAY, away) == waited


@pytest.mark.parametrize(
    ("quiet", "zone", "hour", "minute", "good"),
    [
        ("none", "UTC", 7, 59, False),
        ("none", "UTC", 8, 0, True),
        ("none", "UTC", 21, 59, True),
        ("none", "UTC", 22, 0, False),
        ("none", "Europe/Berlin", 6, 59, False),
        ("none", "Europe/Berlin", 7, 0, True),
        ("none", "Asia/Tokyo", 12, 59, True),
        ("none", "Asia/Tokyo", 13, 0, False),
        ("9-17", "UTC", 8, 59, True),
        ("9-17", "UTC", 9, 0, False),
        ("9-17", "UTC", 3, 0, True),
        ("9-17", "Europe/Berlin", 8, 0, False),
    ],
)
def test_nobody_is_reminded_in_their_quiet_hours_or_in_the_night_of_their_zone(
    quiet: str,
    zone: str,
    hour: int,
    minute: int,
    good: bool,  # noqa: FBT001 - a parameter
) -> None:
    moment = datetime(2026, 3, 2, hour, minute, tzinfo=UTC)
    assert is_good_moment(Preferences(quiet=quiet), moment, ZoneInfo(zone), ()) == good


@pytest.mark.parametrize(
    ("began", "ended", "good"),
    [(-HOUR, HOUR, False), (timedelta(), HOUR, False), (TINY, HOUR, True), (-HOUR, timedelta(), True)],
)
def test_nobody_is_reminded_on_vacation(
    began: timedelta,
    ended: timedelta,
    good: bool,  # noqa: FBT001 - a parameter
) -> None:
    assert is_good_moment(Preferences(), NOON, BERLIN, [(NOON + began, NOON + ended)]) == good


@pytest.mark.parametrize(
    ("chosen", "digest", "lengths"),
    [
        ("1d", "off", (DAY, DAY)),
        ("2d", "off", (2 * DAY, DAY)),
        ("1w", "off", (7 * DAY, 7 * DAY)),
        ("2d", "8", None),
    ],
)
@pytest.mark.parametrize("way", ["mention", "silent", "direct", "nothing"])
def test_each_choice_has_its_rhythm_and_a_daily_list_needs_no_reminders(
    chosen: RemindAfter, digest: str, lengths: tuple[timedelta, timedelta] | None, way: Way
) -> None:
    rhythm = rhythm_of(Preferences(reminders=way, remind_after=chosen, digest=digest))
    assert (rhythm and (rhythm.first, rhythm.again)) == (None if way == "nothing" else lengths)


@pytest.mark.parametrize(
    ("stored", "meant"),
    [
        ({"reminders": "off"}, {"reminders": "nothing"}),
        ({"reminders": "1w"}, {"remind_after": "1w"}),
        ({"reminders": "1d"}, {"remind_after": "1d"}),
        ({"alarm": "thread"}, {"alarm": "mention"}),
    ],
)
async def test_what_earlier_releases_stored_keeps_its_meaning(
    here: ClockContext, stored: dict[str, str], meant: dict[str, str]
) -> None:
    async with here.context.database.write() as tx:
        await people.set_preferences(tx, ANN.id, stored)
        assert (await load_preferences(tx, ANN.id)).as_json == meant
    found = await verify_tables(here.context.database, here.context.games, here.time)
    assert found.differences == []
    changed = await change_preferences(here.context, ANN.id, {"turns": "silent"})
    assert changed.as_json == {"turns": "silent", **meant}
    ((name, value),) = stored.items()
    assert split_preferences(f"{name}={value.upper()}") == meant


@pytest.mark.parametrize(
    ("chosen", "days"),
    [
        ("2d", [2, 3, 4, 5, 6, 7, 8]),
        ("off", []),
        pytest.param("1d", [1, 2, 3, 4, 5, 6, 7, 8], marks=pytest.mark.thorough),
        pytest.param("1w", [7], marks=pytest.mark.thorough),
    ],
)
async def test_a_match_without_a_clock_is_reminded_of_after_days_and_again(
    here: ClockContext, chosen: str, days: list[int]
) -> None:
    await here.begin("none")
    await choose(here, **split_preferences(f"reminders={chosen}"))
    for _ in range(8 * 24):
        here.time += HOUR
        await run_jobs(here.context, [REMINDERS])
        await sent(here)
    assert await times(here) == [day * DAY for day in days]
    assert not await reminders(here, BOB.id)


async def test_a_turn_that_is_very_old_and_matches_with_a_clock_are_left_alone(here: ClockContext) -> None:
    await here.begin("30d")
    await here.pass_time(3 * DAY, 6 * HOUR)
    assert not await reminders(here)
    await here.begin("none")
    here.time += LONGEST_TURN
    await here.tick()
    assert not await reminders(here)
    here.time -= MINUTE
    await here.tick()
    assert len(await reminders(here)) == 1


async def test_several_matches_are_one_message_a_day_whose_moves_are_left_out(here: ClockContext) -> None:
    first = await here.begin("none")
    here.time += HOUR
    second = await here.begin("none")
    here.time += 2 * DAY - HOUR
    await here.tick()
    (post,) = await reminders(here)
    assert (post.match_id, post.seq, post.lane) == (first.id, 0, f"c{first.challenge_id}:{ANN.id}")
    assert await named(here, post) == [first.id]
    await here.pass_time(DAY - MINUTE, 30 * MINUTE)
    assert len(await reminders(here)) == 1, "the second one has waited long enough since, but the day isn't over"
    await sent(here)
    here.time += MINUTE
    await here.tick()
    assert await times(here) == [2 * DAY, 3 * DAY]
    last = (await reminders(here))[-1]
    assert await named(here, last) == [first.id, second.id]
    await here.move(first.id)
    assert await named(here, last) == [second.id]
    await here.pass_time(6 * HOUR)
    assert len(await reminders(here)) == 2, "a move in the match that the row is about begins no new day"
    await choose(here, reminders="nothing")
    assert await named(here, last) == []


@pytest.mark.parametrize(
    ("way", "body", "own_lane"),
    [("mention", {"in_thread": True}, False), ("silent", {"in_thread": True}, False), ("direct", {}, True)],
)
async def test_a_reminder_by_mention_stands_in_line_with_the_posts_of_the_longest_wait(
    here: ClockContext, way: str, body: dict[str, bool], *, own_lane: bool
) -> None:
    first = await here.begin("none")
    here.time += HOUR
    await here.begin("none")
    await choose(here, reminders=way)
    here.time += 2 * DAY
    await here.tick()
    (post,) = await reminders(here)
    expected = f"c{first.challenge_id}:{ANN.id}" if own_lane else f"c{first.challenge_id}"
    assert (post.match_id, post.body, post.lane) == (first.id, {"user": ANN.id, **body}, expected)


async def test_the_night_and_a_vacation_only_put_a_reminder_off(here: ClockContext) -> None:
    await here.begin("none")
    await choose(here, quiet="11-14")
    async with here.context.database.write() as tx:
        await vacations.begin(tx, ANN.id, NOON + 3 * DAY, NOON + 4 * DAY)
    for _ in range(5 * 24):
        here.time += HOUR
        await run_jobs(here.context, [REMINDERS])
        await sent(here)
    # At 14 o'clock, when her quiet hours are over, and then as soon as she is back and a day has passed.
    assert await times(here) == [2 * DAY + 2 * HOUR, 4 * DAY + 2 * HOUR]


async def test_a_server_that_has_a_zone_tells_when_its_players_sleep(here: ClockContext) -> None:
    here.time += 2 * HOUR
    match = await here.begin("none")
    async with here.context.database.write() as tx:
        await tx.execute(schema.guilds.insert().values(guild_id=match.guild_id, settings={"zone": "Asia/Tokyo"}))
    for _ in range(3 * 24):
        here.time += HOUR
        await run_jobs(here.context, [REMINDERS])
    assert (await times(here))[0] == 2 * DAY + 11 * HOUR, "it was 23 o'clock there, and is 8 o'clock now"


async def test_computers_open_seats_and_ended_matches_are_left_alone(here: ClockContext) -> None:
    computers, opened, over = [await here.begin("none", "zyrcan", 3) for _ in range(3)]
    async with here.context.database.write() as tx:
        seat = (schema.seats.c.match_id == computers.id) & (schema.seats.c.seat == 1)
        await tx.execute(update(schema.seats).where(seat).values(user_id=Person.computer(1).id))
        number = (await open_seats.add(tx, opened, 2, here.time)).id
        ended = update(schema.matches).where(schema.matches.c.id == over.id)
        await tx.execute(ended.values(ended_at=here.time, to_move=None))
    here.time += 3 * DAY
    await here.tick()
    assert not [post for person in (ANN, BOB, CLEO) for post in await reminders(here, person.id)]
    async with here.context.database.write() as tx:
        closed = update(schema.open_seats).where(schema.open_seats.c.id == number)
        await tx.execute(closed.values(status="taken", closed_at=here.time))
    await here.tick()
    (post,) = await reminders(here)
    assert await named(here, post) == [opened.id]


async def test_rounds_at_once_and_one_after_the_other_remind_once(here: ClockContext) -> None:
    await here.begin("none")
    here.time += 2 * DAY
    await asyncio.gather(*(run_jobs(here.context, [REMINDERS]) for _ in range(4)))
    await here.tick()
    assert len(await reminders(here)) == 1


async def test_where_many_are_due_they_are_spread_and_none_is_lost(
    here: ClockContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.referee.reminders.MOST_WAITING", 1)
    match = await here.begin("none")
    await here.begin("none")
    await here.move(match.id)
    here.time += 2 * DAY
    await here.tick()
    assert len(await reminders(here)) + len(await reminders(here, BOB.id)) == 1
    await sent(here)
    await here.tick()
    assert (len(await reminders(here)), len(await reminders(here, BOB.id))) == (1, 1)


async def questions(here: ClockContext) -> list[tuple[str, timedelta]]:
    """Return the rows about a silence, each with how long after the start it was stored."""
    kinds = schema.outbox.c.kind.in_(("silence", "waited"))
    query = select(schema.outbox.c.kind, schema.outbox.c.created_at).where(kinds).order_by(schema.outbox.c.id)
    async with here.context.database.read() as tx:
        return [(row.kind, row.created_at - NOON) for row in await tx.execute(query)]


async def test_after_five_days_the_others_are_asked_once_and_again_as_one_waits_on(here: ClockContext) -> None:
    match = await here.begin("none")
    here.time += SILENCE - TINY
    await here.tick()
    assert not await questions(here)
    here.time += TINY
    await asyncio.gather(*(run_jobs(here.context, [SILENCES]) for _ in range(4)))
    assert await questions(here) == [("silence", SILENCE)]
    await here.pass_time(6 * DAY, DAY)
    assert len(await questions(here)) == 1, "nobody has answered"
    for person, seq, why in ((ANN, 0, "your own move"), (BOB, 1, "moved on"), (CLEO, 0, "You don't play")):
        with pytest.raises(RequestRejected, match=why):
            await wait_on(here.context, here.request(person), match.id, seq)
    request = here.request(BOB)
    await wait_on(here.context, request, match.id, 0)
    assert await wait_on(here.context, request, match.id, 0) == AlreadyDone()
    assert await questions(here) == [("silence", SILENCE), ("waited", SILENCE + 6 * DAY)]
    await here.pass_time(SILENCE - MINUTE, DAY)
    assert len(await questions(here)) == 2
    here.time += MINUTE
    await here.tick()
    assert (await questions(here))[2:] == [("silence", 2 * SILENCE + 6 * DAY)]
    await here.move(match.id)
    await here.pass_time(SILENCE - MINUTE, DAY)
    assert len(await questions(here)) == 3
    here.time += MINUTE
    await here.tick()
    assert len(await questions(here)) == 4, "a new turn, in which the other one is silent"
    assert [
        line async for verdict in verify_matches(here.context.database, GAMES) for line in verdict.differences
    ] == []


async def test_nobody_is_asked_about_a_clock_a_vacation_a_computer_or_where_nobody_waits(here: ClockContext) -> None:
    await here.begin("30d")
    alone = await here.begin("none")
    async with here.context.database.write() as tx:
        seat = (schema.seats.c.match_id == alone.id) & (schema.seats.c.seat == 2)
        await tx.execute(update(schema.seats).where(seat).values(user_id=Person.computer(1).id))
    here.time += SILENCE
    await here.tick()
    assert not await questions(here)
    match = await here.begin("none")
    async with here.context.database.write() as tx:
        await vacations.begin(tx, ANN.id, here.time + DAY, here.time + 3 * DAY)
    for _ in range((SILENCE + 2 * DAY) // HOUR - 1):
        here.time += HOUR
        await run_jobs(here.context, [SILENCES])
    assert not await questions(here)
    here.time += HOUR
    await here.tick()
    assert len(await questions(here)) == 1
    async with here.context.database.write() as tx:
        assert [post.match_id for post in await outbox.silences(tx, [alone.id, match.id])] == [match.id]


async def test_the_others_are_asked_at_the_moment_in_which_a_vacation_ends(here: ClockContext) -> None:
    await here.begin("none")
    async with here.context.database.write() as tx:
        await vacations.begin(tx, ANN.id, NOON + SILENCE, NOON + SILENCE + DAY)
    for passed in (SILENCE, SILENCE + DAY - TINY):
        here.time = NOON + passed
        await here.tick()
        assert not await questions(here)
    here.time += TINY
    await here.tick()
    assert await questions(here) == [("silence", SILENCE + DAY)]


async def test_former_players_are_not_reminded(here: ClockContext) -> None:
    await here.begin("none")
    async with here.context.database.write() as tx:
        await tx.execute(update(schema.seats).where(schema.seats.c.seat == 1).values(user_id=FORMER_IDS[0]))
    here.time += 3 * DAY
    await here.tick()
    assert not await reminders(here, FORMER_IDS[0])


async def test_nobody_waits_on_in_a_turn_that_is_over(here: ClockContext) -> None:
    match = await here.begin("none")
    await here.move(match.id)
    with pytest.raises(RequestRejected, match="moved on"):
        await wait_on(here.context, here.request(ANN), match.id, 0)
    assert not await questions(here)
    await wait_on(here.context, here.request(ANN), match.id, 1)
    assert [kind for kind, _ in await questions(here)] == ["waited"]


async def test_who_has_left_a_match_is_not_asked(here: ClockContext) -> None:
    match = await here.begin("none", "zyrcan", 3)
    assert people_to_ask(match) == [BOB, CLEO]
    assert people_to_ask(replace(match, gone=frozenset({2}))) == [CLEO]
    assert people_to_ask(replace(match, gone=frozenset({1}), to_move=2)) == [CLEO]


async def test_a_reminder_names_no_turn_that_was_very_old_at_its_moment(here: ClockContext) -> None:
    first = await here.begin("none")
    here.time += TINY
    second = await here.begin("none")
    here.time += 2 * DAY
    third = await here.begin("none")
    here.time = NOON + LONGEST_TURN
    await here.tick()
    (post,) = await reminders(here)
    assert await named(here, post) == [second.id, third.id]
    here.time += DAY
    assert await named(here, post) == [second.id, third.id], "as it was then"
    assert first.since == NOON


async def test_in_direct_messages_each_of_the_others_is_asked(here: ClockContext) -> None:
    match = await here.begin("none", "zyrcan", 3)
    async with here.context.database.write() as tx:
        await tx.execute(update(schema.matches).values(guild_id=DIRECT))
    here.time += SILENCE
    await here.tick()
    async with here.context.database.read() as tx:
        rows = await outbox.silences(tx, [match.id])
    assert [post.body for post in rows] == [{"user": BOB.id}, {"user": CLEO.id}]
    assert len({post.lane for post in rows}) == 2


async def test_the_only_one_who_waits_calls_a_silent_match_off(here: ClockContext) -> None:
    match = await here.begin("none")
    here.time += SILENCE - TINY
    with pytest.raises(RequestRejected, match="wasn't lost on time"):
        await call_off(here.context, here.request(BOB), match.id)
    here.time += TINY
    for person in (ANN, CLEO):
        with pytest.raises(RequestRejected):
            await call_off(here.context, here.request(person), match.id)
    clocked, crowd = await here.begin("30d"), await here.begin("none", "zyrcan", 3)
    here.time += SILENCE
    with pytest.raises(RequestRejected, match="wasn't lost on time"):
        await call_off(here.context, here.request(BOB), clocked.id)
    with pytest.raises(RequestRejected, match=r"\*\*Cleo\*\* wait in #3, too"):
        await call_off(here.context, here.request(BOB), crowd.id)
    request = here.request(BOB)
    ended = await call_off(here.context, request, match.id)
    assert not isinstance(ended, AlreadyDone)
    assert (ended.ended_at, ended.to_move) == (here.time, None)
    assert await call_off(here.context, request, match.id) == AlreadyDone()
    with pytest.raises(RequestRejected, match="is called off already"):
        await call_off(here.context, here.request(BOB), match.id)
    async with here.context.database.read() as tx:
        last = (await events.of_match(tx, match.id))[-1]
    assert (last.kind, last.user_id, last.text) == ("end", BOB.id, NOT_MOVED)
    game = here.context.game(match)
    assert ended_without_result(ended, game, last) == (
        "**Bob** called off **Xero-G #1**, in which nobody had moved for days: nobody wins."
    )
    assert [
        line async for verdict in verify_matches(here.context.database, GAMES) for line in verdict.differences
    ] == []


async def test_the_last_reminder_is_the_persons_own(here: ClockContext) -> None:
    match: Match = await here.begin("none")
    async with here.context.database.write() as tx:
        for after, person in ((3 * HOUR, ANN), (HOUR, ANN), (5 * HOUR, BOB)):
            body, at = {"user": person.id}, NOON + after
            await outbox.add(tx, lane="c1", kind="reminder", body=body, at=at, match_id=match.id)
        people = [ANN.id, BOB.id, CLEO.id]
        assert await outbox.last_reminders(tx, people, NOON) == {ANN.id: NOON + 3 * HOUR, BOB.id: NOON + 5 * HOUR}
        assert await outbox.last_reminders(tx, people, NOON + 3 * HOUR) == {BOB.id: NOON + 5 * HOUR}
