"""Reminders of matches without a clock: by direct message, or by a mention in the thread where that is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.client.feature import Feature
from bot.features.lists import cut_list, format_day, match_line
from bot.features.private_posts import send_directly
from bot.outbox.sender import FallbackPost, fall_back_to
from bot.referee.lists import list_my_matches
from bot.referee.people.preferences import is_stale, load_person_zone
from bot.referee.reminders import load_reminder
from games.translation import gettext as _, ngettext

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import date

    from bot.client.client import Client
    from bot.referee.lists import MatchEntry
    from storage.queries.rows import Post


def reminder_post(entries: Sequence[MatchEntry], user_id: int, title: Callable[[str], str], day: date) -> str:
    """Return the reminder of a person's matches, to be sent on a day; empty without matches.

    `title` names a game by its key. A text over the limit is cut.
    """
    if not entries:
        return ""
    count = len(entries)
    first = ngettext("A match is waiting for your move:", "{n} matches are waiting for your move:", count)
    small = _("-# reminder of {day} \u00b7 `/me do:preferences reminders=off` turns reminders off")
    lines = [first.format(n=count), *(match_line(entry, user_id, title) for entry in entries)]
    return cut_list(lines, small.format(day=format_day(day)))


async def send_reminder(bot: Client, post: Post) -> tuple[int, int | None]:
    """Remind a person; return the channel and the message, None if nothing waits any more or the day is over.

    Where direct messages are refused, the thread of the match that has waited longest has a mention instead.
    """
    user_id = int(post.body["user"])
    waiting = {match.id for match in await load_reminder(bot.context, post)}
    mine = await list_my_matches(bot.context, user_id, None)
    entries = [entry for entry in mine.your_turn if entry.match.id in waiting]
    zone = await load_person_zone(bot.context, user_id, None)
    day = post.created_at.astimezone(zone).date()
    content = reminder_post(entries, user_id, bot.context.title, day)
    if not content or is_stale(bot.context, post):
        return (await bot.sender.open_direct_messages(post)).id, None
    last_line = content.rsplit("\n", 1)[-1]
    with fall_back_to(FallbackPost("nudge", user_id)):
        return await send_directly(bot, post, content, is_it=lambda message: message.content.endswith(last_line))


FEATURE = Feature(posts={"reminder": send_reminder})
