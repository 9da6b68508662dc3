"""Events of a played record: a season that is over and was corrected, the next one, and a league in play."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING

from bot.referee import endings
from bot.referee.due_jobs import run_due_jobs
from bot.referee.requests import Permissions
from bot.referee.tournaments.organize import correct_result, start_now
from bot.referee.tournaments.sign_up import TournamentTerms, create_tournament, sign_up, withdraw_person
from games import GAMES
from storage.queries import matches, pairings
from storage.queries.rows import Tournament

if TYPE_CHECKING:
    from collections.abc import Sequence

    from storage.queries.rows import Match, Person
    from tests.bot.admin.played_record import Scribe

MANAGER = Permissions(frozenset(), manages_server=True)
MINUTE = timedelta(minutes=1)
GUILD = 11


async def play_events(scribe: Scribe, people: Sequence[Person]) -> None:
    """#14 to #16: a season of three, one lost on time, one corrected twice; #17 and #18: a league that one has left."""
    ann, bob, cleo, dan = people
    season = await _begin(scribe, (ann, bob, cleo), at_once=3, clock="1h")
    for match in await _running(scribe, season):
        await scribe.move(match, 4)
    first, second, _ = await _running(scribe, season)
    for match in (first, second):
        await endings.resign(scribe.context, scribe.request(match.seats[1]), match.id)
    await _wait(scribe, 90 * MINUTE)
    for text in ("draw", f"<@{first.seats[1].id}>"):
        scribe.time += 5 * MINUTE
        await correct_result(scribe.context, scribe.request(ann), first.id, text, MANAGER)
    await sign_up(scribe.context, scribe.request(dan), season.id + 1, dan)
    league = await _begin(scribe, people, at_once=1, clock="3d")
    ended, _ = await _running(scribe, league)
    await scribe.move(ended, 4)
    await endings.resign(scribe.context, scribe.request(ended.seats[0]), ended.id)
    await _wait(scribe, 3 * MINUTE)
    scribe.time += 5 * MINUTE
    await correct_result(scribe.context, scribe.request(ann), ended.id, "draw", MANAGER)
    scribe.time += 5 * MINUTE
    loser = ended.seats[0].id
    await withdraw_person(scribe.context, scribe.request(ended.seats[0]), league.id, loser)
    await _wait(scribe, 3 * MINUTE)
    await scribe.post()


async def _begin(scribe: Scribe, people: Sequence[Person], *, at_once: int, clock: str) -> Tournament:
    """Make a league for which people sign up, and begin it."""
    info = GAMES["xero-g"].info
    terms = TournamentTerms(info, "league", "Spring League", {}, clock=clock, vacation=False, at_once=at_once)
    request = scribe.request(people[0])
    made = await create_tournament(scribe.context, request, terms, MANAGER, request.channel_id or 0)
    assert isinstance(made, Tournament)
    for person in people:
        scribe.time += 2 * MINUTE
        await sign_up(scribe.context, scribe.request(person), made.id, person)
    await start_now(scribe.context, scribe.request(people[0]), made.id, MANAGER)
    await _wait(scribe, 3 * MINUTE)
    return made


async def _wait(scribe: Scribe, length: timedelta) -> None:
    """Let time pass without an outage, and do what is due, with what that makes due."""
    scribe.time += length
    for _ in range(3):
        await run_due_jobs(replace(scribe.context, outage_after=timedelta(days=99)), {GUILD})


async def _running(scribe: Scribe, tournament: Tournament) -> list[Match]:
    """Return the running matches of an event, the oldest first."""
    async with scribe.context.database.read() as tx:
        found = [each.match_id for each in await pairings.of_tournament(tx, tournament.id) if each.match_id]
        loaded = [await matches.require(tx, match_id) for match_id in found]
    return sorted((match for match in loaded if match.ended_at is None), key=lambda match: match.id)
