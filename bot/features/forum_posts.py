"""Matches that live in posts of a forum: the posts, their tags, and what the forum needs for them."""

from __future__ import annotations

import logging
from itertools import accumulate
from typing import TYPE_CHECKING, Any, cast

import discord

from bot.client.client import single_request
from bot.client.components import row
from bot.client.feature import Feature
from bot.features.match_text import permission_names
from bot.features.rules import RulesButton
from bot.gateway.permissions import missing_essentials
from bot.interactions.own_messages import has_mark
from bot.outbox.sender import RECENT
from bot.process import is_permanent
from bot.referee import formatting
from bot.referee.guilds.audit_log import Use
from games.text import format_list, format_short_list
from games.translation import gettext as _, gettext_noop as N_, ngettext
from storage.queries import matches, outbox

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Iterable, Mapping, Sequence

    from discord import ForumTag

    from bot.client.client import Client
    from games.contract import Info
    from storage.queries.rows import Match, Post

log = logging.getLogger(__name__)
HOW_TO_PLAY = N_("How to play")

LONGEST_NAMED = 200
"""Characters of the tags that a sentence names; it counts the others."""


def forum_barred(lacking: Sequence[str]) -> str:
    """Say which permissions the bot lacks in the forum, by Discord's names."""
    barred = _("I can't keep matches there, so they get threads. Allow me {permissions}.")
    return barred.format(permissions=format_list(lacking))


def tags_missing(names: Sequence[str], *, full: bool) -> str:
    """Say which tags the forum lacks and who can make them; `full` if Discord takes no more tags there."""
    ends = accumulate(len(name) + 4 for name in names)
    shown = [*map(formatting.code, (name for name, end in zip(names, ends, strict=True) if end <= LONGEST_NAMED))]
    more = len(names) - len(shown)
    listed = format_list(shown)
    if more:
        listed = ngettext("{names} and {n} more", "{names} and {n} more", more).format(names=", ".join(shown), n=more)
    missing = ngettext("It's missing the tag {tags}.", "It's missing the tags {tags}.", len(names)).format(tags=listed)
    if full:
        what = _("A forum has at most 20 tags: delete some that nobody needs, then choose it again.")
    else:
        what = ngettext(
            "People with Manage Channels can add it, or allow me Manage Channels and choose it again.",
            "People with Manage Channels can add them, or allow me Manage Channels and choose it again.",
            len(names),
        )
    return f"{missing} {what}"


MOST_TAGS, MOST_APPLIED, LONGEST_NAME = 20, 5, 20
"""Discord's limits: tags of a forum, tags of a post, characters of a tag's name."""
OVER = "Over"
_TURNS = ("1st to move", "2nd to move", "3rd to move", "4th to move", "5th to move")
_PROGRESS = {name.casefold() for name in (*_TURNS, OVER)}


def progress_tags(seats: int) -> Sequence[str]:
    """Return the names of the tags that say how matches of so many seats stand."""
    return (*_TURNS[:seats], OVER)


def game_tag(title: str) -> str:
    """Return the name of a game's tag."""
    return title[:LONGEST_NAME].strip()


def all_tags(infos: Iterable[Info]) -> list[str]:
    """Return the names of the tags for all matches of these games."""
    games = list(infos)
    most = max((info.max_players for info in games), default=0)
    return [*progress_tags(most), *(game_tag(info.title) for info in games)]


def progress_tag(match: Match) -> str:
    """Return the name of the tag that says whose turn it is, or that the match is over."""
    return OVER if match.to_move is None or match.to_move > len(_TURNS) else _TURNS[match.to_move - 1]


def find_tag(available: Iterable[ForumTag], name: str) -> ForumTag | None:
    """Return the tag of a name in any case, or None. Tags for moderators don't count: the bot can't apply them."""
    return next((tag for tag in available if not tag.moderated and tag.name.casefold() == name.casefold()), None)


def missing_tags(available: Iterable[ForumTag], names: Iterable[str]) -> list[str]:
    """Return which of the tags a forum lacks. One of moderators is no use, but its name is taken."""
    taken = {tag.name.casefold() for tag in available}
    return [name for name in names if name.casefold() not in taken]


def first_tags(available: Sequence[ForumTag], title: str, match: Match, *, required: bool) -> list[ForumTag]:
    """Return the tags of a new post: the game and whose turn it is, or any tag where the forum requires one."""
    wanted = (find_tag(available, name) for name in (game_tag(title), progress_tag(match)))
    found = [tag for tag in wanted if tag]
    if required and not found:
        found = [tag for tag in available if not tag.moderated][:1]
    return found


def next_tags(available: Sequence[ForumTag], applied: Sequence[int], match: Match, *, required: bool) -> list[int]:
    """Return the ids of the tags that a post should have now, given those that it has.

    Only the tag that says how the match stands changes: people may have added and removed others.
    """
    others = [tag.id for tag in available if tag.id in applied and tag.name.casefold() not in _PROGRESS]
    found = find_tag(available, progress_tag(match))
    if found:
        return [*others[: MOST_APPLIED - 1], found.id]
    return others or (list(applied) if required else [])


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
        return _("I can't see that forum any more, so matches get threads. Choose another one, or `none`.")
    if lacking := missing_permissions(forum):
        return forum_barred(lacking)
    return find_tag_problem(forum.available_tags, infos)


def find_tag_problem(available: Sequence[discord.ForumTag], infos: Iterable[Info]) -> str:
    """Return what keeps posts of matches of these games from their tags, as a sentence; empty if nothing does."""
    names = all_tags(infos)
    if missing := missing_tags(available, names):
        return tags_missing(missing, full=len(available) >= MOST_TAGS)
    moderated = [name for name in names if find_tag(available, name) is None]
    barred = _("I can't use {tags} there: only moderators can apply them.")
    return barred.format(tags=format_short_list([*map(formatting.code, moderated)])) if moderated else ""


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


ARCHIVE_AFTER = 10080
"""Minutes of silence until Discord archives a post: a week, the longest that Discord offers."""


async def open_forum_post(
    bot: Client, post: Post, forum_id: int, match: Match, info: Info, *, name: str, header: str
) -> int | None:
    """Return the match's post in a forum: that of an earlier, interrupted attempt, or a new one.

    Returns None if Discord takes no post there, which the log tells. Raises what discord.py raises for trouble that
    passes, and `OutcomeUnknown`.
    """
    try:
        forum = await fetch_forum(bot, forum_id)
        if forum is None:
            log.warning("Match #%d has no post in the forum %d: it isn't a forum", match.id, forum_id)
            return None
        found = await _find(bot, post, forum) if post.attempts else None
        return found or await _create(bot, post, forum, match, info, name=name, header=header)
    except discord.HTTPException as error:
        if not is_permanent(error):
            raise
        log.warning("Match #%d has no post in the forum %d: %s", match.id, forum_id, error)
        return None


async def change_tags(bot: Client, post: Post) -> tuple[int, int | None]:
    """Give the post of a match the tag of whose turn it is, or that it is over.

    A match that went on since has a later row, and one that lives elsewhere has no tags.
    """
    async with bot.context.database.read() as tx:
        match = await matches.require(tx, post.match_id or 0)
        asked = await outbox.of_challenge(tx, match.challenge_id or 0, "challenge")
    in_thread_of_challenge = asked is not None and asked.message_id == match.thread_id
    if match.thread_id is None or match.seq != post.seq or in_thread_of_challenge:
        return match.home, None
    try:
        await _change_tags(bot, match, match.thread_id)
    except discord.HTTPException as error:
        if not is_permanent(error):
            raise
        log.warning("The tags of match #%d can't be changed: %s", match.id, error)
    return match.home, None


async def _change_tags(bot: Client, match: Match, thread_id: int) -> None:
    # A thread of discord.py tells its tags only if its guild is on this process's shard.
    thread = cast("Mapping[str, Any]", await bot.http.get_channel(thread_id))
    forum = await fetch_forum(bot, int(thread["parent_id"]))
    if forum is None:
        return
    applied = [int(tag) for tag in thread.get("applied_tags", ())]
    wanted = next_tags(forum.available_tags, applied, match, required=forum.flags.require_tag)
    if set(wanted) != set(applied):  # an archived post can't be changed
        await bot.http.edit_channel(thread_id, applied_tags=wanted, archived=False)


async def _create(
    bot: Client, post: Post, forum: discord.ForumChannel, match: Match, info: Info, *, name: str, header: str
) -> int:
    forum = await add_tags(bot, forum, [game_tag(info.title), *progress_tags(len(match.seats))])
    tags = first_tags(forum.available_tags, info.title, match, required=forum.flags.require_tag)
    with single_request():  # a post has no nonce, so a repeated request would make another one
        made = await forum.create_thread(
            name=name,
            content=header,
            view=row(HowToPlay(_(HOW_TO_PLAY), match.game, bot.sender.nonce(post))),
            applied_tags=tags,
            auto_archive_duration=ARCHIVE_AFTER,
        )
    return made.thread.id


async def _find(bot: Client, post: Post, forum: discord.ForumChannel) -> int | None:
    """Return the post that an earlier attempt made for this row, known by the button under its first message."""
    own = [thread.id async for thread in list_threads(forum) if bot.user and thread.owner_id == bot.user.id]
    async with bot.context.database.read() as tx:
        homes = await matches.homes_among(tx, own)
    for thread_id in sorted(set(own) - homes, reverse=True)[:RECENT]:
        try:
            first = await bot.get_partial_messageable(thread_id).fetch_message(thread_id)
        except discord.NotFound:
            continue
        if has_mark(first, bot.sender.nonce(post)):
            return thread_id
    return None


async def list_threads(channel: discord.ForumChannel | discord.TextChannel) -> AsyncGenerator[discord.Thread]:
    """Yield the active posts of a forum, or threads of a channel, then those that were archived last."""
    for thread in await channel.guild.active_threads():
        if thread.parent_id == channel.id:
            yield thread
    async for thread in channel.archived_threads(limit=RECENT):
        yield thread


class HowToPlay(RulesButton, template=r"post_rules:([a-z0-9-]+):([\w-]+)"):
    """Shows how the match's game is played. Its parts: the game's key, and the mark by which the bot knows the post."""


FEATURE = Feature(buttons=[HowToPlay], posts={"tags": change_tags})
