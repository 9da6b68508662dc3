"""Checks of the servers that the bot is on: what it lacks there."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from bot.admin.doctor.check import ok, problem, warning
from bot.admin.doctor.progress_line import progress_line
from bot.client.client import Client
from bot.features.doctor.examine_server import examine_roles, examine_server
from bot.features.permission_text import lack_effect, lack_names
from games.text import format_list

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Collection, Iterator

    from bot.admin.doctor.check import Check
    from bot.features.doctor.examine_server import Examination
    from bot.gateway.permissions import Lack


async def check_servers(client: discord.Client, wanted: Collection[int]) -> AsyncIterator[Check]:
    """Yield what the bot lacks on each server, or on those `wanted` by their ids; then how many are well.

    A plain client has no database: then only roles are checked. Raises discord.py's errors if Discord doesn't list the
    servers, and `StorageError`.
    """
    listed = [each async for each in client.fetch_guilds(limit=None) if not wanted or each.id in wanted]
    well = 0
    with progress_line() as line:
        for number, guild in enumerate(listed, 1):
            line.show(f"Checking server {number:,} of {len(listed):,}")
            name = _printable(guild.name)
            try:
                found = [*_describe(name, await _examine(client, guild.id))]
            except discord.HTTPException as error:
                found = [warning(f"server {name}", f"it couldn't be checked ({error}); try again.")]
            well += not found
            line.clear()
            for check in found:
                yield check
    for missing in set(wanted) - {guild.id for guild in listed}:
        yield problem(f"server {missing}", "the bot isn't on it: invite it, or check the id.")
    if not listed and not wanted:
        yield warning("servers", "the bot is on none: invite it.")
    elif well:
        yield ok("servers", f"nothing is missing on {well:,} of {len(listed):,}.")


async def _examine(client: discord.Client, guild_id: int) -> Examination:
    guild = await client.fetch_guild(guild_id, with_counts=False)
    me = await guild.fetch_member(client.user.id if client.user else 0)
    if isinstance(client, Client):
        return await examine_server(client, guild, me)
    return examine_roles(client.application_id or 0, guild, me)


def _describe(name: str, found: Examination) -> Iterator[Check]:
    role = f"the role {found.role.name}" if found.role else "the bot"
    for lack in found.lacks:
        yield _describe_lack(name, lack, role, found.link)
    if found.tags:
        yield warning(f"server {name}", f"the forum for matches: {found.tags.replace('`', '')}")


def _describe_lack(name: str, lack: Lack, role: str, link: str) -> Check:
    report = problem if lack.essential else warning
    names = format_list(lack_names(lack))
    if lack.channel is None:
        how = "Somebody with Manage Server allows it by"
        return report(f"server {name}", f"the bot lacks {names} everywhere: {lack_effect(lack)}. {how} {link}")
    where = f"server {name}, #{_printable(lack.channel.name)} ({format_list(sorted(lack.channel.uses))})"
    if lack.channel.granted is None:
        return report(where, "the channel is gone. Somebody with Manage Server learns what to do by /doctor there.")
    return report(
        where, f"the bot lacks {names}: {lack_effect(lack)}. In the channel's permissions, allow it for {role}."
    )


def _printable(name: str) -> str:
    """Return a name that people have given, without what could confuse a terminal."""
    return "".join(each if each.isprintable() else "?" for each in name)
