"""Plans: a player's answers to moves that others may play, which Turnpost plays for them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.features.plans.cog import PlansCog
from bot.features.plans.components import (
    AddLinesButton,
    ClearPlanButton,
    KnowsRisksButton,
    LineSelect,
    PlanButton,
    PlanModal,
)
from bot.features.plans.posts import PlanPosts

if TYPE_CHECKING:
    from bot.client.client import Client


async def setup(bot: Client) -> None:
    """Register the feature with the bot."""
    await bot.add_cog(PlansCog(bot))
    bot.outbox.register(plan=PlanPosts(bot.sender, bot.context).plan)
    bot.add_dynamic_items(PlanButton, AddLinesButton, ClearPlanButton, KnowsRisksButton, LineSelect)
    bot.add_listener(PlanModal.receive, "on_interaction")
