"""Reply to requests, in public or privately, by text, picture or reaction; acknowledge those that take longer."""

from __future__ import annotations

import asyncio
import io
import logging
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar
from weakref import WeakValueDictionary

import discord
from cachetools import TTLCache

from bot.gateway.message_queue import release_channel, source_id_of
from bot.interactions import text as wording
from bot.interactions.own_messages import find_replied_board
from bot.outbox.sender import send
from bot.process import NETWORK_ERRORS, begin_interaction, is_forbidden, is_permanent
from bot.referee.errors import RequestRejected
from bot.referee.formatting import is_visible
from bot.referee.requests import AlreadyDone, Request
from games.translation import gettext as _
from storage.queries.rows import Person

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator, Sequence

    from discord.abc import MessageableChannel
    from discord.interactions import InteractionChannel

    from bot.images.boards import Picture
    from bot.referee.lists import Round
    from storage.queries.rows import Match

    Press = discord.Interaction[Any]

log = logging.getLogger(__name__)
R = TypeVar("R")


def person_of(user: discord.abc.User) -> Person:
    """Return a user as a player, by the first of their names that has something to be seen.

    That is their name on the server, then the one they have everywhere, then their user name. If none can be seen, the
    player keeps the first, and `bot.referee.formatting` says what is shown.
    """
    names = (user.display_name, user.global_name or "", user.name)
    return Person(user.id, next(filter(is_visible, names), user.display_name))


def user_of(source: Source) -> discord.User | discord.Member:
    """Return the user who made a request."""
    return source.user if isinstance(source, discord.Interaction) else source.author


DEFER_AFTER = 1.5
"""Seconds after which Discord is told that a response will come; half of what it waits."""
ALREADY_ACKNOWLEDGED = 40060
"""Discord's code for an interaction that was acknowledged before."""

_deferrals: set[asyncio.Task[None]] = set()


def acknowledge_in_time(interaction: discord.Interaction[Any]) -> bool:
    """Make sure that an interaction is acknowledged in time, however long its response takes.

    From here on the lines of this task are those of the interaction. Returns False for one that was delivered before:
    it is handled already.
    """
    handled = interaction.client.handled_interactions
    if interaction.id in handled:
        return False
    handled[interaction.id] = None
    begin_interaction(interaction)
    if interaction.type is not discord.InteractionType.autocomplete:
        deferral = asyncio.create_task(_defer_later(interaction))
        _deferrals.add(deferral)
        deferral.add_done_callback(_deferrals.discard)
    return True


async def _defer_later(interaction: discord.Interaction[Any]) -> None:
    await asyncio.sleep(DEFER_AFTER)
    try:
        await defer(interaction)
    except NETWORK_ERRORS as error:
        log.warning("An interaction could not be acknowledged: %s", error)


async def defer(interaction: discord.Interaction[Any], *, thinking: bool = False) -> None:
    """Tell Discord that the response comes later, unless there is one. Raises what discord.py raises.

    Discord shows that a slash command or its form is waiting for its response, and for a button only if `thinking`.
    """
    async with lock_response(interaction):
        if not is_acknowledged(interaction):
            await interaction.response.defer(ephemeral=True, thinking=thinking or interaction.message is None)


def is_acknowledged(interaction: discord.Interaction[Any]) -> bool:
    """Return whether Discord has a first response, so that the next one must be a follow-up."""
    return interaction.response.is_done() or "acknowledged" in interaction.extras


@asynccontextmanager
async def lock_response(interaction: discord.Interaction[Any]) -> AsyncGenerator[None]:
    """Let only one task respond to an interaction at a time.

    If Discord says that it has a first response already, ours had arrived and only its receipt was lost.
    """
    async with interaction.extras.setdefault("lock", asyncio.Lock()):
        try:
            yield
        except discord.HTTPException as error:
            if error.code != ALREADY_ACKNOWLEDGED:
                raise
            interaction.extras["acknowledged"] = True


HOURGLASS = "\N{HOURGLASS WITH FLOWING SAND}"
"""The reaction to a move that isn't due yet."""


async def react(message: discord.Message, emoji: str) -> bool:
    """Add a reaction to a message, and return whether the bot may do so there."""
    release_channel()
    try:
        await message.add_reaction(emoji)
    except NETWORK_ERRORS as error:
        log.info("A reaction could not be added: %s", error or type(error).__name__)
        return not is_forbidden(error)
    return True


Source: TypeAlias = "discord.Message | discord.Interaction[Any]"
MAX_LENGTH = 2000
"""Characters that Discord accepts in one message."""
RETRY_DELAYS = (0.5, 2.0, 5.0)
"""Seconds before a reply is tried again."""
REPLIES_AT_ONCE = 3
"""Replies to messages of one channel that are sent at a time."""
_turns: WeakValueDictionary[int, asyncio.Semaphore] = WeakValueDictionary()
"""By channel; those that nobody waits for are gone."""


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file under a reply, with a description for people who can't see it. Its bytes can be sent more than once."""

    data: bytes
    name: str
    alt: str | None = None

    @property
    def file(self) -> discord.File:
        """The file for one attempt: discord.py reads it to its end."""
        return discord.File(io.BytesIO(self.data), self.name, description=self.alt)


def request_of(source: Source) -> Request:
    """Return the request that a message or an interaction makes."""
    if isinstance(source, discord.Interaction):
        return Request(source.user.id, source.id, source.channel_id or 0, guild_id_of(source))
    replied_to = source.reference.message_id if source.reference else None
    return Request(
        source.author.id,
        source_id_of(source),
        source.channel.id,
        guild_id_of(source),
        replied_to,
        find_replied_board(source),
        is_open=source.guild is not None,
    )


def is_ephemeral(press: Press) -> bool:
    """Return whether only the person who pressed can see the message that the button is under."""
    return press.message is not None and press.message.flags.ephemeral


def channel_of(source: Source) -> MessageableChannel | InteractionChannel:
    """Return the channel of a request that begins something there.

    Raises `RequestRejected` where Discord names none, which it needn't do for an interaction.
    """
    if source.channel is None:
        raise RequestRejected(_(wording.NO_CHANNEL))
    return source.channel


def guild_id_of(source: Source) -> int | None:
    """Return the server of a request, or None for direct messages and for all places that the bot isn't in.

    People who installed the bot for themselves use it in group messages and on servers that didn't add it.
    """
    if isinstance(source, discord.Interaction):
        return source.guild_id if source.is_guild_integration() else None
    return source.guild.id if source.guild else None


def is_foreign(interaction: discord.Interaction[Any]) -> bool:
    """Return whether only interactions reach the place of one: group messages, or a server that didn't add the bot."""
    return guild_id_of(interaction) is None and not interaction.context.dm_channel


def is_private(source: Source) -> bool:
    """Return whether only the person who made the request can read the reply."""
    return isinstance(source, discord.Interaction) or source.guild is None


def sees_boards(source: Source, match: Match) -> bool:
    """Return whether a request was made where the boards of a match appear."""
    if not match.is_direct:
        return sees_posts(source, match.home)
    if isinstance(source, discord.Interaction):
        return source.guild_id is None and not is_foreign(source)
    return source.guild is None


def sees_posts(source: Source, channel_id: int) -> bool:
    """Return whether a request was made where posts for a channel appear.

    Interactions can be answered where the bot may not post, and then the posts appear elsewhere.
    """
    if not isinstance(source, discord.Interaction):
        return source.channel.id == channel_id
    permitted = source.app_permissions
    in_thread = isinstance(source.channel, discord.Thread)
    can_post = permitted.send_messages_in_threads if in_thread else permitted.send_messages
    return source.channel_id == channel_id and (can_post or source.guild_id is None)


async def reply(
    source: Source,
    text: str,
    *,
    view: discord.ui.View | None = None,
    files: Sequence[Attachment] = (),
    by_direct_message: bool = False,
) -> None:
    """Reply to a message or an interaction; a long text is sent in parts, with view and files under the last one.

    `by_direct_message` sends the reply to a message as a direct message to its author.

    A reply to a message carries a nonce made of its id, so that the same message or edit is never replied to twice.
    Call it last, when everything is stored: the channel's next message is handled from here on.
    """
    release_channel()
    *first, last = split_text(text)
    for number, part in enumerate(first):
        await _send(source, part, number, by_direct_message=by_direct_message)
    below = {} if view is None else {"view": view}
    await _send(source, last, len(first), files, by_direct_message=by_direct_message, **below)


async def post_publicly(
    interaction: discord.Interaction[Any], text: str, view: discord.ui.View, mentions: discord.AllowedMentions
) -> None:
    """Reply to a slash command so that everybody in its channel can read it."""
    options: dict[str, Any] = {"view": view, "allowed_mentions": mentions}
    async with lock_response(interaction):
        if not is_acknowledged(interaction):
            await interaction.response.send_message(text, **options)
            return
        # The first follow-up takes the place of the acknowledgement, which only one person sees.
        await interaction.followup.send(_(wording.POSTED), ephemeral=True)
        await interaction.followup.send(text, **options)


async def _send(
    source: Source,
    text: str,
    number: int,
    files: Sequence[Attachment] = (),
    *,
    by_direct_message: bool,
    **below: Any,
) -> None:
    options: dict[str, Any] = {"allowed_mentions": discord.AllowedMentions.none(), **below}
    if not isinstance(source, discord.Interaction):
        if by_direct_message:
            channel = await source.author.create_dm()
            await _send_with_retries(channel, text, files, nonce=f"d{source_id_of(source)}-{number}", **options)
            return
        options["reference"] = source.to_reference(fail_if_not_exists=False)
        await _send_with_retries(source.channel, text, files, nonce=f"r{source_id_of(source)}-{number}", **options)
        return
    async with lock_response(source):
        if is_acknowledged(source):
            sent = (await source.followup.send(text, ephemeral=True, wait=True, **options, **_make_files(files))).id
        else:
            response = await source.response.send_message(text, ephemeral=True, **options, **_make_files(files))
            sent = response.message_id
        source.extras.setdefault("sent", []).append(sent)


def _make_files(files: Sequence[Attachment]) -> dict[str, Any]:
    return {"files": [each.file for each in files]} if files else {}


async def _send_with_retries(
    channel: MessageableChannel, text: str, files: Sequence[Attachment], **options: Any
) -> None:
    """Send a reply, and try again if Discord or the network fails. The nonce keeps it from arriving twice.

    Few replies of a channel wait within discord.py for its rate limit, so that a board gets its turn among them.
    """
    turn = _turns.setdefault(channel.id, asyncio.Semaphore(REPLIES_AT_ONCE))
    for delay in RETRY_DELAYS:
        try:
            async with turn:
                await send(channel, content=text, **options, **_make_files(files))
        except NETWORK_ERRORS as error:
            if is_permanent(error):
                raise
            await asyncio.sleep(delay)
        else:
            return
    async with turn:
        await send(channel, content=text, **options, **_make_files(files))


async def replace_message(
    press: discord.Interaction[Any],
    text: str,
    view: discord.ui.View | None = None,
    files: Sequence[Attachment] = (),
) -> None:
    """Reply to a press by replacing the message that it is under, with its files and buttons, by what is given."""
    attached = [each.file for each in files]
    async with lock_response(press):
        if is_acknowledged(press):
            await press.edit_original_response(content=text, attachments=attached, view=view)
        else:
            await press.response.edit_message(content=text, attachments=attached, view=view)


async def show_layout(interaction: discord.Interaction[Any], layout: discord.ui.LayoutView) -> None:
    """Reply privately with a message of components alone, or put it in place of the private one that was pressed."""
    pressed = interaction.message
    async with lock_response(interaction):
        if pressed is None or not pressed.flags.ephemeral:
            if is_acknowledged(interaction):
                await interaction.followup.send(view=layout, ephemeral=True)
            else:
                await interaction.response.send_message(view=layout, ephemeral=True)
            return
        # One of words and buttons, from before there were layouts, becomes a layout without them.
        before: dict[str, Any] = {} if pressed.flags.components_v2 else {"content": None}
        if is_acknowledged(interaction):
            await interaction.edit_original_response(view=layout, **before)
        else:
            await interaction.response.edit_message(view=layout, **before)


async def turn_page(press: discord.Interaction[Any], text: str, view: discord.ui.View | None) -> None:
    """Show a page in place of the private one that was pressed; below a post or files, reply with it, privately."""
    if press.message is not None and press.message.flags.ephemeral and not press.message.attachments:
        await replace_message(press, text, view)
    else:
        await reply(press, text, view=view)


async def acknowledge_silently(source: Source) -> None:
    """Acknowledge a press without words and a slash command with a few; a message needs nothing."""
    if not isinstance(source, discord.Interaction):
        return
    if source.type is discord.InteractionType.component:
        await defer(source)
    else:
        await reply(source, _(wording.ALREADY_DONE))


async def leave_no_answer(source: Source) -> None:
    """Acknowledge a request so that nothing stays of it: the person sees what came of it in the channel.

    A private message whose button was pressed goes, too. Below a post a press is acknowledged silently.
    """
    if not isinstance(source, discord.Interaction):
        return
    if source.message is None or source.message.flags.ephemeral:
        await remove_answer(source)
    else:
        await defer(source)


async def remove_answer(interaction: discord.Interaction[Any]) -> None:
    """Acknowledge an interaction and delete the message that was pressed, or the one that Discord shows meanwhile."""
    await defer(interaction)
    await interaction.delete_original_response()


async def reply_elsewhere(source: Source, match: Match, text: str) -> None:
    """Reply to a person who doesn't see a match's post of what they did where they are; to others leave no answer."""
    if sees_boards(source, match):
        await leave_no_answer(source)
    else:
        await reply(source, text)


async def reply_if_done(source: Source, result: R | AlreadyDone, describe: Callable[[R], str]) -> None:
    """Reply with what was done, or acknowledge a request that was only delivered again."""
    if isinstance(result, AlreadyDone):
        await acknowledge_silently(source)
    else:
        await reply(source, describe(result))


def split_text(text: str, limit: int = MAX_LENGTH) -> Iterator[str]:
    """Yield parts of a text of at most `limit` characters, cut at a paragraph, a line or a space if possible."""
    while len(text) > limit:
        at = next((cut for mark in ("\n\n", "\n", " ") if (cut := text.rfind(mark, 1, limit)) > 0), limit)
        yield text[:at]
        text = text[at:].lstrip("\n ")
    yield text


async def reply_privately(source: Source, text: str, *, view: discord.ui.View | None = None) -> None:
    """Reply privately; to a message in a channel by direct message, and say so there.

    `view` isn't sent by direct message: its buttons are about a server. Raises `RequestRejected` where the bot may not
    write to the person.
    """
    if is_private(source):
        await reply(source, text, view=view)
        return
    try:
        await reply(source, text, by_direct_message=True)
    except discord.HTTPException as error:
        if not is_permanent(error):
            raise
        raise RequestRejected(_(wording.DIRECT_MESSAGES_BARRED)) from None
    await reply(source, _(wording.SENT_DIRECTLY))


async def send_directly(source: Source, send: Callable[..., Awaitable[None]], pointer: str) -> None:
    """Send something for one person by `send`; to a text in a channel by direct message, and reply with `pointer`.

    Where direct messages are barred it is sent in the channel. `send` takes `by_direct_message`, as `reply` does.
    """
    if is_private(source):
        await send()
        return
    try:
        await send(by_direct_message=True)
    except discord.HTTPException as error:
        if not is_permanent(error):
            raise
        await send()
        return
    await reply(source, pointer)


def caption(text: str, picture: Picture) -> str:
    """Return the text of a post with a picture; below it stands what the alt text has no room for, if that fits."""
    overflow = _("-# For screen readers: {text}").format(text=picture.overflow)
    whole = f"{text}\n{overflow}"
    return whole if picture.overflow and len(whole) <= MAX_LENGTH else text


async def reply_with_picture(
    source: Source,
    text: str,
    picture: Picture,
    filename: str,
    fallback: str,
    *,
    view: discord.ui.View | None = None,
    by_direct_message: bool = False,
) -> None:
    """Reply to a message or an interaction with `text` and a picture, or with `fallback` instead of both.

    `view` is under either; `by_direct_message` is passed to `reply`.
    """
    if picture.png is None:
        await reply(source, fallback, view=view, by_direct_message=by_direct_message)
        return
    try:
        files = [Attachment(picture.png, filename, picture.alt)]
        await reply(source, caption(text, picture), files=files, view=view, by_direct_message=by_direct_message)
    except discord.Forbidden as error:  # perhaps only files are forbidden; parts that arrived are not sent twice
        if not is_forbidden(error):
            raise
        await reply(source, fallback, view=view, by_direct_message=by_direct_message)


async def replace_with_picture(
    press: Press, text: str, picture: Picture, filename: str, fallback: str, view: discord.ui.View
) -> None:
    """Reply to a press by replacing the message that it is under, as `reply_with_picture` sends a new one."""
    if picture.png is None:
        await replace_message(press, fallback, view)
        return
    try:
        await replace_message(press, caption(text, picture), view, [Attachment(picture.png, filename, picture.alt)])
    except discord.Forbidden as error:
        if not is_forbidden(error):
            raise
        await replace_message(press, fallback, view)


async def show_private_board(
    source: Source,
    text: str,
    picture: Picture,
    filename: str,
    fallback: str,
    view: discord.ui.View,
    *,
    replace: bool,
) -> None:
    """Reply with `text` and a picture, or with `fallback`; `replace` puts it in place of what was pressed."""
    if replace and isinstance(source, discord.Interaction) and source.message:
        await replace_with_picture(source, text, picture, filename, fallback, view)
    else:
        await reply_with_picture(source, text, picture, filename, fallback, view=view)


USABLE_FOR = 14 * 60.0
"""Seconds; a minute less than Discord allows."""
MOST_PLACES = 1000


class ForeignPlaces:
    """Remembers the last interaction of each foreign place. `timer` returns seconds."""

    def __init__(self, timer: Callable[[], float]) -> None:
        self._last: TTLCache[int, discord.Interaction[Any]] = TTLCache(MOST_PLACES, USABLE_FOR, timer)

    def remember(self, interaction: discord.Interaction[Any]) -> None:
        """Remember an interaction that was responded to, if it came from a foreign place."""
        if interaction.channel_id and is_foreign(interaction):
            self._last[interaction.channel_id] = interaction

    def can_reach(self, channel_id: int) -> bool:
        """Return whether something can be posted in a place."""
        return channel_id in self._last

    async def post(self, channel_id: int, post_ids: Sequence[str], text: str, files: Sequence[Attachment]) -> None:
        """Tell everybody in a place something, if an interaction from there can be used.

        If the last one was a press on a button of `post_ids`, the message above it is replaced.
        """
        interaction = self._last.get(channel_id)
        if interaction is None:
            return
        attached, quiet = [each.file for each in files], discord.AllowedMentions.none()
        pressed = dict(interaction.data or {}).get("custom_id")
        if interaction.message is not None and pressed in post_ids:
            replaced: dict[str, Any] = {"content": text, "attachments": attached, "view": None}
            await interaction.edit_original_response(**replaced, allowed_mentions=quiet)
        else:
            await interaction.followup.send(text, files=attached, allowed_mentions=quiet)


MOST_TURNS = 1000


class TurnAnswers:
    """Remembers what people were told privately about their turns, so that it can go once they have played.

    `timer` returns seconds. After a restart nothing is known of earlier answers, so they stay. `rounds` has by person
    how far they have gone through the matches that wait for them.
    """

    def __init__(self, timer: Callable[[], float]) -> None:
        self.rounds: TTLCache[int, Round] = TTLCache(MOST_TURNS, USABLE_FOR, timer)
        self._sent: TTLCache[tuple[int, int], dict[int, discord.Interaction[Any]]]
        self._sent = TTLCache(MOST_TURNS, USABLE_FOR, timer)

    def remember(self, source: Source, match_id: int) -> None:
        """Remember the answers to an interaction about a match; a message in a private place stays as it is."""
        if isinstance(source, discord.Interaction):
            turn = source.user.id, match_id
            self._sent[turn] = self._sent.get(turn, {}) | dict.fromkeys(source.extras.get("sent", ()), source)

    def keep(self, press: Press, match_id: int | None) -> None:
        """Remember a private message that was pressed, which now says something else about a match, or about none."""
        if press.message is None or not is_ephemeral(press):
            return
        for turn in [*self._sent]:
            self._sent.get(turn, {}).pop(press.message.id, None)
        if match_id is not None:
            turn = press.user.id, match_id
            self._sent[turn] = self._sent.get(turn, {}) | {press.message.id: press}

    async def remove(self, user_id: int, match_id: int, *, pressed: int | None = None) -> None:
        """Delete what a person was told about a turn that they have played, but for the message that they `pressed`."""
        for message_id, interaction in self._sent.pop((user_id, match_id), {}).items():
            if message_id != pressed:
                try:
                    await interaction.followup.delete_message(message_id)
                except NETWORK_ERRORS as error:  # dismissed already, or it stays
                    log.info("A private answer could not be removed: %s", error or type(error).__name__)
