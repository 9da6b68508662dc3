"""Change the settings of a server, and the clocks, the daily puzzle and the match of the week that depend on them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.referee.clocks.clock import update_guild_clocks
from bot.referee.errors import RequestRejected
from bot.referee.guilds import rejections
from bot.referee.guilds.audit_log import record
from bot.referee.guilds.setting_values import SETTINGS, parse_setting, write_setting
from bot.referee.guilds.settings import load_settings
from bot.referee.puzzles.daily import schedule_puzzle
from bot.referee.weekly_match import schedule_weekly_match
from games.translation import gettext as _
from storage.queries import audit_log, guilds

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.referee.context import Context
    from bot.referee.guilds.setting_values import GuildResources
    from bot.referee.guilds.settings import GuildSettings
    from bot.referee.requests import Request


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
        raise RequestRejected(_(rejections.MANAGERS_ONLY))
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
        await record(context, tx, request, "settings", details=_changes(before, after))
    return after


def _changes(before: GuildSettings, after: GuildSettings) -> dict[str, list[str]]:
    """Return the settings that differ, by name, each as it was and is written."""
    values = {name: (getattr(before, name), getattr(after, name)) for name in SETTINGS}
    return {name: [write_setting(name, each) for each in both] for name, both in values.items() if both[0] != both[1]}
