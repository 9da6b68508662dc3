"""What managers do on a server: change its settings, and block people."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from bot.referee import formatting
from bot.referee.challenges.answer import leave_all_challenges
from bot.referee.clocks.clock import update_guild_clocks
from bot.referee.errors import RequestRejected, reason_too_long
from bot.referee.guilds.audit_log import record
from bot.referee.guilds.setting_values import MANAGERS_ONLY, SETTINGS, parse_setting, write_setting
from bot.referee.guilds.settings import load_settings
from bot.referee.highlights import schedule_weekly_match
from bot.referee.job_runner import run_jobs
from bot.referee.overview import schedule_overview
from bot.referee.puzzles import schedule_puzzle
from bot.referee.requests import AlreadyDone
from bot.referee.tournaments.settle import RESULTS, leave_tournament
from bot.referee.tournaments.terms import queue_notice
from games.translation import gettext as _
from storage.queries import audit_log, blocks, guilds, tournaments
from storage.queries.blocks import Block

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.referee.context import Context
    from bot.referee.guilds.setting_values import GuildResources
    from bot.referee.guilds.settings import GuildSettings
    from bot.referee.requests import Request
    from storage.engine.database import Tx
    from storage.queries.rows import Tournament

LONGEST_REASON = 200


@dataclass(frozen=True, slots=True)
class BlockTarget:
    """A person to be blocked, and whether that is impossible: they are a bot, or manage the server."""

    user_id: int
    is_bot: bool = False
    manages_server: bool = False


@dataclass(frozen=True, slots=True)
class BlockResult:
    """A person who was blocked, how many of their challenges were closed, and which events they are out of."""

    user_id: int
    challenges: int
    events: tuple[Tournament, ...]


async def block_person(
    context: Context, request: Request, target: BlockTarget, reason: str, *, manager: bool
) -> BlockResult | AlreadyDone:
    """Block a person on the server of a request; `manager` says whether the person who asks manages it.

    The person is told the reason when they try something. Raises `RequestRejected`.
    """
    _check_manager(request, manager=manager)
    _check_target(request, target)
    guild_id, tidied = request.guild_id or 0, formatting.tidy(reason)
    if len(tidied) > LONGEST_REASON:
        raise RequestRejected(reason_too_long(LONGEST_REASON, len(tidied)))
    await run_jobs(context, [RESULTS])  # matches of events that have just ended count as played
    async with context.write() as tx:
        if await audit_log.has_source(tx, request.source_id):
            return AlreadyDone()
        block = Block(target.user_id, request.user_id, context.now(), tidied)
        if not await blocks.add(tx, guild_id, block):
            raise RequestRejected(
                _("<@{user}> is blocked already. `/server do:blocks` lists everybody who is.").format(
                    user=target.user_id
                )
            )
        closed = await leave_all_challenges(context, tx, target.user_id, guild_id, by_manager=True)
        left = await _leave_events(context, tx, guild_id, target.user_id)
        details = {"reason": tidied}
        await record(context, tx, request, "block", subject_id=target.user_id, details=details)
    return BlockResult(target.user_id, closed, left)


async def unblock_person(context: Context, request: Request, user_id: int, *, manager: bool) -> int | AlreadyDone:
    """Let a person play on the server of a request again, and return their id. Raises `RequestRejected`."""
    _check_manager(request, manager=manager)
    async with context.write() as tx:
        if await audit_log.has_source(tx, request.source_id):
            return AlreadyDone()
        if not await blocks.remove(tx, request.guild_id or 0, user_id):
            raise RequestRejected(
                _("<@{user}> isn't blocked. `/server do:blocks` lists everybody who is.").format(user=user_id)
            )
        await record(context, tx, request, "unblock", subject_id=user_id)
    return user_id


async def list_blocks(context: Context, request: Request, *, manager: bool) -> list[Block]:
    """Return whom the server of a request blocks, the latest first. Raises `RequestRejected`."""
    _check_manager(request, manager=manager)
    async with context.database.read() as tx:
        return await blocks.of_guild(tx, request.guild_id or 0)


def _check_manager(request: Request, *, manager: bool) -> None:
    if not manager or not request.guild_id:
        raise RequestRejected(_("Only people with Manage Server can block people, and see who is blocked."))


def _check_target(request: Request, target: BlockTarget) -> None:
    if target.user_id == request.user_id:
        raise RequestRejected(_("You can't block yourself."))
    if target.is_bot:
        raise RequestRejected(_("Bots can't be blocked. `/server` can keep me out of channels."))
    if target.manages_server:
        raise RequestRejected(
            _("<@{user}> manages this server, and managers can't be blocked.").format(user=target.user_id)
        )


async def _leave_events(context: Context, tx: Tx, guild_id: int, user_id: int) -> tuple[Tournament, ...]:
    """Take a person out of a server's events. All are held, so that nobody who is blocked signs up meanwhile."""
    found = await tournaments.in_guild(tx, guild_id)
    running = sorted(each.id for each in found if each.status in {"open", "running"})
    for tournament_id in running:
        await tournaments.lock(tx, tournament_id)
    entered = set(await tournaments.entered_by(tx, user_id)) & set(running)
    left = [await leave_tournament(context, tx, each, user_id) for each in sorted(entered)]
    for each in filter(None, left):
        await queue_notice(context, tx, each.id, user_id, "removed")
    return tuple(filter(None, left))


async def change_settings(
    context: Context, request: Request, values: Mapping[str, str], resources: GuildResources, *, manager: bool
) -> GuildSettings:
    """Change the settings of a server that `values` gives, by name and as people write them, and return all of them.

    `resources` is what the server has, `manager` says whether the person may manage it. Without values, everybody can
    read the settings. The audit log gets what changed; a request that it has already changes nothing. Raises
    `RequestRejected`, and then nothing was changed.
    """
    guild_id = request.guild_id or 0
    if not values:
        async with context.database.read() as tx:
            return await load_settings(tx, guild_id)
    if not manager:
        raise RequestRejected(_(MANAGERS_ONLY))
    wanted = {name: parse_setting(name, typed.strip(), resources) for name, typed in values.items()}
    async with context.database.write() as tx:
        await guilds.lock(tx, guild_id)
        before = await load_settings(tx, guild_id)
        after = replace(before, **wanted)
        if after == before or await audit_log.has_source(tx, request.source_id):
            return before
        await guilds.set_settings(tx, guild_id, after.as_json)
        if after.zone != before.zone:
            await update_guild_clocks(context, tx, guild_id)
        if (after.puzzles, after.zone) != (before.puzzles, before.zone):
            await schedule_puzzle(context, tx, guild_id, after)
        if (after.weekly, after.zone) != (before.weekly, before.zone):
            await schedule_weekly_match(context, tx, guild_id, after)
        await schedule_overview(context, tx, guild_id, before, after)
        await record(context, tx, request, "settings", details=_changes(before, after))
    return after


def _changes(before: GuildSettings, after: GuildSettings) -> dict[str, list[str]]:
    """Return the settings that differ, by name, each as it was and is written."""
    values = {name: (getattr(before, name), getattr(after, name)) for name in SETTINGS}
    return {name: [write_setting(name, each) for each in both] for name, both in values.items() if both[0] != both[1]}
