"""Pauses by agreement, weekends of a server's zone, and all that pauses a clock, against a slow reference clock."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from random import Random
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

import pytest

from bot.admin.verify.matches import verify_matches
from bot.referee import boards, endings
from bot.referee.clocks.clock import (
    NOT_PAUSED,
    PauseStatus,
    give_time,
    load_pause_status,
    resume_clock,
    time_left,
    update_guild_clocks,
)
from bot.referee.clocks.vacations import begin_vacation, end_vacation
from bot.referee.endings import claim_match
from bot.referee.errors import RequestRejected
from bot.referee.offers import answer_offer, make_offer
from bot.referee.requests import AlreadyDone
from games import GAMES
from storage.queries import clocks, matches, net_days, offers, open_seats, outages, pauses as stored_pauses, vacations
from tests.bot.referee.clock_context import ANN, BOB, CLEO, DAY, GUILD, HOUR, NOON, make_clock_context
from tests.database_template import create_database
from tests.guild_settings import serve

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from pathlib import Path

    from storage.queries.rows import Match, Person
    from tests.bot.referee.clock_context import ClockContext

BACK = NOON + timedelta(days=5)


async def status_of(here: ClockContext, match: Match) -> PauseStatus | None:
    async with here.context.database.read() as tx:
        running = await clocks.of_matches(tx, [match.id])
        return (await load_pause_status(here.context, tx, [match], running)).get(match.id)


@pytest.mark.parametrize("clock", ["3d", "none"])
async def test_a_player_to_move_is_away_until_their_vacation_ends(here: ClockContext, clock: str) -> None:
    match = await here.begin(clock)
    async with here.context.database.write() as tx:
        await vacations.begin(tx, BOB.id, NOON, BACK)
    assert await status_of(here, match) == NOT_PAUSED
    moved = await here.move(match.id)
    assert await status_of(here, moved) == PauseStatus(away=BACK)
    here.time = BACK
    assert await status_of(here, moved) == NOT_PAUSED


async def test_a_clock_that_vacations_do_not_stop_says_nothing_of_them(here: ClockContext) -> None:
    match = await here.begin("3d no vacation")
    async with here.context.database.write() as tx:
        await vacations.begin(tx, ANN.id, NOON, BACK)
    assert await status_of(here, match) == NOT_PAUSED


async def test_a_day_of_the_safety_net_lasts_until_it_ends(here: ClockContext) -> None:
    match = await here.begin("3d")
    async with here.context.database.write() as tx:
        await net_days.add(tx, match.id, ANN.id, NOON, NOON + DAY)
    here.time += 23 * HOUR
    assert await status_of(here, match) == PauseStatus(away=NOON + DAY)
    here.time += HOUR
    assert await status_of(here, match) == NOT_PAUSED


async def test_a_clock_without_a_deadline_is_paused_and_one_that_is_over_has_no_status(here: ClockContext) -> None:
    match = await here.begin("3d")
    clock = replace(await here.clock(match.id), deadline=None)
    async with here.context.database.read() as tx:
        found = await load_pause_status(here.context, tx, [match], {match.id: clock})
        assert found == {match.id: PauseStatus(paused=True)}
        over = replace(match, to_move=None, ended_at=NOON)
        assert await load_pause_status(here.context, tx, [over], {match.id: clock}) == {}


async def test_an_open_seat_of_three_is_named(here: ClockContext) -> None:
    match = await here.begin("3d", "zyrcan", 3)
    async with here.context.database.write() as tx:
        opened = await open_seats.add(tx, match, 2, NOON)
    assert await status_of(here, match) == PauseStatus(open_seat=opened)


ALL = ("alarm", "nudge", "timeout")
BERLIN = ZoneInfo("Europe/Berlin")
LONGEST_MATCH = 11
"""Moves: one more, always the first in the list of the rules, ends a match of Xero-G."""


@pytest.fixture
async def at(tmp_path: Path) -> AsyncGenerator[ClockContext]:
    async with make_clock_context(await create_database(tmp_path / "turnpost.db"), 99 * DAY) as made:
        yield made


async def paused(at: ClockContext, match: Match, *people: Person) -> None:
    """Let the first ask for a pause and the others agree."""
    for person in people:
        await make_offer(at.context, at.request(person), match.id, "pause")


async def differences(at: ClockContext) -> list[str]:
    found = [each async for each in verify_matches(at.context.database, GAMES)]
    return [line for each in found for line in each.differences]


async def test_a_pause_holds_until_the_next_move_and_is_not_paid_for(at: ClockContext) -> None:
    match = await at.begin("2d+1d cap 3d")
    await at.pass_time(HOUR)
    await paused(at, match, ANN, BOB)
    clock = await at.clock(match.id)
    assert (clock.deadline, clock.due_at) == (None, None)
    assert await differences(at) == []
    await at.pass_time(20 * DAY, 4 * DAY)
    assert await at.said(*ALL) == []
    with pytest.raises(RequestRejected, match="paused by agreement"):
        await claim_match(at.context, at.request(BOB), match.id)
    await at.move(match.id)
    assert (await at.clock(match.id)).left == (3 * DAY - HOUR, 2 * DAY)
    assert (await at.clock(match.id)).deadline == at.time + 2 * DAY
    with pytest.raises(RequestRejected, match="isn't paused"):
        await resume_clock(at.context, at.request(ANN), match.id)
    assert await differences(at) == []


async def test_any_player_ends_a_pause_once_and_time_runs_on(at: ClockContext) -> None:
    match = await at.begin("10h", "zyrcan", 3)
    await at.pass_time(9 * HOUR, 3 * HOUR)
    assert await at.said(*ALL) == [("alarm", 0)]
    await paused(at, match, ANN, BOB)
    assert (await at.clock(match.id)).deadline == NOON + 10 * HOUR, "all others must agree"
    await answer_offer(at.context, at.request(CLEO), match.id, "pause", agrees=True)
    await at.pass_time(5 * DAY, DAY)
    request = at.request(CLEO)
    done = await resume_clock(at.context, request, match.id)
    assert not isinstance(done, AlreadyDone)
    assert isinstance(await resume_clock(at.context, request, match.id), AlreadyDone)
    assert (await at.clock(match.id)).deadline == at.time + HOUR
    await at.pass_time(2 * HOUR)
    assert await at.said(*ALL, "paused", "resumed") == [("alarm", 0), ("paused", 0), ("resumed", 0), ("timeout", 0)]


async def test_an_alarm_that_was_due_when_the_pause_began_comes_after_it(at: ClockContext) -> None:
    match = await at.begin("10h")
    at.time += 9 * HOUR
    await paused(at, match, ANN, BOB)
    assert (await at.clock(match.id)).due_at is None
    await at.pass_time(DAY, 6 * HOUR)
    assert await at.said(*ALL) == []
    await resume_clock(at.context, at.request(ANN), match.id)
    await at.tick()
    assert await at.said(*ALL) == [("alarm", 0)]


async def test_a_clock_that_cannot_be_paused_is_rejected_with_the_reason(at: ClockContext) -> None:
    untimed, match = await at.begin("none"), await at.begin("1d")
    with pytest.raises(RequestRejected, match="is played without a clock, so there's nothing to pause"):
        await paused(at, untimed, ANN)
    with pytest.raises(RequestRejected, match="isn't paused"):
        await resume_clock(at.context, at.request(ANN), untimed.id)
    with pytest.raises(RequestRejected, match="You don't play in"):
        await paused(at, match, CLEO)
    await paused(at, match, ANN)
    await at.pass_time(DAY, 6 * HOUR)
    with pytest.raises(RequestRejected, match=r"\*\*Ann\*\*'s time in #2 is up, so it can't pause"):
        await paused(at, match, BOB)
    await give_time(at.context, at.request(BOB), match.id, DAY)
    await paused(at, match, BOB)
    with pytest.raises(RequestRejected, match="is paused already"):
        await paused(at, match, BOB)
    with pytest.raises(RequestRejected, match="You don't play in"):
        await resume_clock(at.context, at.request(CLEO), match.id)
    given = await give_time(at.context, at.request(BOB), match.id, DAY)
    assert not isinstance(given, AlreadyDone)
    assert given.deadline is None
    await resume_clock(at.context, at.request(BOB), match.id)
    assert (await at.clock(match.id)).deadline == at.time + 2 * DAY


async def test_a_refused_pause_waits_for_the_next_move_and_a_move_cancels_the_offer(at: ClockContext) -> None:
    match = await at.begin("1d")
    await paused(at, match, ANN)
    await answer_offer(at.context, at.request(BOB), match.id, None, agrees=False)
    with pytest.raises(RequestRejected, match="You asked for a pause since your last move, and it was declined"):
        await paused(at, match, ANN)
    await at.move(match.id)
    await paused(at, match, ANN)
    await make_offer(at.context, at.request(ANN), match.id, "draw")
    with pytest.raises(RequestRejected, match=r"`/match do:agree #1 pause` or `/match do:agree #1 draw`"):
        await answer_offer(at.context, at.request(BOB), match.id, None, agrees=True)
    await at.move(match.id)
    async with at.context.database.read() as tx:
        assert not await offers.list_open(tx, await matches.require(tx, match.id))
    assert (await at.clock(match.id)).deadline == at.time + DAY


async def test_a_pause_ends_with_its_turn_and_with_the_match_but_not_when_another_leaves(at: ClockContext) -> None:
    match = await at.begin("1d", "zyrcan", 3)
    await paused(at, match, ANN, BOB, CLEO)
    await endings.resign(at.context, at.request(CLEO), match.id)
    assert (await at.clock(match.id)).deadline is None
    await endings.resign(at.context, at.request(ANN), match.id)
    assert (await at.match(match.id)).ended_at
    back = await at.begin("1d")
    await at.move(back.id)
    await at.pass_time(HOUR)
    await paused(at, back, ANN, BOB)
    await at.pass_time(DAY, 6 * HOUR)
    await make_offer(at.context, at.request(ANN), back.id, "takeback")
    await answer_offer(at.context, at.request(BOB), back.id, None, agrees=True)
    assert (await at.clock(back.id)).deadline == at.time + DAY
    async with at.context.database.read() as tx:
        assert not await stored_pauses.paused(tx, [match.id, back.id])
    assert await differences(at) == []


async def test_a_pause_and_a_vacation_are_shown_on_request(at: ClockContext) -> None:
    match, other = await at.begin("1d"), await at.begin("1d")
    await paused(at, match, ANN, BOB)
    await begin_vacation(at.context, at.request(ANN), "2d")
    async with at.context.database.read() as tx:
        still = await boards.take_snapshot(at.context, tx, match, 0)
        away = await boards.take_snapshot(at.context, tx, other, 0)
    ended = datetime(2026, 3, 3, tzinfo=UTC)
    assert (still.deadline, still.pause.paused, still.pause.away) == (None, True, ended)
    assert (away.deadline, away.pause.paused, away.pause.away) == (ended + DAY, False, ended)
    assert await at.said("away") == [("away", 0)], "where the clock is paused, nothing changes"


async def test_weekends_are_those_of_the_server_and_follow_its_zone(at: ClockContext) -> None:
    await serve(at.context, GUILD, zone="Europe/Berlin")
    at.time = datetime(2026, 3, 27, 12, tzinfo=UTC)  # the clocks are changed on the Sunday after this Friday
    match, always = await at.begin("3d no weekends"), await at.begin("3d")
    assert (await at.clock(always.id)).deadline == at.time + 3 * DAY
    # Saturday in Berlin begins at 23:00 UTC, Monday, by then in summer, at 22:00: 47 hours.
    assert (await at.clock(match.id)).deadline == at.time + 3 * DAY + 47 * HOUR
    await serve(at.context, GUILD, zone="UTC")
    async with at.context.database.write() as tx:
        await update_guild_clocks(at.context, tx, GUILD)
    assert (await at.clock(match.id)).deadline == at.time + 3 * DAY + 48 * HOUR
    assert (await at.clock(always.id)).deadline == at.time + 3 * DAY
    await at.pass_time(2.5 * DAY, 6 * HOUR)
    with pytest.raises(RequestRejected, match=rf"has time until <t:{int((at.time + 2.5 * DAY).timestamp())}:f>"):
        await claim_match(at.context, at.request(BOB), match.id)


async def test_outages_that_no_clock_needs_any_more_are_forgotten(tmp_path: Path) -> None:
    async with make_clock_context(await create_database(tmp_path / "turnpost.db"), HOUR) as at:
        match = await at.begin("60d")
        for _ in range(3):
            await at.tick()
            at.time += DAY
        await at.tick()
        async with at.context.database.read() as tx:
            assert len(await outages.ending_after(tx, GUILD, NOON)) == 3
        await at.move(match.id)
        at.time += DAY
        await at.tick()
        async with at.context.database.read() as tx:
            assert await outages.ending_after(tx, GUILD, NOON) == [(at.time - DAY, at.time)]


class ReferenceClock:
    """What the clock of a match of two should do, looked at hour by hour, each hour for itself."""

    def __init__(self, dice: Random, time: datetime) -> None:
        self.bank = dice.random() < 0.5
        self.control = ("36h+12h cap 60h" if self.bank else "30h") + dice.choice(("", " no weekends"))
        self.weekends = self.control.endswith("no weekends")
        self.held = [36 if self.bank else 30] * 2
        self.time, self.mover, self.used, self.moves = time, 0, 0, 0
        self.away: list[datetime] = [time, time]
        self.paused = self.alarmed = self.told = False
        self.said: list[str] = []

    @property
    def left(self) -> int:
        return self.held[self.mover] - self.used

    def stands(self, time: datetime) -> bool:
        weekend = self.weekends and time.astimezone(BERLIN).weekday() >= 5
        return weekend or self.paused or self.away[self.mover] > time

    def hour(self, *, silent: bool) -> None:
        self.used += not (silent or self.stands(self.time))
        self.time += HOUR

    def look(self) -> None:
        if self.paused:
            return
        if self.left <= 0:
            self.said += [] if self.told else ["timeout"]
            self.told = self.alarmed = True
        elif self.used * 5 >= self.held[self.mover] * 4 and not self.alarmed:
            self.said.append("alarm")
            self.alarmed = True

    def end_turn(self) -> None:
        kept = max(self.left, 0)
        self.held[self.mover] = max(kept, min(kept + 12, 60)) if self.bank else 30
        self.mover, self.used, self.moves = 1 - self.mover, 0, self.moves + 1
        self.paused = self.alarmed = self.told = False

    def given(self, hours: int) -> None:
        self.held[self.mover] += hours + max(-self.left, 0)
        self.told = False

    def deadline(self) -> datetime | None:
        """When the time is up if nothing else happens; None in a pause, and where it is up."""
        if self.paused or self.left <= 0:
            return None
        time, left = self.time, self.left
        while left:
            left -= not self.stands(time)
            time += HOUR
        return time


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("seed", "rounds"),
    [(0, 20), *(pytest.param(seed, 100, marks=pytest.mark.thorough) for seed in range(10))],
)
async def test_a_clock_agrees_with_a_reference_stepped_by_hours(tmp_path: Path, seed: int, rounds: int) -> None:
    """Weekends across a change of the clocks, vacations, pauses, outages, gifts and late moves, at random."""
    dice = Random(seed)
    async with make_clock_context(await create_database(tmp_path / "turnpost.db"), 12 * HOUR) as at:
        await serve(at.context, GUILD, zone="Europe/Berlin")
        at.time = datetime(2026, 3, 16, 12, tzinfo=UTC)
        reference = ReferenceClock(dice, at.time)
        match = await at.begin(reference.control)
        await at.tick()
        for _ in range(rounds):
            await _act(at, reference, match, dice)
            clock = await at.clock(match.id)
            expected = reference.deadline()
            assert clock.deadline == expected or (expected is None and reference.left <= 0), (
                at.time,
                reference.control,
            )
            async with at.context.database.read() as tx:
                now = await matches.require(tx, match.id)
                assert await time_left(at.context, tx, now, clock) == reference.left * HOUR
            if reference.left > 0:
                with pytest.raises(RequestRejected):
                    await claim_match(at.context, at.request((ANN, BOB)[1 - reference.mover]), match.id)
            silent = dice.random() < 0.1
            for _ in range(dice.randrange(13, 40) if silent else dice.randrange(1, 12)):
                reference.hour(silent=silent)
            at.time = reference.time
            await at.tick()
            reference.look()
        assert [kind for kind, _ in await at.said(*ALL)] == reference.said
        assert await differences(at) == []
        assert {"alarm", "timeout"} == set(reference.said)


async def _act(at: ClockContext, reference: ReferenceClock, match: Match, dice: Random) -> None:
    """Do something in the match and to its reference clock."""
    context, mover, other = at.context, (ANN, BOB)[reference.mover], (ANN, BOB)[1 - reference.mover]
    what = dice.choices(("move", "give", "pause", "resume", "away", "back", "wait"), (8, 2, 4, 3, 3, 2, 50))[0]
    if what == "move" and reference.moves < LONGEST_MATCH:
        await at.move(match.id)
        reference.end_turn()
    elif what == "give":
        await give_time(context, at.request(other), match.id, 5 * HOUR)
        reference.given(5)
    elif what == "pause" and not reference.paused and reference.left > 0:
        await paused(at, match, mover, other)
        reference.paused = True
    elif what == "resume" and reference.paused:
        await resume_clock(context, at.request(dice.choice((ANN, BOB))), match.id)
        reference.paused = False
    elif what == "away":
        seat, length = dice.randrange(2), dice.randrange(1, 4)
        await begin_vacation(context, at.request((ANN, BOB)[seat]), f"{length}d")
        last = at.time.astimezone(BERLIN).date() + timedelta(days=length - 1)
        midnight = datetime.combine(last, datetime.min.time(), BERLIN) + DAY  # as its clocks show it
        reference.away[seat] = midnight.astimezone(UTC)
    elif what == "back":
        seat = dice.randrange(2)
        if reference.away[seat] > at.time:
            await end_vacation(context, at.request((ANN, BOB)[seat]))
            reference.away[seat] = at.time
