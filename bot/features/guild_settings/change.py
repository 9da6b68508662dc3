"""Change the settings of a server as a person asked for, and say what they are then."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.features.forum_posts.forum import find_problem, list_forums, prepare_forum
from bot.features.guild_settings.text import NO_SERVER, changed_settings_post, settings_post
from bot.interactions.member_permissions import can_manage_server
from bot.interactions.replies import request_of
from bot.referee.change_settings import change_settings
from bot.referee.errors import RequestRejected
from bot.referee.guilds.setting_values import GuildResources
from games.translation import bind_language
from games.translation import gettext as _

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.client.client import Client
    from bot.interactions.replies import Source


async def describe_after_change(
    bot: Client, source: Source, changes: Mapping[str, str], *, only_changed: bool = False
) -> str:
    """Change the settings that are given by name, as people write them, and return the settings in words.

    These are all of them; with `only_changed` those that were given, if there are any. Raises `RequestRejected`, and
    then nothing was changed.
    """
    guild = source.guild
    if guild is None:
        raise RequestRejected(_(NO_SERVER))
    channels, me = guild.text_channels, guild.me
    resources = GuildResources(
        {each.id for each in channels},
        {each.id for each in guild.roles},
        {each.id for each in channels if not each.permissions_for(me).send_messages},
        list_forums(guild),
        bot.cooldowns.per_minute,
    )
    try:
        settings = await change_settings(
            bot.context, request_of(source), changes, resources, manager=can_manage_server(source)
        )
    finally:
        bot.guild_settings.forget(guild.id)
    if "language" in changes:
        bind_language(await bot.languages.of_reader(source))
    problem = ""
    if settings.forum:
        infos = [game.info for game in bot.context.games.values()]
        if "forum" in changes:
            await prepare_forum(bot, settings.forum, infos)
        problem = await find_problem(bot, settings.forum, infos)
    if only_changed and changes:
        return changed_settings_post(settings, changes, problem)
    return settings_post(settings, problem)
