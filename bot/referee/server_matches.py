"""List what runs and what ended on a server, for spectators."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.referee.errors import RequestRejected
from bot.referee.history.mainline import count_plies
from bot.referee.rules_thread import rules_outside_transaction
from bot.referee.snapshots import take_snapshot
from storage.queries import events, outbox, server_matches

if TYPE_CHECKING:
    from bot.referee.context import Context
    from bot.referee.snapshots import Snapshot
    from storage.queries.rows import Match, Post
    from storage.queries.server_matches import ServerFilter

PAGE_SIZE = 8


@dataclass(frozen=True, slots=True)
class ListedMatch:
    """A match in a list: its last board, and how many moves count.

    `snapshot` says how it ended, None for an active match and where the rules are missing.
    """

    match: Match
    board: Post | None
    ply: int
    snapshot: Snapshot | None = None


@dataclass(frozen=True, slots=True)
class ServerPage:
    """A page of a server's matches, the active ones first: `page` counts from 0, `last` is the last page."""

    active: list[ListedMatch]
    ended: list[ListedMatch]
    active_count: int
    ended_count: int
    page: int
    last: int


async def list_server_matches(context: Context, wanted: ServerFilter, page: int) -> ServerPage:
    """Return a page of the matches that a filter lets through, or the last one if there are fewer."""
    async with context.database.read() as tx:
        running = await server_matches.count(tx, wanted, active=True)
        over = await server_matches.count(tx, wanted, active=False)
        last = max(0, (running + over - 1) // PAGE_SIZE)
        page = max(0, min(page, last))
        offset = page * PAGE_SIZE
        active = await server_matches.page(tx, wanted, active=True, offset=offset, limit=PAGE_SIZE)
        room, past = PAGE_SIZE - len(active), max(0, offset - running)
        ended = await server_matches.page(tx, wanted, active=False, offset=past, limit=room) if room else []
        boards = await outbox.last_boards(tx, [match.id for match in (*active, *ended)])
    listed = [await load_listed_match(context, match, boards.get(match.id)) for match in (*active, *ended)]
    return ServerPage(listed[: len(active)], listed[len(active) :], running, over, page, last)


@rules_outside_transaction
async def load_listed_match(context: Context, match: Match, board: Post | None) -> ListedMatch:
    """Return a match for the list. Only for one that has ended are the rules asked: who won."""
    async with context.database.read() as tx:
        ply = count_plies(await events.of_match(tx, match.id, upto=match.seq))
        if match.ended_at is None:
            return ListedMatch(match, board, ply)
        try:
            return ListedMatch(match, board, ply, await take_snapshot(context, tx, match, match.seq))
        except RequestRejected:  # its rules are missing, or fail
            return ListedMatch(match, board, ply)
