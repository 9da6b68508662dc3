"""Moves, and previews of moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.client.feature import Feature
from bot.features.moves.commands import (
    CancelQueueButton,
    DropPreviewButton,
    MovePosts,
    MovesCog,
    PickMatchButton,
    PickMatchForPreviewButton,
    PlayPreviewButton,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.client.client import Client
    from bot.outbox.worker import SendPost


def _make_posts(bot: Client) -> Mapping[str, SendPost]:
    posts = MovePosts(bot.sender, bot.context)
    return {"ask": posts.ask}


FEATURE = Feature(
    cogs=[MovesCog],
    buttons=[CancelQueueButton, PickMatchButton, PickMatchForPreviewButton, PlayPreviewButton, DropPreviewButton],
    posts=_make_posts,
)
