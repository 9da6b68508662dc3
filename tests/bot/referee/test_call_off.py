"""Matches that are called off: by their winner, if they were lost on time, and not for long."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.referee.call_off import OPEN_FOR, call_off, find_match_to_call_off
from bot.referee.claim import claim_match
from bot.referee.errors import RequestRejected
from bot.referee.request_results import AlreadyDone
from bot.referee.resign import resign
from storage.queries import events, pairings
from storage.queries.rows import Match
from tests.bot.referee.clock_context import ANN, BOB, CLEO, DAY, MINUTE, make_clock_context
from tests.database_template import create_database
from tests.storage.samples import new_tournament

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from pathlib import Path

    from storage.queries.rows import Person
    from tests.bot.referee.clock_context import ClockContext


@pytest.fixture
async def at(tmp_path: Path) -> AsyncGenerator[ClockContext]:
    async with make_clock_context(await create_database(tmp_path / "turnpost.db")) as made:
        yield made


async def lose_on_time(at: ClockContext, game: str = "xero-g", players: int = 2) -> Match:
    """Let Ann lose a match on time, which Bob claims."""
    match = await at.begin("1d", game, players)
    at.time += DAY
    claimed = await claim_match(at.context, at.request(BOB), match.id)
    assert isinstance(claimed, Match)
    return claimed


async def reason(at: ClockContext, match: Match, person: Person) -> str:
    """Return why a person can't call a match off: the same when they ask and when they confirm."""
    with pytest.raises(RequestRejected) as asked:
        await find_match_to_call_off(at.context, at.request(person), match.id)
    with pytest.raises(RequestRejected) as confirmed:
        await call_off(at.context, at.request(person), match.id)
    assert asked.value.reason == confirmed.value.reason
    return asked.value.reason


async def test_the_winner_calls_a_match_off_once(at: ClockContext) -> None:
    lost, other = await lose_on_time(at), await lose_on_time(at)
    request = at.request(BOB)
    assert await find_match_to_call_off(at.context, request, lost.id) == lost
    done = await call_off(at.context, request, lost.id)
    assert isinstance(done, Match)
    assert (done.seq, done.ended_at) == (lost.seq + 1, at.time)
    async with at.context.database.read() as tx:
        last = (await events.of_match(tx, lost.id))[-1]
    assert (last.kind, last.seat, last.user_id, last.text) == ("end", None, BOB.id, "called off")
    for match in (lost, other):
        assert await call_off(at.context, request, match.id) == AlreadyDone()
    assert await at.match(other.id) == other
    assert await reason(at, lost, BOB) == f"#{lost.id} is called off already."


async def test_nobody_but_the_winner_calls_a_match_off(at: ClockContext) -> None:
    lost = await lose_on_time(at)
    assert "You ran out of time" in await reason(at, lost, ANN)
    assert "You don't play in" in await reason(at, lost, CLEO)


async def test_a_match_can_be_called_off_for_some_days(at: ClockContext) -> None:
    lost = await lose_on_time(at)
    at.time += OPEN_FOR
    assert await find_match_to_call_off(at.context, at.request(BOB), lost.id) == lost
    at.time += MINUTE
    assert f"more than {OPEN_FOR.days} days ago" in await reason(at, lost, BOB)


async def test_only_a_match_of_two_that_was_lost_on_time_is_called_off(at: ClockContext) -> None:
    resigned = await at.begin("1d")
    assert "wasn't lost on time" in await reason(at, resigned, BOB)
    await resign(at.context, at.request(ANN), resigned.id)
    assert "wasn't lost on time" in await reason(at, resigned, BOB)
    assert "wasn't lost on time" in await reason(at, await lose_on_time(at, "zyrcan", 3), BOB)


async def test_the_result_of_an_event_stands(at: ClockContext) -> None:
    lost = await lose_on_time(at)
    async with at.context.database.write() as tx:
        tournament = await new_tournament(tx, ANN, BOB)
        await pairings.add(tx, tournament.id, 1, [(1, [ANN.id, BOB.id])])
        await pairings.begin(tx, (await pairings.of_tournament(tx, tournament.id))[-1].id, lost.id)
    assert "belongs to an event" in await reason(at, lost, BOB)
