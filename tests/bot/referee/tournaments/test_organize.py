"""How events are set up and corrected, and who can't sign up."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.match_files.files import compute_ratings, read_file, rebuild_ratings, store_matches, write_lines
from bot.referee.due_jobs import run_due_jobs
from bot.referee.endings import call_off
from bot.referee.errors import RequestRejected
from bot.referee.guilds.audit_log import Blocked
from bot.referee.requests import NO_PERMISSIONS, AlreadyDone
from bot.referee.servers import BlockResult, BlockTarget, block_person
from bot.referee.tournaments.organize import CorrectedResult, correct_result
from bot.referee.tournaments.run import THREADS_WITHIN
from bot.referee.tournaments.sign_up import TournamentTerms, create_tournament
from games import GAMES
from storage.queries import corrections, ratings, read_markers, tournaments
from storage.queries.rows import Tournament
from tests.bot.referee.manager import manager_request
from tests.bot.referee.tournaments.tournament_context import CHANNEL, DAY, GUILD, MANAGER, make_organizer

if TYPE_CHECKING:
    from pathlib import Path

    from storage.queries.rows import Match, StoredRating
    from tests.bot.referee.tournaments.tournament_context import Organizer


async def end_first(organizer: Organizer, made: Tournament, *, moves: int = 0) -> Match:
    """End the first match of an event after some moves: its second seat resigns."""
    match = (await organizer.running(made))[0]
    for _ in range(moves):
        await organizer.move(match)
    await organizer.lose(match, match.seats[1].id)
    await organizer.wait()
    return match


async def rated(organizer: Organizer, match: Match) -> list[StoredRating]:
    async with organizer.context.database.read() as tx:
        return await ratings.of_match(tx, match.id)


async def test_the_corrected_result_counts_in_the_table(organizer: Organizer) -> None:
    made = await organizer.begin("league", 3)
    match = await end_first(organizer, made)
    first, second = (person.id for person in match.seats)

    await correct_result(organizer.context, organizer.request(), match.id, f"<@{second}>", MANAGER)

    (rows,) = await organizer.standings(made)
    assert {row.person: row.points for row in rows if row.person in {first, second}} == {first: 0, second: 2}
    told = await organizer.posted("tournament_notice")
    assert {(body["user"], body["notice"], body["match"]) for body in told} == {
        (first, "corrected", match.id),
        (second, "corrected", match.id),
    }


async def test_a_draw_and_a_void_match_can_be_said_and_the_last_word_counts(organizer: Organizer) -> None:
    made = await organizer.begin("league", 3)
    match = await end_first(organizer, made)
    await correct_result(organizer.context, organizer.request(7), match.id, "Void", MANAGER)
    (rows,) = await organizer.standings(made)
    assert [row.points for row in rows] == [0, 0, 0]

    await correct_result(organizer.context, organizer.request(8), match.id, "draw", MANAGER)

    (rows,) = await organizer.standings(made)
    assert sorted(row.points for row in rows) == [0, 1, 1]
    async with organizer.context.database.read() as tx:
        kept = await corrections.of_match(tx, match.id)
    assert [(each.number, each.user_id, each.places) for each in kept] == [(1, 7, []), (2, 8, [1, 1])]


async def test_a_correction_that_is_repeated_counts_and_is_told_once(organizer: Organizer) -> None:
    made = await organizer.begin("league", 3)
    match = await end_first(organizer, made)

    first, again = [
        await correct_result(organizer.context, organizer.request(), match.id, "draw", MANAGER) for _ in range(2)
    ]

    assert isinstance(first, CorrectedResult)
    assert isinstance(again, CorrectedResult)
    assert first.places == again.places == (1, 1)
    async with organizer.context.database.read() as tx:
        assert len(await corrections.of_match(tx, match.id)) == 1
    assert len(await organizer.posted("tournament_notice")) == 2


async def test_ratings_follow_the_correction_as_a_rebuild_does(organizer: Organizer) -> None:
    made = await organizer.begin("league", 3)
    match = await end_first(organizer, made, moves=4)
    await end_first(organizer, made, moves=4)
    first, second = (person.id for person in match.seats)
    assert {row.user_id: row.place for row in await rated(organizer, match)} == {first: 1, second: 2}

    await correct_result(organizer.context, organizer.request(), match.id, f"<@{second}>", MANAGER)

    assert {row.user_id: row.place for row in await rated(organizer, match)} == {first: 2, second: 1}
    async with organizer.context.database.read() as tx:
        assert await ratings.everything(tx) == await compute_ratings(tx, GAMES)


@pytest.mark.thorough
async def test_ratings_after_an_import_elsewhere_are_those_of_the_event(organizer: Organizer, tmp_path: Path) -> None:
    made = await organizer.begin("league", 3)
    match = await end_first(organizer, made, moves=4)
    await end_first(organizer, made, moves=4)
    await correct_result(organizer.context, organizer.request(), match.id, f"<@{match.seats[1].id}>", MANAGER)
    lines = [line async for line in write_lines(organizer.context.database, GAMES)]
    (file := tmp_path / "matches.jsonl").write_text("".join(f"{line}\n" for line in lines), "utf-8")

    async with make_organizer(tmp_path / "other.db") as other:
        await store_matches(other.context.database, read_file(file, GAMES, organizer.time[0]))
        rebuilt = await rebuild_ratings(other.context.database, GAMES)
        other.time[0] = organizer.time[0]
        assert await other.verify() == []

    async with organizer.context.database.read() as tx:
        assert rebuilt == await ratings.everything(tx)
    assert {row.user_id: row.place for row in rebuilt if row.match_id == match.id}[match.seats[1].id] == 1


async def test_a_loss_on_time_counts_even_if_the_result_is_corrected_at_once(organizer: Organizer) -> None:
    made = await organizer.begin("league", 3, clock="1d", at_once=1)
    (match,) = await organizer.running(made)
    await organizer.move(match)
    await organizer.move(match)
    organizer.time[0] += DAY
    await run_due_jobs(organizer.context, {GUILD})
    assert all(each.settled_at is None for each in await organizer.pairings(made))

    await correct_result(organizer.context, organizer.request(), match.id, "draw", MANAGER)

    assert [each.warned for each in await organizer.people(made)].count(True) == 1


async def test_of_three_or_more_all_are_placed_in_order(organizer: Organizer) -> None:
    made = await organizer.begin("tables", 4, "zyrcan", rounds=1, table_size=4)
    match = (await organizer.running(made))[0]
    for person in (4, 3, 2):
        await organizer.lose(match, person)
    await organizer.wait()
    with pytest.raises(RequestRejected, match="Place everybody in the match"):
        await correct_result(organizer.context, organizer.request(), match.id, "<@3>", MANAGER)

    await correct_result(organizer.context, organizer.request(), match.id, "<@3> <@1> <@4>", MANAGER)

    (rows,) = await organizer.standings(made)
    assert [(row.person, row.points) for row in rows] == [(3, 6), (1, 4), (4, 2), (2, 0)]


async def test_what_cannot_be_corrected_is_said(organizer: Organizer) -> None:
    made = await organizer.begin("league", 3)
    match = (await organizer.running(made))[0]
    correct, by = correct_result, organizer.request()
    with pytest.raises(RequestRejected, match=r"goes on\. Its result can be corrected once it has one"):
        await correct(organizer.context, by, match.id, "draw", MANAGER)
    match = await end_first(organizer, made)
    with pytest.raises(RequestRejected, match="Only people with Manage Server can manage events here"):
        await correct(organizer.context, by, match.id, "draw", NO_PERMISSIONS)
    with pytest.raises(RequestRejected, match="I can't read `<@99>` as a result"):
        await correct(organizer.context, by, match.id, "<@99>", MANAGER)
    with pytest.raises(RequestRejected, match="isn't a match of an event on this server"):
        await correct(organizer.context, by, 999, "draw", MANAGER)


@pytest.mark.thorough
async def test_a_result_stands_once_the_next_round_was_drawn_by_it(organizer: Organizer) -> None:
    made = await organizer.begin("cup", 8, at_once=7)
    first = (await organizer.running(made))[0]
    while (await organizer.known(made)).stage == 0:
        for match in await organizer.running(made):
            await organizer.lose(match, match.seats[1].id)
        await organizer.wait(THREADS_WITHIN)
    with pytest.raises(RequestRejected, match="The next round was drawn from the result"):
        await correct_result(organizer.context, organizer.request(), first.id, "draw", MANAGER)


async def test_the_winner_cannot_call_off_a_match_of_an_event(organizer: Organizer) -> None:
    made = await organizer.begin("league", 3, clock="1d", at_once=1)
    (match,) = await organizer.running(made)
    winner = match.seats[match.to_move or 1 if match.to_move == 1 else 0].id
    await organizer.wait(DAY)
    with pytest.raises(RequestRejected, match="belongs to an event, so only its organizers"):
        await call_off(organizer.context, organizer.request(winner), match.id)


async def test_the_message_that_set_up_an_event_counts_once_and_is_on_record(organizer: Organizer) -> None:
    terms, request = TournamentTerms(GAMES["xero-g"].info, "league", "Spring", {}), organizer.request()

    made, again = [await create_tournament(organizer.context, request, terms, MANAGER, CHANNEL) for _ in range(2)]

    assert isinstance(made, Tournament)
    assert isinstance(again, AlreadyDone)
    async with organizer.context.database.read() as tx:
        assert await read_markers.recorded_sources(tx, [request.source_id, 1]) == {request.source_id}


@pytest.mark.parametrize("name", ["", "  ", "\u200b\u200b", "\u3164", "x" * 61])
async def test_an_event_needs_a_name_that_can_be_seen(organizer: Organizer, name: str) -> None:
    terms = TournamentTerms(GAMES["xero-g"].info, "league", name, {})
    with pytest.raises(RequestRejected, match="An event needs a name that can be seen, of at most 60 characters"):
        await create_tournament(organizer.context, organizer.request(), terms, MANAGER, CHANNEL)


async def block(organizer: Organizer, user_id: int) -> BlockResult:
    done = await block_person(organizer.context, manager_request(GUILD), BlockTarget(user_id), "", manager=True)
    assert isinstance(done, BlockResult)
    return done


async def test_who_is_blocked_is_off_the_list_and_can_not_sign_up(tmp_path: Path) -> None:
    async with make_organizer(tmp_path / "record.db") as organizer:
        made = await organizer.create("league")
        await organizer.sign_up(made, range(1, 5))
        assert [each.id for each in (await block(organizer, 4)).events] == [made.id]
        assert [each.user_id for each in await organizer.people(made)] == [1, 2, 3]
        with pytest.raises(Blocked):
            await organizer.sign_up(made, [4])
        await organizer.wait(7 * DAY)
        assert len(await organizer.running(made)) == 3
        assert await organizer.verify() == []


async def test_who_is_blocked_withdraws_and_stays_out_of_the_next_season(tmp_path: Path) -> None:
    async with make_organizer(tmp_path / "record.db") as organizer:
        league = await organizer.begin("league", 4)
        await block(organizer, 4)
        await organizer.wait()
        running = await organizer.running(league)
        assert all(4 not in {person.id for person in match.seats} for match in running)
        assert {"user": 4, "tournament": league.id, "notice": "removed", "match": None} in await organizer.posted(
            "tournament_notice"
        )
        assert (await organizer.play_out(league, lambda match: match.seats[0].id)).status == "finished"
        async with organizer.context.database.read() as tx:
            following = await tournaments.next_season(tx, league.id)
        assert following is not None
        with pytest.raises(Blocked):
            await organizer.sign_up(following, [4])
        await organizer.sign_up(following, [3])
        assert await organizer.verify() == []
