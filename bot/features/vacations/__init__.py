"""Vacations: days on which a person's clocks are paused."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.client.feature import Feature
from bot.features.vacations.cog import VacationsCog
from bot.features.vacations.posts import VacationPosts

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.client.client import Client
    from bot.outbox.worker import SendPost


def _make_posts(bot: Client) -> Mapping[str, SendPost]:
    posts = VacationPosts(bot.sender, bot.context)
    return {"away": posts.away, "net": posts.net}


FEATURE = Feature(cogs=[VacationsCog], posts=_make_posts)
