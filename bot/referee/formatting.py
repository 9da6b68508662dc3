"""Names, places, code spans and times in Discord's Markdown."""

from __future__ import annotations

import re
import unicodedata
from contextvars import ContextVar
from typing import TYPE_CHECKING

from games.translation import gettext as _, ngettext

if TYPE_CHECKING:
    from collections.abc import Collection
    from datetime import datetime

    from storage.queries.rows import Challenge, Match, Person, Post

_BLANK = "\u115f\u1160\u2800\u3164\uffa0\ufffc\U0001d159"
"""Letters and signs without a shape, by Unicode's own account: fillers of Hangul, the empty pattern of Braille, the
place of an object, a note without a head."""
_COMPUTER = re.compile(r"Turnpost(?: (?P<number>[1-9]\d?))? \(level (?P<level>\d+)\)")
_CROWD = re.compile(r"The crowd(?P<members> \(\d+\))?")
_SUBSTITUTE = re.compile(r"Turnpost for (?P<name>.*) \(level (?P<level>\d+)\)", re.DOTALL)


def shown_name(person: Person) -> str:
    """Return a person's name in the language of this task: what they chose, or the bot's own word.

    The bot has words for computer players, for people who had their data deleted, and for names that can't be seen.

    >>> from storage.queries.rows import Person
    >>> shown_name(Person.computer(2)), shown_name(Person(1, "Turnpost (level 9)"))
    ('Turnpost (level 2)', 'Turnpost (level 9)')
    """
    if person.is_former:
        return former_name()
    if person.level is None:
        return _crowd_name(person.name) if person.is_crowd else visible_name(person.name)
    if found := _SUBSTITUTE.fullmatch(person.name):
        template = _("Turnpost for {name} (level {level})")
        return template.format(name=visible_name(found["name"]), level=found["level"])
    if (found := _COMPUTER.fullmatch(person.name)) is None:
        return person.name
    if found["number"]:
        return _("Turnpost {number} (level {level})").format(**found.groupdict())
    return _("Turnpost (level {level})").format(level=found["level"])


def _crowd_name(stored: str) -> str:
    """Return the name of a crowd, with how many are in it if its match has begun: "The crowd (7)", "Reds (5)"."""
    found = _CROWD.fullmatch(stored)
    if found is None:
        return visible_name(stored)
    return _("The crowd") + (found["members"] or "")


def visible_name(name: str) -> str:
    """Return a name, or a word in its place if it has nothing to be seen.

    >>> visible_name("Ann"), visible_name("\N{ZERO WIDTH SPACE}")
    ('Ann', 'somebody')
    """
    return name if is_visible(name) else _("somebody")


def is_visible(text: str) -> bool:
    """Return whether a text has something to be seen: a letter, digit, sign or emoji that isn't blank.

    >>> is_visible("Spring Cup"), is_visible("\N{ZERO WIDTH SPACE}\N{HANGUL FILLER}")
    (True, False)
    """
    return any((unicodedata.category(each)[0] in "LNSP" and each not in _BLANK) or _is_emoji(each) for each in text)


def _is_emoji(character: str) -> bool:
    """Return whether a character has its place among emoji, also one that Python's version of Unicode doesn't know."""
    return "\U0001f000" <= character <= "\U0001faff"


def former_name() -> str:
    """Return the name of everybody who had their data deleted; the record has `FORMER_NAME`."""
    return _("A former player")


_deleted: ContextVar[Collection[int]] = ContextVar("deleted_channels", default=frozenset())


def is_deleted(channel_id: int) -> bool:
    """Return whether a channel or thread is known to be deleted."""
    return channel_id in _deleted.get()


def bind_deleted_channels(channel_ids: Collection[int]) -> None:
    """Set which channels are deleted for this task, and for the tasks that it starts from now on."""
    _deleted.set(channel_ids)


_PUNCTUATION = re.compile(r"([!-/:-@\[-`{-~])")
_INVISIBLE = re.compile(r"[\x00-\x1f\x7f\u200b\u200c\u200e\u200f\u202a-\u202e\u2028\u2029\u2060-\u2069\ufeff]+")


def plain_name(person: Person, limit: int = 32) -> str:
    """Return a person's name without markup, on one line and cut to `limit` characters."""
    return visible_name(tidy(shown_name(person))[:limit])


def name(person: Person, limit: int = 32) -> str:
    r"""Return a person's name in bold, escaped so that Discord takes nothing in it for markup or a mention.

    It is cut to `limit` characters.

    >>> from storage.queries.rows import Person
    >>> print(name(Person(1, "@everyone *hi*")))
    **\@everyone \*hi\***
    """
    return f"**{plain(plain_name(person, limit))}**"


def tidy(text: str) -> str:
    """Return a text on one line, without invisible characters and changes of the direction of writing."""
    return " ".join(_INVISIBLE.sub(" ", text).split())


def plain(text: str) -> str:
    r"""Return a text on one line, escaped so that Discord shows it as it is, without markup, links or mentions.

    >>> print(plain("see <#1> and\nhttps://x.y"))
    see \<\#1\> and https\:\/\/x\.y
    """
    return _PUNCTUATION.sub(r"\\\1", tidy(text))


def mention(person: Person) -> str:
    """Return the text that Discord shows as a mention (it pings only where the sender allows it).

    A computer player, whom Discord doesn't know, is named, and so is a former player.
    """
    return f"<@{person.id}>" if person.is_reachable else name(person)


def channel(channel_id: int) -> str:
    """Return Discord's link to a channel or thread, or words for one that was deleted.

    >>> channel(7)
    '<#7>'
    """
    # Translators: this follows "in".
    return _("a channel that was deleted") if is_deleted(channel_id) else f"<#{channel_id}>"


def home(match: Match) -> str:
    """Return where a match is played, as Discord's link to the channel, or as words for direct messages.

    These stand for a thread or channel that was deleted, too: the players get the boards by direct message then.
    """
    return _("our direct messages") if match.is_direct or is_deleted(match.home) else f"<#{match.home}>"


def place(match: Match, board: Post | None) -> str | None:
    """Return the address of a match's board, or where the match lives, as `home` does; None if that was deleted."""
    return post_link(match.guild_id, board) or (None if is_deleted(match.home) else home(match))


def linked_number(match: Match, board: Post | None) -> str:
    """Return the number of a match as a link to its board or its home, or without a link if that was deleted."""
    address = post_link(match.guild_id, board)
    if address is None and not is_deleted(match.home):
        address = f"https://discord.com/channels/{match.guild_id or '@me'}/{match.home}"
    return f"[#{match.id}]({address})" if address else f"#{match.id}"


def challenge_place(challenge: Challenge, post: Post | None) -> str | None:
    """Return the address of a challenge's post, or Discord's link to its channel; None if that was deleted."""
    there = None if is_deleted(challenge.channel_id) else channel(challenge.channel_id)
    return post_link(challenge.guild_id, post) or there


def post_link(guild_id: int, post: Post | None) -> str | None:
    """Return the address of the message that a row of the outbox became, or None if it's none or was deleted."""
    if post is None or post.message_id is None or post.channel_id is None or is_deleted(post.channel_id):
        return None
    return link(guild_id, post.channel_id, post.message_id)


def link(guild_id: int, channel_id: int | None, message_id: int | None) -> str:
    """Return the address of a message; guild 0 stands for direct messages.

    >>> link(0, 7, 42)
    'https://discord.com/channels/@me/7/42'
    """
    return f"https://discord.com/channels/{guild_id or '@me'}/{channel_id}/{message_id}"


def code(text: str, limit: int = 100) -> str:
    """Return a text in a code span that it can't break out of, cut to `limit` characters."""
    shown = tidy(text).replace("`", "'")
    return f"`{shown if len(shown) <= limit else shown[: limit - 1] + chr(0x2026)}`"


def ago(when: datetime) -> str:
    """Return a time as each reader sees it in their own zone, relative to now."""
    return f"<t:{int(when.timestamp())}:R>"


def until(when: datetime) -> str:
    """Return a future time as each reader sees it in their own zone: the date, and how far off it is."""
    return f"<t:{int(when.timestamp())}:f> ({ago(when)})"


def sentence(clause: str) -> str:
    """Return a clause with a full stop, unless it ends a sentence already."""
    return clause if clause.endswith((".", "!", "?")) else clause + "."


def and_more(count: int) -> str:
    """Return the last line of a list that leaves some out."""
    return ngettext("- and {n} more", "- and {n} more", count).format(n=count)


def time_until(deadline: datetime | None) -> str:
    """Return the deadline of a turn as one more sentence, nothing without a clock."""
    # Translators: {when} is "in 3 days" or "2 hours ago", as Discord writes it.
    return " " + _("Time runs out {when}.").format(when=ago(deadline)) if deadline else ""
