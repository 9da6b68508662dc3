"""Challenges: commands that issue, accept and decline them, their posts, and the threads of their matches."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.client.feature import Feature
from bot.features.challenges.cog import ChallengesCog
from bot.features.challenges.components import Accept, AcceptSeat, Decline
from bot.features.challenges.foreign_posts import StandingButton
from bot.features.challenges.form import ChallengeForm, ChallengeOthersButton, FillInAgain, challenge_menu
from bot.features.challenges.play_me import PlayMeButton, PlayMeForm
from bot.features.challenges.posts import ChallengePosts
from bot.features.challenges.respond_cog import RespondCog

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.client.client import Client
    from bot.outbox.worker import SendPost


def _make_posts(bot: Client) -> Mapping[str, SendPost]:
    posts = ChallengePosts(bot.sender, bot.context)
    return {"challenge": posts.challenge, "refresh": posts.refresh, "thread": posts.thread}


FEATURE = Feature(
    cogs=[ChallengesCog, RespondCog],
    menus=[challenge_menu],
    buttons=[Accept, AcceptSeat, ChallengeOthersButton, Decline, FillInAgain, PlayMeButton, StandingButton],
    forms=[ChallengeForm, PlayMeForm],
    posts=_make_posts,
)
