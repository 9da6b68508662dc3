"""How matches ended is stored with their ends, found by the rules once, and kept right when a match is called off."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from random import Random
from statistics import median
from typing import TYPE_CHECKING

import pytest

from bot.admin.verify.matches import verify_matches
from bot.match_files import files, match_json
from bot.referee import lists
from bot.referee.challenges.issue import ChallengeTerms, issue_challenge
from bot.referee.context import Context
from bot.referee.due_jobs import run_due_jobs
from bot.referee.endings import abandon_match, call_off, claim_match, resign
from bot.referee.job_runner import run_jobs
from bot.referee.lists import (
    OUTCOMES,
    MyMatches,
    count_replay,
    hour_of,
    list_my_matches,
    load_tallies,
    summarize,
    wilson,
)
from bot.referee.offers import answer_offer, make_offer
from bot.referee.requests import MoveText
from bot.referee.seats import take_open_seat
from bot.referee.turns import play
from games import GAMES
from games.xero_g import XeroG
from storage.queries import events, failed_jobs, match_search, outbox, outcomes as stored, view_counts
from storage.queries.rows import DIRECT, Match, Outcome, Person, Tally
from tests.bot.referee.clock_context import ANN, BOB, CLEO, DAY, GUILD, HOUR, MINUTE, NOON, make_clock_context
from tests.bot.referee.log.test_rules_migration import Renamed, Stricter
from tests.database_template import create_database
from tests.storage.samples import new_match
from tests.wire.match import SCRIPTS

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from bot.referee.lists import MatchEntry
    from games.martian_life import MartianLife
    from storage.queries.rows import Ending, Event
    from tests.bot.referee.clock_context import ClockContext


def numbers(entries: Sequence[MatchEntry]) -> list[int]:
    return [entry.match.id for entry in entries]


async def test_the_earliest_deadline_comes_first_and_then_the_longest_turn(here: ClockContext) -> None:
    begun: list[int] = []
    for clock in ("none", "5d", "none", "3d"):
        begun.append((await here.begin(clock, "martian-life")).id)
        here.time += HOUR
    old, late, new, soon = begun
    hers = await list_my_matches(here.context, ANN.id, GUILD)
    assert (numbers(hers.your_turn), hers.their_turn) == ([soon, late, old, new], [])
    assert hers.your_turn[0].deadline == here.time - HOUR + 3 * DAY
    assert [entry.deadline for entry in hers.your_turn[2:]] == [None, None]
    await here.move(old)
    await here.move(late)
    hers, his = [await list_my_matches(here.context, person.id, None) for person in (ANN, BOB)]
    assert (numbers(hers.your_turn), numbers(hers.their_turn)) == ([soon, new], [late, old])
    assert (numbers(his.your_turn), numbers(his.their_turn)) == ([late, old], [soon, new])
    await resign(here.context, here.request(BOB), soon)
    assert numbers((await list_my_matches(here.context, ANN.id, GUILD)).your_turn) == [new]
    assert await list_my_matches(here.context, CLEO.id, None) == MyMatches(CLEO.id, [], [], [])
    assert await list_my_matches(here.context, ANN.id, GUILD + 1) == MyMatches(ANN.id, [], [], [])


async def test_challenges_wait_for_an_answer_until_they_expire(here: ClockContext) -> None:
    first = await here.challenge()
    async with here.context.database.write() as tx:
        post = await outbox.of_challenge(tx, first.id, "challenge")
    for guild_id in (GUILD, None):
        (pending,) = (await list_my_matches(here.context, BOB.id, guild_id)).challenges
        assert (pending.challenge, pending.post) == (first, post)
    assert (await list_my_matches(here.context, BOB.id, GUILD + 1)).challenges == []
    assert (await list_my_matches(here.context, ANN.id, GUILD)).challenges == []
    here.time = first.expires_at - timedelta(seconds=1)
    assert (await list_my_matches(here.context, BOB.id, GUILD)).challenges
    here.time = first.expires_at
    assert (await list_my_matches(here.context, BOB.id, GUILD)).challenges == []


DAN = Person(4, "Dan")


async def found(here: ClockContext, game: str = "xero-g") -> list[Tally]:
    """Return how matches ended, once the rules were asked of all."""
    await run_jobs(here.context, [OUTCOMES])
    tallies, pending = await load_tallies(here.context, game)
    assert pending == 0
    return tallies


async def only(here: ClockContext, game: str = "xero-g") -> Outcome:
    (tally,) = await found(here, game)
    assert tally.count == 1
    return tally.outcome


async def log_of(here: ClockContext, match_id: int) -> list[Event]:
    async with here.context.database.read() as tx:
        return await events.of_match(tx, match_id)


async def opening_of(here: ClockContext, match_id: int) -> tuple[str, ...]:
    async with here.context.database.read() as tx:
        return await match_search.get_opening(tx, match_id, 3)


async def verify(here: ClockContext) -> list[str]:
    verdicts = verify_matches(here.context.database, GAMES, here.time + MINUTE)
    return [line async for verdict in verdicts for line in verdict.differences]


async def play_to_the_end(here: ClockContext) -> Match:
    match = await here.begin("none")
    for text in SCRIPTS["xero-g"].split():
        mover = match.seats[(match.to_move or 1) - 1]
        done = await play.play_move(here.context, here.request(mover), MoveText(text, match.id))
        match = await here.match(match.id)
        assert done
    assert match.ended_at
    return match


async def test_a_match_that_ended_by_its_rules(here: ClockContext) -> None:
    await play_to_the_end(here)
    (tally,) = await found(here)
    assert tally == Tally("{}", 2, False, Outcome("rules", 1, 9), 1)  # noqa: FBT003 - a record's field
    assert await verify(here) == []


async def test_a_resigned_match_after_a_takeback(here: ClockContext) -> None:
    match = await here.move((await here.begin("none")).id)
    await make_offer(here.context, here.request(ANN), match.id, "takeback")
    await answer_offer(here.context, here.request(BOB), match.id, "takeback", agrees=True)
    await here.move(match.id)
    await here.move(match.id)
    await resign(here.context, here.request(ANN), match.id)
    assert await only(here) == Outcome("resigned", 2, 2)
    assert await opening_of(here, match.id) == tuple(event.text for event in (await log_of(here, match.id))[2:4])
    assert await verify(here) == []


async def test_an_agreed_draw(here: ClockContext) -> None:
    match = await here.begin("none")
    await make_offer(here.context, here.request(ANN), match.id, "draw")
    await answer_offer(here.context, here.request(BOB), match.id, "draw", agrees=True)
    assert await only(here) == Outcome("draw", None, 0)
    assert await verify(here) == []


async def test_a_match_lost_on_time_and_called_off_then(here: ClockContext) -> None:
    match = await here.begin("1d")
    here.time += DAY + HOUR
    await claim_match(here.context, here.request(BOB), match.id)
    assert await only(here) == Outcome("time", 2, 0)
    assert await verify(here) == []
    await call_off(here.context, here.request(BOB), match.id)
    assert (await load_tallies(here.context, "xero-g")) == ([], 1)
    assert await only(here) == Outcome("none", None, 0)
    assert await verify(here) == []


async def test_a_match_of_three_that_went_on_without_a_late_player(here: ClockContext) -> None:
    match = await here.begin("1d", "zyrcan", 3)
    here.time += DAY + HOUR
    await claim_match(here.context, here.request(BOB), match.id)
    await resign(here.context, here.request(BOB), match.id)
    (tally,) = await found(here, "zyrcan")
    assert (tally.players, tally.outcome) == (3, Outcome("time", 3, 0))
    assert tally.options == '{"variant":"standard"}'


async def test_a_late_player_whose_seat_was_taken_over_decides_nothing(here: ClockContext) -> None:
    match = await here.begin("1d", "zyrcan", 3)
    here.time += DAY + HOUR
    await claim_match(here.context, here.request(BOB), match.id)
    await make_offer(here.context, here.request(BOB), match.id, "seat")
    await answer_offer(here.context, here.request(CLEO), match.id, "seat", agrees=True)
    await take_open_seat(here.context, here.request(DAN), 1, DAN)
    for person in (BOB, CLEO):
        await resign(here.context, here.request(person), match.id)
    assert await only(here, "zyrcan") == Outcome("resigned", 1, 0)
    assert await verify(here) == []


async def test_a_match_of_three_in_which_two_resigned(here: ClockContext) -> None:
    match = await here.begin("none", "zyrcan", 3)
    for person in (ANN, CLEO):
        await resign(here.context, here.request(person), match.id)
    assert await only(here, "zyrcan") == Outcome("resigned", 2, 0)


async def test_a_match_without_a_result(here: ClockContext) -> None:
    match = await here.begin("none")
    await abandon_match(here.context, here.request(BOB), match.id, "enough", manager=True)
    assert await only(here) == Outcome("none", None, 0)
    assert await verify(here) == []


async def test_a_match_against_turnpost_is_told_apart(here: ClockContext) -> None:
    terms = ChallengeTerms(GAMES["xero-g"].info, {}, 1, 2, {}, computers=1)
    match = await issue_challenge(
        here.context, terms, (ANN,), guild_id=GUILD, channel_id=2, source_id=next(here.sources)
    )
    assert isinstance(match, Match)
    await resign(here.context, here.request(ANN), match.id)
    (tally,) = await found(here)
    assert tally.computers
    assert await verify(here) == []


async def test_matches_that_are_alike_count_together(here: ClockContext) -> None:
    for person in (ANN, ANN, BOB):
        match = await here.begin("none")
        await resign(here.context, here.request(person), match.id)
    assert [(tally.outcome.winner, tally.count) for tally in await found(here)] == [(1, 1), (2, 2)]


async def test_a_match_that_goes_on_has_no_outcome(here: ClockContext) -> None:
    await here.move((await here.begin("none")).id)
    assert await found(here) == []
    assert await verify(here) == []


async def test_an_imported_match_counts(here: ClockContext, tmp_path: Path) -> None:
    match = await play_to_the_end(here)
    async with here.context.database.read() as tx:
        line = match_json.write(match, await events.of_match(tx, match.id), None, None)
    file = tmp_path / "record.jsonl"
    file.write_text(line + "\n")
    async with make_clock_context(await create_database(tmp_path / "other.db")) as other:
        other.time = here.time
        await files.store_matches(other.context.database, files.read_file(file, GAMES, here.time))
        assert await only(other) == Outcome("rules", 1, 9)
        assert await verify(other) == []


async def test_the_due_jobs_ask_the_rules_of_a_few_matches_at_a_time(
    here: ClockContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lists, "AT_A_TIME", 2)
    for _ in range(5):
        await resign(here.context, here.request(ANN), (await here.begin("none")).id)
    left: list[int] = []
    for _ in range(3):
        await here.tick()
        left.append((await load_tallies(here.context, "xero-g"))[1])
    assert left == [3, 1, 0]


def fail(*_: object) -> None:
    raise ZeroDivisionError


async def test_a_game_that_fails_is_asked_again_and_holds_up_no_other(
    here: ClockContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lists, "AT_A_TIME", 1)
    for game in ("xero-g", "xero-g", "martian-life"):
        await resign(here.context, here.request(ANN), (await here.begin("none", game)).id)
    restarted = Context(here.context.database, GAMES, now=here.context.now, rng=Random(1))  # which knows no states
    with monkeypatch.context() as broken:
        broken.setattr(XeroG, "leave", fail)
        for _ in range(2):
            await run_due_jobs(restarted, {GUILD})
        assert (await load_tallies(here.context, "xero-g")) == ([], 2)
        assert [tally.count for tally in (await load_tallies(here.context, "martian-life"))[0]] == [1]
    async with here.context.database.read() as tx:
        failed = await failed_jobs.retry_times(tx, "outcome")
        assert failed["outcome"].keys() == {1}, "no more than so many at a time are set aside"
    here.time += 5 * MINUTE
    for _ in range(2):
        await run_jobs(here.context, [OUTCOMES])
    assert [(tally.outcome, tally.count) for tally in await found(here)] == [(Outcome("resigned", 2, 0), 2)]
    async with here.context.database.read() as tx:
        assert await failed_jobs.retry_times(tx, "outcome") == {"outcome": {}}


@pytest.mark.parametrize("newer", [Stricter(), Renamed()], ids=["a position is left", "nothing is left"])
async def test_a_match_whose_rules_are_gone_has_an_unknown_outcome(here: ClockContext, newer: MartianLife) -> None:
    match = await here.begin("none", "martian-life")
    await play.play_move(here.context, here.request(ANN), MoveText("e4+", match.id))
    await resign(here.context, here.request(BOB), match.id)
    later = Context(here.context.database, {"martian-life": newer}, now=here.context.now, rng=Random(1))
    await run_jobs(later, [OUTCOMES])
    ((tally,), pending) = await load_tallies(later, "martian-life")
    assert (tally.outcome, pending) == (Outcome("unknown", None, 1), 0)
    verdicts = verify_matches(here.context.database, later.games, here.time + MINUTE)
    assert [line async for verdict in verdicts for line in verdict.differences] == []


async def test_matches_of_a_game_that_is_not_installed_wait(here: ClockContext) -> None:
    await resign(here.context, here.request(ANN), (await here.begin("none")).id)
    async with here.context.database.read() as tx:
        assert await stored.list_pending(tx, "zyrcan", 20) == []
    without = Context(here.context.database, {"zyrcan": GAMES["zyrcan"]}, now=here.context.now, rng=Random(1))
    await run_jobs(without, [OUTCOMES])
    assert await load_tallies(here.context, "xero-g") == ([], 1)


def tally(
    ending: Ending = "rules",
    winner: int | None = 1,
    *,
    moves: int = 30,
    count: int = 1,
    players: int = 2,
    options: str = "{}",
    computers: bool = False,
) -> Tally:
    return Tally(options, players, computers, Outcome(ending, winner, moves), count)


@pytest.mark.parametrize(("part", "total"), [(5, 10), (60, 105), (1, 4), (0, 4), (4, 4)])
def test_bounds_are_the_shares_of_which_the_result_is_barely_credible(part: int, total: int) -> None:
    share = wilson(part, total)
    assert (share.part, share.total) == (part, total)
    assert share.low < part / total or part == 0
    assert share.high > part / total or part == total
    for bound in (share.low, share.high):
        if 0 < bound < 1:
            assert abs(part / total - bound) == pytest.approx(1.96 * (bound * (1 - bound) / total) ** 0.5)


def test_few_matches_tell_little() -> None:
    share = wilson(4, 5)
    assert (round(share.low, 2), round(share.high, 2)) == (0.38, 0.96)


def test_an_interval_never_leaves_what_is_possible() -> None:
    for total in range(1, 40):
        assert wilson(0, total).low >= 0
        assert wilson(total, total).high <= 1


def test_the_first_seats_share_is_of_matches_that_one_seat_won() -> None:
    found = summarize([tally(count=6), tally(winner=2, count=3), tally("draw", None, count=2), tally(winner=None)])
    (all_of_them,) = found.by_players
    assert (all_of_them.count, all_of_them.drawn) == (12, 3)
    assert all_of_them.first
    assert (all_of_them.first.part, all_of_them.first.total) == (6, 9)


def test_resignations_count_and_what_says_nothing_of_the_rules_does_not() -> None:
    found = summarize(
        [
            tally("resigned", 2, count=2),
            tally("time", 1, count=3),
            tally("none", None, count=4),
            tally("unknown", None, count=5),
            tally(computers=True, count=6),
            tally("time", computers=True, count=7),
        ]
    )
    (counted,) = found.by_players
    assert (counted.count, counted.first and counted.first.part) == (2, 0)
    left = found.not_counted
    assert (left.computers, left.time, left.none) == (13, 3, 9)


def test_without_matches_there_is_nothing() -> None:
    found = summarize([tally("time"), tally(computers=True)])
    assert (found.by_players, found.by_options) == ([], [])


def test_without_a_winner_there_is_no_share() -> None:
    (only,) = summarize([tally("draw", None)]).by_players
    assert (only.drawn, only.first) == (1, None)


def test_numbers_of_players_and_options_are_told_apart_the_most_played_first() -> None:
    found = summarize(
        [
            tally(players=3, options='{"a":1}'),
            tally(players=3, options='{"a":2}', count=5),
            tally(players=4, options='{"a":1}', count=2),
            tally(players=3, options='{"a":1}', winner=2),
            tally(players=3, options='{"a":0}', count=2),
        ]
    )
    assert [(one.players, one.count) for one in found.by_players] == [(3, 9), (4, 2)]
    assert [(options, one.players, one.count) for options, one in found.by_options] == [
        ('{"a":2}', 3, 5),
        ('{"a":0}', 3, 2),
        ('{"a":1}', 3, 2),
        ('{"a":1}', 4, 2),
    ]


def test_the_median_is_that_of_all_matches_one_by_one() -> None:
    dice = Random(5)
    for _ in range(50):
        lengths = [dice.randint(0, 12) for _ in range(dice.randint(1, 9))]
        tallies = [tally(moves=length, count=lengths.count(length)) for length in dict.fromkeys(lengths)]
        (found,) = summarize(tallies).by_players
        assert (found.median, found.longest) == (median(lengths), max(lengths))


def test_an_hour_is_counted_from_1970_on() -> None:
    assert hour_of(datetime(1970, 1, 1, tzinfo=UTC)) == 0
    assert hour_of(datetime(1970, 1, 2, 1, 59, 59, tzinfo=UTC)) == 25
    assert hour_of(datetime(1970, 1, 2, 2, tzinfo=UTC)) == 26


@pytest.mark.parametrize("guild_id", [GUILD, DIRECT])
async def test_views_are_counted_on_servers_alone(here: ClockContext, guild_id: int) -> None:
    async with here.context.database.write() as tx:
        match = await new_match(tx, guild_id=guild_id)
    for _ in range(2):
        await count_replay(here.context, match)
    here.time += HOUR
    await count_replay(here.context, match)
    first = hour_of(NOON)
    async with here.context.database.read() as tx:
        for hours, views in ((range(first, first + 1), 2), (range(first, first + 2), 3)):
            found = await view_counts.most_viewed(tx, guild_id, hours, 9)
            assert found == ([] if guild_id == DIRECT else [(match.id, views)])
