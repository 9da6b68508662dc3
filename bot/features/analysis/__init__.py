"""Analysis: a private board on which a person tries moves, and a shared one for all once the match is over."""

from __future__ import annotations

from bot.client.feature import Feature
from bot.features.analysis.commands import (
    AddMoveButton,
    AnalyseButton,
    AnalysisCog,
    AnnotateButton,
    AnnotateForm,
    ExportButton,
    GoButton,
    GoToButton,
    GoToModal,
    LineSelect,
    MakePlanButton,
    NextMoveButton,
    RemoveButton,
    TakeMoveButton,
    ToBoardButton,
    TogetherButton,
    WaySelect,
)
from bot.features.analysis.posts import AnalysisPosts

FEATURE = Feature(
    cogs=[AnalysisCog],
    buttons=[
        AnalyseButton,
        GoButton,
        WaySelect,
        LineSelect,
        RemoveButton,
        GoToButton,
        AnnotateButton,
        AddMoveButton,
        MakePlanButton,
        TogetherButton,
        ExportButton,
        TakeMoveButton,
        NextMoveButton,
        ToBoardButton,
    ],
    forms=[GoToModal, AnnotateForm],
    posts=lambda bot: {"analysis": AnalysisPosts(bot.sender, bot.context, bot.board_images).analysis},
)
