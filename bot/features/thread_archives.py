"""The threads of matches are renamed and archived a day after the end."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

import discord

from bot.client.feature import Feature
from bot.process import is_permanent
from bot.referee import formatting
from bot.referee.boards import load_posted_snapshot
from bot.referee.context import run_rules
from bot.referee.history.history import match_result
from games.text import format_list
from games.translation import gettext as _, ngettext

if TYPE_CHECKING:
    from bot.outbox.sender import Sender
    from bot.referee.boards import Snapshot
    from bot.referee.context import Context
    from games.contract import Game
    from storage.queries.rows import Person, Post

log = logging.getLogger(__name__)


def ended_thread_name(snapshot: Snapshot, game: Game[Any, Any]) -> str:
    """Return the name of the thread of a match that has ended, plain text of at most 100 characters."""
    match = snapshot.match
    result = match_result(game, match, snapshot.event, snapshot.state)
    everyone = [_short_name(person) for person in match.seats]
    if result is None:
        outcome = _("{names}, no winner").format(names=format_list(everyone))
    elif result.drawn:
        outcome = _("{names} drew").format(names=format_list(everyone))
    else:
        won = format_list(everyone[seat - 1] for seat in result.winners)
        lost = format_list(name for seat, name in enumerate(everyone, 1) if seat not in result.winners)
        beat = ngettext("{winners} beat {losers}", "{winners} beat {losers}", len(result.winners))
        outcome = (beat if lost else _("{winners} share first place")).format(winners=won, losers=lost)
    return f"{game.info.title} #{match.id}: {outcome}"[:100]


def _short_name(person: Person) -> str:
    return formatting.plain_name(person, 24)


SLEEPS_AFTER = 1440
"""Minutes of silence after which Discord archives a thread that somebody woke: a day."""


class ThreadArchives:
    """Sends the outbox rows that archive threads."""

    def __init__(self, sender: Sender, context: Context) -> None:
        self._sender = sender
        self._context = context

    async def archive(self, post: Post) -> tuple[int, int | None]:
        """Give a thread the name of its result and archive it, without locking it; return the thread.

        What Discord refuses, as with a thread that was deleted, is logged, and that's all.
        """
        snapshot = await load_posted_snapshot(self._context, post)
        match = snapshot.match
        name = await run_rules(ended_thread_name, snapshot, self._context.game(match))
        try:
            await self._archive(match.home, name)
        except discord.HTTPException as error:
            if not is_permanent(error):
                raise
            log.warning("The thread of match #%d isn't archived: %s", match.id, error)
        return match.home, None

    async def _archive(self, thread_id: int, name: str) -> None:
        thread = await self._sender.client.fetch_channel(thread_id)
        if not isinstance(thread, discord.Thread) or (thread.archived and thread.name == name):
            return
        if thread.archived:  # an archived thread can't be renamed
            await thread.edit(archived=False, name=name, auto_archive_duration=SLEEPS_AFTER)
        await thread.edit(name=name, archived=True, auto_archive_duration=SLEEPS_AFTER)


FEATURE = Feature(posts=lambda bot: {"archive": ThreadArchives(bot.sender, bot.context).archive})
