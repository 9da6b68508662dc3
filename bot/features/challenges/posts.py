"""The post of a challenge: sent, kept up to date, closed, or made a link to its match; and the match's thread."""

from __future__ import annotations

import logging
from functools import partial
from typing import TYPE_CHECKING

import discord

from bot.client.client import single_request
from bot.client.components import row
from bot.client.feature import Cog
from bot.features.challenges import text
from bot.features.challenges.buttons import ChallengeOthersButton, challenge_buttons
from bot.features.crowds import crowd_challenge_buttons, crowd_challenge_post, join_buttons
from bot.features.forum_posts import ARCHIVE_AFTER, list_threads, open_forum_post
from bot.features.sign_in import board_links
from bot.features.watch import WATCH, WatchButton
from bot.interactions.own_messages import ends_with, read_custom_ids
from bot.outbox.mentions import choose_mentions
from bot.outbox.sender import RECENT, FallbackPost, fall_back_to
from bot.process import is_permanent
from bot.referee import formatting
from bot.referee.announce import queue_tags
from bot.referee.formatting import is_deleted
from bot.referee.guilds.settings import load_settings
from bot.referee.lists import load_time_records
from bot.referee.times.time_control import NO_CLOCK
from bot.referee.tournaments.terms import queue_round
from games.translation import gettext as _
from storage.queries import challenges, crowds, matches, outbox, pairings

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.client.client import Client
    from bot.outbox.mentions import Mentions
    from games.contract import Info
    from storage.queries.rows import Challenge, Match, Person, Post
    from storage.queries.time_records import TimeRecord

log = logging.getLogger(__name__)
THREAD_EXISTS = 160004
FEWEST_PEOPLE = 3
"""Fewest people of a declined challenge that the others can repeat."""


async def send_challenge(bot: Client, post: Post) -> tuple[int, int | None]:
    """Post a challenge with its buttons, and mention the people challenged whom the challenger's message didn't.

    If the channel is barred, the challenger is told so by direct message.
    """
    challenge, info = await _challenge_of(bot, post)
    mentions = await _choose_mentions(bot, challenge, post)
    content, buttons = await _open_post(bot, challenge, info, mentions)
    person = next((each for each in challenge.people if each.id == post.body.get("user")), None)
    fallback = FallbackPost("tell", challenge.challenger.id, partial(text.cannot_post, challenge, info, person))
    with fall_back_to(*([] if outbox.is_copy(post) or person == challenge.challenger else [fallback])):
        channel = await _open_channel(bot, challenge, post)
        return await bot.sender.send_once(
            post,
            channel,
            lambda message: (
                f"accept:{challenge.id}" in read_custom_ids(message)
                or ends_with(text.MARK, message.content, number=challenge.id)
            ),
            content=content,
            view=buttons if challenge.status == "open" else None,
            **mentions.send_options,
        )


async def rewrite_challenge(bot: Client, post: Post) -> tuple[int, int | None]:
    """Rewrite the post of a challenge: a player joined or left, or the challenge was closed."""
    challenge, info = await _challenge_of(bot, post)
    if challenge.status == "open":
        content, buttons = await _open_post(bot, challenge, info, await _choose_mentions(bot, challenge))
        await _rewrite(bot, challenge, content, buttons)
    elif challenge.status != "accepted":  # then the match's own row comes next
        by = next((person for person in challenge.people if person.id == post.body.get("by")), None)
        content = text.closed_post(challenge, info, by, str(post.body.get("word", "")))
        await _rewrite(bot, challenge, content, _closed_buttons(challenge, by))
    return challenge.channel_id, None


async def _open_post(bot: Client, challenge: Challenge, info: Info, mentions: Mentions) -> tuple[str, discord.ui.View]:
    """Return the text and the buttons of a challenge that is open."""
    async with bot.context.database.read() as tx:
        found, members = await crowds.of_challenge(tx, challenge.id), await crowds.members(tx, challenge.id)
    if found:
        content = crowd_challenge_post(challenge, info, found, members, text.mark(challenge))
        return content, crowd_challenge_buttons(challenge, found, _(text.HOW_TO_PLAY))
    records = await _time_records(bot, challenge)
    return text.challenge_post(challenge, info, mentions, records), challenge_buttons(challenge, info)


async def _time_records(bot: Client, challenge: Challenge) -> Mapping[int, TimeRecord]:
    """Return how often the people of a challenge with a clock moved in time."""
    if challenge.clock == NO_CLOCK:
        return text.NO_RECORDS
    return await load_time_records(bot.context, [person.id for person in challenge.people])


async def open_thread(bot: Client, post: Post) -> tuple[int, int | None]:
    """Open the match's post in the server's forum, or its thread under the challenge's post, and link to it there.

    On a server that wants or allows neither the match lives in the channel. A match of an event has no such post: its
    thread hangs on no message, and the post of its round links to it.
    """
    challenge, info = await _challenge_of(bot, post)
    async with bot.context.database.read() as tx:
        match = await matches.require(tx, post.match_id or 0)
    if match.thread_id is None:
        match = await _open_home(bot, post, challenge, match, info)
    watch = [] if match.is_direct else [WatchButton(_(WATCH), match.id)]
    async with bot.context.database.read() as tx:
        joins = join_buttons(challenge, await crowds.of_challenge(tx, challenge.id))
    buttons = [*joins, *watch, *board_links(bot, match)]
    content = text.started_post(match, info, challenge.clock)
    await _rewrite(bot, challenge, content, row(*buttons) if buttons else None)
    return match.home, None


async def _open_home(bot: Client, post: Post, challenge: Challenge, match: Match, info: Info) -> Match:
    """Open what the match will live in, note it, and return the match."""
    in_forum = thread_id = await _open_forum_post(bot, post, challenge, match, info)
    async with bot.context.database.read() as tx:
        pairing = await pairings.of_match(tx, match.id)
    if thread_id is None:
        thread_id = await _start_thread(bot, post, challenge, match, info, alone=pairing is not None)
    if thread_id is None:
        return match
    async with bot.context.database.write() as tx:
        await matches.lock(tx, match.id)
        await matches.set_thread(tx, match.id, thread_id)
        if not in_forum and outbox.FORUM in post.body:
            await outbox.change_body(tx, post.id, {})
        if pairing:
            await queue_round(bot.context, tx, pairing.tournament_id, pairing.stage)
        await outbox.move(tx, match.id, match.channel_id, thread_id)
        match = await matches.require(tx, match.id)
        if in_forum:  # somebody may have moved, or an earlier attempt made the post
            await queue_tags(bot.context, tx, match)
    return match


async def _open_forum_post(bot: Client, post: Post, challenge: Challenge, match: Match, info: Info) -> int | None:
    """Return the match's post in a forum, or None where there is no forum, or it takes no posts."""
    if outbox.FORUM not in post.body:
        return None
    message_id = None if is_deleted(challenge.channel_id) else await _message_id(bot, challenge)
    link = formatting.link(challenge.guild_id, challenge.channel_id, message_id) if message_id else None
    header, name = text.forum_post(match, info, challenge.clock, link), text.thread_name(match, info)
    return await open_forum_post(bot, post, int(post.body[outbox.FORUM]), match, info, name=name, header=header)


async def _start_thread(
    bot: Client, post: Post, challenge: Challenge, match: Match, info: Info, *, alone: bool
) -> int | None:
    """Return the thread under the challenge's post, or None where there can be none or the server wants none.

    Without that post, a thread that may stand `alone` hangs on no message.
    """
    message_id = await _message_id(bot, challenge)
    async with bot.context.database.read() as tx:
        wanted = (await load_settings(tx, match.guild_id)).threads
    if not wanted or not match.guild_id or (message_id is None and not alone):
        return None
    # `create_thread` of a message needs the guild in the cache, but that may be on another process's shard.
    start_thread = bot.http.start_thread_with_message
    try:
        name = text.thread_name(match, info)
        if message_id is None:
            return await _start_thread_alone(bot, post, match, name)
        thread = await start_thread(challenge.channel_id, message_id, name=name, auto_archive_duration=ARCHIVE_AFTER)
        return int(thread["id"])
    except discord.HTTPException as error:
        if error.code == THREAD_EXISTS:
            return message_id  # a thread has the id of its message
        if not is_permanent(error):
            raise
        log.warning("Match #%d has no thread and lives in its channel: %s", match.id, error)
        return None


async def _start_thread_alone(bot: Client, post: Post, match: Match, name: str) -> int | None:
    """Return a new thread that hangs on no message, or that of an earlier, interrupted attempt, known by its name.

    Returns None in a channel without threads. Raises what discord.py raises, and `OutcomeUnknown`.
    """
    channel = await bot.fetch_channel(match.channel_id)
    if not isinstance(channel, discord.TextChannel):
        return None
    if post.attempts and (found := await _find_thread(bot, channel, match)):
        await _delete_announcements_of(bot, channel, found)
        return found.id
    kind = discord.ChannelType.news_thread if channel.is_news() else discord.ChannelType.public_thread
    with single_request():  # a thread has no nonce, so a repeated request would make another one
        made = await channel.create_thread(name=name, type=kind, auto_archive_duration=ARCHIVE_AFTER)
    return made.id


async def _find_thread(bot: Client, channel: discord.TextChannel, match: Match) -> discord.Thread | None:
    async for thread in list_threads(channel):
        if bot.user and thread.owner_id == bot.user.id and f" #{match.id}: " in thread.name:
            return thread
    return None


async def _delete_announcements_of(bot: Client, channel: discord.TextChannel, thread: discord.Thread) -> None:
    """Delete what announced a thread while the bot didn't listen."""
    async for message in channel.history(after=thread, limit=RECENT, oldest_first=True):
        if message.reference and message.reference.channel_id == thread.id:
            await delete_announcement(bot, message)


async def delete_announcement(bot: Client, message: discord.Message) -> None:
    """Delete a message with which Discord tells of a thread that the bot started. One that stays does no harm."""
    if message.type is not discord.MessageType.thread_created or message.author != bot.user:
        return
    try:
        await message.delete()
    except discord.HTTPException as error:
        log.info("The announcement of a thread can't be deleted: %s", error)


class ThreadAnnouncements(Cog):
    """Deletes what Discord says in a channel where the bot starts a thread that hangs on no message."""

    @Cog.listener("on_message")
    async def on_announcement(self, message: discord.Message) -> None:
        """Delete a message that announces a thread of the bot's."""
        await delete_announcement(self.bot, message)


async def _rewrite(bot: Client, challenge: Challenge, content: str, view: discord.ui.View | None = None) -> None:
    async with bot.context.database.read() as tx:
        posts = await outbox.posts_of_challenge(tx, challenge.id)
    await bot.sender.rewrite_all(posts, challenge.guild_id, content, view)


async def _message_id(bot: Client, challenge: Challenge) -> int | None:
    """Return the message of a challenge, None if it could not be posted: its row comes first in the same lane."""
    async with bot.context.database.read() as tx:
        post = await outbox.of_challenge(tx, challenge.id, "challenge")
    return post.message_id if post else None


async def _choose_mentions(bot: Client, challenge: Challenge, post: Post | None = None) -> Mentions:
    """Return how the row `post`, or a rewritten post, calls the people challenged; a copy sends no direct messages."""
    called = challenge.people[1:] if challenge.status == "open" else ()
    mentioned = post.body.get("mentioned", ()) if post else ()
    told_by = None if post is None or outbox.is_copy(post) else post
    async with bot.context.database.read() as tx:
        return await choose_mentions(
            bot.context, tx, challenge.guild_id, "offers", called, post=told_by, mentioned=mentioned
        )


async def _open_channel(bot: Client, challenge: Challenge, post: Post) -> discord.abc.Messageable:
    if "user" in post.body:
        return await bot.sender.open_direct_messages(post)
    return bot.get_partial_messageable(post.body.get("channel", challenge.channel_id), guild_id=challenge.guild_id)


async def _challenge_of(bot: Client, post: Post) -> tuple[Challenge, Info]:
    async with bot.context.database.read() as tx:
        challenge = await challenges.get(tx, post.challenge_id or 0)
    if challenge is None:
        raise LookupError(f"outbox row {post.id} names no challenge")
    return challenge, bot.context.rules(challenge.game).info


def _closed_buttons(challenge: Challenge, by: Person | None) -> discord.ui.View | None:
    """Return the button that challenges the others without the one who declined, None where nobody else is left."""
    if challenge.status != "declined" or by is None:
        return None
    if sum(person.is_reachable for person in challenge.people) < FEWEST_PEOPLE:
        return None
    return row(ChallengeOthersButton(_("Challenge others"), challenge.id, by.id))
