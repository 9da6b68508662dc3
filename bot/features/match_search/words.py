"""The words of a text command that may search for matches: a person who is mentioned, and the rest."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import discord

_MENTION = re.compile(r"<@!?(\d+)>", re.ASCII)


def split_person(message: discord.Message, text: str) -> tuple[int | None, str]:
    """Return the person whom the words of a command mention, if any, and the words without mentions."""
    named = _MENTION.findall(text)
    person = next((user.id for user in message.mentions if str(user.id) in named), None)
    return person, _MENTION.sub(" ", text).strip()
