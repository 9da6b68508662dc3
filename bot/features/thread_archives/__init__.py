"""The threads of matches are renamed and archived a day after the end."""

from __future__ import annotations

from bot.client.feature import Feature
from bot.features.thread_archives.posts import ThreadArchives

FEATURE = Feature(posts=lambda bot: {"archive": ThreadArchives(bot.sender, bot.context).archive})
