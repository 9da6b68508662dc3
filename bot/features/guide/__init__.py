"""The button Move: a private message that leads to a move by choices, without notation, in a match or a puzzle."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.features.guide.components import (
    AnswerButton,
    BackButton,
    ChoiceSelect,
    MoreButton,
    MoveButton,
    MoveModal,
    PreviewButton,
    TypeButton,
)
from bot.features.guide.plan_components import AddLineButton, ChooseMovesButton, GoOnButton, PlanPlyButton

if TYPE_CHECKING:
    from bot.client.client import Client


async def setup(bot: Client) -> None:
    """Register the feature with the bot."""
    bot.add_dynamic_items(MoveButton, ChoiceSelect, BackButton, MoreButton, PreviewButton, TypeButton, AnswerButton)
    bot.add_dynamic_items(ChooseMovesButton, PlanPlyButton, GoOnButton, AddLineButton)
    bot.add_listener(MoveModal.receive, "on_interaction")
