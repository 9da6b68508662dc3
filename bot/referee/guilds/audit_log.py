"""What managers did on a server; who is blocked there, and which channels its settings use."""

from __future__ import annotations

from collections import defaultdict
from datetime import timedelta
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from bot.referee import formatting
from bot.referee.errors import RequestRejected
from games.translation import gettext as _, gettext_noop as N_
from storage.queries import audit_log, blocks, guilds
from storage.queries.audit_log import AuditEntry
from storage.queries.rows import DIRECT

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from bot.referee.context import Context
    from bot.referee.guilds.settings import GuildSettings
    from bot.referee.requests import Request
    from storage.engine.database import Tx
    from storage.queries.audit_log import Action
    from storage.queries.rows import Person

KEPT = timedelta(days=180)
"""How long entries are kept."""
PAGE = 10
"""Entries on a page."""


async def record(
    context: Context,
    tx: Tx,
    request: Request,
    action: Action,
    *,
    subject_id: int | None = None,
    match_id: int | None = None,
    tournament_id: int | None = None,
    details: Mapping[str, Any] | None = None,
) -> None:
    """Record what a request did on its server. Raises `AlreadyStored` for a request that is on record already."""
    entry = AuditEntry(
        request.user_id,
        action,
        context.now(),
        subject_id=subject_id,
        match_id=match_id,
        tournament_id=tournament_id,
        details=details,
    )
    await audit_log.add(tx, request.guild_id or 0, request.source_id, entry)


async def load_audit_log(
    context: Context, guild_id: int, page: int, *, manager: bool
) -> tuple[list[AuditEntry], int, int]:
    """Return a page of a server's audit log, the latest entry first, with its number from 1 and how many there are.

    A number beyond the last page stands for that one. Raises `RequestRejected` for people who don't manage the server.
    """
    if not manager:
        raise RequestRejected(_("Only people with Manage Server can see what managers did."))
    async with context.database.read() as tx:
        pages = max(1, -(-await audit_log.count(tx, guild_id) // PAGE))
        number = min(max(page, 1), pages)
        return await audit_log.page(tx, guild_id, offset=(number - 1) * PAGE, limit=PAGE), number, pages


async def forget_old_entries(context: Context) -> None:
    """Forget the entries that are older than `KEPT`."""
    oldest = context.now() - KEPT
    async with context.database.read() as tx:
        old = await audit_log.exist_before(tx, oldest)
    if old:
        async with context.database.write() as tx:
            await audit_log.forget_before(tx, oldest)


class Blocked(RequestRejected):
    """The person who made a request is blocked on the server."""


async def check_blocks(tx: Tx, guild_id: int, people: Iterable[Person], asker: int | None = None) -> None:
    """Raise `RequestRejected` if one of these people is blocked on a server; `Blocked` if it is the `asker`."""
    players = {person.id: person for person in people if person.level is None}
    if guild_id == DIRECT or not players:
        return
    found = await blocks.among(tx, guild_id, list(players))
    for block in found:
        if block.user_id == asker:
            raise Blocked(you_are_blocked(block.reason))
    if found:
        raise RequestRejected(
            _("{name} is blocked from playing on this server. Choose somebody else.").format(
                name=formatting.name(players[found[0].user_id])
            )
        )


async def check_not_blocked(context: Context, guild_id: int, user_id: int) -> None:
    """Raise `Blocked` for a person who is blocked on a server."""
    async with context.database.read() as tx:
        found = await blocks.among(tx, guild_id, [user_id])
    if found:
        raise Blocked(you_are_blocked(found[0].reason))


def you_are_blocked(reason: str) -> str:
    """Reject what a person wants to do who is blocked; `reason` is what a manager gave for that, if anything."""
    blocked = (
        _("You're blocked from playing on this server ({reason}).").format(reason=formatting.plain(reason))
        if reason
        else _("You're blocked from playing on this server.")
    )
    rest = _("You can still finish your matches. If you think it's a mistake, ask a manager of the server.")
    return f"{blocked} {rest}"


class Use(StrEnum):
    """What a channel is used for, in words for people, in English."""

    THREADS = N_("matches in threads")
    MATCHES = N_("matches")
    FORUM = N_("forum posts of matches")
    EVENTS = N_("events")
    FINISHED = N_("finished matches")
    PUZZLES = N_("daily puzzles")
    WEEKLY = N_("the match of the week")
    OVERVIEW = N_("the overview")


async def load_channel_uses(tx: Tx, guild_id: int, settings: GuildSettings) -> Mapping[int, frozenset[Use]]:
    """Return the channels in use on a server, by id: where matches and events go on, and those of its settings."""
    uses: defaultdict[int, set[Use]] = defaultdict(set)
    for channel_id in {*settings.channels, *await guilds.channels_of_matches(tx, guild_id)}:
        uses[channel_id].add(use_of_matches(settings))
    for channel_id in await guilds.channels_of_events(tx, guild_id):
        uses[channel_id].add(Use.EVENTS)
    named = {
        Use.FORUM: settings.forum,
        Use.FINISHED: settings.finished,
        Use.PUZZLES: settings.puzzles,
        Use.WEEKLY: settings.weekly,
        Use.OVERVIEW: settings.overview,
    }
    for use, channel_id in named.items():
        if channel_id is not None:
            uses[channel_id].add(use)
    return {channel_id: frozenset(found) for channel_id, found in uses.items()}


def use_of_matches(settings: GuildSettings) -> Use:
    """Return what a channel is used for in which matches begin. With a forum they live in its posts."""
    return Use.THREADS if settings.threads and settings.forum is None else Use.MATCHES
