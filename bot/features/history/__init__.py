"""The history of a match, and its record as files."""

from __future__ import annotations

from bot.client.feature import Feature
from bot.features.history.commands import (
    FoundHistoriesButton,
    FoundHistorySelect,
    HistoryCog,
    HistoryPageButton,
    RecordButton,
)

FEATURE = Feature(
    cogs=[HistoryCog], buttons=[HistoryPageButton, RecordButton, FoundHistoriesButton, FoundHistorySelect]
)
