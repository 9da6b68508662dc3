"""Plans: a player's answers to moves that others may play, which Turnpost plays for them."""

from __future__ import annotations

from bot.client.feature import Feature
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

FEATURE = Feature(
    cogs=[PlansCog],
    buttons=[PlanButton, AddLinesButton, ClearPlanButton, KnowsRisksButton, LineSelect],
    forms=[PlanModal],
    posts=lambda bot: {"plan": PlanPosts(bot.sender, bot.context).plan},
)
