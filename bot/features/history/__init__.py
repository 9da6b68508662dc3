"""The history of a match, and its record as files."""

from __future__ import annotations

from bot.client.feature import Feature
from bot.features.history.cog import HistoryCog
from bot.features.history.components import HistoryPageButton, RecordButton
from bot.features.history.search import FoundHistoriesButton, FoundHistorySelect

FEATURE = Feature(
    cogs=[HistoryCog], buttons=[HistoryPageButton, RecordButton, FoundHistoriesButton, FoundHistorySelect]
)
