"""Moves, and previews of moves."""

from __future__ import annotations

from bot.client.feature import Feature
from bot.features.moves import commands

FEATURE = Feature(
    cogs=[commands.MovesCog],
    buttons=[
        commands.CancelQueueButton,
        commands.PickMatchButton,
        commands.PickMatchForPreviewButton,
        commands.PlayPreviewButton,
        commands.DropPreviewButton,
    ],
    posts={"ask": commands.ask_again},
)
