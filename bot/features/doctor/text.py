"""What managers read about what the bot lacks on their server. Pure: findings go in, Discord's Markdown comes out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee import formatting
from bot.referee.guilds.channel_uses import Use
from bot.referee.guilds.settings import PREFIX
from games.text import format_list

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.features.doctor.examine import Examination
    from bot.gateway.permissions import Lack, Place

NO_SERVER = "That needs a server: ask in one of its channels."
MANAGERS_ONLY = "Only people with Manage Server can ask what I lack here."
NO_CONTENT = (
    "-# I can't read messages that don't mention me, so a bare `c4` in a thread is no move. **Move**, `/move` and "
    "replies with the ping on work. To change that, whoever runs me switches on *Message Content Intent* in Discord's "
    "developer portal and starts me again."
)
IN_SETTINGS = {Use.FORUM, Use.FINISHED, Use.PUZZLES, Use.WEEKLY}
"""What a channel is chosen for in the server's settings."""


def report(found: Examination, *, content: bool) -> str:
    """Return what is missing and what mends it, worst first; `content` says whether the bot reads all messages."""
    role = f"<@&{found.role.id}>" if found.role else "me"
    lines = [f"- {_describe(lack, role, found.link)}" for lack in found.lacks]
    if found.tags:
        lines.append(f"- <#{found.settings.forum}> ({Use.FORUM}): {found.tags}")
    if lines:
        head = "**1 thing to mend:**" if len(lines) == 1 else f"**{len(lines)} things to mend:**"
    else:
        head = f"**All is well:** I may do all that I need {_where(found)}."
    return "\n".join([head, *lines, *([] if content else _miss_content(found))])


def _where(found: Examination) -> str:
    if not found.places:
        return "on this server"
    return f"in {format_list([f'<#{place.channel_id}>' for place in found.places])}"


def _describe(lack: Lack, role: str, link: str) -> str:
    names = format_list([f"**{name}**" for name in lack.names])
    if lack.place is None:
        return f"On the whole server I lack {names}: {lack.effect}. [Allow it]({link})"
    place = lack.place
    where = f"<#{place.channel_id}> ({format_list(sorted(place.uses))})"
    if place.granted is None:
        return f"{where} is gone. {_replace(place)}"
    how = f"Open that channel's settings, then *Permissions*, and allow it for {role}."
    return f"In {where} I lack {names}: {lack.effect}. {how}"


def _replace(place: Place) -> str:
    """Say what to do about a channel that is gone."""
    if place.uses & IN_SETTINGS:
        return "Choose another channel, or `none`, with `/server settings`."
    return f"Players get the boards by direct message. {formatting.code('/server abandon')} ends a match."


def _miss_content(found: Examination) -> Iterator[str]:
    """Yield what people can't do without the content intent, where they may try: in matches, or with a prefix."""
    if found.settings.prefix != PREFIX or any(place.uses & {Use.THREADS, Use.FORUM} for place in found.places):
        yield NO_CONTENT
