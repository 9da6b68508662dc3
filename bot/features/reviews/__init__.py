"""Reviews of finished matches: the curve of the standing, and the moves at which it turned."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.engines.reviewer import Reviewer
from bot.features.reviews.cog import ReviewsCog
from bot.features.reviews.components import ReviewButton, TurningPointSelect
from bot.features.reviews.posts import ReviewPosts

if TYPE_CHECKING:
    from bot.client.client import Client


async def setup(bot: Client) -> None:
    """Register the feature with the bot."""
    posts = ReviewPosts(bot.sender, bot.context, Reviewer(bot.engines), bot.review_images)
    bot.outbox.register(review=posts.review)
    await bot.add_cog(ReviewsCog(bot))
    bot.add_dynamic_items(ReviewButton, TurningPointSelect)
