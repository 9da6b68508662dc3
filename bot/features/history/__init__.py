"""The history of a match, and its record as files."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.features.history.cog import HistoryCog
from bot.features.history.components import HistoryPageButton, RecordButton
from bot.features.history.search import FoundHistoriesButton, FoundHistorySelect

if TYPE_CHECKING:
    from bot.client.client import Client


async def setup(bot: Client) -> None:
    """Register the feature with the bot."""
    await bot.add_cog(HistoryCog(bot))
    bot.add_dynamic_items(HistoryPageButton, RecordButton, FoundHistoriesButton, FoundHistorySelect)
