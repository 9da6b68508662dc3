"""Claims: a seat leaves once its time is up, and nobody can claim earlier, twice or for themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.referee.claim import claim_match
from bot.referee.errors import RequestRejected
from bot.referee.offers.answer import answer_offer
from bot.referee.offers.make import make_offer
from bot.referee.people.preferences import change_preferences
from bot.referee.request_results import AlreadyDone
from storage.queries import events
from storage.queries.rows import Match
from tests.bot.referee.clock_context import ANN, BOB, CLEO, DAY, MINUTE, make_clock_context
from tests.database_template import create_database

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from pathlib import Path

    from tests.bot.referee.clock_context import ClockContext


@pytest.fixture
async def at(tmp_path: Path) -> AsyncGenerator[ClockContext]:
    async with make_clock_context(await create_database(tmp_path / "turnpost.db")) as made:
        yield made


async def test_a_claim_counts_from_the_deadline_on_and_once(at: ClockContext) -> None:
    match = await at.begin("1d")
    at.time = match.since + DAY - MINUTE
    with pytest.raises(RequestRejected, match=rf"has time until .* in #{match.id}"):
        await claim_match(at.context, at.request(BOB), match.id)
    at.time = match.since + DAY
    request = at.request(BOB)
    claimed = await claim_match(at.context, request, match.id, match.seq)
    assert isinstance(claimed, Match)
    assert (claimed.gone, claimed.ended_at) == ({1}, at.time)
    assert await claim_match(at.context, request, match.id) == AlreadyDone()
    async with at.context.database.read() as tx:
        (last,) = await events.of_match(tx, match.id)
        state = await at.context.match_state(tx, claimed)
    assert (last.kind, last.seat, last.user_id, last.text) == ("leave", 1, BOB.id, "ran out of time")
    assert (state.ply, at.context.game(claimed).to_move(state.state)) == (0, None)


async def test_only_another_player_claims_and_only_for_the_board_shown(at: ClockContext) -> None:
    match = await at.begin("1d", "zyrcan", 3)
    at.time += 2 * DAY
    with pytest.raises(RequestRejected, match="It's your own time"):
        await claim_match(at.context, at.request(ANN), match.id)
    for seq in (match.seq - 1, match.seq + 1):
        with pytest.raises(RequestRejected, match="has moved on"):
            await claim_match(at.context, at.request(BOB), match.id, seq)
    claimed = await claim_match(at.context, at.request(CLEO), match.id)
    assert isinstance(claimed, Match)
    assert (claimed.gone, claimed.to_move, claimed.ended_at) == ({1}, 2, None)


async def test_nobody_claims_while_a_clock_is_paused(at: ClockContext) -> None:
    match = await at.begin("1d")
    await make_offer(at.context, at.request(ANN), match.id, "pause")
    await answer_offer(at.context, at.request(BOB), match.id, "pause", agrees=True)
    at.time += 2 * DAY
    with pytest.raises(RequestRejected, match="is paused by agreement"):
        await claim_match(at.context, at.request(BOB), match.id)


@pytest.mark.parametrize("declared", [False, True])
async def test_a_day_of_the_net_comes_before_a_claim_unless_time_is_up_already(
    at: ClockContext, *, declared: bool
) -> None:
    match = await at.begin("1d")
    at.time += DAY + MINUTE
    if declared:
        await at.tick()
    await change_preferences(at.context, ANN.id, {"net": "on"})
    if declared:
        assert isinstance(await claim_match(at.context, at.request(BOB), match.id), Match)
        return
    with pytest.raises(RequestRejected, match="has time until"):
        await claim_match(at.context, at.request(BOB), match.id)
    assert (await at.match(match.id)).ended_at is None
    assert ((await at.clock(match.id)).deadline or at.time) > at.time
