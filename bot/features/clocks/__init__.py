"""Clocks: alarms, claims of time that is up, and extra time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.client.feature import Feature
from bot.features.clocks.cog import ClocksCog
from bot.features.clocks.components import Claim
from bot.features.clocks.posts import ClockPosts
from bot.features.pauses.cog import PausesCog
from bot.features.pauses.components import Resume
from bot.features.pauses.posts import PausePosts

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.client.client import Client
    from bot.outbox.worker import SendPost


def _make_posts(bot: Client) -> Mapping[str, SendPost]:
    clocks = ClockPosts(bot.sender, bot.context)
    pauses = PausePosts(bot.sender, bot.context)
    return {
        "alarm": clocks.alarm,
        "nudge": clocks.nudge,
        "timeout": clocks.timeout,
        "gift": clocks.gift,
        "paused": pauses.paused,
        "resumed": pauses.resumed,
    }


FEATURE = Feature(cogs=[ClocksCog, PausesCog], buttons=[Claim, Resume], posts=_make_posts)
