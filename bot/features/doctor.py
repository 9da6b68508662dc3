"""What the bot lacks on a server, for the people who manage it."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING

import discord

from bot.client.feature import Feature
from bot.client.panels import PanelCommand
from bot.features.forum_posts import fetch_forum, find_tag_problem
from bot.features.match_text import lack_effect, lack_names
from bot.gateway.connection import invitation_link
from bot.gateway.permissions import fetch_used_channels, find_lacks
from bot.interactions.limits import FILES_COST
from bot.interactions.member_permissions import can_manage_server
from bot.interactions.replies import reply_privately, request_of
from bot.referee.errors import RequestRejected
from bot.referee.guilds.audit_log import Use, load_channel_uses, use_of_matches
from bot.referee.guilds.settings import PREFIX, GuildSettings, load_settings
from games.text import format_list, format_number
from games.translation import gettext as _, gettext_noop as N_, language_name, measure_languages, ngettext, pgettext

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from bot.client.client import Client
    from bot.gateway.permissions import Lack, UsedChannel
    from bot.interactions.replies import Source
    from games.translation import Completeness

NO_SERVER = N_("That needs a server: ask in one of its channels.")
MANAGERS_ONLY = N_("Only people with Manage Server can ask what I'm missing here.")
IN_SETTINGS = {Use.FORUM, Use.FINISHED, Use.PUZZLES, Use.WEEKLY, Use.OVERVIEW}
"""What a channel is chosen for in the server's settings."""


def report(found: Examination, languages: Mapping[str, Completeness], *, content: bool) -> str:
    """Return what is missing and what mends it, worst first, and how complete the translations are.

    `languages` are those that have catalogues; `content` says whether the bot reads all messages.
    """
    role = f"<@&{found.role.id}>" if found.role else pgettext("object", "me")
    lines = [f"- {_describe(lack, role, found.link)}" for lack in found.lacks]
    if found.tags:
        lines.append(f"- <#{found.settings.forum}> ({_(Use.FORUM)}): {found.tags}")
    if lines:
        head = ngettext("**{n} thing to fix:**", "**{n} things to fix:**", len(lines)).format(n=len(lines))
    elif found.channels:
        places = format_list([f"<#{channel.channel_id}>" for channel in found.channels])
        head = _("**All is well:** I have every permission that I need in {places}.").format(places=places)
    else:
        head = _("**All is well:** I have every permission that I need on this server.")
    small = [f"-# {describe_language(language, each)}" for language, each in languages.items()]
    return "\n".join([head, *lines, *([] if content else _miss_content(found)), *small])


def describe_language(language: str, found: Completeness) -> str:
    """Return how many messages of a language are missing, and whether people can choose it."""
    name, n = language_name(language), found.missing
    if not n:
        return _("{language}: all messages are translated.").format(language=name)
    if found.is_offered:
        text = ngettext(
            "{language}: {n} of {total} messages is missing and shown in English.",
            "{language}: {n} of {total} messages are missing and shown in English.",
            n,
        )
    else:
        text = ngettext(
            "{language}: {n} of {total} messages is missing, too many to offer the language.",
            "{language}: {n} of {total} messages are missing, too many to offer the language.",
            n,
        )
    return text.format(language=name, n=format_number(n), total=format_number(found.messages))


def _describe(lack: Lack, role: str, link: str) -> str:
    names = format_list([f"**{name}**" for name in lack_names(lack)])
    if lack.channel is None:
        return _("I'm missing {permissions} on the whole server: {effect}. [Allow it]({link})").format(
            permissions=names, effect=lack_effect(lack), link=link
        )
    channel = lack.channel
    uses = format_list(map(_, sorted(channel.uses)))
    if channel.granted is None:
        # Translators: {uses} is "matches and daily puzzles".
        return _("A channel that I use for {uses} was deleted. {how}").format(uses=uses, how=_replace(channel))
    # Translators: {where} is a link to a channel, and what it's used for in brackets.
    where = f"<#{channel.channel_id}> ({uses})"
    lacking = _("I'm missing {permissions} in {where}: {effect}.").format(
        where=where, permissions=names, effect=lack_effect(lack)
    )
    how = _("Open that channel's settings, then *Permissions*, and allow it for {role}.").format(role=role)
    return f"{lacking} {how}"


def _replace(channel: UsedChannel) -> str:
    """Say what to do about a channel that is gone."""
    if channel.uses & IN_SETTINGS:
        return _("Choose another channel, or `none`, with `/server`.")
    return _("Players get the boards by direct message. `/server do:abandon` ends a match.")


def _miss_content(found: Examination) -> Iterator[str]:
    """Yield what people can't do without the content intent, where they may try: in matches, or with a prefix."""
    if found.settings.prefix != PREFIX or any(channel.uses & {Use.THREADS, Use.FORUM} for channel in found.channels):
        yield _(
            "-# I can't read messages that don't mention me, so a bare `c4` in a thread isn't a move. **Move**, "
            "`/move` and replies with the ping on work. To change that, the person who runs me switches on *Message "
            "Content Intent* in Discord's developer portal and starts me again."
        )


@dataclass(frozen=True, slots=True)
class Examination:
    """What was found on a server.

    `channels` are the channels in use, `lacks` what is missing there or on the whole server, `tags` a sentence on the
    tags of the forum if any are missing. `link` grants the bot all that it uses on this server; `role` is its own.
    """

    settings: GuildSettings
    channels: Sequence[UsedChannel]
    lacks: Sequence[Lack]
    tags: str
    link: str
    role: discord.Role | None


async def examine_server(
    client: Client, guild: discord.Guild, me: discord.Member, here: int | None = None
) -> Examination:
    """Find out what the bot lacks in the channels that it uses on a server, and in `here` if matches may begin there.

    Raises discord.py's errors and `StorageError`.
    """
    async with client.context.database.read() as tx:
        settings = await load_settings(tx, guild.id)
        uses = dict(await load_channel_uses(tx, guild.id, settings))
    if here is not None and (not settings.channels or here in settings.channels):
        uses[here] = uses.get(here, frozenset()) | {use_of_matches(settings)}
    channels = await fetch_used_channels(guild, me, uses)
    lacks = find_lacks(me.guild_permissions, channels)
    also = discord.Permissions(manage_channels=settings.forum is not None)
    return Examination(
        settings,
        channels,
        lacks,
        await _find_tag_problem(client, settings, lacks),
        invitation_link(client.application_id or 0, server_id=guild.id, also=also),
        guild.self_role,
    )


def examine_roles(application_id: int, guild: discord.Guild, me: discord.Member) -> Examination:
    """Find out what the bot's roles lack on a server of whose channels nothing is on record."""
    lacks = find_lacks(me.guild_permissions, ())
    return Examination(
        GuildSettings(), (), lacks, "", invitation_link(application_id, server_id=guild.id), guild.self_role
    )


async def _find_tag_problem(client: Client, settings: GuildSettings, lacks: Sequence[Lack]) -> str:
    """Return what is wrong with the tags of the forum, empty if nothing is or the bot can't use the forum anyway."""
    barred = any(lack.channel and Use.FORUM in lack.channel.uses and lack.essential for lack in lacks)
    if settings.forum is None or barred:
        return ""
    forum = await fetch_forum(client, settings.forum)
    infos = [game.info for game in client.context.games.values()]
    return find_tag_problem(forum.available_tags, infos) if forum else ""


async def examine(bot: Client, source: Source, _words: str) -> None:
    """Say privately to a manager what is missing; to a message by direct message."""
    if not can_manage_server(source):
        raise RequestRejected(_(MANAGERS_ONLY))
    async with bot.cooldowns.admit(request_of(source), FILES_COST):
        text = await _examine(bot, source)
    await reply_privately(source, text)


async def _examine(bot: Client, source: Source) -> str:
    guild, here = source.guild, source.channel
    if guild is None or here is None:
        raise RequestRejected(_(NO_SERVER))
    place = here.parent_id if isinstance(here, discord.Thread) else here.id
    found = await examine_server(bot, guild, guild.me, place)
    languages = await asyncio.to_thread(measure_languages)
    return report(found, languages, content=bot.content)


FEATURE = Feature(
    panel_commands=[
        PanelCommand(
            name="doctor",
            panel="server",
            label=N_("Permissions"),
            description=N_("What I'm missing on this server, and how to fix it"),
            run=examine,
            often=True,
            guild_only=True,
        )
    ]
)
