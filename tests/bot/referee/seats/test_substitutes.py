"""Substitutes: who has to agree, what becomes of the seat, and that the record stays sound."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from bot.admin.verify.matches import verify_matches
from bot.match_files import match_json
from bot.match_files.log_checks import check_log
from bot.referee.errors import RequestRejected
from bot.referee.history.rebuild import list_entries
from bot.referee.offers import answer_offer, make_offer
from bot.referee.reminders import SILENCE
from games import GAMES
from storage.queries import events, offers as stored_offers, outbox
from tests.bot.referee.clock_context import ANN, BOB, CLEO, DAY, HOUR, ClockContext

if TYPE_CHECKING:
    from storage.queries.rows import Match, Person


async def ask(here: ClockContext, match: Match, person: Person) -> Match:
    """Ask for a substitute and return the match after that."""
    await make_offer(here.context, here.request(person), match.id, "substitute")
    return await here.match(match.id)


async def answer(here: ClockContext, match: Match, person: Person, *, agrees: bool = True) -> Match:
    await answer_offer(here.context, here.request(person), match.id, "substitute", agrees=agrees)
    return await here.match(match.id)


async def verify(here: ClockContext) -> list[str]:
    return [line async for verdict in verify_matches(here.context.database, GAMES) for line in verdict.differences]


async def test_all_others_agree_and_turnpost_has_the_seat(here: ClockContext) -> None:
    match = await here.begin("3d", "zyrcan", 3)
    await here.move(match.id)
    match = await ask(here, match, ANN)
    assert (await answer(here, match, BOB)).seats == (ANN, BOB, CLEO)
    before = match.position
    match = await answer(here, match, CLEO)
    assert [(person.name, person.level) for person in match.seats] == [
        ("Turnpost for Ann (level 2)", 2),
        ("Bob", None),
        ("Cleo", None),
    ]
    assert (match.position, match.to_move, match.gone) == (before, 2, frozenset())
    async with here.context.database.read() as tx:
        last = (await events.of_match(tx, match.id))[-1]
    assert (last.kind, last.seat, last.user_id, last.text) == ("substitute", 1, ANN.id, "Ann")
    assert await verify(here) == []
    with pytest.raises(RequestRejected, match="You don't play"):
        await ask(here, match, ANN)


async def test_a_player_whose_time_is_up_is_not_asked(here: ClockContext) -> None:
    match = await here.begin("3d", "zyrcan", 3)
    here.time += 3 * DAY - HOUR
    match = await ask(here, match, CLEO)
    assert [offer.seat for offer in await open_offers(here, match)] == [3], "nobody is late, so it's her own seat"
    await answer(here, match, CLEO, agrees=False)
    here.time += 2 * HOUR
    match = await ask(here, match, CLEO)
    assert [(offer.seat, offer.agreed) for offer in await open_offers(here, match)] == [(1, frozenset({3}))]
    match = await ask(here, match, BOB)
    assert match.computer_to_move
    assert await here.said("think") == [("think", match.seq)]
    assert (await here.clock(match.id)).deadline == here.time + 3 * DAY, "a substitute has a turn's time"
    assert await verify(here) == []


async def test_a_seat_out_of_turn_changes_no_clock(here: ClockContext) -> None:
    match = await here.begin("3d", "zyrcan", 3)
    deadline = (await here.clock(match.id)).deadline
    here.time += DAY
    await ask(here, match, CLEO)
    await answer(here, match, ANN)
    match = await answer(here, match, BOB)
    assert match.seats[2].level == 2
    assert (await here.clock(match.id)).deadline == deadline
    assert await verify(here) == []


async def test_without_a_clock_five_days_of_silence_make_late(here: ClockContext) -> None:
    match = await here.begin("none", "zyrcan", 3)
    here.time += 5 * DAY
    await ask(here, match, BOB)
    assert (await answer(here, match, CLEO)).seats[0].level == 2


async def test_without_a_clock_nobody_is_late_before_five_days(here: ClockContext) -> None:
    match = await here.begin("none", "zyrcan", 3)
    here.time += 5 * DAY - timedelta(seconds=1)
    await ask(here, match, BOB)  # so it's Bob's own seat that is given
    await answer(here, match, ANN)
    assert (await answer(here, match, CLEO)).seats[1].level == 2


async def test_one_who_declines_keeps_the_seat_as_it_is(here: ClockContext) -> None:
    match = await here.begin("none", "zyrcan", 3)
    await ask(here, match, ANN)
    match = await answer(here, match, CLEO, agrees=False)
    assert match.seats == (ANN, BOB, CLEO)
    with pytest.raises(RequestRejected, match="after that player's next move"):
        await ask(here, match, ANN)


async def test_computer_players_agree_at_once_but_one_person_stays(here: ClockContext) -> None:
    match = await here.begin("none", "zyrcan", 3)
    await ask(here, match, ANN)
    await answer(here, match, BOB)
    match = await answer(here, match, CLEO)
    here.time += SILENCE
    await ask(here, match, BOB)
    match = await answer(here, match, CLEO)
    assert [person.level for person in match.seats] == [2, 2, None]
    assert len({person.id for person in match.seats}) == 3
    with pytest.raises(RequestRejected, match="Nobody but me"):
        await ask(here, match, CLEO)
    assert await verify(here) == []


async def test_the_only_other_person_needs_nobodys_leave(here: ClockContext) -> None:
    match = await here.begin("3d", "zyrcan", 3)
    await ask(here, match, CLEO)
    await answer(here, match, ANN)
    match = await answer(here, match, BOB)
    here.time += 4 * DAY
    match = await ask(here, match, BOB)
    assert [person.level for person in match.seats] == [2, None, 2]
    async with here.context.database.read() as tx:
        assert await outbox.last_board_seq(tx, match.id) == match.seq
    assert await verify(here) == []


async def test_a_match_of_two_has_no_substitutes(here: ClockContext) -> None:
    match = await here.begin("3d")
    with pytest.raises(RequestRejected, match="two players"):
        await ask(here, match, ANN)


async def test_no_takeback_reaches_behind_a_substitute(here: ClockContext) -> None:
    match = await here.begin("none", "zyrcan", 3)
    match = await here.move(match.id)
    await ask(here, match, CLEO)
    await answer(here, match, ANN)
    match = await answer(here, match, BOB)
    with pytest.raises(RequestRejected, match="so it can't be taken back"):
        await make_offer(here.context, here.request(ANN), match.id, "takeback")


async def test_a_takeback_before_a_substitute_stays_sound_in_the_record(here: ClockContext) -> None:
    match = await here.begin("none", "zyrcan", 3)
    match = await here.move(match.id)
    await make_offer(here.context, here.request(ANN), match.id, "takeback")
    for person in (BOB, CLEO):
        await answer_offer(here.context, here.request(person), match.id, "takeback", agrees=True)
    match = await ask(here, await here.match(match.id), CLEO)
    await answer(here, match, ANN)
    match = await answer(here, match, BOB)
    assert match.seats[2].level == 2
    assert await verify(here) == []


async def test_the_record_of_a_match_with_a_substitute_reads_back(here: ClockContext) -> None:
    match = await here.begin("none", "zyrcan", 3)
    match = await here.move(match.id)
    await ask(here, match, CLEO)
    await answer(here, match, ANN)
    match = await answer(here, match, BOB)
    async with here.context.database.read() as tx:
        log = await events.of_match(tx, match.id)
    again, log_again, *_ = match_json.read(match_json.write(match, log, None, None).encode())
    assert again.seats == match.seats
    assert list(check_log(again, log_again, here.time)) == []
    forged = [log_again[0], replace(log_again[1], user_id=BOB.id)]
    assert list(check_log(again, forged, here.time)) == ["one player has two seats"]
    assert list(check_log(replace(again, seats=(ANN, BOB, CLEO)), log_again, here.time)) == ["one player has two seats"]
    assert [entry.event.kind for entry in list_entries(log_again)] == ["move", "substitute"]


async def open_offers(here: ClockContext, match: Match) -> list[stored_offers.Offer]:
    async with here.context.database.read() as tx:
        return await stored_offers.list_open(tx, match)
