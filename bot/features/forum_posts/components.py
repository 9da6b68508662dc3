"""The button under the first message of a match's post in a forum."""

from __future__ import annotations

from bot.features.rules.components import RulesButton


class HowToPlay(RulesButton, template=r"post_rules:([a-z0-9-]+):([\w-]+)"):
    """Shows how the match's game is played. Its parts: the game's key, and the mark by which the bot knows the post."""

    action = "post_rules"
