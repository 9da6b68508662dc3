"""The forum that a server has for matches: found, given tags, and checked for what matches need there."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import discord

from bot.features.forum_posts import text
from bot.features.forum_posts.tags import MOST_TAGS, all_tags, find_tag, missing_tags
from bot.features.permission_text import permission_names
from bot.gateway.permissions import missing_essentials
from bot.process.errors import is_permanent
from bot.referee.guilds.channel_uses import Use
from games.translation import gettext as _

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from games.contract import Info

log = logging.getLogger(__name__)


async def fetch_forum(client: discord.Client, forum_id: int) -> discord.ForumChannel | None:
    """Return a forum as Discord has it now, or None for a channel of another kind. Raises what discord.py raises.

    The cache wouldn't do: it may lack the guild, which can be on another process's shard, or a tag just made.
    """
    try:
        channel = await client.fetch_channel(forum_id)
    except discord.InvalidData:
        return None
    return channel if isinstance(channel, discord.ForumChannel) and not channel.is_media() else None


def list_forums(guild: discord.Guild) -> dict[int, Sequence[str]]:
    """Return the forums of a guild that the bot sees, by id, each with the permissions that it lacks there."""
    return {forum.id: missing_permissions(forum) for forum in guild.forums if not forum.is_media()}


def missing_permissions(forum: discord.ForumChannel) -> Sequence[str]:
    """Return the permissions that the bot lacks in a forum and can't do without, as Discord names them."""
    missing = missing_essentials(Use.FORUM, forum.permissions_for(forum.guild.me))
    return permission_names(missing, in_forum=True)


async def prepare_forum(client: discord.Client, forum_id: int, infos: Iterable[Info]) -> None:
    """Give a forum that was just chosen the tags for matches of these games, as far as the bot may."""
    try:
        if forum := await fetch_forum(client, forum_id):
            await add_tags(client, forum, all_tags(infos))
    except discord.HTTPException as error:  # every match that begins there tries again
        log.warning("The forum %d could not be given tags: %s", forum_id, error)


async def find_problem(client: discord.Client, forum_id: int, infos: Iterable[Info]) -> str:
    """Return what keeps matches of these games from having posts and tags in a forum, as a sentence for managers.

    Returns an empty text if all is well, or if Discord doesn't tell just now.
    """
    try:
        forum = await fetch_forum(client, forum_id)
    except discord.HTTPException as error:
        if not is_permanent(error):
            log.warning("The forum %d could not be checked: %s", forum_id, error)
            return ""
        forum = None
    if forum is None:
        return _(text.FORUM_GONE)
    if lacking := missing_permissions(forum):
        return text.forum_barred(lacking)
    return find_tag_problem(forum.available_tags, infos)


def find_tag_problem(available: Sequence[discord.ForumTag], infos: Iterable[Info]) -> str:
    """Return what keeps posts of matches of these games from their tags, as a sentence; empty if nothing does."""
    names = all_tags(infos)
    if missing := missing_tags(available, names):
        return text.tags_missing(missing, full=len(available) >= MOST_TAGS)
    moderated = [name for name in names if find_tag(available, name) is None]
    return text.tags_moderated(moderated) if moderated else ""


async def add_tags(client: discord.Client, forum: discord.ForumChannel, names: Sequence[str]) -> discord.ForumChannel:
    """Give a forum those of the tags that it lacks and has room for, if the bot may. Return the forum as it is then.

    Raises what discord.py raises for trouble that passes.
    """
    missing = missing_tags(forum.available_tags, names)[: max(0, MOST_TAGS - len(forum.available_tags))]
    known = client.get_channel(forum.id)
    barred = isinstance(known, discord.ForumChannel) and not known.permissions_for(known.guild.me).manage_channels
    if not missing or barred:
        return forum
    try:
        added = (discord.ForumTag(name=name) for name in missing)
        return await forum.edit(available_tags=[*forum.available_tags, *added]) or forum
    except discord.HTTPException as error:
        if not is_permanent(error):
            raise
        log.info("The forum %d gets no tags: %s", forum.id, error)
        return forum
