"""Matches that live in posts of a forum: the posts, their tags, and what the forum needs for them."""

from __future__ import annotations

from bot.client.feature import Feature
from bot.features.forum_posts.components import HowToPlay
from bot.features.forum_posts.posts import ForumPosts

FEATURE = Feature(buttons=[HowToPlay], posts=lambda bot: {"tags": ForumPosts(bot.sender, bot.context).tags})
