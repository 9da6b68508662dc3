"""The button Move: a private message that leads to a move by choices, without notation, in a match or a puzzle."""

from __future__ import annotations

from bot.client.feature import Feature
from bot.features.guide.commands import (
    AddLineButton,
    AnswerButton,
    BackButton,
    ChoiceSelect,
    ChooseMovesButton,
    GoOnButton,
    MoreButton,
    MoveButton,
    MoveModal,
    PlanPlyButton,
    PreviewButton,
    TypeButton,
)

FEATURE = Feature(
    buttons=[
        MoveButton,
        ChoiceSelect,
        BackButton,
        MoreButton,
        PreviewButton,
        TypeButton,
        AnswerButton,
        ChooseMovesButton,
        PlanPlyButton,
        GoOnButton,
        AddLineButton,
    ],
    forms=[MoveModal],
)
