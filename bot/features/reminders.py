"""Reminders of matches without a clock: of the player to move; then the others are asked what to do."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from bot.client.components import PersistentButton, row
from bot.client.feature import Feature
from bot.features.endings import CallOffButton
from bot.features.lists import cut_list, format_day, match_line
from bot.features.offers import Substitute
from bot.features.private_posts import send_directly
from bot.interactions.member_permissions import can_all_readers_see
from bot.interactions.own_messages import has_mark
from bot.interactions.replies import acknowledge_silently, request_of
from bot.outbox.mentions import choose_mentions
from bot.outbox.sender import FallbackPost, fall_back_to
from bot.referee import formatting
from bot.referee.history.history import can_have_substitutes
from bot.referee.lists import list_my_matches
from bot.referee.people.preferences import is_stale, load_person_zone
from bot.referee.reminders import SILENCE, load_reminder, people_to_ask, wait_on
from games.text import format_list
from games.translation import gettext as _, ngettext
from storage.queries import matches, outbox

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import date

    from bot.client.client import Client
    from bot.client.components import Press
    from bot.referee.lists import MatchEntry
    from storage.queries.rows import Match, Person, Post

    NamePerson = Callable[[Person], str]


def reminder_post(
    entries: Sequence[MatchEntry],
    user_id: int,
    title: Callable[[str], str],
    day: date,
    name: str = "",
    *,
    some_hidden: bool = False,
) -> str:
    """Return the reminder of a person's matches, to be sent on a day; empty without matches.

    `title` names a game by its key. Where others read it, it has the person's `name`, and `some_hidden` says that not
    all matches are in it. A text over the limit is cut.
    """
    if not entries:
        return ""
    count = len(entries)
    first = ngettext("A match is waiting for your move:", "{n} matches are waiting for your move:", count)
    if name:
        first = ngettext(
            "{name}, a match is waiting for your move:", "{name}, {n} matches are waiting for your move:", count
        )
    small = _("-# reminder of {day} \u00b7 `/me do:messages reminders=nothing` turns reminders off")
    lines = [first.format(n=count, name=name), *(match_line(entry, user_id, title) for entry in entries)]
    more = [_("- and more: `/games` lists all")] if some_hidden else []
    return cut_list([*lines, *more], small.format(day=format_day(day)))


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
    async with bot.context.database.read() as tx:
        match = await matches.require(tx, post.match_id or 0)
    if is_stale(bot.context, post):
        return match.home, None
    if "in_thread" in post.body:
        return await _remind_in_thread(bot, post, match, entries, day)
    content = reminder_post(entries, user_id, bot.context.title, day)
    if not content:
        return match.home, None
    last_line = content.rsplit("\n", 1)[-1]
    with fall_back_to(FallbackPost("nudge", user_id)):
        return await send_directly(
            bot, post, content, is_it=lambda message: message.content.endswith(last_line), kind="reminders"
        )


async def _remind_in_thread(
    bot: Client, post: Post, match: Match, entries: Sequence[MatchEntry], day: date
) -> tuple[int, int | None]:
    """Remind a person where a match lives, of those matches that all readers there can see.

    Where it is barred, they are told directly.
    """
    seen = [entry for entry in entries if await _is_seen_with(bot, match, entry.match)]
    if not seen:
        return match.home, None
    person = seen[0].match.player_to_move
    async with bot.context.database.read() as tx:
        mentions = await choose_mentions(bot.context, tx, match.guild_id, "reminders", [person], must=True)
    name, some_hidden = mentions(person), len(seen) < len(entries)
    content = reminder_post(seen, person.id, bot.context.title, day, name, some_hidden=some_hidden)
    first, *_lines, last = content.splitlines()
    with fall_back_to(FallbackPost("reminder", person.id)):
        return await bot.sender.send_once(
            post,
            bot.get_partial_messageable(match.home, guild_id=match.guild_id),
            lambda message: message.content.startswith(first) and message.content.endswith(last),
            content=content,
            **mentions.send_options,
        )


async def _is_seen_with(bot: Client, match: Match, other: Match) -> bool:
    """Return whether all who can read a match on a server can see another one."""
    on_server = other.guild_id == match.guild_id
    return on_server and await can_all_readers_see(bot, match.guild_id, match.channel_id, other.channel_id)


def silence_post(match: Match, title: str, rows: Sequence[Post], names: NamePerson) -> str:
    """Return the question to the others in a match in which a player doesn't move; `names` names them.

    `rows` are those of the turn: the last one says who waits on, if anybody does.
    """
    question = _("{name} hasn't moved in **{title} #{match}** since {time}. {others}, what now?").format(
        name=formatting.name(match.player_to_move),
        title=title,
        match=match.id,
        time=f"<t:{int(match.since.timestamp())}:f>",
        others=format_list(map(names, people_to_ask(match))),
    )
    last = rows[-1] if rows else None
    if last is None or last.kind != "waited":
        return question
    waits = _("{name} waits on, so I'll ask again {time}.").format(
        name=next(formatting.name(person) for person in match.seats if person.id == last.body["by"]),
        time=formatting.ago(last.created_at + SILENCE),
    )
    return f"{question}\n{waits}"


def silence_buttons(match: Match, mark: str) -> list[PersistentButton]:
    """Return the buttons under the question. The custom_id of the first one ends with the mark of its row."""
    buttons: list[PersistentButton] = [Wait(_("Wait"), match.id, match.seq, mark)]
    if can_have_substitutes(match):
        buttons.append(Substitute(_("Let Turnpost play on"), match.id))
    if len(people_to_ask(match)) == 1:
        buttons.append(CallOffButton(_("Call it off"), match.id))
    return buttons


async def send_silence(bot: Client, post: Post) -> tuple[int, int | None]:
    """Ask the others what to do, in the match's thread or directly, unless the match has gone on.

    Where the thread is barred, each of them is asked directly.
    """
    match, rows = await _load_turn(bot, post)
    if match.seq != post.seq or match.ended_at is not None:
        return match.home, None
    mark, title, asked = bot.sender.nonce(post), bot.context.title(match.game), people_to_ask(match)
    if "user" in post.body:
        content, buttons = silence_post(match, title, rows, formatting.name), silence_buttons(match, mark)
        return await send_directly(bot, post, content, *buttons, kind="offers")
    async with bot.context.database.read() as tx:
        mentions = await choose_mentions(bot.context, tx, match.guild_id, "offers", asked, post=post)
    home = await bot.sender.open_home(match, post)
    with fall_back_to(*(FallbackPost("silence", person.id) for person in asked)):
        return await bot.sender.send_once(
            post,
            home,
            partial(has_mark, mark=mark),
            content=silence_post(match, title, rows, mentions),
            view=row(*silence_buttons(match, mark)),
            **mentions.send_options,
        )


async def rewrite_silence(bot: Client, post: Post) -> tuple[int, int | None]:
    """Add to the question of a turn who waits on, in the language of its readers, unless the match has gone on."""
    match, rows = await _load_turn(bot, post)
    if match.seq == post.seq and match.ended_at is None:
        for asked in [each for each in rows if each.message_id is not None]:
            await bot.languages.bind_post(asked)
            content = silence_post(match, bot.context.title(match.game), rows, formatting.name)
            view = row(*silence_buttons(match, bot.sender.nonce(asked)))
            await bot.sender.rewrite_all([asked], match.guild_id, content, view)
    return match.home, None


async def _load_turn(bot: Client, post: Post) -> tuple[Match, list[Post]]:
    async with bot.context.database.read() as tx:
        match = await matches.require(tx, post.match_id or 0)
        return match, await outbox.silences(tx, [match.id])


class Wait(PersistentButton, template=r"wait:(\d+):(\d+):([\w-]+)"):
    """Waits on for the player to move. Its parts: match, event that began the turn, mark of its post."""

    async def on_press(self, bot: Client, press: Press) -> None:
        """Wait on; the post itself says so."""
        match_id, seq = map(int, self.parts[:2])
        await wait_on(bot.context, request_of(press), match_id, seq)
        await acknowledge_silently(press)


FEATURE = Feature(buttons=[Wait], posts={"reminder": send_reminder, "silence": send_silence, "waited": rewrite_silence})
