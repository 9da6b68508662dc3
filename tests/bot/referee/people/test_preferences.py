"""For whom boards have buttons, whom tables hide and sites leave unnamed, and the language of a person."""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta, timezone
from random import Random
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

import pytest
from sqlalchemy import select

from bot.features.lists import digest_post, my_matches_post
from bot.referee.errors import RequestRejected
from bot.referee.job_runner import run_jobs
from bot.referee.lists import MyMatches, list_my_matches
from bot.referee.people.preferences import (
    CHOICES,
    DIGESTS,
    MOST_WAITING,
    Preferences,
    change_preferences,
    is_anyone_for_buttons,
    is_quiet_now,
    is_stale,
    load_preferences,
    note_locale,
    people_hidden_from_tables,
    people_unnamed_on_sites,
    split_preferences,
)
from bot.referee.times.calendar import last_occurrence, next_occurrence
from storage import schema
from storage.queries import outbox, people
from storage.queries.rows import Person
from tests.bot.features.match_sample import MATCH
from tests.bot.referee.clock_context import ANN, BOB, CLEO, DAY, GUILD, HOUR, MINUTE, NOON, PEOPLE, make_clock_context
from tests.database_template import create_database
from tests.guild_settings import serve
from tests.storage.samples import new_challenge

if TYPE_CHECKING:
    from pathlib import Path

    from tests.bot.referee.clock_context import ClockContext

PLACES = ("UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "America/Havana", "Asia/Kathmandu")
CHANGES = (date(2026, 3, 8), date(2026, 3, 29), date(2026, 4, 5), date(2026, 10, 4), date(2026, 10, 25))
BERLIN = ZoneInfo("Europe/Berlin")


async def sent(here: ClockContext, user_id: int = ANN.id) -> list[datetime]:
    """Return when a person's digests were put into the outbox."""
    rows = select(schema.outbox.c.created_at, schema.outbox.c.body).where(schema.outbox.c.kind == "digest")
    async with here.context.database.read() as tx:
        found = (await tx.execute(rows.order_by(schema.outbox.c.id))).all()
    return [row.created_at for row in found if row.body == {"user": user_id}]


async def choose(here: ClockContext, text: str, user_id: int = ANN.id) -> None:
    await change_preferences(here.context, user_id, split_preferences(text))


@pytest.mark.parametrize("place", PLACES)
def test_each_day_has_one_moment_for_a_digest_as_a_walk_through_its_minutes_finds_it(place: str) -> None:
    zone, lots = ZoneInfo(place), Random(place)
    for day in CHANGES:
        start = datetime.combine(day - DAY, time(0), UTC)
        shown = [(start + minute * MINUTE).astimezone(zone) for minute in range(3 * 1440)]
        for when in (time(0), time(0, 30), time(2), time(2, 30), time(lots.randrange(24))):
            expected: list[datetime] = []
            for each in sorted({moment.date() for moment in shown})[1:-1]:
                as_before = datetime.combine(each - DAY, time(12), zone).utcoffset()
                not_put_forward = datetime.combine(each, when, timezone(as_before or timedelta()))
                of_day = [one for one in shown if one.date() == each and one.time() == when]
                expected.append((of_day or [not_put_forward])[0].astimezone(UTC))
            found = [next_occurrence(when, expected[0] - MINUTE, zone)]
            while len(found) < len(expected):
                found.append(next_occurrence(when, found[-1], zone))
            assert found == expected
            assert [last_occurrence(when, moment, zone) for moment in expected] == expected
            assert [last_occurrence(when, moment + 22 * HOUR, zone) for moment in expected] == expected


async def test_where_many_digests_are_due_they_are_spread_and_none_is_lost(here: ClockContext) -> None:
    readers = [Person(1000 + number, f"P{number}") for number in range(MOST_WAITING + 3)]
    for person in readers:
        await choose(here, "digest=13", person.id)
        async with here.context.database.write() as tx:
            await new_challenge(tx, ANN, person, at=here.time)
    idle = Person(999, "Idle")
    await choose(here, "digest=13", idle.id)
    here.time += HOUR

    await run_jobs(here.context, [DIGESTS])
    queued = [person for person in readers if await sent(here, person.id)]
    assert len(queued) == MOST_WAITING
    await run_jobs(here.context, [DIGESTS])
    assert sum([len(await sent(here, person.id)) for person in readers]) == MOST_WAITING, (
        "those that wait are still there"
    )

    async with here.context.database.write() as tx:
        for post in await outbox.claim(tx, "me", now=here.time, until=here.time):
            await outbox.mark_sent(tx, post.id, channel_id=1, message_id=1, at=here.time)
    here.time += timedelta(seconds=30)
    await run_jobs(here.context, [DIGESTS])
    assert [len(await sent(here, person.id)) for person in readers] == [1] * len(readers)
    assert not await sent(here, idle.id)


async def test_a_digest_comes_once_a_day_in_local_time_across_a_change_of_clocks(here: ClockContext) -> None:
    here.time = datetime(2026, 3, 26, 12, tzinfo=UTC)
    await here.begin("none")
    await choose(here, "zone=Europe/Berlin digest=7:30")
    here.time += 17 * HOUR
    for _ in range(6):
        await here.pass_time(3 * HOUR, 30 * MINUTE)
        here.time += 21 * HOUR
    found = [moment.astimezone(BERLIN) for moment in await sent(here)]
    assert [(moment.day, moment.hour, moment.minute) for moment in found] == [
        *((day, 7, 30) for day in (27, 28, 29, 30, 31)),
        (1, 7, 30),
    ]
    assert await sent(here, BOB.id) == []


async def test_nothing_is_sent_on_a_day_on_which_nothing_waits(here: ClockContext) -> None:
    await choose(here, "digest=8")
    await choose(here, "digest=8", BOB.id)
    await here.pass_time(DAY, 4 * HOUR)
    assert await sent(here) == await sent(here, BOB.id) == []
    match = await here.begin("none")
    await here.pass_time(DAY, 4 * HOUR)
    assert (len(await sent(here)), len(await sent(here, BOB.id))) == (1, 0)
    await here.move(match.id)
    await here.pass_time(DAY, 4 * HOUR)
    assert (len(await sent(here)), len(await sent(here, BOB.id))) == (1, 1)


async def test_a_challenge_that_waits_for_an_answer_is_told_too(here: ClockContext) -> None:
    await choose(here, "digest=8", BOB.id)
    await choose(here, "digest=8")
    made = await here.challenge()
    await here.pass_time(DAY, 4 * HOUR)
    assert (len(await sent(here)), len(await sent(here, BOB.id))) == (0, 1)
    found = await list_my_matches(here.context, BOB.id, None)
    assert [each.challenge.id for each in found.challenges] == [made.id]
    text = digest_post(found, here.context.title, date(2026, 3, 2))
    assert text.startswith(f"Waiting for your answer:\n- challenge {made.id} to **Xero-G** by **Ann**, expires <t:")
    assert text.endswith("\n-# daily list of 2 March \u00b7 `/me do:preferences digest=off` turns it off")


async def test_after_days_of_absence_there_is_one_and_none_that_is_too_late(here: ClockContext) -> None:
    await here.begin("none")
    await choose(here, "digest=8")
    here.time = datetime(2026, 3, 5, 14, 0, tzinfo=UTC)
    await here.tick()
    assert await sent(here) == [here.time]
    here.time = datetime(2026, 3, 9, 14, 1, tzinfo=UTC)
    await here.tick()
    assert len(await sent(here)) == 1
    await here.pass_time(DAY, 6 * HOUR)
    assert await sent(here) == [
        datetime(2026, 3, day, hour, minute, tzinfo=UTC) for day, hour, minute in ((5, 14, 0), (10, 8, 1))
    ]


async def test_a_digest_is_switched_off_and_to_another_time_at_once(here: ClockContext) -> None:
    await here.begin("none")
    await choose(here, "digest=8")
    await choose(here, "digest=13")
    await here.pass_time(HOUR)
    await here.pass_time(23 * HOUR, 6 * HOUR)
    assert await sent(here) == [NOON + HOUR]
    here.time = NOON + 25 * HOUR
    await choose(here, "digest=13 takebacks=never")
    await here.pass_time(30 * MINUTE, 30 * MINUTE)
    assert await sent(here) == [NOON + HOUR, NOON + 25.5 * HOUR], "what is chosen anew as it was changes nothing"
    await choose(here, "zone=Asia/Tokyo")
    await here.pass_time(15 * HOUR, 5 * HOUR)
    assert len(await sent(here)) == 3, "it is 13 o'clock there at 4 by UTC"
    await choose(here, "digest=off")
    await here.pass_time(3 * DAY, 6 * HOUR)
    assert len(await sent(here)) == 3


@pytest.mark.thorough
@pytest.mark.parametrize("zone", ["America/New_York", pytest.param("Pacific/Kiritimati", marks=pytest.mark.thorough)])
async def test_a_servers_new_zone_moves_the_next_digest_of_people_without_a_zone(here: ClockContext, zone: str) -> None:
    await here.begin("none")
    await choose(here, "digest=8")
    await choose(here, "digest=8 zone=UTC", BOB.id)
    await here.pass_time(2 * DAY, 4 * HOUR)
    assert Counter(moment.hour for moment in await sent(here)) == {8: 2}
    await serve(here.context, GUILD, zone=zone)
    changed = here.time
    for _ in range(5):  # in both zones 8 o'clock is at most seven hours after noon by UTC
        await here.pass_time(7 * HOUR)
        await here.pass_time(17 * HOUR, 17 * HOUR)
    later = [moment.astimezone(ZoneInfo(zone)) for moment in await sent(here) if moment > changed]
    assert len({moment.date() for moment in later}) == len(later) >= 4, "one a day, at most one left out"
    assert all(moment.hour == 8 for moment in later[1:])


async def test_what_could_not_be_sent_for_hours_is_not_sent_any_more(here: ClockContext) -> None:
    await here.begin("none")
    await choose(here, "digest=13")
    await here.pass_time(HOUR)
    async with here.context.database.write() as tx:
        posts = await outbox.claim(tx, "me", now=here.time, until=here.time + HOUR)
    (post,) = [post for post in posts if post.kind == "digest"]
    assert not is_stale(here.context, post)
    here.time += 7 * HOUR
    assert is_stale(here.context, post)


async def test_two_processes_send_one_digest_each_to_all(here: ClockContext) -> None:
    await here.begin("none", "zyrcan", 3)
    for person in PEOPLE:
        await choose(here, "digest=13", person.id)
    here.time += HOUR
    await asyncio.gather(*(run_jobs(here.context, [DIGESTS]) for _ in range(4)))
    assert [len(await sent(here, person.id)) for person in PEOPLE] == [1, 0, 0]


async def test_a_long_digest_is_cut_to_one_post_and_counts_the_rest(here: ClockContext) -> None:
    await here.begin("3d", "zyrcan", 3)
    entries = (await list_my_matches(here.context, ANN.id, None)).your_turn * 40
    text = digest_post(MyMatches(ANN.id, entries, [], []), here.context.title, NOON.date())
    assert 1500 < len(text) <= 2000
    assert text.splitlines()[0] == "Your move in 40 of 40:"
    assert text.splitlines()[-2] == "- and more: `/games` lists all"
    listed = my_matches_post(MyMatches(CLEO.id, [], entries, []), here.context.title).splitlines()
    assert (listed[0], len(listed), listed[-1]) == ("No match is waiting for you.", 28, "- and 15 more")


@pytest.mark.parametrize(
    ("name", "stored", "means"),
    [
        ("takebacks", "never", "I decline every takeback for you"),
        ("zone", "server", "times of day are in the server's time zone"),
        ("zone", "Europe/Berlin", "times of day are in this time zone"),
        ("quiet", "none", "my messages may make a sound at any hour"),
        ("quiet", "22-7", "at these hours of your day my messages arrive silently, but not later"),
        ("digest", "off", "no daily list of what waits for you; I also choose this when I can't message you"),
        ("digest", "7:30", "at this time of your day I send you a list of what waits for you, if anything does"),
        ("language", "discord", "I write to you in the language of your Discord"),
        ("language", "en", "I write to you in English"),
    ],
)
def test_a_preference_says_what_it_does(name: str, stored: str, means: str) -> None:
    assert CHOICES[name].describe(stored) == means


@pytest.mark.parametrize(
    ("without", "seats", "wanted"),
    [
        ((), (ANN, BOB), True),
        ((ANN,), (ANN, BOB), True),
        ((BOB,), (ANN, BOB), True),
        ((ANN, BOB), (ANN, BOB), False),
        ((ANN,), (ANN, Person.computer(2)), False),
        ((), (Person.computer(2), ANN), True),
    ],
)
async def test_boards_have_buttons_as_long_as_one_person_wants_them(
    here: ClockContext, without: tuple[Person, ...], seats: tuple[Person, ...], *, wanted: bool
) -> None:
    for person in without:
        await change_preferences(here.context, person.id, {"buttons": "off"})
    async with here.context.database.read() as tx:
        assert await is_anyone_for_buttons(tx, replace(MATCH, seats=seats)) == wanted


async def test_tables_hide_and_sites_leave_unnamed_only_people_who_chose_that(here: ClockContext) -> None:
    await change_preferences(here.context, ANN.id, {"standings": "hidden"})
    await change_preferences(here.context, BOB.id, {"site": "unnamed"})
    async with here.context.database.read() as tx:
        assert await people_hidden_from_tables(tx, [ANN.id, BOB.id, CLEO.id]) == {ANN.id}
        assert await people_hidden_from_tables(tx, [BOB.id, CLEO.id]) == set()
        assert await people_unnamed_on_sites(tx) == {BOB.id}


async def test_the_language_of_discord_is_kept_unless_it_is_english(here: ClockContext) -> None:
    for language, kept in (("de", "de"), ("en", "")):
        await note_locale(here.context, ANN.id, language)
        async with here.context.database.read() as tx:
            assert (await load_preferences(tx, ANN.id)).locale == kept


async def test_a_stored_value_that_no_longer_exists_becomes_the_default(tmp_path: Path) -> None:
    url = await create_database(tmp_path / "turnpost.db")
    async with make_clock_context(url) as here, here.context.database.write() as tx:
        await people.lock(tx, ANN.id)
        stored = {"alarm": "telegram", "confirm": "always", "mood": "good", "locale": "de"}
        await people.set_preferences(tx, ANN.id, stored)
        assert await load_preferences(tx, ANN.id) == Preferences(confirm="always", locale="de")


@pytest.mark.parametrize("digest", ["off", "7:30"])
async def test_a_digest_is_due_only_while_it_is_chosen(here: ClockContext, digest: str) -> None:
    await change_preferences(here.context, ANN.id, {"digest": "8"})
    after = await change_preferences(here.context, ANN.id, {"digest": digest, "alarm": None})
    assert (after.digest, after.alarm) == (digest, "direct")
    async with here.context.database.read() as tx:
        assert await people.due_digests(tx, here.time + DAY) == ([] if digest == "off" else [ANN.id])


@pytest.mark.parametrize("typed", ["takebacks", "takebacks=", "colour=red", "never takebacks=never"])
def test_a_preference_needs_a_known_name_and_a_value(typed: str) -> None:
    with pytest.raises(RequestRejected):
        split_preferences(typed)


@pytest.mark.parametrize(("hour", "quiet"), [(12, False), (20, False), (21, True), (3, True), (6, False)])
async def test_quiet_hours_are_those_of_the_persons_own_day(here: ClockContext, hour: int, *, quiet: bool) -> None:
    await change_preferences(here.context, ANN.id, {"quiet": "22-7", "zone": "Europe/Berlin"})
    here.time = datetime(2026, 3, 2, hour, 30, tzinfo=UTC)
    async with here.context.database.read() as tx:
        assert await is_quiet_now(here.context, tx, ANN.id, GUILD) == quiet
        assert not await is_quiet_now(here.context, tx, BOB.id, GUILD)
