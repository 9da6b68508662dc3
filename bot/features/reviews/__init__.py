"""Reviews of finished matches: the curve of the standing, and the moves at which it turned."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.client.feature import Feature
from bot.engines.reviewer import Reviewer
from bot.features.reviews.cog import ReviewsCog
from bot.features.reviews.components import ReviewButton, TurningPointSelect
from bot.features.reviews.posts import ReviewPosts

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.client.client import Client
    from bot.outbox.worker import SendPost


def _make_posts(bot: Client) -> Mapping[str, SendPost]:
    posts = ReviewPosts(bot.sender, bot.context, Reviewer(bot.engines), bot.review_images)
    return {"review": posts.review}


FEATURE = Feature(cogs=[ReviewsCog], buttons=[ReviewButton, TurningPointSelect], posts=_make_posts)
