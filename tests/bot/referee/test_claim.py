"""Claims: a seat leaves once its time is up, and nobody can claim earlier, twice or for themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.referee.endings import claim_match
from bot.referee.errors import RequestRejected
from bot.referee.offers.offers import answer_offer, make_offer
from bot.referee.people.preferences import change_preferences
from bot.referee.requests import AlreadyDone
from storage.queries import events
from storage.queries.rows import Match
from tests.bot.referee.clock_context import ANN, BOB, CLEO, DAY, MINUTE

if TYPE_CHECKING:
    from tests.bot.referee.clock_context import ClockContext


async def test_a_claim_counts_from_the_deadline_on_and_once(here: ClockContext) -> None:
    match = await here.begin("1d")
    here.time = match.since + DAY - MINUTE
    with pytest.raises(RequestRejected, match=rf"has time until .* in #{match.id}"):
        await claim_match(here.context, here.request(BOB), match.id)
    here.time = match.since + DAY
    request = here.request(BOB)
    claimed = await claim_match(here.context, request, match.id, match.seq)
    assert isinstance(claimed, Match)
    assert (claimed.gone, claimed.ended_at) == ({1}, here.time)
    assert await claim_match(here.context, request, match.id) == AlreadyDone()
    async with here.context.database.read() as tx:
        (last,) = await events.of_match(tx, match.id)
        state = await here.context.match_state(tx, claimed)
    assert (last.kind, last.seat, last.user_id, last.text) == ("leave", 1, BOB.id, "ran out of time")
    assert (state.ply, here.context.game(claimed).to_move(state.state)) == (0, None)


async def test_only_another_player_claims_and_only_for_the_board_shown(here: ClockContext) -> None:
    match = await here.begin("1d", "zyrcan", 3)
    here.time += 2 * DAY
    with pytest.raises(RequestRejected, match="It's your own time"):
        await claim_match(here.context, here.request(ANN), match.id)
    for seq in (match.seq - 1, match.seq + 1):
        with pytest.raises(RequestRejected, match="has moved on"):
            await claim_match(here.context, here.request(BOB), match.id, seq)
    claimed = await claim_match(here.context, here.request(CLEO), match.id)
    assert isinstance(claimed, Match)
    assert (claimed.gone, claimed.to_move, claimed.ended_at) == ({1}, 2, None)


async def test_nobody_claims_while_a_clock_is_paused(here: ClockContext) -> None:
    match = await here.begin("1d")
    await make_offer(here.context, here.request(ANN), match.id, "pause")
    await answer_offer(here.context, here.request(BOB), match.id, "pause", agrees=True)
    here.time += 2 * DAY
    with pytest.raises(RequestRejected, match="is paused by agreement"):
        await claim_match(here.context, here.request(BOB), match.id)


@pytest.mark.parametrize("declared", [False, True])
async def test_a_day_of_the_net_comes_before_a_claim_unless_time_is_up_already(
    here: ClockContext, *, declared: bool
) -> None:
    match = await here.begin("1d")
    here.time += DAY + MINUTE
    if declared:
        await here.tick()
    await change_preferences(here.context, ANN.id, {"net": "on"})
    if declared:
        assert isinstance(await claim_match(here.context, here.request(BOB), match.id), Match)
        return
    with pytest.raises(RequestRejected, match="has time until"):
        await claim_match(here.context, here.request(BOB), match.id)
    assert (await here.match(match.id)).ended_at is None
    assert ((await here.clock(match.id)).deadline or here.time) > here.time
