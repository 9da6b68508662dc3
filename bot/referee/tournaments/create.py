"""Set up an event: its terms, checked and stored, and its post."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from bot.referee.errors import RequestRejected
from bot.referee.guilds.audit_log import record
from bot.referee.guilds.settings import load_settings
from bot.referee.names import is_visible
from bot.referee.request_results import AlreadyDone
from bot.referee.times.time_control import NO_CLOCK, parse_control
from bot.referee.tournaments import defaults, rejections
from bot.referee.tournaments.limits import LONGEST_NAME, MOST_AT_ONCE, MOST_ROUNDS
from bot.referee.tournaments.queue_posts import queue_post
from games.contract import BadOption, complete_options
from games.translation import gettext as _
from storage.engine.database import AlreadyStored
from storage.queries import tournaments

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import timedelta

    from bot.referee.context import Context
    from bot.referee.guilds.settings import GuildSettings
    from bot.referee.requests import Permissions, Request
    from games.contract import Info
    from storage.engine.database import Tx
    from storage.queries.rows import Tournament

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
    at_once: int = defaults.AT_ONCE
    table_size: int | None = None
    rounds: int = defaults.ROUNDS
    sign_up: timedelta = defaults.SIGN_UP


async def create_tournament(
    context: Context, request: Request, terms: TournamentTerms, permissions: Permissions, channel_id: int
) -> Tournament | AlreadyDone:
    """Store an event and queue its post in a channel. Raises `RequestRejected`."""
    if not request.guild_id:
        raise RequestRejected(_(rejections.NEEDS_SERVER))
    name = " ".join(terms.name.split())
    if len(name) > LONGEST_NAME or not is_visible(name):
        raise RequestRejected(_(rejections.NEEDS_NAME))
    size, options = _check_size(terms), _check_options(terms)
    _check_range("most", terms.at_once, MOST_AT_ONCE)
    _check_range("rounds", terms.rounds, MOST_ROUNDS)
    try:
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
    except AlreadyStored:
        return AlreadyDone()
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
    await queue_post(context, tx, made.id, "tournament")
    return made


def check_organizer(settings: GuildSettings, permissions: Permissions) -> None:
    """Raise `RequestRejected` for a person who may not manage events."""
    if not permissions.manages_server and settings.organizers not in permissions.roles:
        raise RequestRejected(rejections.not_an_organizer(settings.organizers))


def _check_size(terms: TournamentTerms) -> int:
    """Return how many people play a match. Raises `RequestRejected`."""
    info = terms.info
    if terms.kind not in KINDS:
        raise RequestRejected(rejections.no_such_kind(terms.kind, KINDS))
    if terms.kind != "tables":
        if info.min_players > 2:
            raise RequestRejected(rejections.wrong_number_of_players(info, terms.kind, "tables"))
        return 2
    if info.max_players < 3:
        raise RequestRejected(rejections.wrong_number_of_players(info, "tables", "league"))
    smallest = max(3, info.min_players)
    size = terms.table_size or min(4, info.max_players)
    if not smallest <= size <= info.max_players:
        raise RequestRejected(rejections.wrong_table_size(info, smallest))
    return size


def _check_options(terms: TournamentTerms) -> dict[str, int | str]:
    try:
        return complete_options(terms.info, terms.options)
    except BadOption as bad:
        raise RequestRejected(str(bad)) from None


def _clock(settings: GuildSettings, terms: TournamentTerms) -> str:
    """Return the time control of the matches, with what the event leaves out. Raises `RequestRejected`."""
    usual = defaults.CLOCK if settings.clock == NO_CLOCK else settings.clock
    control = parse_control(usual if terms.clock is None else terms.clock)
    if control is None:
        raise RequestRejected(_(rejections.NEEDS_CLOCK))
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
        raise RequestRejected(rejections.out_of_range(name, 1, most))
