"""The overview of a server: one post that tells what is played there, is kept up to date, and stays pinned."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace
from typing import TYPE_CHECKING

import discord
from discord import ButtonStyle

from bot.client.components import PersistentButton, rows
from bot.client.feature import Cog, Feature
from bot.features.challenges.buttons import Accept, ChallengeForm, PlayMeButton
from bot.features.challenges.text import PLAY_ME
from bot.features.lists import NO_GAME, NOBODY, MatchesPageButton, time_listed
from bot.interactions.member_permissions import can_all_readers_see
from bot.interactions.own_messages import read_custom_ids
from bot.interactions.replies import MAX_LENGTH
from bot.outbox.sender import mention_only
from bot.process import is_permanent
from bot.referee import formatting
from bot.referee.clocks.clock import NOT_PAUSED
from bot.referee.overview import channels_in_use, list_for_overview, load_overview, note_posted
from bot.referee.times.time_control import NO_CLOCK
from games.text import format_list
from games.translation import gettext as _, gettext_noop as N_, ngettext

if TYPE_CHECKING:
    from collections.abc import Callable

    from discord.ui import View

    from bot.client.client import Client
    from bot.client.components import Press
    from bot.referee.lists import MatchEntry
    from bot.referee.overview import Listing
    from storage.queries.rows import Challenge, Person, Post

    Title = Callable[[str], str]

log = logging.getLogger(__name__)
MOST_MATCHES, MOST_CHALLENGES = 10, 5
"""Matches and open challenges that an overview lists at most: so many buttons fit a row."""
LONGEST_NAME = 16
"""Characters of a player's name."""
NEW_MATCH = N_("New match")
GONE, TOO_MANY_EDITS = 10008, 30046
"""Discord's codes for a message that was deleted, and for one older than an hour that was edited too often."""


def overview_post(listing: Listing, title: Title) -> str:
    """Return the text of an overview; `title` names a game by its key. It lists as many matches as fit a message."""
    if listing.total:
        head = ngettext("**{n} match is running here:**", "**{n} matches are running here:**", listing.total)
        lines = [head.format(n=listing.total), *(_match_line(entry, title) for entry in listing.matches)]
        if listing.total > len(listing.matches):
            lines.append(formatting.and_more(listing.total - len(listing.matches)))
    else:
        lines = [_("**No match is running here.** Begin one with a friend, with anyone, or with me.")]
    if listing.challenges:
        lines += [_("**Anyone can join:**"), *(_challenge_line(each, title) for each in listing.challenges)]
    text = "\n".join(lines)
    if len(text) <= MAX_LENGTH or not listing.matches:
        return text
    return overview_post(replace(listing, matches=listing.matches[:-1]), title)


def _match_line(entry: MatchEntry, title: Title) -> str:
    match = entry.match
    return _("- {number} **{game}**: {people}; {name} to move \u00b7 {when}").format(
        number=formatting.linked_number(match, entry.board),
        game=title(match.game),
        people=format_list(map(_name, match.seats)),
        name=_name(match.player_to_move),
        when=_when(entry),
    )


def _when(entry: MatchEntry) -> str:
    """Return when the time of a turn runs out or else when it began, as "in 3 days", or why the match waits."""
    if entry.pause == NOT_PAUSED:
        return formatting.ago(entry.deadline or entry.match.since)
    return time_listed(entry.match, entry.deadline, entry.pause)


def _challenge_line(challenge: Challenge, title: Title) -> str:
    terms = [] if challenge.clock == NO_CLOCK else [formatting.code(challenge.clock)]
    terms.append(_("expires {when}").format(when=formatting.ago(challenge.expires_at)))
    return _("- **{game}** with {people}: {terms}").format(
        game=title(challenge.game),
        people=format_list(map(_name, challenge.people)),
        terms=", ".join(terms),
    )


def _name(person: Person) -> str:
    return formatting.plain(formatting.plain_name(person, LONGEST_NAME))


def _buttons(listing: Listing, title: Title) -> View:
    """Return the buttons: one to join each challenge, and below them those that begin a match."""
    several = len(listing.challenges) > 1
    joins = [
        Accept(
            (_("Join {game} with {name}") if several else _("Join {game}")).format(
                game=title(each.game), name=formatting.plain_name(each.challenger, LONGEST_NAME)
            )[:80],
            each.id,
        )
        for each in listing.challenges
    ]
    more = [MatchesPageButton(_("All matches"), 0, NOBODY, NO_GAME)] if listing.total else []
    return rows(joins, [PlayMeButton(_(PLAY_ME), ""), NewMatchButton(_(NEW_MATCH)), *more])


class NewMatchButton(PersistentButton, template="new_match"):
    """Opens the form for a challenge."""

    style = ButtonStyle.primary

    async def on_press(self, bot: Client, press: Press) -> None:
        """Open the form, in which nothing is chosen."""
        await ChallengeForm().open_for(bot, press, [], {})


async def send_overview(bot: Client, post: Post) -> tuple[int, int | None]:
    """Write the overview of a server anew: edit its message, or post it if there is none.

    A row with a `message` deletes that one, which is in a channel where the overview was before.
    """
    guild_id, channel_id = int(post.body["guild"]), int(post.body["channel"])
    channel = bot.get_partial_messageable(channel_id, guild_id=guild_id)
    if "message" in post.body:
        await _delete(channel, int(post.body["message"]))
        return channel_id, None
    async with bot.context.database.read() as tx:
        overview = await load_overview(tx, guild_id)
    if overview is None or overview.channel_id != channel_id:
        return channel_id, None
    listing = await _list(bot, guild_id, channel_id)
    content, view = overview_post(listing, bot.context.title), _buttons(listing, bot.context.title)
    if overview.message_id and await _edit(bot, channel, overview.message_id, content, view):
        return channel_id, None
    sent = await bot.sender.send_once(
        post,
        channel,
        lambda message: "new_match" in read_custom_ids(message),
        content=content,
        view=view,
        allowed_mentions=mention_only(),
        silent=True,
    )
    await note_posted(bot.context, guild_id, *sent)
    await _pin(channel, sent[1])
    return sent


async def _list(bot: Client, guild_id: int, channel_id: int) -> Listing:
    """Return what goes on in the channels that all readers of the overview can see."""
    used = await channels_in_use(bot.context, guild_id)
    seen = {each for each in used if await can_all_readers_see(bot, guild_id, channel_id, each)}
    return await list_for_overview(bot.context, guild_id, seen, most=MOST_MATCHES, most_challenges=MOST_CHALLENGES)


async def _edit(bot: Client, channel: discord.PartialMessageable, message_id: int, content: str, view: View) -> bool:
    """Edit the message of an overview; return whether it is there still. One that takes no more edits is deleted."""
    try:
        await bot.sender.rewrite(channel, message_id, content, view)
    except discord.HTTPException as error:
        if error.code == TOO_MANY_EDITS:
            await _delete(channel, message_id)
        elif error.code != GONE:
            raise
        return False
    return True


async def _delete(channel: discord.PartialMessageable, message_id: int) -> None:
    try:
        await channel.get_partial_message(message_id).delete()
    except discord.HTTPException as error:
        if not is_permanent(error):
            raise
        log.info("An old overview can't be deleted: %s", error)


async def _pin(channel: discord.PartialMessageable, message_id: int) -> None:
    """Pin a message, if the bot may."""
    try:
        await channel.get_partial_message(message_id).pin()
    except discord.HTTPException as error:
        if not is_permanent(error):
            raise
        log.info("An overview can't be pinned: %s", error)


class OverviewCog(Cog):
    """Keeps an overview the newest pinned message of its channel, and has it posted again if it is deleted."""

    def __init__(self, bot: Client) -> None:
        super().__init__(bot)
        self._pinning = asyncio.Lock()

    @Cog.listener("on_guild_channel_pins_update")
    async def on_pins(self, channel: discord.abc.GuildChannel | discord.Thread, _last_pin: object) -> None:
        """Pin the overview again if another message was pinned after it."""
        async with self.bot.context.database.read() as tx:
            overview = await load_overview(tx, channel.guild.id)
        if overview is None or overview.channel_id != channel.id or not overview.message_id:
            return
        place = self.bot.get_partial_messageable(channel.id, guild_id=channel.guild.id)
        try:
            async with self._pinning:  # else what this does would look like what others do
                newest = [message.id async for message in place.pins(limit=1)]
                if newest != [overview.message_id]:
                    await place.get_partial_message(overview.message_id).unpin()
                    await _pin(place, overview.message_id)
        except discord.HTTPException as error:
            log.info("The pinned messages of a channel with an overview can't be read: %s", error)

    @Cog.listener("on_message")
    async def on_announcement(self, message: discord.Message) -> None:
        """Delete what Discord says about a message that the bot pinned."""
        if message.type is discord.MessageType.pins_add and message.author == self.bot.user:
            place = self.bot.get_partial_messageable(message.channel.id)
            await _delete(place, message.id)

    @Cog.listener("on_raw_message_delete")
    async def on_deletion(self, deleted: discord.RawMessageDeleteEvent) -> None:
        """Have the overview posted again whose message was deleted."""
        await self._forget(deleted.guild_id, {deleted.message_id})

    @Cog.listener("on_raw_bulk_message_delete")
    async def on_deletions(self, deleted: discord.RawBulkMessageDeleteEvent) -> None:
        """Do the same where many messages were deleted at once."""
        await self._forget(deleted.guild_id, deleted.message_ids)

    async def _forget(self, guild_id: int | None, messages: set[int]) -> None:
        if guild_id is None:
            return
        async with self.bot.context.database.read() as tx:
            overview = await load_overview(tx, guild_id)
        if overview and overview.message_id in messages:
            await note_posted(self.bot.context, guild_id, overview.channel_id, 0)


FEATURE = Feature(cogs=[OverviewCog], buttons=[NewMatchButton], posts={"overview": send_overview})
