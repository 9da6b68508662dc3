"""How matches ended is stored with their ends, found by the rules once, and kept right when a match is called off."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from bot.admin.verify.matches import verify_matches
from bot.match_files import importer, match_json
from bot.referee import outcomes
from bot.referee.abandon import abandon_match
from bot.referee.call_off import call_off
from bot.referee.challenges.create import ChallengeTerms, issue_challenge
from bot.referee.claim import claim_match
from bot.referee.context import Context
from bot.referee.due_jobs import run_due_jobs
from bot.referee.job_runner import run_jobs
from bot.referee.offers.answer import answer_offer
from bot.referee.offers.make import make_offer
from bot.referee.outcomes import OUTCOMES, load_tallies
from bot.referee.requests import MoveText
from bot.referee.resign import resign
from bot.referee.seats.open_seats import take_open_seat
from bot.referee.turns import play
from games import GAMES
from games.xero_g import XeroG
from storage.queries import events, failed_jobs, match_search
from storage.queries import outcomes as stored
from storage.queries.rows import Match, Outcome, Person, Tally
from tests.bot.referee.clock_context import ANN, BOB, CLEO, DAY, GUILD, HOUR, MINUTE, make_clock_context
from tests.bot.referee.log.test_rules_migration import Renamed, Stricter
from tests.database_template import create_database
from tests.wire.scripts import SCRIPTS

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from pathlib import Path

    from games.martian_life import MartianLife
    from storage.queries.rows import Event
    from tests.bot.referee.clock_context import ClockContext

DAN = Person(4, "Dan")


@pytest.fixture
async def at(tmp_path: Path) -> AsyncGenerator[ClockContext]:
    async with make_clock_context(await create_database(tmp_path / "record.db")) as context:
        yield context


async def found(at: ClockContext, game: str = "xero-g") -> list[Tally]:
    """Return how matches ended, once the rules were asked of all."""
    await run_jobs(at.context, [OUTCOMES])
    tallies, pending = await load_tallies(at.context, game)
    assert pending == 0
    return tallies


async def only(at: ClockContext, game: str = "xero-g") -> Outcome:
    (tally,) = await found(at, game)
    assert tally.count == 1
    return tally.outcome


async def log_of(at: ClockContext, match_id: int) -> list[Event]:
    async with at.context.database.read() as tx:
        return await events.of_match(tx, match_id)


async def opening_of(at: ClockContext, match_id: int) -> tuple[str, ...]:
    async with at.context.database.read() as tx:
        return await match_search.get_opening(tx, match_id, 3)


async def verify(at: ClockContext) -> list[str]:
    verdicts = verify_matches(at.context.database, GAMES, at.time + MINUTE)
    return [line async for verdict in verdicts for line in verdict.differences]


async def play_to_the_end(at: ClockContext) -> Match:
    match = await at.begin("none")
    for text in SCRIPTS["xero-g"].split():
        mover = match.seats[(match.to_move or 1) - 1]
        done = await play.play_move(at.context, at.request(mover), MoveText(text, match.id))
        match = await at.match(match.id)
        assert done
    assert match.ended_at
    return match


async def test_a_match_that_ended_by_its_rules(at: ClockContext) -> None:
    await play_to_the_end(at)
    (tally,) = await found(at)
    assert tally == Tally("{}", 2, False, Outcome("rules", 1, 9), 1)  # noqa: FBT003 - a record's field
    assert await verify(at) == []


async def test_a_resigned_match_after_a_takeback(at: ClockContext) -> None:
    match = await at.move((await at.begin("none")).id)
    await make_offer(at.context, at.request(ANN), match.id, "takeback")
    await answer_offer(at.context, at.request(BOB), match.id, "takeback", agrees=True)
    await at.move(match.id)
    await at.move(match.id)
    await resign(at.context, at.request(ANN), match.id)
    assert await only(at) == Outcome("resigned", 2, 2)
    assert await opening_of(at, match.id) == tuple(event.text for event in (await log_of(at, match.id))[2:4])
    assert await verify(at) == []


async def test_an_agreed_draw(at: ClockContext) -> None:
    match = await at.begin("none")
    await make_offer(at.context, at.request(ANN), match.id, "draw")
    await answer_offer(at.context, at.request(BOB), match.id, "draw", agrees=True)
    assert await only(at) == Outcome("draw", None, 0)
    assert await verify(at) == []


async def test_a_match_lost_on_time_and_called_off_then(at: ClockContext) -> None:
    match = await at.begin("1d")
    at.time += DAY + HOUR
    await claim_match(at.context, at.request(BOB), match.id)
    assert await only(at) == Outcome("time", 2, 0)
    assert await verify(at) == []
    await call_off(at.context, at.request(BOB), match.id)
    assert (await load_tallies(at.context, "xero-g")) == ([], 1)
    assert await only(at) == Outcome("none", None, 0)
    assert await verify(at) == []


async def test_a_match_of_three_that_went_on_without_a_late_player(at: ClockContext) -> None:
    match = await at.begin("1d", "zyrcan", 3)
    at.time += DAY + HOUR
    await claim_match(at.context, at.request(BOB), match.id)
    await resign(at.context, at.request(BOB), match.id)
    (tally,) = await found(at, "zyrcan")
    assert (tally.players, tally.outcome) == (3, Outcome("time", 3, 0))
    assert tally.options == '{"variant":"standard"}'


async def test_a_late_player_whose_seat_was_taken_over_decides_nothing(at: ClockContext) -> None:
    match = await at.begin("1d", "zyrcan", 3)
    at.time += DAY + HOUR
    await claim_match(at.context, at.request(BOB), match.id)
    await make_offer(at.context, at.request(BOB), match.id, "seat")
    await answer_offer(at.context, at.request(CLEO), match.id, "seat", agrees=True)
    await take_open_seat(at.context, at.request(DAN), 1, DAN)
    for person in (BOB, CLEO):
        await resign(at.context, at.request(person), match.id)
    assert await only(at, "zyrcan") == Outcome("resigned", 1, 0)
    assert await verify(at) == []


async def test_a_match_of_three_in_which_two_resigned(at: ClockContext) -> None:
    match = await at.begin("none", "zyrcan", 3)
    for person in (ANN, CLEO):
        await resign(at.context, at.request(person), match.id)
    assert await only(at, "zyrcan") == Outcome("resigned", 2, 0)


async def test_a_match_without_a_result(at: ClockContext) -> None:
    match = await at.begin("none")
    await abandon_match(at.context, at.request(BOB), match.id, "enough", manager=True)
    assert await only(at) == Outcome("none", None, 0)
    assert await verify(at) == []


async def test_a_match_against_turnpost_is_told_apart(at: ClockContext) -> None:
    terms = ChallengeTerms(GAMES["xero-g"].info, {}, 1, 2, {}, computers=1)
    match = await issue_challenge(at.context, terms, (ANN,), guild_id=GUILD, channel_id=2, source_id=next(at.sources))
    assert isinstance(match, Match)
    await resign(at.context, at.request(ANN), match.id)
    (tally,) = await found(at)
    assert tally.computers
    assert await verify(at) == []


async def test_matches_that_are_alike_count_together(at: ClockContext) -> None:
    for person in (ANN, ANN, BOB):
        match = await at.begin("none")
        await resign(at.context, at.request(person), match.id)
    assert [(tally.outcome.winner, tally.count) for tally in await found(at)] == [(1, 1), (2, 2)]


async def test_a_match_that_goes_on_has_no_outcome(at: ClockContext) -> None:
    await at.move((await at.begin("none")).id)
    assert await found(at) == []
    assert await verify(at) == []


async def test_an_imported_match_counts(at: ClockContext, tmp_path: Path) -> None:
    match = await play_to_the_end(at)
    async with at.context.database.read() as tx:
        line = match_json.write(match, await events.of_match(tx, match.id), None, None)
    file = tmp_path / "record.jsonl"
    file.write_text(line + "\n")
    async with make_clock_context(await create_database(tmp_path / "other.db")) as other:
        other.time = at.time
        await importer.store_matches(other.context.database, importer.read_file(file, GAMES, at.time))
        assert await only(other) == Outcome("rules", 1, 9)
        assert await verify(other) == []


async def test_the_due_jobs_ask_the_rules_of_a_few_matches_at_a_time(
    at: ClockContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outcomes, "AT_A_TIME", 2)
    for _ in range(5):
        await resign(at.context, at.request(ANN), (await at.begin("none")).id)
    left: list[int] = []
    for _ in range(3):
        await at.tick()
        left.append((await load_tallies(at.context, "xero-g"))[1])
    assert left == [3, 1, 0]


def fail(*_: object) -> None:
    raise ZeroDivisionError


async def test_a_game_that_fails_is_asked_again_and_holds_up_no_other(
    at: ClockContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outcomes, "AT_A_TIME", 1)
    for game in ("xero-g", "xero-g", "martian-life"):
        await resign(at.context, at.request(ANN), (await at.begin("none", game)).id)
    restarted = Context(at.context.database, GAMES, now=at.context.now, rng=Random(1))  # which knows no states
    with monkeypatch.context() as broken:
        broken.setattr(XeroG, "leave", fail)
        for _ in range(2):
            await run_due_jobs(restarted, {GUILD})
        assert (await load_tallies(at.context, "xero-g")) == ([], 2)
        assert [tally.count for tally in (await load_tallies(at.context, "martian-life"))[0]] == [1]
    async with at.context.database.read() as tx:
        assert set(await failed_jobs.retry_times(tx, "outcome")) == {1}, "no more than so many at a time are set aside"
    at.time += 5 * MINUTE
    for _ in range(2):
        await run_jobs(at.context, [OUTCOMES])
    assert [(tally.outcome, tally.count) for tally in await found(at)] == [(Outcome("resigned", 2, 0), 2)]
    async with at.context.database.read() as tx:
        assert await failed_jobs.retry_times(tx, "outcome") == {}


@pytest.mark.parametrize("newer", [Stricter(), Renamed()], ids=["a position is left", "nothing is left"])
async def test_a_match_whose_rules_are_gone_has_an_unknown_outcome(at: ClockContext, newer: MartianLife) -> None:
    match = await at.begin("none", "martian-life")
    await play.play_move(at.context, at.request(ANN), MoveText("e4+", match.id))
    await resign(at.context, at.request(BOB), match.id)
    later = Context(at.context.database, {"martian-life": newer}, now=at.context.now, rng=Random(1))
    await run_jobs(later, [OUTCOMES])
    ((tally,), pending) = await load_tallies(later, "martian-life")
    assert (tally.outcome, pending) == (Outcome("unknown", None, 1), 0)
    verdicts = verify_matches(at.context.database, later.games, at.time + MINUTE)
    assert [line async for verdict in verdicts for line in verdict.differences] == []


async def test_matches_of_a_game_that_is_not_installed_wait(at: ClockContext) -> None:
    await resign(at.context, at.request(ANN), (await at.begin("none")).id)
    async with at.context.database.read() as tx:
        assert await stored.list_pending(tx, "zyrcan", 20) == []
    without = Context(at.context.database, {"zyrcan": GAMES["zyrcan"]}, now=at.context.now, rng=Random(1))
    await run_jobs(without, [OUTCOMES])
    assert await load_tallies(at.context, "xero-g") == ([], 1)
