"""The echo bot: the least that answers a message with a board. The measurements hold the bot against it.

It is discord.py with the same intents and settings as the bot, against the same server, in a process of its own that
loads nothing of the bot's. It answers `KEY ...` with the stored picture of that name, under a line of text, and does
nothing else: no rules, no record, no drawing. So it is what any bot on discord.py must spend.
"""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import discord

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path


class Echo(discord.Client):
    """The bot that answers with stored pictures, given by the first word of what they answer."""

    def __init__(self, pictures: Mapping[str, bytes]) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True, guild_messages=True, dm_messages=True, message_content=True),
            allowed_mentions=discord.AllowedMentions.none(),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
        )
        self._pictures = pictures

    async def on_message(self, message: discord.Message) -> None:
        """Answer a person's message."""
        picture = self._pictures.get(message.content.partition(" ")[0])
        if picture is not None and not message.author.bot:
            await message.channel.send("Your turn.", file=discord.File(io.BytesIO(picture), "board.png"))


def stored(folder: Path) -> dict[str, bytes]:
    """Return the pictures of a folder by the names of their files without the ending."""
    return {file.stem: file.read_bytes() for file in folder.glob("*.png")}
