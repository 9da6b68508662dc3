"""Sign up for an event, and withdraw from it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee.errors import RequestRejected
from bot.referee.guilds.audit_log import record
from bot.referee.guilds.block_checks import check_blocks
from bot.referee.guilds.settings import load_settings
from bot.referee.job_runner import run_jobs
from bot.referee.request_results import AlreadyDone
from bot.referee.tournaments import rejections
from bot.referee.tournaments.create import check_organizer
from bot.referee.tournaments.queue_posts import queue_notice, queue_post
from bot.referee.tournaments.settle import RESULTS
from bot.referee.tournaments.withdraw import leave_tournament
from games.translation import gettext as _
from storage.queries import audit_log, tournaments

if TYPE_CHECKING:
    from bot.referee.context import Context
    from bot.referee.requests import Permissions, Request
    from storage.engine.database import Tx
    from storage.queries.rows import Entrant, Person, Tournament


async def find_tournament(tx: Tx, guild_id: int | None, number: int | None) -> Tournament:
    """Return a server's event with a number, or without one the only one that isn't over. Raises `RequestRejected`."""
    found = await tournaments.in_guild(tx, guild_id or 0)
    if number is not None:
        found = [each for each in found if each.id == number]
    elif len(found) > 1:
        found = [each for each in found if each.status in {"open", "running"}] or found[:1]
    if not found:
        raise RequestRejected(rejections.no_event(number))
    if len(found) > 1:
        raise RequestRejected(rejections.which_event(found))
    return found[0]


async def list_tournaments(context: Context, guild_id: int | None) -> list[Tournament]:
    """Return the events of a server, the newest first."""
    async with context.database.read() as tx:
        return await tournaments.in_guild(tx, guild_id or 0)


async def sign_up(context: Context, request: Request, number: int | None, person: Person) -> Tournament | AlreadyDone:
    """Sign a person up for an event that is open, and return it. Raises `RequestRejected`."""
    async with context.write() as tx:
        tournament = await hold_tournament(tx, request.guild_id, number)
        if tournament.status != "open":
            raise RequestRejected(rejections.sign_up_is_over(tournament))
        if any(each.user_id == person.id for each in await tournaments.people(tx, tournament.id)):
            return AlreadyDone()
        await check_blocks(tx, tournament.guild_id, [person], person.id)
        await tournaments.join(tx, tournament.id, person, context.now())
        await queue_post(context, tx, tournament.id, "tournament_refresh")
    return tournament


async def leave_list(context: Context, request: Request, number: int | None) -> Tournament:
    """Take a person off the list of an event whose sign-up is open, and return it. Raises `RequestRejected`."""
    async with context.write() as tx:
        tournament = await hold_tournament(tx, request.guild_id, number)
        await _find_entrant(tx, tournament, request.user_id)
        if tournament.status != "open":
            raise RequestRejected(rejections.sign_up_is_over(tournament))
        await tournaments.leave(tx, tournament.id, request.user_id)
        await queue_post(context, tx, tournament.id, "tournament_refresh")
    return tournament


async def withdraw_person(context: Context, request: Request, number: int | None, user_id: int) -> Tournament:
    """Withdraw a person from an event by their own choice, running or not, and return it. Raises `RequestRejected`."""
    await run_jobs(context, [RESULTS])  # matches that have just ended count as played
    async with context.write() as tx:
        return await _withdraw(context, tx, request, number, user_id)


async def remove_person(
    context: Context, request: Request, number: int | None, user_id: int, permissions: Permissions
) -> Tournament | AlreadyDone:
    """Take a person out of an event, as its organizers can, and tell them. Raises `RequestRejected`."""
    await run_jobs(context, [RESULTS])  # as above
    async with context.write() as tx:
        if await audit_log.has_source(tx, request.source_id):
            return AlreadyDone()
        check_organizer(await load_settings(tx, request.guild_id or 0), permissions)
        tournament = await _withdraw(context, tx, request, number, user_id)
        await queue_notice(context, tx, tournament.id, user_id, "removed")
        await record(context, tx, request, "event_remove", subject_id=user_id, tournament_id=tournament.id)
    return tournament


async def _withdraw(context: Context, tx: Tx, request: Request, number: int | None, user_id: int) -> Tournament:
    tournament = await hold_tournament(tx, request.guild_id, number)
    entrant = await _find_entrant(tx, tournament, user_id)
    if tournament.status not in {"open", "running"}:
        raise RequestRejected(rejections.is_over(tournament))
    if entrant.withdrawn_at is not None:
        raise RequestRejected(_(rejections.WITHDREW_BEFORE))
    await leave_tournament(context, tx, tournament.id, user_id)
    return tournament


async def find_own_tournament(context: Context, request: Request, number: int | None) -> Tournament:
    """Return the event that a person wants to withdraw from, for them to confirm. Raises `RequestRejected`."""
    async with context.database.read() as tx:
        tournament = await find_tournament(tx, request.guild_id, number)
        await _find_entrant(tx, tournament, request.user_id)
    if tournament.status not in {"open", "running"}:
        raise RequestRejected(rejections.is_over(tournament))
    return tournament


async def _find_entrant(tx: Tx, tournament: Tournament, user_id: int) -> Entrant:
    found = next((each for each in await tournaments.people(tx, tournament.id) if each.user_id == user_id), None)
    if found is None:
        raise RequestRejected(_(rejections.NOTHING_TO_WITHDRAW))
    return found


async def hold_tournament(tx: Tx, guild_id: int | None, number: int | None) -> Tournament:
    """Lock an event and return it as it is then. Raises `RequestRejected` as `find_tournament` does."""
    found = await find_tournament(tx, guild_id, number)
    return await tournaments.lock(tx, found.id) or found
