"""The last interaction in each place that only interactions reach, for as long as Discord lets us use it.

Docs: Receiving and Responding to Interactions; a token lives for 15 minutes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from cachetools import TTLCache

from bot.interactions.replies import Attachment, is_foreign

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

USABLE_FOR = 14 * 60.0
"""Seconds; a minute less than Discord allows."""
MOST_PLACES = 1000


class ForeignPlaces:
    """Remembers the last interaction of each foreign place. `timer` returns seconds."""

    def __init__(self, timer: Callable[[], float]) -> None:
        self._last: TTLCache[int, discord.Interaction[Any]] = TTLCache(MOST_PLACES, USABLE_FOR, timer)

    def remember(self, interaction: discord.Interaction[Any]) -> None:
        """Remember an interaction that was responded to, if it came from a foreign place."""
        if interaction.channel_id and is_foreign(interaction):
            self._last[interaction.channel_id] = interaction

    def can_reach(self, channel_id: int) -> bool:
        """Return whether something can be posted in a place."""
        return channel_id in self._last

    async def post(self, channel_id: int, post_ids: Sequence[str], text: str, files: Sequence[Attachment]) -> None:
        """Tell everybody in a place something, if an interaction from there can be used.

        If the last one was a press on a button of `post_ids`, the message above it is replaced.
        """
        interaction = self._last.get(channel_id)
        if interaction is None:
            return
        attached, quiet = [each.file for each in files], discord.AllowedMentions.none()
        pressed = dict(interaction.data or {}).get("custom_id")
        if interaction.message is not None and pressed in post_ids:
            replaced: dict[str, Any] = {"content": text, "attachments": attached, "view": None}
            await interaction.edit_original_response(**replaced, allowed_mentions=quiet)
        else:
            await interaction.followup.send(text, files=attached, allowed_mentions=quiet)
