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
from bot.referee.history.entries import list_entries
from bot.referee.offers.answer import answer_offer
from bot.referee.offers.make import make_offer
from bot.referee.seats.late_player import SILENCE
from games import GAMES
from storage.queries import events, outbox
from storage.queries import offers as stored_offers
from tests.bot.referee.clock_context import ANN, BOB, CLEO, DAY, HOUR, ClockContext, make_clock_context
from tests.database_template import create_database

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from pathlib import Path

    from storage.queries.rows import Match, Person


@pytest.fixture
async def at(tmp_path: Path) -> AsyncGenerator[ClockContext]:
    async with make_clock_context(await create_database(tmp_path / "record.db")) as context:
        yield context


async def ask(at: ClockContext, match: Match, person: Person) -> Match:
    """Ask for a substitute and return the match after that."""
    await make_offer(at.context, at.request(person), match.id, "substitute")
    return await at.match(match.id)


async def answer(at: ClockContext, match: Match, person: Person, *, agrees: bool = True) -> Match:
    await answer_offer(at.context, at.request(person), match.id, "substitute", agrees=agrees)
    return await at.match(match.id)


async def verify(at: ClockContext) -> list[str]:
    return [line async for verdict in verify_matches(at.context.database, GAMES) for line in verdict.differences]


async def test_all_others_agree_and_turnpost_has_the_seat(at: ClockContext) -> None:
    match = await at.begin("3d", "zyrcan", 3)
    await at.move(match.id)
    match = await ask(at, match, ANN)
    assert (await answer(at, match, BOB)).seats == (ANN, BOB, CLEO)
    before = match.position
    match = await answer(at, match, CLEO)
    assert [(person.name, person.level) for person in match.seats] == [
        ("Turnpost for Ann (level 2)", 2),
        ("Bob", None),
        ("Cleo", None),
    ]
    assert (match.position, match.to_move, match.gone) == (before, 2, frozenset())
    async with at.context.database.read() as tx:
        last = (await events.of_match(tx, match.id))[-1]
    assert (last.kind, last.seat, last.user_id, last.text) == ("substitute", 1, ANN.id, "Ann")
    assert await verify(at) == []
    with pytest.raises(RequestRejected, match="You don't play"):
        await ask(at, match, ANN)


async def test_a_player_whose_time_is_up_is_not_asked(at: ClockContext) -> None:
    match = await at.begin("3d", "zyrcan", 3)
    at.time += 3 * DAY - HOUR
    match = await ask(at, match, CLEO)
    assert [offer.seat for offer in await open_offers(at, match)] == [3], "nobody is late, so it's her own seat"
    await answer(at, match, CLEO, agrees=False)
    at.time += 2 * HOUR
    match = await ask(at, match, CLEO)
    assert [(offer.seat, offer.agreed) for offer in await open_offers(at, match)] == [(1, frozenset({3}))]
    match = await ask(at, match, BOB)
    assert match.computer_to_move
    assert await at.said("think") == [("think", match.seq)]
    assert (await at.clock(match.id)).deadline == at.time + 3 * DAY, "a substitute has a turn's time"
    assert await verify(at) == []


async def test_a_seat_out_of_turn_changes_no_clock(at: ClockContext) -> None:
    match = await at.begin("3d", "zyrcan", 3)
    deadline = (await at.clock(match.id)).deadline
    at.time += DAY
    await ask(at, match, CLEO)
    await answer(at, match, ANN)
    match = await answer(at, match, BOB)
    assert match.seats[2].level == 2
    assert (await at.clock(match.id)).deadline == deadline
    assert await verify(at) == []


async def test_without_a_clock_two_weeks_of_silence_make_late(at: ClockContext) -> None:
    match = await at.begin("none", "zyrcan", 3)
    at.time += 14 * DAY
    await ask(at, match, BOB)
    assert (await answer(at, match, CLEO)).seats[0].level == 2


async def test_without_a_clock_nobody_is_late_before_two_weeks(at: ClockContext) -> None:
    match = await at.begin("none", "zyrcan", 3)
    at.time += 14 * DAY - timedelta(seconds=1)
    await ask(at, match, BOB)  # so it's Bob's own seat that is given
    await answer(at, match, ANN)
    assert (await answer(at, match, CLEO)).seats[1].level == 2


async def test_one_who_declines_keeps_the_seat_as_it_is(at: ClockContext) -> None:
    match = await at.begin("none", "zyrcan", 3)
    await ask(at, match, ANN)
    match = await answer(at, match, CLEO, agrees=False)
    assert match.seats == (ANN, BOB, CLEO)
    with pytest.raises(RequestRejected, match="after that player's next move"):
        await ask(at, match, ANN)


async def test_computer_players_agree_at_once_but_one_person_stays(at: ClockContext) -> None:
    match = await at.begin("none", "zyrcan", 3)
    await ask(at, match, ANN)
    await answer(at, match, BOB)
    match = await answer(at, match, CLEO)
    at.time += SILENCE
    await ask(at, match, BOB)
    match = await answer(at, match, CLEO)
    assert [person.level for person in match.seats] == [2, 2, None]
    assert len({person.id for person in match.seats}) == 3
    with pytest.raises(RequestRejected, match="Nobody but me"):
        await ask(at, match, CLEO)
    assert await verify(at) == []


async def test_the_only_other_person_needs_nobodys_leave(at: ClockContext) -> None:
    match = await at.begin("3d", "zyrcan", 3)
    await ask(at, match, CLEO)
    await answer(at, match, ANN)
    match = await answer(at, match, BOB)
    at.time += 4 * DAY
    match = await ask(at, match, BOB)
    assert [person.level for person in match.seats] == [2, None, 2]
    async with at.context.database.read() as tx:
        assert await outbox.last_board_seq(tx, match.id) == match.seq
    assert await verify(at) == []


async def test_a_match_of_two_has_no_substitutes(at: ClockContext) -> None:
    match = await at.begin("3d")
    with pytest.raises(RequestRejected, match="two players"):
        await ask(at, match, ANN)


async def test_no_takeback_reaches_behind_a_substitute(at: ClockContext) -> None:
    match = await at.begin("none", "zyrcan", 3)
    match = await at.move(match.id)
    await ask(at, match, CLEO)
    await answer(at, match, ANN)
    match = await answer(at, match, BOB)
    with pytest.raises(RequestRejected, match="so it can't be taken back"):
        await make_offer(at.context, at.request(ANN), match.id, "takeback")


async def test_a_takeback_before_a_substitute_stays_sound_in_the_record(at: ClockContext) -> None:
    match = await at.begin("none", "zyrcan", 3)
    match = await at.move(match.id)
    await make_offer(at.context, at.request(ANN), match.id, "takeback")
    for person in (BOB, CLEO):
        await answer_offer(at.context, at.request(person), match.id, "takeback", agrees=True)
    match = await ask(at, await at.match(match.id), CLEO)
    await answer(at, match, ANN)
    match = await answer(at, match, BOB)
    assert match.seats[2].level == 2
    assert await verify(at) == []


async def test_the_record_of_a_match_with_a_substitute_reads_back(at: ClockContext) -> None:
    match = await at.begin("none", "zyrcan", 3)
    match = await at.move(match.id)
    await ask(at, match, CLEO)
    await answer(at, match, ANN)
    match = await answer(at, match, BOB)
    async with at.context.database.read() as tx:
        log = await events.of_match(tx, match.id)
    again, log_again, *_ = match_json.read(match_json.write(match, log, None, None).encode())
    assert again.seats == match.seats
    assert list(check_log(again, log_again, at.time)) == []
    forged = [log_again[0], replace(log_again[1], user_id=BOB.id)]
    assert list(check_log(again, forged, at.time)) == ["one player has two seats"]
    assert list(check_log(replace(again, seats=(ANN, BOB, CLEO)), log_again, at.time)) == ["one player has two seats"]
    assert [entry.event.kind for entry in list_entries(log_again)] == ["move", "substitute"]


async def open_offers(at: ClockContext, match: Match) -> list[stored_offers.Offer]:
    async with at.context.database.read() as tx:
        return await stored_offers.list_open(tx, match)
