"""Matches that are called off: by their winner, if they were lost on time, and not for long."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.referee.endings import OPEN_FOR, call_off, claim_match, find_match_to_call_off, resign
from bot.referee.errors import RequestRejected
from bot.referee.requests import AlreadyDone
from storage.queries import events, pairings
from storage.queries.rows import Match
from tests.bot.referee.clock_context import ANN, BOB, CLEO, DAY, MINUTE
from tests.storage.samples import new_tournament

if TYPE_CHECKING:
    from storage.queries.rows import Person
    from tests.bot.referee.clock_context import ClockContext


async def lose_on_time(here: ClockContext, game: str = "xero-g", players: int = 2) -> Match:
    """Let Ann lose a match on time, which Bob claims."""
    match = await here.begin("1d", game, players)
    here.time += DAY
    claimed = await claim_match(here.context, here.request(BOB), match.id)
    assert isinstance(claimed, Match)
    return claimed


async def reason(here: ClockContext, match: Match, person: Person) -> str:
    """Return why a person can't call a match off: the same when they ask and when they confirm."""
    with pytest.raises(RequestRejected) as asked:
        await find_match_to_call_off(here.context, here.request(person), match.id)
    with pytest.raises(RequestRejected) as confirmed:
        await call_off(here.context, here.request(person), match.id)
    assert asked.value.reason == confirmed.value.reason
    return asked.value.reason


async def test_the_winner_calls_a_match_off_once(here: ClockContext) -> None:
    lost, other = await lose_on_time(here), await lose_on_time(here)
    request = here.request(BOB)
    assert await find_match_to_call_off(here.context, request, lost.id) == lost
    done = await call_off(here.context, request, lost.id)
    assert isinstance(done, Match)
    assert (done.seq, done.ended_at) == (lost.seq + 1, here.time)
    async with here.context.database.read() as tx:
        last = (await events.of_match(tx, lost.id))[-1]
    assert (last.kind, last.seat, last.user_id, last.text) == ("end", None, BOB.id, "called off")
    for match in (lost, other):
        assert await call_off(here.context, request, match.id) == AlreadyDone()
    assert await here.match(other.id) == other
    assert await reason(here, lost, BOB) == f"#{lost.id} is called off already."


async def test_nobody_but_the_winner_calls_a_match_off(here: ClockContext) -> None:
    lost = await lose_on_time(here)
    assert "You ran out of time" in await reason(here, lost, ANN)
    assert "You don't play in" in await reason(here, lost, CLEO)


async def test_a_match_can_be_called_off_for_some_days(here: ClockContext) -> None:
    lost = await lose_on_time(here)
    here.time += OPEN_FOR
    assert await find_match_to_call_off(here.context, here.request(BOB), lost.id) == lost
    here.time += MINUTE
    assert f"more than {OPEN_FOR.days} days ago" in await reason(here, lost, BOB)


async def test_only_a_match_of_two_that_was_lost_on_time_is_called_off(here: ClockContext) -> None:
    resigned = await here.begin("1d")
    assert "wasn't lost on time" in await reason(here, resigned, BOB)
    await resign(here.context, here.request(ANN), resigned.id)
    assert "wasn't lost on time" in await reason(here, resigned, BOB)
    assert "wasn't lost on time" in await reason(here, await lose_on_time(here, "zyrcan", 3), BOB)


async def test_the_result_of_an_event_stands(here: ClockContext) -> None:
    lost = await lose_on_time(here)
    async with here.context.database.write() as tx:
        tournament = await new_tournament(tx, ANN, BOB)
        await pairings.add(tx, tournament.id, 1, [(1, [ANN.id, BOB.id])])
        await pairings.begin(tx, (await pairings.of_tournament(tx, tournament.id))[-1].id, lost.id)
    assert "belongs to an event" in await reason(here, lost, BOB)
