"""Puzzles: the command that shows one, the daily one of a server, and answers as text."""

from __future__ import annotations

from bot.client.feature import Feature
from bot.features.puzzles.cog import PuzzleCog
from bot.features.puzzles.posts import PuzzlePosts

FEATURE = Feature(
    cogs=[PuzzleCog], posts=lambda bot: {"puzzle": PuzzlePosts(bot.sender, bot.context, bot.board_images).puzzle}
)
