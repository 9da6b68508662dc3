"""Matches that live in posts of a forum: the posts, their tags, and what the forum needs for them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.features.forum_posts.components import HowToPlay
from bot.features.forum_posts.posts import ForumPosts

if TYPE_CHECKING:
    from bot.client.client import Client


async def setup(bot: Client) -> None:
    """Register the feature with the bot."""
    bot.outbox.register(tags=ForumPosts(bot.sender, bot.context).tags)
    bot.add_dynamic_items(HowToPlay)
