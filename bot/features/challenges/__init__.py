"""Challenges: commands that issue, accept and decline them, their posts, and the threads of their matches."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.features.challenges.cog import ChallengesCog
from bot.features.challenges.components import Accept, AcceptSeat, Decline
from bot.features.challenges.foreign_posts import StandingButton
from bot.features.challenges.form import ChallengeForm, ChallengeOthersButton, FillInAgain, challenge_menu
from bot.features.challenges.play_me import PlayMeButton, PlayMeForm
from bot.features.challenges.posts import ChallengePosts
from bot.features.challenges.respond_cog import RespondCog

if TYPE_CHECKING:
    from bot.client.client import Client


async def setup(bot: Client) -> None:
    """Register the feature with the bot."""
    posts = ChallengePosts(bot.sender, bot.context)
    bot.outbox.register(challenge=posts.challenge, refresh=posts.refresh, thread=posts.thread)
    await bot.add_cog(ChallengesCog(bot))
    await bot.add_cog(RespondCog(bot))
    bot.tree.add_command(challenge_menu(bot))
    bot.add_listener(ChallengeForm.receive, "on_interaction")
    bot.add_listener(PlayMeForm.receive, "on_interaction")
    bot.add_dynamic_items(Accept, AcceptSeat, ChallengeOthersButton, Decline, FillInAgain, PlayMeButton, StandingButton)
