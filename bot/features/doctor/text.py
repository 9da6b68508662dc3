"""What managers read about what the bot lacks on their server. Pure: findings go in, Discord's Markdown comes out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.features.permission_text import lack_effect, lack_names
from bot.referee.guilds.channel_uses import Use
from bot.referee.guilds.settings import PREFIX
from games.text import format_list, format_number
from games.translation import gettext as _
from games.translation import gettext_noop as N_
from games.translation import language_name, ngettext, pgettext

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from bot.features.doctor.examine_server import Examination
    from bot.gateway.permissions import Lack, UsedChannel
    from games.translation import Completeness

NO_SERVER = N_("That needs a server: ask in one of its channels.")
MANAGERS_ONLY = N_("Only people with Manage Server can ask what I lack here.")
NO_CONTENT = N_(
    "-# I can't read messages that don't mention me, so a bare `c4` in a thread is no move. **Move**, `/move` and "
    "replies with the ping on work. To change that, whoever runs me switches on *Message Content Intent* in Discord's "
    "developer portal and starts me again."
)
IN_SETTINGS = {Use.FORUM, Use.FINISHED, Use.PUZZLES, Use.WEEKLY}
"""What a channel is chosen for in the server's settings."""


def report(found: Examination, languages: Mapping[str, Completeness], *, content: bool) -> str:
    """Return what is missing and what mends it, worst first, and how complete the translations are.

    `languages` are those that have catalogues; `content` says whether the bot reads all messages.
    """
    role = f"<@&{found.role.id}>" if found.role else pgettext("object", "me")
    lines = [f"- {_describe(lack, role, found.link)}" for lack in found.lacks]
    if found.tags:
        lines.append(f"- <#{found.settings.forum}> ({_(Use.FORUM)}): {found.tags}")
    if lines:
        head = ngettext("**{n} thing to mend:**", "**{n} things to mend:**", len(lines)).format(n=len(lines))
    elif found.channels:
        places = format_list([f"<#{channel.channel_id}>" for channel in found.channels])
        head = _("**All is well:** I may do all that I need in {places}.").format(places=places)
    else:
        head = _("**All is well:** I may do all that I need on this server.")
    small = [f"-# {describe_language(language, each)}" for language, each in languages.items()]
    return "\n".join([head, *lines, *([] if content else _miss_content(found)), *small])


def describe_language(language: str, found: Completeness) -> str:
    """Return how many messages of a language are missing, and whether people can choose it."""
    name, n = language_name(language), found.missing
    if not n:
        return _("{language}: all messages are translated.").format(language=name)
    if found.is_offered:
        text = ngettext(
            "{language}: {n} of {total} messages is missing and shown in English.",
            "{language}: {n} of {total} messages are missing and shown in English.",
            n,
        )
    else:
        text = ngettext(
            "{language}: {n} of {total} messages is missing, too many to offer the language.",
            "{language}: {n} of {total} messages are missing, too many to offer the language.",
            n,
        )
    return text.format(language=name, n=format_number(n), total=format_number(found.messages))


def _describe(lack: Lack, role: str, link: str) -> str:
    names = format_list([f"**{name}**" for name in lack_names(lack)])
    if lack.channel is None:
        return _("On the whole server I lack {permissions}: {effect}. [Allow it]({link})").format(
            permissions=names, effect=lack_effect(lack), link=link
        )
    channel = lack.channel
    uses = format_list(map(_, sorted(channel.uses)))
    if channel.granted is None:
        # Translators: {uses} is "matches and daily puzzles".
        return _("A channel that I use for {uses} was deleted. {how}").format(uses=uses, how=_replace(channel))
    # Translators: {where} is a link to a channel, and what it's used for in brackets.
    where = f"<#{channel.channel_id}> ({uses})"
    lacking = _("In {where} I lack {permissions}: {effect}.").format(
        where=where, permissions=names, effect=lack_effect(lack)
    )
    how = _("Open that channel's settings, then *Permissions*, and allow it for {role}.").format(role=role)
    return f"{lacking} {how}"


def _replace(channel: UsedChannel) -> str:
    """Say what to do about a channel that is gone."""
    if channel.uses & IN_SETTINGS:
        return _("Choose another channel, or `none`, with `/server settings`.")
    return _("Players get the boards by direct message. `/server abandon` ends a match.")


def _miss_content(found: Examination) -> Iterator[str]:
    """Yield what people can't do without the content intent, where they may try: in matches, or with a prefix."""
    if found.settings.prefix != PREFIX or any(channel.uses & {Use.THREADS, Use.FORUM} for channel in found.channels):
        yield _(NO_CONTENT)
