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
from bot.referee import endings, threads
from bot.referee.challenges.answer import accept_challenge
from bot.referee.challenges.issue import ChallengeTerms, issue_challenge
from bot.referee.endings import abandon_match, claim_match, resign
from bot.referee.errors import RequestRejected
from bot.referee.guilds.setting_values import GuildResources
from bot.referee.history.history import mainline
from bot.referee.log import notes
from bot.referee.offers import answer_offer, make_offer
from bot.referee.reminders import SILENCE
from bot.referee.requests import AlreadyDone, MoveText, Request
from bot.referee.seats import SeatTaken, give_open_seat, is_player_late, take_open_seat
from bot.referee.servers import BlockTarget, block_person, change_settings
from bot.referee.turn_start import id_at, turn_start_id
from bot.referee.turns.queue import queue_text
from games import GAMES
from storage.queries import events, open_seats, queued_moves
from storage.queries.rows import DIRECT, Challenge, Match, Person
from tests.bot.referee.clock_context import ANN, BOB, CLEO, DAY, GUILD, HOUR, MINUTE, ClockContext
from tests.bot.referee.manager import manager_request

if TYPE_CHECKING:
    from storage.queries.rows import Event, OpenSeat

SECOND = timedelta(seconds=1)


async def is_late(here: ClockContext, match_id: int) -> bool:
    async with here.context.database.write() as tx:
        return await is_player_late(here.context, tx, await here.match(match_id))


@pytest.mark.parametrize(("clock", "length"), [("3d", 3 * DAY), ("none", SILENCE)])
async def test_a_player_is_late_from_the_moment_that_the_time_is_up(
    here: ClockContext, clock: str, length: timedelta
) -> None:
    match = await here.begin(clock)
    here.time = match.since + length - SECOND
    assert not await is_late(here, match.id)
    here.time += SECOND
    assert await is_late(here, match.id)
    await here.move(match.id)
    assert not await is_late(here, match.id), "now it's the other's turn"


@pytest.mark.parametrize("clock", ["3d", "none"])
async def test_nobody_is_late_in_a_match_that_ended_or_where_turnpost_is_to_move(
    here: ClockContext, clock: str
) -> None:
    match = await here.begin(clock)
    await resign(here.context, here.request(BOB), match.id)
    terms = ChallengeTerms(GAMES["xero-g"].info, {}, 2, 2, {}, clock=clock, computers=1)
    other = await issue_challenge(
        here.context, terms, (ANN,), guild_id=GUILD, channel_id=2, source_id=next(here.sources)
    )
    assert isinstance(other, Match)
    here.time += 2 * SILENCE
    assert not await is_late(here, match.id)
    assert not await is_late(here, other.id)


DAN, EVE = Person(4, "Dan"), Person(5, "Eve")


async def begin(here: ClockContext, clock: str = "3d") -> Match:
    return await here.begin(clock, "zyrcan", 3)


async def open_seat(
    here: ClockContext, match: Match, asker: Person, *others: Person, named: int | None = None
) -> Match:
    """Ask for an open seat, let the others agree, and return the match."""
    await make_offer(here.context, here.request(asker), match.id, "seat", named=named)
    for person in others:
        await answer_offer(here.context, here.request(person), match.id, "seat", agrees=True)
    return await here.match(match.id)


async def take(here: ClockContext, person: Person, number: int = 1) -> SeatTaken:
    taken = await take_open_seat(here.context, here.request(person), number, person)
    assert isinstance(taken, SeatTaken)
    return taken


async def leave(here: ClockContext, match: Match, person: Person) -> Match:
    await endings.resign(here.context, here.request(person), match.id)
    return await here.match(match.id)


async def opened(here: ClockContext, number: int = 1) -> OpenSeat:
    async with here.context.database.read() as tx:
        return await open_seats.require(tx, number)


async def log_of(here: ClockContext, match: Match) -> list[Event]:
    async with here.context.database.read() as tx:
        return await events.of_match(tx, match.id)


async def verify(here: ClockContext) -> list[str]:
    found = verify_matches(here.context.database, GAMES, here.time + MINUTE)
    return [line async for verdict in found for line in verdict.differences]


async def test_the_first_who_takes_an_open_seat_plays_on(here: ClockContext) -> None:
    match = await begin(here)
    match = await open_seat(here, match, ANN, BOB, CLEO)
    assert (match.seats, match.seq) == ((ANN, BOB, CLEO), 0)
    assert await verify(here) == []
    here.time += DAY
    match = (await take(here, DAN)).match
    assert (match.seats, match.to_move, match.gone) == ((DAN, BOB, CLEO), 1, frozenset())
    assert (await opened(here)).status == "taken"
    last = (await log_of(here, match))[-1]
    assert (last.kind, last.seat, last.user_id, last.text) == ("substitute", 1, ANN.id, "Ann")
    assert (await here.clock(match.id)).deadline == here.time + 3 * DAY, "a newcomer has a turn's time"
    assert await here.said("open_seat", "seat_closed") == [("open_seat", 0), ("seat_closed", 1)]
    assert await verify(here) == []
    with pytest.raises(RequestRejected, match=r"\*\*Dan\*\* was faster and has that seat now: #1"):
        await take(here, EVE)
    assert (await here.move(match.id)).to_move == 2
    assert await verify(here) == []


async def test_who_is_blocked_takes_no_open_seat_but_keeps_their_own(here: ClockContext) -> None:
    match = await begin(here)
    await open_seat(here, match, BOB, ANN, CLEO)
    for person in (DAN, BOB):
        await block_person(here.context, manager_request(GUILD), BlockTarget(person.id), "", manager=True)
    with pytest.raises(RequestRejected, match="You're blocked"):
        await take(here, DAN)
    assert (await take(here, BOB)).kept
    assert (await opened(here)).status == "kept"


async def test_of_two_who_press_at_once_one_gets_the_seat(here: ClockContext) -> None:
    match = await open_seat(here, await begin(here), ANN, BOB, CLEO)
    results = await asyncio.gather(take(here, DAN), take(here, EVE), return_exceptions=True)
    assert {type(one) for one in results} == {RequestRejected, SeatTaken}
    assert [event.kind for event in await log_of(here, match)] == ["substitute"]
    assert await verify(here) == []


async def test_the_same_press_counts_once(here: ClockContext) -> None:
    await open_seat(here, await begin(here), ANN, BOB, CLEO)
    press = here.request(DAN)
    assert isinstance(await take_open_seat(here.context, press, 1, DAN), SeatTaken)
    assert await take_open_seat(here.context, press, 1, DAN) == AlreadyDone()


async def test_nobody_with_a_seat_takes_another_one(here: ClockContext) -> None:
    match = await begin(here)
    await open_seat(here, match, ANN, BOB, CLEO)
    with pytest.raises(RequestRejected, match="You've had a seat in #1"):
        await take(here, BOB)
    await take(here, DAN)
    match = await open_seat(here, match, CLEO, DAN, BOB)
    with pytest.raises(RequestRejected, match="You've had a seat in #1"):
        await take(here, ANN, 2)
    match = (await take(here, EVE, 2)).match
    assert match.seats == (DAN, BOB, EVE)
    assert await verify(here) == []


async def test_a_seat_changes_hands_twice(here: ClockContext) -> None:
    match = await here.move((await begin(here)).id)
    await open_seat(here, match, ANN, BOB, CLEO, named=1)
    match = (await take(here, DAN)).match
    await open_seat(here, match, DAN, BOB, CLEO, named=1)
    match = (await take(here, EVE, 2)).match
    log = await log_of(here, match)
    assert [(event.kind, event.user_id) for event in log[1:]] == [("substitute", ANN.id), ("substitute", DAN.id)]
    assert await verify(here) == []
    again, log_again, *_ = match_json.read(match_json.write(match, log, None, None).encode())
    assert again.seats == (EVE, BOB, CLEO)
    assert list(check_log(again, log_again, here.time)) == []


async def test_the_player_of_an_open_seat_keeps_it_with_a_move(here: ClockContext) -> None:
    match = await open_seat(here, await begin(here), ANN, BOB, CLEO)
    with pytest.raises(RequestRejected, match="play your move in #1, and you keep it"):
        await take(here, ANN)
    await here.move(match.id)
    assert (await opened(here)).status == "kept"
    assert (await here.clock(match.id)).deadline == here.time + 3 * DAY
    assert await verify(here) == []
    with pytest.raises(RequestRejected, match=r"\*\*Ann\*\* kept that seat: #1"):
        await take(here, DAN)


async def test_a_player_who_waits_keeps_an_open_seat_with_its_button(here: ClockContext) -> None:
    match = await begin(here)
    deadline = (await here.clock(match.id)).deadline
    await open_seat(here, match, CLEO, ANN, BOB)
    assert (await here.clock(match.id)).deadline == deadline, "it's Ann's turn, and hers isn't open"
    assert (await take(here, CLEO)).kept
    assert ((await opened(here)).status, (await here.match(match.id)).seats) == ("kept", (ANN, BOB, CLEO))
    assert await verify(here) == []


async def test_the_clock_of_an_open_seat_stands(here: ClockContext) -> None:
    match = await begin(here)
    here.time += 2 * DAY
    await open_seat(here, match, BOB, ANN, CLEO)
    match = await here.move(match.id)
    assert (await here.clock(match.id)).deadline is None, "Bob's turn came, and his seat is open"
    await here.pass_time(5 * DAY, DAY)
    assert await here.said("alarm", "nudge", "timeout") == []
    assert await verify(here) == []
    match = await here.move(match.id)
    assert (match.to_move, (await opened(here)).status) == (3, "kept")
    assert (await here.clock(match.id)).left[1] == 3 * DAY
    assert await verify(here) == []


async def test_time_in_the_bank_is_not_used_while_a_seat_is_open(here: ClockContext) -> None:
    match = await begin(here, "3d+1h cap 3d")
    here.time += DAY
    await open_seat(here, match, ANN, BOB, CLEO)
    here.time += 2 * DAY
    await here.move(match.id)
    assert (await here.clock(match.id)).left[0] == 2 * DAY + HOUR
    assert await verify(here) == []


async def test_the_seat_of_a_late_player_can_be_opened_and_not_be_claimed(here: ClockContext) -> None:
    match = await begin(here)
    here.time += 3 * DAY + HOUR
    await here.tick()
    await open_seat(here, match, BOB, CLEO)
    assert (await opened(here)).seat == 1
    assert (await here.clock(match.id)).deadline is None
    with pytest.raises(RequestRejected, match="open to anybody, and the clock is paused"):
        await claim_match(here.context, here.request(CLEO), match.id)
    await here.tick()
    assert await verify(here) == []
    match = (await take(here, DAN)).match
    assert (match.seats[0], (await here.clock(match.id)).deadline) == (DAN, here.time + 3 * DAY)
    assert await verify(here) == []


async def test_an_open_seat_keeps_nobody_else_from_running_out_of_time(here: ClockContext) -> None:
    match = await open_seat(here, await begin(here), CLEO, ANN, BOB)
    here.time += 3 * DAY + HOUR
    await claim_match(here.context, here.request(BOB), match.id)
    assert ((await here.match(match.id)).gone, (await opened(here)).status) == ({1}, "open")
    assert await verify(here) == []


async def test_a_seat_that_just_left_comes_back_with_whoever_takes_it(here: ClockContext) -> None:
    match = await begin(here)
    before = match.position
    match = await leave(here, match, ANN)
    assert (match.gone, match.to_move) == (frozenset({1}), 2)
    here.time += HOUR
    match = await open_seat(here, match, BOB, CLEO)
    assert (await here.clock(match.id)).deadline is None, "nobody's time passes until that is decided"
    assert await verify(here) == []
    here.time += DAY
    match = (await take(here, DAN)).match
    assert (match.seats, match.gone) == ((DAN, BOB, CLEO), frozenset())
    assert (match.position, match.to_move) == (before, 1)
    log = await log_of(here, match)
    assert [event.kind for event in log] == ["leave", "substitute"]
    assert [event.kind for event in mainline(log)] == ["substitute"]
    assert (await here.clock(match.id)).deadline == here.time + 3 * DAY
    match = await here.move(match.id)
    assert match.to_move == 2
    assert await verify(here) == []
    assert list(check_play(GAMES["zyrcan"], match, await log_of(here, match))) == []
    again, log_again, *_ = match_json.read(match_json.write(match, await log_of(here, match), None, None).encode())
    assert (again.gone, again.seats) == (frozenset(), match.seats)
    assert list(check_log(again, log_again, here.time)) == []


async def test_one_who_left_out_of_turn_is_replaced_without_a_new_turn(here: ClockContext) -> None:
    match = await leave(here, await begin(here), CLEO)
    here.time += DAY
    match = await open_seat(here, match, BOB, ANN)
    assert (await here.clock(match.id)).deadline is None
    here.time += DAY
    match = (await take(here, DAN)).match
    assert (match.seats, match.to_move, match.gone) == ((ANN, BOB, DAN), 1, frozenset())
    assert (await here.clock(match.id)).deadline == here.time + 2 * DAY, "Ann had used one day"
    assert await verify(here) == []


async def test_a_seat_that_left_stays_out_once_the_match_went_on(here: ClockContext) -> None:
    match = await leave(here, await begin(here), ANN)
    await open_seat(here, match, BOB, CLEO)
    match = await here.move(match.id)
    assert (await opened(here)).status == "went on"
    assert await verify(here) == []
    with pytest.raises(RequestRejected, match="went on without that seat: #1"):
        await take(here, DAN)
    with pytest.raises(RequestRejected, match=r"\*\*Ann\*\* left #1, and the match went on since"):
        await make_offer(here.context, here.request(CLEO), match.id, "seat", named=1)


async def test_turnpost_can_take_a_seat_that_just_left(here: ClockContext) -> None:
    match = await leave(here, await begin(here), ANN)
    await make_offer(here.context, here.request(BOB), match.id, "substitute")
    await answer_offer(here.context, here.request(CLEO), match.id, "substitute", agrees=True)
    match = await here.match(match.id)
    assert (match.seats[0].level, match.to_move, match.gone) == (2, 1, frozenset())
    assert await verify(here) == []


async def test_where_late_seats_leave_at_once_they_can_still_be_opened(here: ClockContext) -> None:
    await change_settings(
        here.context,
        manager_request(GUILD),
        {"timeout": "ends"},
        GuildResources(frozenset(), frozenset()),
        manager=True,
    )
    match = await begin(here)
    here.time += 3 * DAY + HOUR
    await here.tick()
    match = await here.match(match.id)
    assert match.gone == {1}
    here.sources = count(id_at(here.time) + 1)  # no message brought the turn, so that its time tells
    await open_seat(here, match, CLEO, BOB)
    match = (await take(here, DAN)).match
    assert (match.seats[0], match.to_move) == (DAN, 1)
    assert await verify(here) == []


async def test_other_events_close_an_open_seat(here: ClockContext) -> None:
    match = await begin(here)
    await open_seat(here, match, ANN, BOB, CLEO)
    match = await leave(here, match, ANN)
    assert (await opened(here)).status == "left"
    await open_seat(here, match, BOB, CLEO)
    match = await leave(here, match, CLEO)
    assert [(await opened(here, number)).status for number in (1, 2)] == ["left", "ended"]
    assert match.ended_at
    assert await verify(here) == []
    with pytest.raises(RequestRejected, match="The match is over: #1"):
        await take(here, DAN, 2)


async def test_an_open_seat_stays_open_while_others_play(here: ClockContext) -> None:
    match = await begin(here)
    await open_seat(here, match, CLEO, ANN, BOB)
    await here.move(match.id)
    await here.move(match.id)
    assert ((await opened(here)).status, (await here.clock(match.id)).deadline) == ("open", None)
    assert await verify(here) == []
    with pytest.raises(RequestRejected, match="A seat of #1 is open already"):
        await make_offer(here.context, here.request(BOB), match.id, "seat")
    match = (await take(here, DAN)).match
    assert (match.seats[2], match.to_move) == (DAN, 3)
    assert await verify(here) == []


async def test_an_open_seat_goes_to_turnpost_after_a_week_or_when_a_player_wants_it(here: ClockContext) -> None:
    match = await open_seat(here, await begin(here), ANN, BOB, CLEO)
    with pytest.raises(RequestRejected, match="The other players of #1 decide"):
        await give_open_seat(here.context, here.request(ANN), 1)
    with pytest.raises(RequestRejected, match="You don't play in #1"):
        await give_open_seat(here.context, here.request(DAN), 1)
    here.time += 7 * DAY - MINUTE
    await here.tick()
    assert (await opened(here)).status == "open"
    here.time += MINUTE
    await here.tick()
    await here.tick()
    match = await here.match(match.id)
    assert ((await opened(here)).status, match.seats[0].level) == ("turnpost", 2)
    assert await here.said("think") == [("think", 1)]
    assert await verify(here) == []
    here.sources = count(id_at(here.time) + 1)  # as above
    await open_seat(here, match, CLEO, BOB)
    await give_open_seat(here.context, here.request(BOB), 2)
    assert [person.level for person in (await here.match(match.id)).seats] == [2, None, 2]
    assert await verify(here) == []


async def test_a_seat_can_be_opened_without_a_clock_and_with_one_person_left(here: ClockContext) -> None:
    match = await leave(here, await begin(here, "none"), ANN)
    await open_seat(here, match, BOB, CLEO)
    await give_open_seat(here.context, here.request(CLEO), 1)
    match = await open_seat(here, await here.match(match.id), BOB, CLEO)
    match = (await take(here, DAN, 2)).match
    match = await leave(here, match, DAN)
    made = await make_offer(here.context, here.request(CLEO), match.id, "seat")
    assert not isinstance(made, AlreadyDone)
    assert made.sentence == "The seat in #1 is open: the post is in <#2>."
    assert (await take(here, EVE, 3)).match.seats[1:] == (EVE, CLEO)
    assert await verify(here) == []


async def test_an_admin_ends_a_match_with_an_open_seat(here: ClockContext) -> None:
    match = await open_seat(here, await begin(here), ANN, BOB, CLEO)
    await abandon_match(here.context, here.request(BOB), match.id, "enough", manager=True)
    assert (await opened(here)).status == "ended"
    assert await verify(here) == []


async def test_limits_on_matches_hold_for_newcomers(here: ClockContext) -> None:
    resources = GuildResources(frozenset(), frozenset())
    await change_settings(here.context, manager_request(GUILD), {"most": "1"}, resources, manager=True)
    await open_seat(here, await begin(here, "none"), ANN, BOB, CLEO)
    await take(here, DAN)
    match = await open_seat(here, await here.match(1), BOB, DAN, CLEO, named=2)
    other = await begin_for(here, EVE)
    with pytest.raises(RequestRejected, match="1 match"):
        await take(here, EVE, 2)
    assert (match.seats[1], other.seats[0]) == (BOB, EVE)


async def begin_for(here: ClockContext, person: Person) -> Match:
    """Begin a match of a person against Turnpost."""
    terms = ChallengeTerms(GAMES["xero-g"].info, {}, 1, 2, {}, "none")
    await issue_challenge(
        here.context, terms, (person, Person.computer(1)), guild_id=GUILD, channel_id=2, source_id=next(here.sources)
    )
    return await here.match(2)


async def test_a_newcomer_watches_the_match_no_longer(here: ClockContext) -> None:
    match = await open_seat(here, await begin(here), ANN, BOB, CLEO)
    await threads.watch_match(here.context, here.request(DAN), match.id, lambda _: True)
    await take(here, DAN)
    assert await verify(here) == []


async def test_what_a_newcomer_wrote_before_is_no_move(here: ClockContext) -> None:
    await open_seat(here, await begin(here), ANN, BOB, CLEO)
    match = (await take(here, DAN)).match
    async with here.context.database.read() as tx:
        assert await turn_start_id(here.context, tx, match) == (await log_of(here, match))[-1].source_id


async def test_notes_stay_with_those_who_wrote_them(here: ClockContext) -> None:
    match = await begin(here)
    await notes.add_note(here.context, here.request(ANN), match.id, "b4 looks weak")
    await open_seat(here, match, ANN, BOB, CLEO)
    match = (await take(here, DAN)).match
    assert (await notes.list_visible_notes(here.context, here.request(DAN), match.id)).shown == ()
    await notes.add_note(here.context, here.request(DAN), match.id, "so it does")
    with pytest.raises(RequestRejected):
        await notes.remove_note(here.context, here.request(DAN), match.id, 2)
    with pytest.raises(RequestRejected):
        await notes.remove_note(here.context, here.request(ANN), match.id, 1)
    await abandon_match(here.context, here.request(BOB), match.id, "enough", manager=True)
    shown = (await notes.list_visible_notes(here.context, here.request(EVE), match.id)).shown
    assert [(note.person, note.number, note.text) for note in shown] == [
        (ANN, 1, "b4 looks weak"),
        (DAN, 1, "so it does"),
    ]


async def test_what_was_planned_and_queued_goes_with_its_player(here: ClockContext) -> None:
    match = await begin(here)
    await queue_text(here.context, here.request(BOB), MoveText("2@d4, 2@e5", match.id))
    await open_seat(here, match, BOB, ANN, CLEO)
    async with here.context.database.read() as tx:
        assert await queued_moves.of_match(tx, match.id) == {}
    await queue_text(here.context, here.request(BOB), MoveText("2@d4, 2@e5", match.id))
    match = (await take(here, DAN)).match
    assert (await here.move(match.id)).to_move == 2
    assert await here.said("plan") == []


async def test_a_queued_move_keeps_an_open_seat(here: ClockContext) -> None:
    match = await open_seat(here, await begin(here), BOB, ANN, CLEO)
    await queue_text(here.context, here.request(BOB), MoveText("2@d4, 2@e5", match.id))
    match = await here.move(match.id)
    assert (match.to_move, (await opened(here)).status) == (3, "kept")
    assert await verify(here) == []


async def test_a_seat_of_a_match_in_direct_messages_cannot_be_opened(here: ClockContext) -> None:
    terms = ChallengeTerms(GAMES["zyrcan"].info, {}, 1, 3, {}, "none")
    made = await issue_challenge(
        here.context, terms, (ANN, BOB, CLEO), guild_id=DIRECT, channel_id=2, source_id=next(here.sources)
    )
    assert isinstance(made, Challenge)
    for person in (BOB, CLEO):
        await accept_challenge(here.context, made.id, person, next(here.sources), guild_id=None)
    with pytest.raises(RequestRejected, match="is played in direct messages, where nobody else could see an open seat"):
        await make_offer(here.context, Request(ANN.id, next(here.sources), 2, None), 1, "seat")


async def test_seats_that_cannot_be_given(here: ClockContext) -> None:
    match = await begin(here)
    with pytest.raises(RequestRejected, match=r"\*\*Bob\*\* is still playing in #1"):
        await make_offer(here.context, here.request(ANN), match.id, "seat", named=2)
    with pytest.raises(RequestRejected, match="#1 has seats 1 to 3"):
        await make_offer(here.context, here.request(ANN), match.id, "substitute", named=7)
    two = await here.begin("3d")
    with pytest.raises(RequestRejected, match="two players"):
        await make_offer(here.context, here.request(ANN), two.id, "seat")


async def test_a_match_on_another_server_is_unknown_here(here: ClockContext) -> None:
    await open_seat(here, await begin(here), ANN, BOB, CLEO)
    with pytest.raises(RequestRejected, match="There's no match #1"):
        await take_open_seat(here.context, Request(DAN.id, 99, 2, GUILD + 1), 1, DAN)


async def test_time_that_a_clock_was_set_by_moves_an_open_seat(here: ClockContext) -> None:
    match = await open_seat(here, await begin(here), BOB, ANN, CLEO)
    await here.move(match.id)
    here.time += timedelta(hours=5)
    await take(here, DAN)
    assert (await here.clock(match.id)).since == here.time
