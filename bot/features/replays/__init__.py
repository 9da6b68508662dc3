"""Replays of a match as an animation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.client.feature import Feature
from bot.features.replays.cog import ReplaysCog
from bot.features.replays.components import ReplayButton
from bot.features.replays.posts import ReplayPosts
from bot.features.replays.search import FoundReplaysButton, FoundReplaySelect

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.client.client import Client
    from bot.outbox.worker import SendPost


def _make_posts(bot: Client) -> Mapping[str, SendPost]:
    posts = ReplayPosts(bot.sender, bot.context, bot.replay_images)
    return {"replay": posts.replay}


FEATURE = Feature(cogs=[ReplaysCog], buttons=[ReplayButton, FoundReplaysButton, FoundReplaySelect], posts=_make_posts)
