"""The button Move: a private message that leads to a move by choices, without notation, in a match or a puzzle."""

from __future__ import annotations

from bot.client.feature import Feature
from bot.features.guide import commands

FEATURE = Feature(
    buttons=[
        commands.MoveButton,
        commands.ChoiceSelect,
        commands.ChoiceButton,
        commands.BackButton,
        commands.MoreButton,
        commands.PreviewButton,
        commands.TypeButton,
        commands.AnswerButton,
        commands.ChooseMovesButton,
        commands.PlanPlyButton,
        commands.GoOnButton,
        commands.AddLineButton,
    ],
    forms=[commands.MoveModal],
)
