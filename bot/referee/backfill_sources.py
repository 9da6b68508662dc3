"""Where the bot may have missed messages, from which message on, and which players have to send theirs again."""

from __future__ import annotations

import logging
from collections import defaultdict
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.referee.announce import queue_row
from bot.referee.context import rules_outside_transaction
from bot.referee.turn_start import match_start_id, turn_start_id
from storage.engine.database import AlreadyStored, StorageError
from storage.queries import matches, outbox, read_markers

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence
    from datetime import datetime

    from bot.referee.context import Context
    from storage.engine.database import Tx
    from storage.queries.read_markers import ReadMarker
    from storage.queries.rows import Match

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class BackfillSource:
    """A channel, a thread or direct messages to read after the message `after`.

    `channel_id` is None for direct messages whose channel isn't known yet, `user_id` is None in a guild. If no active
    match lives there (`home` is false), only the newest messages are read.
    """

    channel_id: int | None
    guild_id: int | None
    user_id: int | None
    after: int
    home: bool = True


async def list_sources(
    context: Context,
    last: Mapping[int, ReadMarker],
    guild_of: Callable[[int], int | None],
    threads: Collection[int],
    *,
    since: datetime,
    oldest: int,
    guilds: Collection[int],
    direct: bool,
) -> list[BackfillSource]:
    """Return what to read: the homes of active matches in `guilds`, other channels there, and direct messages.

    `last` holds the read markers by channel. A home without one is read from the start of its turn on, the thread of a
    match that ended before it had one from the last board on. Nothing from before `since` is read, which is `oldest` as
    a message id. `guild_of` returns the guild of a channel that this process sees. `threads` are the bot's own open
    threads; people can't write in archived ones. Direct messages are read only if `direct`: first those that are known,
    then new ones with players, then new ones with people who were challenged or played after `since`.
    """
    async with context.database.read() as tx:
        recent_people = await read_markers.recent_people(tx, since) if direct else []
        active = [match for match in await matches.active(tx) if match.game in context.games]
        last_boards = await _find_last_boards(tx, set(threads) - last.keys())
    by_home: dict[int, list[Match]] = defaultdict(list)
    by_player: dict[int, list[Match]] = defaultdict(list)
    for match in active:
        if match.guild_id in guilds:
            by_home[match.home].append(match)
        for person in match.seats:
            if person.is_reachable:
                by_player[person.id].append(match)

    async def find_start(channel_id: int | None, there: Sequence[Match]) -> int:
        marker = None if channel_id is None else last.get(channel_id)
        if marker:
            return max(oldest, marker.message_id)
        return max(oldest, min([await _find_turn_start(context, match) for match in there]))

    sources = [
        BackfillSource(home, there[0].guild_id, None, await find_start(home, there)) for home, there in by_home.items()
    ]
    marked = last_boards | {channel: marker.message_id for channel, marker in last.items() if marker.user_id is None}
    sources += [
        BackfillSource(channel, guild_id, None, max(oldest, message_id), home=False)
        for channel, message_id in marked.items()
        if channel not in by_home and (guild_id := guild_of(channel)) in guilds
    ]
    if not direct:
        return sources
    known = {channel: marker for channel, marker in last.items() if marker.user_id}
    people = {*by_player, *recent_people}
    sources += [
        BackfillSource(channel, None, marker.user_id, max(oldest, marker.message_id))
        for channel, marker in known.items()
        if marker.user_id in people or marker.message_id > oldest
    ]
    unknown = people - {marker.user_id for marker in known.values()}
    sources += [
        BackfillSource(None, None, user_id, await find_start(None, by_player[user_id]))
        for user_id in sorted(unknown & by_player.keys())
    ]
    others = [user_id for user_id in recent_people if user_id in unknown and user_id not in by_player]
    return sources + [BackfillSource(None, None, user_id, oldest) for user_id in others]


async def _find_turn_start(context: Context, match: Match) -> int:
    """Return the id of what began the present turn of a match, or the match where the turn isn't known."""
    start = await _load_turn_start(context, match)
    if start is None:
        async with context.database.read() as tx:
            start = await match_start_id(tx, match)
    return max(start, match.thread_id or 0)


async def _load_turn_start(context: Context, match: Match) -> int | None:
    """Return the id of what began the present turn of a match, None where its rules fail to say, which is logged."""
    try:
        return await _ask_turn_start(context, match)
    except StorageError:
        raise
    except Exception as error:  # noqa: BLE001 - what was missed in other matches is read all the same
        log.warning("When the turn of #%d began isn't known: %s", match.id, type(error).__name__)
        return None


@rules_outside_transaction
async def _ask_turn_start(context: Context, match: Match) -> int:
    async with context.database.read() as tx:
        return await turn_start_id(context, tx, match)


async def _find_last_boards(tx: Tx, threads: Collection[int]) -> dict[int, int]:
    """Return the message of the last board, or else the first message, by thread, of threads whose match has ended."""
    ended = await matches.ended_in(tx, threads)
    boards = await outbox.last_boards(tx, [match.id for match in ended])
    final = {match_id: board.message_id for match_id, board in boards.items() if board.channel_id in threads}
    return {match.thread_id: final.get(match.id) or match.thread_id for match in ended if match.thread_id}


@dataclass(frozen=True, slots=True)
class UnreadableMessage:
    """A message whose text is hidden from the bot: its id and its author."""

    message_id: int
    user_id: int


async def ask_to_resend(context: Context, unread: Mapping[int, Sequence[UnreadableMessage]]) -> None:
    """Ask players to move to send again what they wrote in this turn and the bot couldn't read. `unread` is by channel.

    In a channel that a match shares with other talk, people aren't asked.
    """
    async with context.database.read() as tx:
        active = [match for match in await matches.active(tx) if match.game in context.games]
    first_unread: list[tuple[Match, UnreadableMessage]] = []
    for match in active:
        if match.thread_id is None or match.thread_id not in unread or match.to_move is None:
            continue
        mover, start = match.seats[match.to_move - 1], await _load_turn_start(context, match)
        if start is None:
            continue
        since = max(start, match.thread_id)
        theirs = [each for each in unread[match.thread_id] if each.user_id == mover.id and each.message_id > since]
        first_unread += [(match, each) for each in theirs[:1]]
    async with context.write() as tx:
        for match, first in first_unread:
            if (await matches.require(tx, match.id)).seq == match.seq:
                body = {"channel": match.home, "reply_to": first.message_id}
                with suppress(AlreadyStored):
                    await queue_row(tx, match, "ask", body, context.now(), source_id=first.message_id)
