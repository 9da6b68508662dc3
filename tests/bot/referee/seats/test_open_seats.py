"""Open seats: who may take one, what becomes of the seat and of the clock, and that the record stays sound."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from itertools import count
from typing import TYPE_CHECKING

import pytest

from bot.admin.verify.matches import verify_matches
from bot.match_files import match_json
from bot.match_files.log_checks import check_log, check_play
from bot.referee import resign, watch
from bot.referee.abandon import abandon_match
from bot.referee.blocks import BlockTarget, block_person
from bot.referee.challenges.create import ChallengeTerms, issue_challenge
from bot.referee.challenges.respond import accept_challenge
from bot.referee.change_settings import change_settings
from bot.referee.claim import claim_match
from bot.referee.errors import RequestRejected
from bot.referee.guilds.setting_values import GuildResources
from bot.referee.history.mainline import mainline
from bot.referee.log import notes
from bot.referee.log.turn_start import id_at, turn_start_id
from bot.referee.offers.answer import answer_offer
from bot.referee.offers.make import make_offer
from bot.referee.request_results import AlreadyDone
from bot.referee.requests import MoveText, Request
from bot.referee.seats.open_seats import SeatTaken, give_open_seat, take_open_seat
from bot.referee.turns.queue import queue_text
from games import GAMES
from storage.queries import events, open_seats, queued_moves
from storage.queries.rows import DIRECT, Challenge, Person
from tests.bot.referee.clock_context import ANN, BOB, CLEO, DAY, GUILD, HOUR, MINUTE, ClockContext, make_clock_context
from tests.bot.referee.manager import manager_request
from tests.database_template import create_database

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from pathlib import Path

    from storage.queries.rows import Event, Match, OpenSeat

DAN, EVE = Person(4, "Dan"), Person(5, "Eve")


@pytest.fixture
async def at(tmp_path: Path) -> AsyncGenerator[ClockContext]:
    async with make_clock_context(await create_database(tmp_path / "record.db")) as context:
        yield context


async def begin(at: ClockContext, clock: str = "3d") -> Match:
    return await at.begin(clock, "zyrcan", 3)


async def open_seat(at: ClockContext, match: Match, asker: Person, *others: Person, named: int | None = None) -> Match:
    """Ask for an open seat, let the others agree, and return the match."""
    await make_offer(at.context, at.request(asker), match.id, "seat", named=named)
    for person in others:
        await answer_offer(at.context, at.request(person), match.id, "seat", agrees=True)
    return await at.match(match.id)


async def take(at: ClockContext, person: Person, number: int = 1) -> SeatTaken:
    taken = await take_open_seat(at.context, at.request(person), number, person)
    assert isinstance(taken, SeatTaken)
    return taken


async def leave(at: ClockContext, match: Match, person: Person) -> Match:
    await resign.resign(at.context, at.request(person), match.id)
    return await at.match(match.id)


async def opened(at: ClockContext, number: int = 1) -> OpenSeat:
    async with at.context.database.read() as tx:
        return await open_seats.require(tx, number)


async def log_of(at: ClockContext, match: Match) -> list[Event]:
    async with at.context.database.read() as tx:
        return await events.of_match(tx, match.id)


async def verify(at: ClockContext) -> list[str]:
    found = verify_matches(at.context.database, GAMES, at.time + MINUTE)
    return [line async for verdict in found for line in verdict.differences]


async def test_the_first_who_takes_an_open_seat_plays_on(at: ClockContext) -> None:
    match = await begin(at)
    match = await open_seat(at, match, ANN, BOB, CLEO)
    assert (match.seats, match.seq) == ((ANN, BOB, CLEO), 0)
    assert await verify(at) == []
    at.time += DAY
    match = (await take(at, DAN)).match
    assert (match.seats, match.to_move, match.gone) == ((DAN, BOB, CLEO), 1, frozenset())
    assert (await opened(at)).status == "taken"
    last = (await log_of(at, match))[-1]
    assert (last.kind, last.seat, last.user_id, last.text) == ("substitute", 1, ANN.id, "Ann")
    assert (await at.clock(match.id)).deadline == at.time + 3 * DAY, "a newcomer has a turn's time"
    assert await at.said("open_seat", "seat_closed") == [("open_seat", 0), ("seat_closed", 1)]
    assert await verify(at) == []
    with pytest.raises(RequestRejected, match=r"\*\*Dan\*\* was faster and has that seat now: #1"):
        await take(at, EVE)
    assert (await at.move(match.id)).to_move == 2
    assert await verify(at) == []


async def test_who_is_blocked_takes_no_open_seat_but_keeps_their_own(at: ClockContext) -> None:
    match = await begin(at)
    await open_seat(at, match, BOB, ANN, CLEO)
    for person in (DAN, BOB):
        await block_person(at.context, manager_request(GUILD), BlockTarget(person.id), "", manager=True)
    with pytest.raises(RequestRejected, match="You're blocked"):
        await take(at, DAN)
    assert (await take(at, BOB)).kept
    assert (await opened(at)).status == "kept"


async def test_of_two_who_press_at_once_one_gets_the_seat(at: ClockContext) -> None:
    match = await open_seat(at, await begin(at), ANN, BOB, CLEO)
    results = await asyncio.gather(take(at, DAN), take(at, EVE), return_exceptions=True)
    assert {type(one) for one in results} == {RequestRejected, SeatTaken}
    assert [event.kind for event in await log_of(at, match)] == ["substitute"]
    assert await verify(at) == []


async def test_the_same_press_counts_once(at: ClockContext) -> None:
    await open_seat(at, await begin(at), ANN, BOB, CLEO)
    press = at.request(DAN)
    assert isinstance(await take_open_seat(at.context, press, 1, DAN), SeatTaken)
    assert await take_open_seat(at.context, press, 1, DAN) == AlreadyDone()


async def test_nobody_with_a_seat_takes_another_one(at: ClockContext) -> None:
    match = await begin(at)
    await open_seat(at, match, ANN, BOB, CLEO)
    with pytest.raises(RequestRejected, match="You've had a seat in #1"):
        await take(at, BOB)
    await take(at, DAN)
    match = await open_seat(at, match, CLEO, DAN, BOB)
    with pytest.raises(RequestRejected, match="You've had a seat in #1"):
        await take(at, ANN, 2)
    match = (await take(at, EVE, 2)).match
    assert match.seats == (DAN, BOB, EVE)
    assert await verify(at) == []


async def test_a_seat_changes_hands_twice(at: ClockContext) -> None:
    match = await at.move((await begin(at)).id)
    await open_seat(at, match, ANN, BOB, CLEO, named=1)
    match = (await take(at, DAN)).match
    await open_seat(at, match, DAN, BOB, CLEO, named=1)
    match = (await take(at, EVE, 2)).match
    log = await log_of(at, match)
    assert [(event.kind, event.user_id) for event in log[1:]] == [("substitute", ANN.id), ("substitute", DAN.id)]
    assert await verify(at) == []
    again, log_again, *_ = match_json.read(match_json.write(match, log, None, None).encode())
    assert again.seats == (EVE, BOB, CLEO)
    assert list(check_log(again, log_again, at.time)) == []


async def test_the_player_of_an_open_seat_keeps_it_with_a_move(at: ClockContext) -> None:
    match = await open_seat(at, await begin(at), ANN, BOB, CLEO)
    with pytest.raises(RequestRejected, match="play your move in #1, and you keep it"):
        await take(at, ANN)
    await at.move(match.id)
    assert (await opened(at)).status == "kept"
    assert (await at.clock(match.id)).deadline == at.time + 3 * DAY
    assert await verify(at) == []
    with pytest.raises(RequestRejected, match=r"\*\*Ann\*\* kept that seat: #1"):
        await take(at, DAN)


async def test_a_player_who_waits_keeps_an_open_seat_with_its_button(at: ClockContext) -> None:
    match = await begin(at)
    deadline = (await at.clock(match.id)).deadline
    await open_seat(at, match, CLEO, ANN, BOB)
    assert (await at.clock(match.id)).deadline == deadline, "it's Ann's turn, and hers isn't open"
    assert (await take(at, CLEO)).kept
    assert ((await opened(at)).status, (await at.match(match.id)).seats) == ("kept", (ANN, BOB, CLEO))
    assert await verify(at) == []


async def test_the_clock_of_an_open_seat_stands(at: ClockContext) -> None:
    match = await begin(at)
    at.time += 2 * DAY
    await open_seat(at, match, BOB, ANN, CLEO)
    match = await at.move(match.id)
    assert (await at.clock(match.id)).deadline is None, "Bob's turn came, and his seat is open"
    await at.pass_time(5 * DAY, DAY)
    assert await at.said("alarm", "nudge", "timeout") == []
    assert await verify(at) == []
    match = await at.move(match.id)
    assert (match.to_move, (await opened(at)).status) == (3, "kept")
    assert (await at.clock(match.id)).left[1] == 3 * DAY
    assert await verify(at) == []


async def test_time_in_the_bank_is_not_used_while_a_seat_is_open(at: ClockContext) -> None:
    match = await begin(at, "3d+1h cap 3d")
    at.time += DAY
    await open_seat(at, match, ANN, BOB, CLEO)
    at.time += 2 * DAY
    await at.move(match.id)
    assert (await at.clock(match.id)).left[0] == 2 * DAY + HOUR
    assert await verify(at) == []


async def test_the_seat_of_a_late_player_can_be_opened_and_not_be_claimed(at: ClockContext) -> None:
    match = await begin(at)
    at.time += 3 * DAY + HOUR
    await at.tick()
    await open_seat(at, match, BOB, CLEO)
    assert (await opened(at)).seat == 1
    assert (await at.clock(match.id)).deadline is None
    with pytest.raises(RequestRejected, match="open to anybody, and the clock is paused"):
        await claim_match(at.context, at.request(CLEO), match.id)
    await at.tick()
    assert await verify(at) == []
    match = (await take(at, DAN)).match
    assert (match.seats[0], (await at.clock(match.id)).deadline) == (DAN, at.time + 3 * DAY)
    assert await verify(at) == []


async def test_an_open_seat_keeps_nobody_else_from_running_out_of_time(at: ClockContext) -> None:
    match = await open_seat(at, await begin(at), CLEO, ANN, BOB)
    at.time += 3 * DAY + HOUR
    await claim_match(at.context, at.request(BOB), match.id)
    assert ((await at.match(match.id)).gone, (await opened(at)).status) == ({1}, "open")
    assert await verify(at) == []


async def test_a_seat_that_just_left_comes_back_with_whoever_takes_it(at: ClockContext) -> None:
    match = await begin(at)
    before = match.position
    match = await leave(at, match, ANN)
    assert (match.gone, match.to_move) == (frozenset({1}), 2)
    at.time += HOUR
    match = await open_seat(at, match, BOB, CLEO)
    assert (await at.clock(match.id)).deadline is None, "nobody's time passes until that is decided"
    assert await verify(at) == []
    at.time += DAY
    match = (await take(at, DAN)).match
    assert (match.seats, match.gone) == ((DAN, BOB, CLEO), frozenset())
    assert (match.position, match.to_move) == (before, 1)
    log = await log_of(at, match)
    assert [event.kind for event in log] == ["leave", "substitute"]
    assert [event.kind for event in mainline(log)] == ["substitute"]
    assert (await at.clock(match.id)).deadline == at.time + 3 * DAY
    match = await at.move(match.id)
    assert match.to_move == 2
    assert await verify(at) == []
    assert list(check_play(GAMES["zyrcan"], match, await log_of(at, match))) == []
    again, log_again, *_ = match_json.read(match_json.write(match, await log_of(at, match), None, None).encode())
    assert (again.gone, again.seats) == (frozenset(), match.seats)
    assert list(check_log(again, log_again, at.time)) == []


async def test_one_who_left_out_of_turn_is_replaced_without_a_new_turn(at: ClockContext) -> None:
    match = await leave(at, await begin(at), CLEO)
    at.time += DAY
    match = await open_seat(at, match, BOB, ANN)
    assert (await at.clock(match.id)).deadline is None
    at.time += DAY
    match = (await take(at, DAN)).match
    assert (match.seats, match.to_move, match.gone) == ((ANN, BOB, DAN), 1, frozenset())
    assert (await at.clock(match.id)).deadline == at.time + 2 * DAY, "Ann had used one day"
    assert await verify(at) == []


async def test_a_seat_that_left_stays_out_once_the_match_went_on(at: ClockContext) -> None:
    match = await leave(at, await begin(at), ANN)
    await open_seat(at, match, BOB, CLEO)
    match = await at.move(match.id)
    assert (await opened(at)).status == "went on"
    assert await verify(at) == []
    with pytest.raises(RequestRejected, match="went on without that seat: #1"):
        await take(at, DAN)
    with pytest.raises(RequestRejected, match=r"\*\*Ann\*\* left #1, and the match went on since"):
        await make_offer(at.context, at.request(CLEO), match.id, "seat", named=1)


async def test_turnpost_can_take_a_seat_that_just_left(at: ClockContext) -> None:
    match = await leave(at, await begin(at), ANN)
    await make_offer(at.context, at.request(BOB), match.id, "substitute")
    await answer_offer(at.context, at.request(CLEO), match.id, "substitute", agrees=True)
    match = await at.match(match.id)
    assert (match.seats[0].level, match.to_move, match.gone) == (2, 1, frozenset())
    assert await verify(at) == []


async def test_where_late_seats_leave_at_once_they_can_still_be_opened(at: ClockContext) -> None:
    await change_settings(
        at.context, manager_request(GUILD), {"timeout": "ends"}, GuildResources(frozenset(), frozenset()), manager=True
    )
    match = await begin(at)
    at.time += 3 * DAY + HOUR
    await at.tick()
    match = await at.match(match.id)
    assert match.gone == {1}
    at.sources = count(id_at(at.time) + 1)  # no message brought the turn, so that its time tells
    await open_seat(at, match, CLEO, BOB)
    match = (await take(at, DAN)).match
    assert (match.seats[0], match.to_move) == (DAN, 1)
    assert await verify(at) == []


async def test_other_events_close_an_open_seat(at: ClockContext) -> None:
    match = await begin(at)
    await open_seat(at, match, ANN, BOB, CLEO)
    match = await leave(at, match, ANN)
    assert (await opened(at)).status == "left"
    await open_seat(at, match, BOB, CLEO)
    match = await leave(at, match, CLEO)
    assert [(await opened(at, number)).status for number in (1, 2)] == ["left", "ended"]
    assert match.ended_at
    assert await verify(at) == []
    with pytest.raises(RequestRejected, match="The match is over: #1"):
        await take(at, DAN, 2)


async def test_an_open_seat_stays_open_while_others_play(at: ClockContext) -> None:
    match = await begin(at)
    await open_seat(at, match, CLEO, ANN, BOB)
    await at.move(match.id)
    await at.move(match.id)
    assert ((await opened(at)).status, (await at.clock(match.id)).deadline) == ("open", None)
    assert await verify(at) == []
    with pytest.raises(RequestRejected, match="A seat of #1 is open already"):
        await make_offer(at.context, at.request(BOB), match.id, "seat")
    match = (await take(at, DAN)).match
    assert (match.seats[2], match.to_move) == (DAN, 3)
    assert await verify(at) == []


async def test_an_open_seat_goes_to_turnpost_after_a_week_or_when_a_player_wants_it(at: ClockContext) -> None:
    match = await open_seat(at, await begin(at), ANN, BOB, CLEO)
    with pytest.raises(RequestRejected, match="The other players of #1 decide"):
        await give_open_seat(at.context, at.request(ANN), 1)
    with pytest.raises(RequestRejected, match="You don't play in #1"):
        await give_open_seat(at.context, at.request(DAN), 1)
    at.time += 7 * DAY - MINUTE
    await at.tick()
    assert (await opened(at)).status == "open"
    at.time += MINUTE
    await at.tick()
    await at.tick()
    match = await at.match(match.id)
    assert ((await opened(at)).status, match.seats[0].level) == ("turnpost", 2)
    assert await at.said("think") == [("think", 1)]
    assert await verify(at) == []
    at.sources = count(id_at(at.time) + 1)  # as above
    await open_seat(at, match, CLEO, BOB)
    await give_open_seat(at.context, at.request(BOB), 2)
    assert [person.level for person in (await at.match(match.id)).seats] == [2, None, 2]
    assert await verify(at) == []


async def test_a_seat_can_be_opened_without_a_clock_and_with_one_person_left(at: ClockContext) -> None:
    match = await leave(at, await begin(at, "none"), ANN)
    await open_seat(at, match, BOB, CLEO)
    await give_open_seat(at.context, at.request(CLEO), 1)
    match = await open_seat(at, await at.match(match.id), BOB, CLEO)
    match = (await take(at, DAN, 2)).match
    match = await leave(at, match, DAN)
    made = await make_offer(at.context, at.request(CLEO), match.id, "seat")
    assert not isinstance(made, AlreadyDone)
    assert made.sentence == "The seat in #1 is open: the post is in <#2>."
    assert (await take(at, EVE, 3)).match.seats[1:] == (EVE, CLEO)
    assert await verify(at) == []


async def test_an_admin_ends_a_match_with_an_open_seat(at: ClockContext) -> None:
    match = await open_seat(at, await begin(at), ANN, BOB, CLEO)
    await abandon_match(at.context, at.request(BOB), match.id, "enough", manager=True)
    assert (await opened(at)).status == "ended"
    assert await verify(at) == []


async def test_limits_on_matches_hold_for_newcomers(at: ClockContext) -> None:
    resources = GuildResources(frozenset(), frozenset())
    await change_settings(at.context, manager_request(GUILD), {"most": "1"}, resources, manager=True)
    await open_seat(at, await begin(at, "none"), ANN, BOB, CLEO)
    await take(at, DAN)
    match = await open_seat(at, await at.match(1), BOB, DAN, CLEO, named=2)
    other = await begin_for(at, EVE)
    with pytest.raises(RequestRejected, match="1 match"):
        await take(at, EVE, 2)
    assert (match.seats[1], other.seats[0]) == (BOB, EVE)


async def begin_for(at: ClockContext, person: Person) -> Match:
    """Begin a match of a person against Turnpost."""
    terms = ChallengeTerms(GAMES["xero-g"].info, {}, 1, 2, {}, "none")
    await issue_challenge(
        at.context, terms, (person, Person.computer(1)), guild_id=GUILD, channel_id=2, source_id=next(at.sources)
    )
    return await at.match(2)


async def test_a_newcomer_watches_the_match_no_longer(at: ClockContext) -> None:
    match = await open_seat(at, await begin(at), ANN, BOB, CLEO)
    await watch.watch_match(at.context, at.request(DAN), match.id, lambda _: True)
    await take(at, DAN)
    assert await verify(at) == []


async def test_what_a_newcomer_wrote_before_is_no_move(at: ClockContext) -> None:
    await open_seat(at, await begin(at), ANN, BOB, CLEO)
    match = (await take(at, DAN)).match
    async with at.context.database.read() as tx:
        assert await turn_start_id(at.context, tx, match) == (await log_of(at, match))[-1].source_id


async def test_notes_stay_with_those_who_wrote_them(at: ClockContext) -> None:
    match = await begin(at)
    await notes.add_note(at.context, at.request(ANN), match.id, "b4 looks weak")
    await open_seat(at, match, ANN, BOB, CLEO)
    match = (await take(at, DAN)).match
    assert (await notes.list_visible_notes(at.context, at.request(DAN), match.id)).shown == ()
    await notes.add_note(at.context, at.request(DAN), match.id, "so it does")
    with pytest.raises(RequestRejected):
        await notes.remove_note(at.context, at.request(DAN), match.id, 2)
    with pytest.raises(RequestRejected):
        await notes.remove_note(at.context, at.request(ANN), match.id, 1)
    await abandon_match(at.context, at.request(BOB), match.id, "enough", manager=True)
    shown = (await notes.list_visible_notes(at.context, at.request(EVE), match.id)).shown
    assert [(note.person, note.number, note.text) for note in shown] == [
        (ANN, 1, "b4 looks weak"),
        (DAN, 1, "so it does"),
    ]


async def test_what_was_planned_and_queued_goes_with_its_player(at: ClockContext) -> None:
    match = await begin(at)
    await queue_text(at.context, at.request(BOB), MoveText("2@d4, 2@e5", match.id))
    await open_seat(at, match, BOB, ANN, CLEO)
    async with at.context.database.read() as tx:
        assert await queued_moves.of_match(tx, match.id) == {}
    await queue_text(at.context, at.request(BOB), MoveText("2@d4, 2@e5", match.id))
    match = (await take(at, DAN)).match
    assert (await at.move(match.id)).to_move == 2
    assert await at.said("plan") == []


async def test_a_queued_move_keeps_an_open_seat(at: ClockContext) -> None:
    match = await open_seat(at, await begin(at), BOB, ANN, CLEO)
    await queue_text(at.context, at.request(BOB), MoveText("2@d4, 2@e5", match.id))
    match = await at.move(match.id)
    assert (match.to_move, (await opened(at)).status) == (3, "kept")
    assert await verify(at) == []


async def test_a_seat_of_a_match_in_direct_messages_cannot_be_opened(at: ClockContext) -> None:
    terms = ChallengeTerms(GAMES["zyrcan"].info, {}, 1, 3, {}, "none")
    made = await issue_challenge(
        at.context, terms, (ANN, BOB, CLEO), guild_id=DIRECT, channel_id=2, source_id=next(at.sources)
    )
    assert isinstance(made, Challenge)
    for person in (BOB, CLEO):
        await accept_challenge(at.context, made.id, person, next(at.sources), guild_id=None)
    with pytest.raises(RequestRejected, match="lives in direct messages, where nobody else could see an open seat"):
        await make_offer(at.context, Request(ANN.id, next(at.sources), 2, None), 1, "seat")


async def test_seats_that_cannot_be_given(at: ClockContext) -> None:
    match = await begin(at)
    with pytest.raises(RequestRejected, match=r"\*\*Bob\*\* is still playing in #1"):
        await make_offer(at.context, at.request(ANN), match.id, "seat", named=2)
    with pytest.raises(RequestRejected, match="#1 has seats 1 to 3"):
        await make_offer(at.context, at.request(ANN), match.id, "substitute", named=7)
    two = await at.begin("3d")
    with pytest.raises(RequestRejected, match="two players"):
        await make_offer(at.context, at.request(ANN), two.id, "seat")


async def test_a_match_on_another_server_is_unknown_here(at: ClockContext) -> None:
    await open_seat(at, await begin(at), ANN, BOB, CLEO)
    with pytest.raises(RequestRejected, match="There is no match #1"):
        await take_open_seat(at.context, Request(DAN.id, 99, 2, GUILD + 1), 1, DAN)


async def test_time_that_a_clock_was_set_by_moves_an_open_seat(at: ClockContext) -> None:
    match = await open_seat(at, await begin(at), BOB, ANN, CLEO)
    await at.move(match.id)
    at.time += timedelta(hours=5)
    await take(at, DAN)
    assert (await at.clock(match.id)).since == at.time
