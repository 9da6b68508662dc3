"""Ending a match without a winner, by a manager of the server."""

from __future__ import annotations

from bot.client.feature import Feature
from bot.features.abandon.cog import AbandonCog
from bot.features.abandon.components import Abandon
from bot.features.call_off.cog import CallOffCog
from bot.features.call_off.components import CallOffButton, ConfirmCallOffButton
from bot.features.rematches.cog import RematchesCog
from bot.features.rematches.components import Rematch
from bot.features.resign.cog import ResignCog
from bot.features.resign.components import Resign

FEATURE = Feature(
    cogs=[AbandonCog, CallOffCog, RematchesCog, ResignCog],
    buttons=[Abandon, CallOffButton, ConfirmCallOffButton, Rematch, Resign],
)
