"""Where messages may wait for the bot after an absence, from which on, and whom to ask for what it can't read."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.referee.context import lane
from bot.referee.offload import rules_outside_transaction
from bot.referee.turns.turn_start import turn_start_id
from storage.engine.database import AlreadyStored
from storage.tables import matches, outbox, read_markers

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence
    from datetime import datetime

    from bot.referee.context import Context
    from storage.engine.database import Tx
    from storage.tables.models import Match
    from storage.tables.read_markers import ReadMarker


@dataclass(frozen=True, slots=True)
class BackfillSource:
    """A channel, thread or direct messages to be read from the message `after` on.

    `channel_id` is None for the direct messages with a user that are not known yet, `user_id` None in a guild. Where
    no active match lives (`home` is false) only the newest messages are read.
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
    """Return what to read: active matches' homes in some guilds, other channels there, people's direct messages.

    `last` holds the read markers: those of matches' homes, and of other channels where the bot was spoken to. A home
    without one is read from the turns under way on. Nothing is read from before `since`, as a message's id `oldest`.
    `guild_of` tells the guild of a channel that this process sees, `threads` are the bot's own among them: an archived
    thread isn't one, and nobody can have written there. Where a match ended before its thread had a read marker, what
    came after its last board is read. Direct messages are read only if `direct`; those that were never opened come
    last, people who play before others who were met since then.
    """
    async with context.database.read() as tx:
        lately = await read_markers.recent_people(tx, since) if direct else []
        active = [match for match in await matches.active(tx) if match.game in context.games]
        finals = await _last_messages(tx, set(threads) - last.keys())
    at_home: dict[int, list[Match]] = defaultdict(list)
    of_player: dict[int, list[Match]] = defaultdict(list)
    for match in active:
        if match.guild_id in guilds:
            at_home[match.home].append(match)
        for person in match.seats:
            of_player[person.id].append(match)

    async def after(channel_id: int | None, concerned: Sequence[Match]) -> int:
        known = None if channel_id is None else last.get(channel_id)
        return max(
            oldest, known.message_id if known else min([await _read_turn_start(context, each) for each in concerned])
        )

    found = [BackfillSource(home, there[0].guild_id, None, await after(home, there)) for home, there in at_home.items()]
    marked = finals | {channel: each.message_id for channel, each in last.items() if each.user_id is None}
    found += [
        BackfillSource(channel, guild_id, None, max(oldest, message_id), home=False)
        for channel, message_id in marked.items()
        if channel not in at_home and (guild_id := guild_of(channel)) in guilds
    ]
    if not direct:
        return found
    written = {channel: each for channel, each in last.items() if each.user_id}
    met = {*of_player, *lately}
    found += [
        BackfillSource(channel, None, each.user_id, max(oldest, each.message_id))
        for channel, each in written.items()
        if each.user_id in met or each.message_id > oldest
    ]
    silent = met - {each.user_id for each in written.values()}
    found += [
        BackfillSource(None, None, one, await after(None, of_player[one])) for one in sorted(silent & of_player.keys())
    ]
    return found + [BackfillSource(None, None, one, oldest) for one in lately if one in silent and one not in of_player]


@rules_outside_transaction
async def _read_turn_start(context: Context, match: Match) -> int:
    async with context.database.read() as tx:
        return await _turn_start(context, tx, match)


async def _last_messages(tx: Tx, threads: Collection[int]) -> dict[int, int]:
    """Return the last board's message, or else the thread's first one, of those threads whose match is over."""
    ended = await matches.ended_in(tx, threads)
    boards = await outbox.last_boards(tx, [match.id for match in ended])
    final = {match_id: board.message_id for match_id, board in boards.items() if board.channel_id in threads}
    return {match.thread_id: final.get(match.id) or match.thread_id for match in ended if match.thread_id}


async def _turn_start(context: Context, tx: Tx, match: Match) -> int:
    return max(await turn_start_id(context, tx, match), match.thread_id or 0)


@dataclass(frozen=True, slots=True)
class UnreadableMessage:
    """A message that could not be read: its id, and who wrote it."""

    message_id: int
    user_id: int


async def ask_to_resend(context: Context, unread: Mapping[int, Sequence[UnreadableMessage]]) -> None:
    """Ask those whose turn it is to send again what they wrote in this turn and could not be read, by channel.

    Nobody is asked where a match has no thread: what can't be read there is other talk.
    """
    asked = False
    async with context.database.write() as tx:
        for match in await matches.active(tx):
            if match.game not in context.games or match.thread_id not in unread or match.to_move is None:
                continue
            mover, began = match.seats[match.to_move - 1], await _turn_start(context, tx, match)
            theirs = [each for each in unread[match.home] if each.user_id == mover.id and each.message_id > began]
            asked = await _put_request(context, tx, match, theirs[0]) or asked if theirs else asked
    if asked:
        context.wake.set()


async def _put_request(context: Context, tx: Tx, match: Match, first: UnreadableMessage) -> bool:
    """Put the request into the outbox as an answer to the first message concerned; whether that was new."""
    body = {"channel": match.home, "reply_to": first.message_id}
    try:
        await outbox.add(
            tx,
            lane=lane(match),
            kind="ask",
            body=body,
            at=context.now(),
            match_id=match.id,
            seq=match.seq,
            source_id=first.message_id,
        )
    except AlreadyStored:
        return False
    return True
