"""Matches that are resigned, once, or called off by their winner, if they were lost on time."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.referee.endings import (
    MAX_REASON,
    OPEN_FOR,
    abandon_match,
    call_off,
    check_abandon,
    claim_match,
    find_match_to_call_off,
    find_match_to_resign,
    resign,
)
from bot.referee.errors import RequestRejected
from bot.referee.guilds.audit_log import load_audit_log
from bot.referee.offers import answer_offer, make_offer
from bot.referee.people.preferences import change_preferences
from bot.referee.requests import AlreadyDone
from storage.queries import events, pairings
from storage.queries.rows import Match
from tests.bot.referee.clock_context import ANN, BOB, CLEO, DAY, GUILD, MINUTE
from tests.bot.referee.manager import MANAGER, manager_request
from tests.bot.referee.offer_context import begin_match, by, log_of, make_offer_context
from tests.storage.samples import new_tournament

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from pathlib import Path

    from bot.referee.context import Context
    from storage.queries.rows import Person
    from tests.bot.referee.clock_context import ClockContext


async def test_a_reason_is_tidied_and_may_be_as_long_as_is_said(here: ClockContext) -> None:
    match = await here.begin("none", "martian-life")
    request = manager_request(GUILD)
    for typed, tidied in (("", ""), (" they\n`left` ", "they 'left'"), ("x" * MAX_REASON, "x" * MAX_REASON)):
        assert await check_abandon(here.context, request, match.id, typed, manager=True) == (match, tidied)
    with pytest.raises(RequestRejected, match=f"at most {MAX_REASON} characters; this one has {MAX_REASON + 1}"):
        await check_abandon(here.context, request, match.id, "x" * (MAX_REASON + 1), manager=True)


async def test_only_a_manager_ends_a_match_and_only_once(here: ClockContext) -> None:
    match = await here.begin("none", "martian-life")
    request = manager_request(GUILD)
    with pytest.raises(RequestRejected, match="Only people with Manage Server"):
        await check_abandon(here.context, request, match.id, "", manager=False)
    with pytest.raises(RequestRejected, match="Only people with Manage Server"):
        await abandon_match(here.context, request, match.id, "", manager=False)
    assert (await here.match(match.id)).ended_at is None
    ended = await abandon_match(here.context, request, match.id, "they left", manager=True)
    assert isinstance(ended, Match)
    assert (ended.ended_at, ended.to_move) == (here.time, None)
    async with here.context.database.read() as tx:
        last = (await events.of_match(tx, match.id))[-1]
    assert (last.kind, last.seat, last.user_id, last.text) == ("end", None, MANAGER, "they left")
    for again in (check_abandon, abandon_match):
        with pytest.raises(RequestRejected, match=f"#{match.id} ended"):
            await again(here.context, manager_request(GUILD), match.id, "", manager=True)


async def test_a_repeated_request_ends_no_other_match(here: ClockContext) -> None:
    first, second = [await here.begin("none", "martian-life") for _ in range(2)]
    request = manager_request(GUILD)
    await abandon_match(here.context, request, first.id, "", manager=True)
    assert await abandon_match(here.context, request, second.id, "", manager=True) == AlreadyDone()
    assert await here.match(second.id) == second
    entries, *_ = await load_audit_log(here.context, GUILD, 0, manager=True)
    assert [(entry.action, entry.match_id) for entry in entries] == [("abandon", first.id)]


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


@pytest.fixture
async def context(tmp_path: Path) -> AsyncGenerator[Context]:
    async with make_offer_context(tmp_path / "turnpost.db") as made:
        yield made


async def test_players_who_are_still_in_may_resign(context: Context) -> None:
    match = await begin_match(context, "zyrcan", (ANN, BOB, CLEO))
    assert await find_match_to_resign(context, by(ANN), None) == match
    await resign(context, by(BOB), match.id)
    with pytest.raises(RequestRejected, match="already left"):
        await find_match_to_resign(context, by(BOB), match.id)
    assert (await find_match_to_resign(context, by(CLEO), match.id)).gone == {2}


async def test_a_resignation_that_is_delivered_again_changes_nothing(context: Context) -> None:
    match = await begin_match(context, "zyrcan", (ANN, BOB, CLEO))
    request = by(BOB)
    resigned = await resign(context, request, match.id)
    assert isinstance(resigned, Match)
    assert (resigned.gone, resigned.to_move, resigned.ended_at) == ({2}, 1, None)
    assert isinstance(await resign(context, request, match.id), AlreadyDone)
    assert [(event.kind, event.seat, event.text) for event in await log_of(context, match)] == [
        ("leave", 2, "resigned")
    ]
