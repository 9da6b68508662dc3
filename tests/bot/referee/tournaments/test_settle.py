"""Losses on time and withdrawals: a warning, then out; results struck or lost."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import select

from bot.referee.errors import RequestRejected
from bot.referee.requests import Permissions
from bot.referee.tournaments.sign_up import remove_person, withdraw_person
from storage.queries import events
from storage.schema import outbox
from tests.bot.referee.tournaments.tournament_context import DAY, GUILD
from tests.guild_settings import serve

if TYPE_CHECKING:
    from storage.queries.rows import Entrant, Tournament
    from tests.bot.referee.tournaments.tournament_context import Organizer


async def entrant(organizer: Organizer, made: Tournament, user_id: int) -> Entrant:
    return next(each for each in await organizer.people(made) if each.user_id == user_id)


async def test_a_person_who_never_moved_is_withdrawn_by_the_first_loss_on_time(organizer: Organizer) -> None:
    made = await organizer.begin("league", 4, clock="1d", at_once=1)
    match, other = await organizer.running(made)
    await organizer.move(other)
    mover = match.seats[(match.to_move or 1) - 1].id

    await organizer.wait(DAY)

    late = await entrant(organizer, made, mover)
    assert late.withdrawn_at is not None
    assert late.struck
    told = await organizer.posted("tournament_notice")
    assert (mover, "struck") in [(body["user"], body["notice"]) for body in told]


async def test_a_person_who_moved_is_warned_first_and_withdrawn_the_second_time(organizer: Organizer) -> None:
    made = await organizer.begin("league", 3, clock="1d", at_once=2)
    for match in await organizer.running(made):  # everybody has moved somewhere but perhaps one person
        await organizer.move(match)
        await organizer.move(match)
    await organizer.wait(DAY)
    people = await organizer.people(made)
    late = {
        each.user_id: sum(seat.late for pairing in await organizer.pairings(made) for seat in pairing.seats
                          if seat.user_id == each.user_id)
        for each in people
    }  # fmt: skip
    assert max(late.values()) >= 1
    for each in people:
        assert each.warned == (late[each.user_id] >= 1)
        assert (each.withdrawn_at is not None) == (late[each.user_id] >= 2)


async def test_the_running_matches_of_who_withdraws_end_and_say_why(organizer: Organizer) -> None:
    made = await organizer.begin("league", 3, at_once=2)
    own = [match for match in await organizer.running(made) if any(person.id == 2 for person in match.seats)]

    await organizer.withdraw(made, 2)

    assert len(own) == 2
    assert all(not any(person.id == 2 for person in match.seats) for match in await organizer.running(made))
    async with organizer.context.database.read() as tx:
        log = await events.of_match(tx, own[0].id)
    assert (log[-1].kind, log[-1].text, log[-1].user_id) == ("leave", "withdrew from the event", None)


@pytest.mark.thorough
async def test_with_fewer_than_half_played_all_results_are_struck(organizer: Organizer) -> None:
    made = await organizer.begin("league", 5, at_once=4)
    first = next(match for match in await organizer.running(made) if any(person.id == 5 for person in match.seats))
    await organizer.lose(first, next(person.id for person in first.seats if person.id != 5))
    await organizer.wait()

    await organizer.withdraw(made, 5)

    assert (await entrant(organizer, made, 5)).struck
    (rows,) = await organizer.standings(made)
    assert 5 not in [row.person for row in rows]
    assert all(row.points == 0 for row in rows)


@pytest.mark.thorough
async def test_with_half_played_the_rest_are_lost(organizer: Organizer) -> None:
    made = await organizer.begin("league", 5, at_once=4)
    own = [match for match in await organizer.running(made) if any(person.id == 5 for person in match.seats)]
    for match in own[:2]:
        await organizer.lose(match, next(person.id for person in match.seats if person.id != 5))
    await organizer.wait()

    await organizer.withdraw(made, 5)

    assert not (await entrant(organizer, made, 5)).struck
    (rows,) = await organizer.standings(made)
    assert next((row.points, row.played) for row in rows if row.person == 5) == (4, 4)
    assert sorted(row.points for row in rows if row.person != 5) == [0, 0, 2, 2]


async def test_matches_that_have_just_ended_count_as_played(organizer: Organizer) -> None:
    made = await organizer.begin("league", 5, at_once=4)
    own = [match for match in await organizer.running(made) if any(person.id == 5 for person in match.seats)]
    for match in own[:2]:
        await organizer.lose(match, next(person.id for person in match.seats if person.id != 5))

    await organizer.withdraw(made, 5)
    await organizer.wait()

    assert not (await entrant(organizer, made, 5)).struck
    (rows,) = await organizer.standings(made)
    assert next((row.points, row.played) for row in rows if row.person == 5) == (4, 4)


async def test_tables_that_are_played_without_a_person_count_as_not_played(organizer: Organizer) -> None:
    made = await organizer.begin("tables", 4, "zyrcan", rounds=4, table_size=4, at_once=1)
    (first,) = await organizer.running(made)
    for person in first.seats[:3]:
        await organizer.lose(first, person.id)
    await organizer.wait()
    await organizer.wait(DAY)

    await organizer.withdraw(made, 4)

    assert sum(4 in each.people for each in await organizer.pairings(made)) == 2
    assert (await entrant(organizer, made, 4)).struck


async def test_nobody_withdraws_twice_or_from_what_they_are_not_in(organizer: Organizer) -> None:
    made = await organizer.begin("league", 4)
    await organizer.withdraw(made, 4)
    with pytest.raises(RequestRejected, match="You withdrew from this event already"):
        await withdraw_person(organizer.context, organizer.request(4), made.id, 4)
    with pytest.raises(RequestRejected, match="You didn't sign up for this event"):
        await withdraw_person(organizer.context, organizer.request(9), made.id, 9)


async def test_those_with_the_role_of_organizers_may_remove_people(organizer: Organizer) -> None:
    made = await organizer.create("league")
    await organizer.sign_up(made, [1, 2, 3])
    await serve(organizer.context, GUILD, organizers=77)
    with pytest.raises(RequestRejected, match="<@&77>"):
        await remove_person(organizer.context, organizer.request(), made.id, 2, Permissions(frozenset({78})))
    await remove_person(organizer.context, organizer.request(), made.id, 2, Permissions(frozenset({77})))
    assert [each.user_id for each in await organizer.people(made)] == [1, 3]
    told = await organizer.posted("tournament_notice")
    assert [(body["user"], body["notice"]) for body in told] == [(2, "removed")]


async def test_all_that_a_round_has_to_tell_within_three_seconds_is_told_at_once(organizer: Organizer) -> None:
    made = await organizer.begin("league", 4, at_once=1)
    for match in await organizer.running(made):
        await organizer.lose(match, match.seats[0].id)
    await organizer.wait()
    async with organizer.context.database.read() as tx:
        due = select(outbox.c.retry_at).where(outbox.c.kind == "tournament_round", outbox.c.sent_at.is_(None))
        assert list((await tx.execute(due)).scalars()) == [organizer.time[0] + timedelta(seconds=3)]
