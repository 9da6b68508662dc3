"""People whom a server blocks."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.client.feature import Feature
from bot.interactions.member_permissions import can_manage_server
from bot.interactions.replies import acknowledge_silently, reply, reply_privately, request_of
from bot.referee import formatting
from bot.referee.errors import RequestRejected
from bot.referee.requests import AlreadyDone
from bot.referee.servers import LONGEST_REASON, BlockTarget, block_person, list_blocks, unblock_person
from games.text import format_list
from games.translation import gettext as _, gettext_noop as N_, ngettext

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.client.client import Client
    from bot.client.options import CommandContext
    from bot.interactions.replies import Source
    from bot.referee.servers import BlockResult
    from storage.queries.blocks import Block

WHOM = N_("Whom? Mention one person, as in `!block @Bob spam`.")
NOBODY = N_("Nobody is blocked on this server. `/server block` keeps somebody from starting matches here.")


def blocked(result: BlockResult) -> str:
    """Say that a person was blocked, and what came of it."""
    came: list[str] = []
    if result.challenges:
        closed = ngettext(
            "{n} open challenge of theirs closed", "{n} open challenges of theirs closed", result.challenges
        )
        came.append(closed.format(n=result.challenges))
    if result.events:
        events = format_list(f"**{formatting.plain(each.name)}**" for each in result.events)
        # Translators: {events} are the names of events.
        came.append(_("out of {events}").format(events=events))
    text = _("{person} is blocked. They can finish their running matches and start nothing new here.")
    if came:
        text = _("{person} is blocked ({came}). They can finish their running matches and start nothing new here.")
    undo = _("`/server unblock` undoes it.")
    return f"{text.format(person=f'<@{result.user_id}>', came='; '.join(came))} {undo}"


def unblocked(user_id: int) -> str:
    """Say that a person is no longer blocked."""
    return _("{person} can play here again.").format(person=f"<@{user_id}>")


def block_list(found: Sequence[Block]) -> str:
    """Return whom a server blocks, the latest first."""
    if not found:
        return _(NOBODY)
    return "\n".join([_("Blocked on this server: {n}.").format(n=len(found)), *map(_line, found)])


def _line(block: Block) -> str:
    if block.blocked_at is None:
        return _("- {person}, who deleted their data since").format(person=f"<@{block.user_id}>")
    by = _("by {person}").format(person=f"<@{block.blocked_by}>") if block.blocked_by else ""
    why = f": {formatting.plain(block.reason)}" if block.reason else ""
    return f"- <@{block.user_id}> {by} {formatting.ago(block.blocked_at)}{why}"


_MENTION = re.compile(r"<@!?(\d{1,20})>\s*", re.ASCII)


class BlocksCog(commands.Cog):
    """The commands with which managers keep somebody from starting matches on their server."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot

    @commands.command(name="block")
    @commands.guild_only()
    async def block_by_text(self, ctx: CommandContext, *, rest: str = "") -> None:
        """Read `@Bob [reason]`."""
        user_id, reason = _split(rest)
        person = next((each for each in ctx.message.mentions if each.id == user_id), None)
        if person is None:
            raise RequestRejected(_(WHOM))
        await self._block(ctx.message, person, reason)

    @app_commands.command(name="block", description="Keep somebody from starting anything here; their matches go on")
    @app_commands.describe(person="Whom", reason="Why; the person is told when they try something")
    async def block_by_slash(
        self,
        interaction: discord.Interaction[Any],
        person: discord.User,
        reason: app_commands.Range[str, 0, LONGEST_REASON] = "",
    ) -> None:
        """Take the same from a form."""
        await self._block(interaction, person, reason)

    @commands.command(name="unblock")
    @commands.guild_only()
    async def unblock_by_text(self, ctx: CommandContext, *, rest: str = "") -> None:
        """Read `@Bob`."""
        await self._unblock(ctx.message, _split(rest)[0])

    @app_commands.command(name="unblock", description="Let somebody play here again")
    @app_commands.describe(person="Whom")
    async def unblock_by_slash(self, interaction: discord.Interaction[Any], person: discord.User) -> None:
        """Take the same from a form."""
        await self._unblock(interaction, person.id)

    @commands.hybrid_command(name="blocks", description="Who is blocked here, by whom and why")
    @commands.guild_only()
    async def blocks(self, ctx: CommandContext) -> None:
        """List who is blocked, privately."""
        source = ctx.interaction or ctx.message
        found = await list_blocks(self.bot.context, request_of(source), manager=can_manage_server(source))
        await reply_privately(source, block_list(found))

    async def _block(self, source: Source, person: discord.abc.User, reason: str) -> None:
        manages = isinstance(person, discord.Member) and person.guild_permissions.manage_guild
        target = BlockTarget(person.id, is_bot=person.bot, manages_server=manages)
        result = await block_person(
            self.bot.context, request_of(source), target, reason, manager=can_manage_server(source)
        )
        if isinstance(result, AlreadyDone):
            await acknowledge_silently(source)
        else:
            await reply(source, blocked(result))

    async def _unblock(self, source: Source, user_id: int) -> None:
        result = await unblock_person(self.bot.context, request_of(source), user_id, manager=can_manage_server(source))
        if isinstance(result, AlreadyDone):
            await acknowledge_silently(source)
        else:
            await reply(source, unblocked(result))


def _split(typed: str) -> tuple[int, str]:
    """Split `@Bob [reason]`. Raises `RequestRejected`."""
    found = _MENTION.match(typed)
    if found is None:
        raise RequestRejected(_(WHOM))
    return int(found[1]), typed[found.end() :]


FEATURE = Feature(cogs=[BlocksCog])
