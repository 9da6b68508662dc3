"""Analysis: a private board on which a person tries moves, and a shared one for all once the match is over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.features.analysis.buttons import AddMoveButton, ExportButton, MakePlanButton, TogetherButton
from bot.features.analysis.cog import AnalysisCog
from bot.features.analysis.components import (
    AnalyseButton,
    AnnotateButton,
    AnnotateForm,
    GoButton,
    GoToButton,
    GoToModal,
    LineSelect,
    RemoveButton,
    WaySelect,
)
from bot.features.analysis.move_components import NextMoveButton, TakeMoveButton, ToBoardButton
from bot.features.analysis.posts import AnalysisPosts

if TYPE_CHECKING:
    from bot.client.client import Client


async def setup(bot: Client) -> None:
    """Register the feature with the bot."""
    await bot.add_cog(AnalysisCog(bot))
    bot.outbox.register(analysis=AnalysisPosts(bot.sender, bot.context, bot.board_images).analysis)
    bot.add_dynamic_items(AnalyseButton, GoButton, WaySelect, LineSelect, RemoveButton, GoToButton, AnnotateButton)
    bot.add_dynamic_items(AddMoveButton, MakePlanButton, TogetherButton, ExportButton)
    bot.add_dynamic_items(TakeMoveButton, NextMoveButton, ToBoardButton)
    for form in (GoToModal, AnnotateForm):
        bot.add_listener(form.receive, "on_interaction")
