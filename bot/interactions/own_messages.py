"""Read the bot's own messages: mentions, custom_ids, and the lines by which a post is recognized."""

from __future__ import annotations

import re
from string import Formatter
from typing import TYPE_CHECKING

import discord

from bot.referee.requests import ShownBoard, ShownMatch
from games.translation import ENGLISH, gettext, in_language, offered_languages

if TYPE_CHECKING:
    from collections.abc import Iterator

LARGEST_ID = 2**63 - 1
"""The largest id that the database holds. A custom_id with a larger one isn't from this bot."""
MY_VIEW_ID = r"mine:(\d+):(\d+):([\w-]+)"
"""The custom_id of the button *My view* under a board. Its parts: match, event that is shown, the post."""
BOARD_ID = r"(?:mine|panel_of):(\d+):(\d+):([\w-]+)"
"""The custom_id of a button under every board of a running match, with the same parts: *My view*, or *More*."""


def read_custom_ids(message: discord.Message) -> set[str]:
    """Return the custom_ids of the buttons under a message."""
    return {
        item.custom_id
        for part in message.components
        if isinstance(part, discord.ActionRow)
        for item in part.children
        if isinstance(item, discord.Button) and item.custom_id
    }


def has_mark(message: discord.Message, mark: str) -> bool:
    """Return whether a button under a message has a custom_id that ends with a mark, as those of one post do."""
    return any(custom_id.endswith(f":{mark}") for custom_id in read_custom_ids(message))


def has_file(message: discord.Message, name: str, text: str) -> bool:
    """Return whether a message has a file of a name, or consists of the text that stands for the file."""
    names = [file.filename for file in message.attachments]
    return name in names or (not names and message.content == text)


_OF_MATCH = re.compile(rf"{BOARD_ID}|(?:watch|standing|replay|rematch|record):(\d+)")


def find_shown_match(message: discord.Message) -> ShownMatch | None:
    """Return the match that the buttons under a message are about, and the event that it shows."""
    for custom_id in sorted(read_custom_ids(message)):
        if found := _OF_MATCH.fullmatch(custom_id):
            number, seq = int(found[1] or found[4]), int(found[2]) if found[2] else None
            return ShownMatch(number, seq) if max(number, seq or 0) <= LARGEST_ID else None
    return None


def find_replied_board(message: discord.Message) -> ShownBoard | None:
    """Return the board that a message replies to, or None if that isn't a board or Discord didn't send it along.

    Anybody's message with such a button counts: a move is played only if the author of `message` may play it.
    """
    replied_to = message.reference.resolved if message.reference else None
    if not isinstance(replied_to, discord.Message):
        return None
    found = next(filter(None, (re.fullmatch(BOARD_ID, each) for each in read_custom_ids(replied_to))), None)
    parts = [int(part) for part in found.groups()[:2]] if found else []
    return ShownBoard(*parts) if parts and max(parts) <= LARGEST_ID else None


_MENTION = re.compile(r"<@([!&]?)([0-9]{1,20})>[\s,:;.!?]*")
"""One mention of a person, or with `&` of a role, with the punctuation and spaces after it."""


def leading_mention(message: discord.Message, user_id: int) -> str:
    """Return the mentions of the bot at the beginning of a message, with the punctuation and spaces after them.

    `user_id` is the bot's own. The role that Discord makes for the bot counts too: its apps suggest both under the same
    name. Returns an empty text if a message begins otherwise.
    """
    names, end = _own_names(message, user_id), 0
    while (found := _MENTION.match(message.content, end)) and int(found[2]) == names[found[1]]:
        end = found.end()
    return message.content[:end]


def is_mentioned_in(message: discord.Message, user_id: int) -> bool:
    """Return whether the text of a message mentions the bot, or its own role, anywhere; `user_id` is the bot's own."""
    names = _own_names(message, user_id)
    return any(int(found[2]) == names[found[1]] for found in _MENTION.finditer(message.content))


def mentioned_unread(message: discord.Message) -> bool:
    """Return whether a message mentions the bot's own role, and Discord hides its text for lack of the intent."""
    own = _own_role(message)
    return not message.content and any(role.id == own for role in message.role_mentions)


def is_in_own_place(message: discord.Message, user_id: int) -> bool:
    """Return whether a text is likely for the bot: in a direct message, in its thread, or as a reply to it.

    `user_id` is the bot's own.
    """
    parent = message.reference.resolved if message.reference else None
    in_thread = isinstance(message.channel, discord.Thread) and message.channel.owner_id == user_id
    return message.guild is None or in_thread or (isinstance(parent, discord.Message) and parent.author.id == user_id)


def expects_reply(message: discord.Message) -> bool:
    """Return whether a message was sent to the bot alone, or mentions it or its role: then it is always answered."""
    if message.guild is None:
        return True
    return message.guild.me in message.mentions or any(role.id == _own_role(message) for role in message.role_mentions)


def _own_names(message: discord.Message, user_id: int) -> dict[str, int | None]:
    """Return the ids that mean the bot in a mention, by the sign before them."""
    return {"": user_id, "!": user_id, "&": _own_role(message)}


def _own_role(message: discord.Message) -> int | None:
    role = message.guild.self_role if message.guild else None
    return role.id if role else None


def find_line(template: str, content: str, **patterns: str) -> re.Match[str] | None:
    """Return the line of a message that was written from a template, with a named group for each placeholder.

    `patterns` are those of the placeholders; they may match line breaks.

    >>> found = find_line("Which match is {move} for?", "Which match is `c4` for?", move="`.+`")
    >>> found and found["move"]
    '`c4`'
    """
    shapes = (f"^{_pattern_of(text, patterns)}$" for text in _in_all_languages(template))
    return next(filter(None, (re.search(shape, content, re.MULTILINE) for shape in shapes)), None)


def ends_with(template: str, content: str, **values: object) -> bool:
    """Return whether a message ends with a template that these values were put in.

    >>> ends_with("-# open seat {number}", "Whoever takes it plays on. -# open seat 3", number=3)
    True
    """
    return any(content.endswith(text.format(**values)) for text in _in_all_languages(template))


def contains(message: str, content: str) -> bool:
    """Return whether a message of the bot's holds one of the catalogues, which has no placeholders.

    >>> contains("Nobody wins.", "It's over. Nobody wins. Play again?")
    True
    """
    return any(text in content for text in _in_all_languages(message))


def _in_all_languages(template: str) -> Iterator[str]:
    for language in (ENGLISH, *offered_languages()):
        with in_language(language):
            text = gettext(template)
        yield text


def _pattern_of(template: str, patterns: dict[str, str]) -> str:
    return "".join(
        re.escape(literal) + (f"(?P<{name}>{patterns[name]})" if name else "")
        for literal, name, _, _ in Formatter().parse(template)
    )
