"""The button Move: a private message that leads to a move by choices, without notation, in a match or a puzzle."""

from __future__ import annotations

from bot.client.feature import Feature
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
