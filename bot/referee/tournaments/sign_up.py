"""Set up an event, sign up for it, and withdraw from it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from bot.referee import formatting
from bot.referee.errors import RequestRejected
from bot.referee.formatting import is_visible
from bot.referee.guilds.audit_log import check_blocks, record
from bot.referee.guilds.settings import load_settings
from bot.referee.job_runner import run_jobs
from bot.referee.requests import AlreadyDone, idempotent
from bot.referee.times.time_control import NO_CLOCK, parse_control
from bot.referee.tournaments import terms as event_terms
from bot.referee.tournaments.settle import RESULTS, leave_tournament
from bot.referee.tournaments.terms import LONGEST_NAME, MOST_AT_ONCE, MOST_ROUNDS, queue_event_post, queue_notice
from games.contract import BadOption, complete_options
from games.text import format_list
from games.translation import gettext as _
from storage.queries import audit_log, tournaments

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import timedelta

    from bot.referee.context import Context
    from bot.referee.guilds.settings import GuildSettings
    from bot.referee.requests import Permissions, Request
    from games.contract import Info
    from storage.engine.database import Tx
    from storage.queries.rows import Entrant, Person, Tournament

KINDS = ("league", "cup", "tables")


@dataclass(frozen=True, slots=True)
class TournamentTerms:
    """The terms of an event as an organizer gave them.

    `clock` is a time control as text, None for the server's. `vacation`, `pauses` and `net` say whether they stop
    clocks. `at_once` is how many matches a person plays at a time at most, `table_size` and `rounds` are those of
    tables. People can sign up for as long as `sign_up`.
    """

    info: Info
    kind: str
    name: str
    options: Mapping[str, str]
    clock: str | None = None
    vacation: bool = True
    pauses: bool = False
    net: bool = False
    at_once: int = event_terms.AT_ONCE
    table_size: int | None = None
    rounds: int = event_terms.ROUNDS
    sign_up: timedelta = event_terms.SIGN_UP


@idempotent
async def create_tournament(
    context: Context, request: Request, terms: TournamentTerms, permissions: Permissions, channel_id: int
) -> Tournament | AlreadyDone:
    """Store an event and queue its post in a channel. Raises `RequestRejected`."""
    if not request.guild_id:
        raise RequestRejected(_("Events need a server: ask in one of its channels."))
    name = " ".join(terms.name.split())
    if len(name) > LONGEST_NAME or not is_visible(name):
        raise RequestRejected(
            _("An event needs a name that can be seen, of at most 60 characters, for example Spring Cup.")
        )
    size, options = _check_size(terms), _check_options(terms)
    _check_range("most", terms.at_once, MOST_AT_ONCE)
    _check_range("rounds", terms.rounds, MOST_ROUNDS)
    async with context.write() as tx:
        settings = await load_settings(tx, request.guild_id)
        check_organizer(settings, permissions)
        made = await open_sign_up(
            context,
            tx,
            request.source_id,
            terms.sign_up,
            guild_id=request.guild_id,
            channel_id=channel_id,
            name=name,
            kind=terms.kind,
            game=terms.info.key,
            options=options,
            clock=_clock(settings, terms),
            size=size,
            rounds=terms.rounds if terms.kind == "tables" else 1,
            at_once=terms.at_once,
            season=1,
            previous_id=None,
            organizer_id=request.user_id,
        )
        await record(context, tx, request, "event_create", tournament_id=made.id)
    return made


async def open_sign_up(context: Context, tx: Tx, source_id: int | None, length: timedelta, **terms: Any) -> Tournament:
    """Store an event that people can sign up for now and queue its post. Raises `AlreadyStored`, as `create` does.

    `terms` are the columns that don't tell of its progress.
    """
    now = context.now()
    made = await tournaments.create(
        tx,
        source_id,
        status="open",
        stage=0,
        created_at=now,
        starts_at=now + length,
        due_at=now + length,
        changed_at=now,
        posted_at=now,
        **terms,
    )
    await queue_event_post(context, tx, made.id, "tournament")
    return made


def check_organizer(settings: GuildSettings, permissions: Permissions) -> None:
    """Raise `RequestRejected` for a person who may not manage events."""
    if not permissions.manages_server and settings.organizers not in permissions.roles:
        if settings.organizers is None:
            raise RequestRejected(_("Only people with Manage Server can manage events here."))
        raise RequestRejected(
            _("Only people with the role <@&{role}> or Manage Server can manage events here.").format(
                role=settings.organizers
            )
        )


def _check_size(terms: TournamentTerms) -> int:
    """Return how many people play a match. Raises `RequestRejected`."""
    info = terms.info
    if terms.kind not in KINDS:
        choices = format_list([f"`{kind}`" for kind in KINDS], "or")
        raise RequestRejected(
            _("{typed} isn't a kind of event. Choose {kinds}.").format(typed=formatting.code(terms.kind), kinds=choices)
        )
    if terms.kind != "tables":
        if info.min_players > 2:
            raise RequestRejected(event_terms.wrong_number_of_players(info, terms.kind, "tables"))
        return 2
    if info.max_players < 3:
        raise RequestRejected(event_terms.wrong_number_of_players(info, "tables", "league"))
    smallest = max(3, info.min_players)
    size = terms.table_size or min(4, info.max_players)
    if not smallest <= size <= info.max_players:
        raise RequestRejected(
            _("A table of **{game}** has {least} to {most} people.").format(
                game=info.title, least=smallest, most=info.max_players
            )
        )
    return size


def _check_options(terms: TournamentTerms) -> dict[str, int | str]:
    try:
        return complete_options(terms.info, terms.options)
    except BadOption as bad:
        raise RequestRejected(str(bad)) from None


def _clock(settings: GuildSettings, terms: TournamentTerms) -> str:
    """Return the time control of the matches, with what the event leaves out. Raises `RequestRejected`."""
    usual = event_terms.CLOCK if settings.clock == NO_CLOCK else settings.clock
    control = parse_control(usual if terms.clock is None else terms.clock, needed=True)
    if control is None:
        raise RequestRejected(_("An event needs a clock, so that it comes to an end: `3d`, for example, or `3d+1d`."))
    return str(
        replace(
            control,
            no_net=control.no_net or not terms.net,
            no_pauses=control.no_pauses or not terms.pauses,
            no_vacation=control.no_vacation or not terms.vacation,
        )
    )


def _check_range(name: str, number: int, most: int) -> None:
    if not 1 <= number <= most:
        raise RequestRejected(
            _("`{name}` has to be a number from {least} to {most}.").format(name=name, least=1, most=most)
        )


async def find_tournament(tx: Tx, guild_id: int | None, number: int | None) -> Tournament:
    """Return a server's event with a number, or without one the only one that isn't over. Raises `RequestRejected`."""
    found = await tournaments.in_guild(tx, guild_id or 0)
    if number is not None:
        found = [each for each in found if each.id == number]
    elif len(found) > 1:
        found = [each for each in found if each.status in {"open", "running"}] or found[:1]
    if not found:
        sentence = (
            _("There's no event on this server. `/events do:list` shows all of them.")
            if number is None
            else _("There's no event {number} on this server. `/events do:list` shows all of them.")
        )
        raise RequestRejected(sentence.format(number=number))
    if len(found) > 1:
        names = [f"{formatting.plain(each.name)} ({each.id})" for each in found]
        raise RequestRejected(_("Which event? Say its number: {names}.").format(names=format_list(names, "or")))
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
            raise RequestRejected(event_terms.sign_up_is_over(tournament))
        if any(each.user_id == person.id for each in await tournaments.people(tx, tournament.id)):
            return AlreadyDone()
        await check_blocks(tx, tournament.guild_id, [person], person.id)
        await tournaments.join(tx, tournament.id, person, context.now())
        await queue_event_post(context, tx, tournament.id, "tournament_refresh")
    return tournament


async def leave_list(context: Context, request: Request, number: int | None) -> Tournament:
    """Take a person off the list of an event whose sign-up is open, and return it. Raises `RequestRejected`."""
    async with context.write() as tx:
        tournament = await hold_tournament(tx, request.guild_id, number)
        await _find_entrant(tx, tournament, request.user_id)
        if tournament.status != "open":
            raise RequestRejected(event_terms.sign_up_is_over(tournament))
        await tournaments.leave(tx, tournament.id, request.user_id)
        await queue_event_post(context, tx, tournament.id, "tournament_refresh")
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
        raise RequestRejected(event_terms.is_over(tournament))
    if entrant.withdrawn_at is not None:
        raise RequestRejected(_("You withdrew from this event already."))
    await leave_tournament(context, tx, tournament.id, user_id)
    return tournament


async def find_own_tournament(context: Context, request: Request, number: int | None) -> Tournament:
    """Return the event that a person wants to withdraw from, for them to confirm. Raises `RequestRejected`."""
    async with context.database.read() as tx:
        tournament = await find_tournament(tx, request.guild_id, number)
        await _find_entrant(tx, tournament, request.user_id)
    if tournament.status not in {"open", "running"}:
        raise RequestRejected(event_terms.is_over(tournament))
    return tournament


async def _find_entrant(tx: Tx, tournament: Tournament, user_id: int) -> Entrant:
    found = next((each for each in await tournaments.people(tx, tournament.id) if each.user_id == user_id), None)
    if found is None:
        raise RequestRejected(_("You didn't sign up for this event."))
    return found


async def hold_tournament(tx: Tx, guild_id: int | None, number: int | None) -> Tournament:
    """Lock an event and return it as it is then. Raises `RequestRejected` as `find_tournament` does."""
    found = await find_tournament(tx, guild_id, number)
    return await tournaments.lock(tx, found.id) or found
