"""Mentions of the bot in messages."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import discord

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
