"""Analysis: a private board on which a person tries moves, and a shared one for all once the match is over."""

from __future__ import annotations

from bot.client.feature import Feature
from bot.features.analysis import commands

FEATURE = Feature(
    panel_commands=[commands.ANALYSE_COMMAND],
    buttons=[
        commands.AnalyseButton,
        commands.GoButton,
        commands.WaySelect,
        commands.LineSelect,
        commands.RemoveButton,
        commands.GoToButton,
        commands.AnnotateButton,
        commands.AddMoveButton,
        commands.MakePlanButton,
        commands.TogetherButton,
        commands.ExportButton,
        commands.TakeMoveButton,
        commands.NextMoveButton,
        commands.ToBoardButton,
    ],
    forms=[commands.GoToModal, commands.AnnotateForm],
    posts={"analysis": commands.send_shared_board},
)
