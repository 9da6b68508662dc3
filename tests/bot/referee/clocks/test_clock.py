"""Matches by the clock: weeks of them, by a clock that the test moves. The database is a real file."""

from __future__ import annotations

import asyncio
import re
from typing import TYPE_CHECKING, Any

import pytest

from bot.referee import endings
from bot.referee.clocks.clock import give_time, parse_given_time
from bot.referee.endings import OUT_OF_TIME, claim_match
from bot.referee.errors import RequestRejected
from bot.referee.lists import list_my_matches
from bot.referee.offers import answer_offer, make_offer
from bot.referee.people.preferences import change_preferences
from bot.referee.requests import AlreadyDone
from storage.queries import clocks, events, outages
from tests.bot.referee.clock_context import ANN, BOB, CLEO, DAY, GUILD, HOUR, MINUTE, NOON, make_clock_context
from tests.database_template import create_database

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from datetime import timedelta
    from pathlib import Path

    from storage.engine.database import Tx
    from tests.bot.referee.clock_context import ClockContext
    from tests.postgres import Server

ALL = ("alarm", "nudge", "timeout")


@pytest.fixture
async def strict(tmp_path: Path) -> AsyncGenerator[ClockContext]:
    """A table where clocks stand still when a guild was silent for more than an hour."""
    async with make_clock_context(await create_database(tmp_path / "turnpost.db"), HOUR) as made:
        yield made


async def test_days_a_move_are_given_anew_with_each_move(here: ClockContext) -> None:
    match = await here.begin("3d")
    assert (await here.clock(match.id)).deadline == NOON + 3 * DAY
    for _ in range(5):
        await here.pass_time(2 * DAY, 12 * HOUR)
        await here.move(match.id)
        assert (await here.clock(match.id)).deadline == here.time + 3 * DAY
    assert await here.said(*ALL) == []


async def test_a_bank_pays_for_each_move_and_grows_up_to_its_cap(here: ClockContext) -> None:
    match = await here.begin("3d+1d cap 4d")
    await here.pass_time(2 * DAY, 12 * HOUR)
    await here.move(match.id)
    assert (await here.clock(match.id)).left == (2 * DAY, 3 * DAY)
    assert (await here.clock(match.id)).deadline == here.time + 3 * DAY
    await here.pass_time(HOUR)
    await here.move(match.id)
    assert (await here.clock(match.id)).left == (2 * DAY, 4 * DAY - HOUR)
    await here.move(match.id)
    assert (await here.clock(match.id)).left == (3 * DAY, 4 * DAY - HOUR)
    await here.move(match.id)
    assert (await here.clock(match.id)).left == (3 * DAY, 4 * DAY)


async def test_a_match_without_a_clock_has_none(here: ClockContext) -> None:
    match = await here.begin("none")
    async with here.context.database.read() as tx:
        assert await clocks.of_match(tx, match.id) is None
    await here.move(match.id)
    with pytest.raises(RequestRejected, match="is played without a clock"):
        await claim_match(here.context, here.request(ANN), match.id)


async def test_the_alarm_comes_once_when_four_fifths_are_used_then_time_is_up_once(here: ClockContext) -> None:
    match = await here.begin("10h")
    await here.pass_time(8 * HOUR - MINUTE, 4 * HOUR)
    assert await here.said(*ALL) == []
    await here.pass_time(MINUTE)
    assert await here.said(*ALL) == [("alarm", 0)]
    await here.pass_time(2 * HOUR - MINUTE)
    assert await here.said(*ALL) == [("alarm", 0)]
    await here.pass_time(10 * DAY, DAY)
    assert await here.said(*ALL) == [("alarm", 0), ("timeout", 0)]
    assert (await here.match(match.id)).ended_at is None
    await here.move(match.id)
    await here.pass_time(9 * HOUR, 3 * HOUR)
    assert await here.said(*ALL) == [("alarm", 0), ("timeout", 0), ("alarm", 1)]


async def test_the_alarm_comes_in_the_thread_by_preference(here: ClockContext) -> None:
    await change_preferences(here.context, ANN.id, {"alarm": "mention"})
    await here.begin("10h")
    await here.pass_time(9 * HOUR, 3 * HOUR)
    assert await here.said(*ALL) == [("nudge", 0)]


async def test_time_that_is_up_can_be_claimed_by_an_opponent_alone_and_once(here: ClockContext) -> None:
    match = await here.begin("1d")
    with pytest.raises(RequestRejected, match=r"\*\*Ann\*\* has time until <t:\d+:f>"):
        await claim_match(here.context, here.request(BOB), match.id)
    await here.pass_time(DAY, 6 * HOUR)
    for person, why in ((ANN, "It's your own time"), (CLEO, "You don't play in")):
        with pytest.raises(RequestRejected, match=why):
            await claim_match(here.context, here.request(person), match.id)
    with pytest.raises(RequestRejected, match="has moved on since then"):
        await claim_match(here.context, here.request(BOB), match.id, seq=7)
    request = here.request(BOB)
    done = await claim_match(here.context, request, match.id, seq=0)
    assert not isinstance(done, AlreadyDone)
    assert done.ended_at == here.time
    assert done.gone == {1}
    assert isinstance(await claim_match(here.context, request, match.id), AlreadyDone)
    with pytest.raises(RequestRejected, match="ended"):
        await claim_match(here.context, here.request(BOB), match.id)
    async with here.context.database.read() as tx:
        (last,) = await events.of_match(tx, match.id)
    assert (last.kind, last.seat, last.user_id, last.text) == ("leave", 1, BOB.id, OUT_OF_TIME)
    assert (await here.clock(match.id)).deadline is None
    await here.pass_time(3 * DAY, 12 * HOUR)
    assert await here.said("timeout") == [("timeout", 0)]


async def test_a_late_move_is_played_as_long_as_nobody_claims(here: ClockContext) -> None:
    match = await here.begin("2d+1d")
    await here.pass_time(4 * DAY, 12 * HOUR)
    await here.move(match.id)
    assert (await here.clock(match.id)).left == (DAY, 2 * DAY)
    with pytest.raises(RequestRejected, match="It's your own time"):
        await claim_match(here.context, here.request(BOB), match.id)


async def test_of_three_the_late_seat_leaves_and_the_next_has_its_time(here: ClockContext) -> None:
    match = await here.begin("1d", "zyrcan", 3)
    await here.pass_time(DAY, 6 * HOUR)
    done = await claim_match(here.context, here.request(CLEO), match.id)
    assert not isinstance(done, AlreadyDone)
    assert (done.gone, done.ended_at) == ({1}, None)
    assert done.to_move in {2, 3}
    assert (await here.clock(match.id)).deadline == here.time + DAY


async def test_leaving_out_of_turn_keeps_the_clock_of_the_player_to_move(here: ClockContext) -> None:
    match = await here.begin("1d", "zyrcan", 3)
    before = await here.clock(match.id)
    await here.pass_time(6 * HOUR, 2 * HOUR)
    await endings.resign(here.context, here.request(CLEO), match.id)
    assert await here.clock(match.id) == before


async def test_a_takeback_costs_nobody_anything(here: ClockContext) -> None:
    days, bank = await here.begin("2d"), await here.begin("2d+1d cap 3d")
    for match in (days, bank):
        await here.move(match.id)
    await here.pass_time(DAY, 6 * HOUR)
    for match in (days, bank):
        await make_offer(here.context, here.request(ANN), match.id, "takeback")
        await answer_offer(here.context, here.request(BOB), match.id, "takeback", agrees=True)
        assert (await here.match(match.id)).to_move == 1
    assert (await here.clock(days.id)).deadline == here.time + 2 * DAY
    assert (await here.clock(bank.id)).left == (3 * DAY, 2 * DAY)
    assert (await here.clock(bank.id)).deadline == here.time + 3 * DAY


async def test_an_agreed_draw_stops_the_clock(here: ClockContext) -> None:
    match = await here.begin("1d")
    await make_offer(here.context, here.request(ANN), match.id, "draw")
    await answer_offer(here.context, here.request(BOB), match.id, "draw", agrees=True)
    assert (await here.clock(match.id)).deadline is None
    await here.pass_time(2 * DAY, 12 * HOUR)
    assert await here.said(*ALL) == []


async def test_others_give_time_to_the_player_to_move(here: ClockContext) -> None:
    match = await here.begin("1d")
    request = here.request(BOB)
    given = await give_time(here.context, request, match.id, 12 * HOUR)
    assert not isinstance(given, AlreadyDone)
    assert given.deadline == NOON + 36 * HOUR
    assert isinstance(await give_time(here.context, request, match.id, 12 * HOUR), AlreadyDone)
    assert (await here.clock(match.id)).deadline == NOON + 36 * HOUR
    with pytest.raises(RequestRejected, match="only the others can give you time"):
        await give_time(here.context, here.request(ANN), match.id, HOUR)
    with pytest.raises(RequestRejected, match="more than 60 days"):
        await give_time(here.context, here.request(BOB), match.id, 60 * DAY)
    await here.move(match.id)
    await here.move(match.id)
    assert (await here.clock(match.id)).deadline == here.time + DAY


async def test_time_given_to_somebody_late_runs_from_now_on_and_can_no_longer_be_claimed(here: ClockContext) -> None:
    match = await here.begin("1d")
    await here.pass_time(3 * DAY, 12 * HOUR)
    await give_time(here.context, here.request(BOB), match.id, 6 * HOUR)
    assert (await here.clock(match.id)).deadline == here.time + 6 * HOUR
    with pytest.raises(RequestRejected, match="has time until"):
        await claim_match(here.context, here.request(BOB), match.id)
    await here.pass_time(6 * HOUR, 2 * HOUR)
    assert await here.said(*ALL) == [("timeout", 0), ("timeout", 0)]


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("1d", (None, DAY)),
        ("2 days", (None, 2 * DAY)),
        ("#42 6h", (42, 6 * HOUR)),
        ("42 6h", (42, 6 * HOUR)),
        ("42 2 days", (42, 2 * DAY)),
    ],
)
def test_gifts_are_read_with_or_without_the_number_of_a_match(text: str, read: tuple[int | None, timedelta]) -> None:
    assert parse_given_time(text) == read


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "How much time"),
        ("#42", "I can't read `#42`"),
        ("#42 soon", "I can't read `soon`"),
        ("#42 5m", "10 min"),
    ],
)
def test_gifts_that_cannot_be_read_are_refused(text: str, why: str) -> None:
    with pytest.raises(RequestRejected, match=re.escape(why)):
        parse_given_time(text)


async def test_my_matches_come_by_how_urgent_they_are(here: ClockContext) -> None:
    untimed, slow, fast = await here.begin("none"), await here.begin("7d"), await here.begin("1d")
    found = await list_my_matches(here.context, ANN.id, GUILD)
    assert [entry.match.id for entry in found.your_turn] == [fast.id, slow.id, untimed.id]
    assert [entry.deadline for entry in found.your_turn] == [NOON + DAY, NOON + 7 * DAY, None]
    assert found.their_turn == []


async def test_nothing_runs_while_the_bot_is_away(strict: ClockContext) -> None:
    match = await strict.begin("10h")
    await strict.pass_time(10 * MINUTE, MINUTE)
    strict.time += 100 * HOUR
    with pytest.raises(RequestRejected, match="has time until"):
        await claim_match(strict.context, strict.request(BOB), match.id)
    await strict.tick()
    clock = await strict.clock(match.id)
    assert clock.deadline == NOON + 110 * HOUR
    assert clock.due_at == NOON + 108 * HOUR
    assert await strict.said(*ALL) == []
    await strict.pass_time(8 * HOUR)
    assert await strict.said(*ALL) == [("alarm", 0)]


async def test_a_move_read_before_the_outage_is_stored_is_not_charged_for_it(
    strict: ClockContext,
) -> None:
    match = await strict.begin("3d+1d cap 9d")
    await strict.pass_time(MINUTE, MINUTE)
    strict.time += 2 * DAY
    await strict.move(match.id)
    assert (await strict.clock(match.id)).left == (4 * DAY - MINUTE, 3 * DAY)
    strict.time += 1 * MINUTE
    await strict.tick()
    assert (await strict.clock(match.id)).deadline == strict.time + 3 * DAY


async def test_a_short_silence_is_no_absence(strict: ClockContext) -> None:
    match = await strict.begin("10h")
    await strict.tick()
    strict.time += HOUR
    await strict.tick()
    assert (await strict.clock(match.id)).deadline == NOON + 10 * HOUR


async def test_clocks_in_unreachable_guilds_wait(strict: ClockContext) -> None:
    match = await strict.begin("10h")
    await strict.tick()
    for _ in range(6):
        strict.time += 10 * HOUR
        await strict.tick(GUILD + 1)
    assert await strict.said(*ALL) == []
    await strict.tick()
    assert (await strict.clock(match.id)).deadline == NOON + 70 * HOUR
    assert await strict.said(*ALL) == []


@pytest.mark.parametrize("kind", ["sqlite", pytest.param("postgresql", marks=pytest.mark.thorough)])
async def test_two_processes_find_one_absence_and_give_one_alarm(
    tmp_path: Path, kind: str, request: pytest.FixtureRequest
) -> None:
    url = await create_database(tmp_path / "turnpost.db")
    if kind == "postgresql":
        postgres: Server = request.getfixturevalue("postgres")
        url = await postgres.create()
    async with make_clock_context(url, HOUR) as one, make_clock_context(url, HOUR) as two:
        match = await one.begin("5h")
        await one.tick()
        one.time = two.time = NOON + 5 * HOUR
        await asyncio.gather(*(each.tick() for each in (one, two, one, two)))
        async with one.context.database.read() as tx:
            assert await outages.ending_after(tx, GUILD, NOON) == [(NOON, NOON + 5 * HOUR)]
        assert (await one.clock(match.id)).deadline == NOON + 10 * HOUR
        for hour in range(6, 11):
            one.time = two.time = NOON + hour * HOUR
            await asyncio.gather(one.tick(), two.tick())
        assert await one.said(*ALL) == [("alarm", 0), ("timeout", 0)]


async def test_a_process_that_dies_between_what_is_due_and_its_end_leaves_it_due(
    here: ClockContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    await here.begin("10h")
    keep = clocks.save

    async def die(tx: Tx, clock: Any) -> None:
        await keep(tx, clock)
        raise KeyboardInterrupt

    here.time += 9 * HOUR
    with monkeypatch.context() as broken:
        broken.setattr(clocks, "save", die)
        with pytest.raises(KeyboardInterrupt):
            await here.tick()
    assert await here.said(*ALL) == []
    await here.tick()
    assert await here.said(*ALL) == [("alarm", 0)]
