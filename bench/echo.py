"""The echo bot: the smallest bot that replies with a board. The measurements compare the bot with it.

It is discord.py with the same intents and settings as the bot, against the same server, in a process of its own that
loads nothing of the bot's. It replies to `KEY ...` with the stored picture of that name and a line of text: no rules,
no record, no drawing. So it shows what any bot on discord.py must spend.
"""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import discord

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path


class Echo(discord.Client):
    """A bot that replies with the stored picture that the first word of a message names."""

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
        """Reply to a person's message."""
        picture = self._pictures.get(message.content.partition(" ")[0])
        if picture is not None and not message.author.bot:
            await message.channel.send("Your turn.", file=discord.File(io.BytesIO(picture), "board.png"))


def load_pictures(folder: Path) -> dict[str, bytes]:
    """Return the PNG files of a folder by their names without the suffix."""
    return {file.stem: file.read_bytes() for file in folder.glob("*.png")}
