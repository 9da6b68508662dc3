"""Challenges: commands that issue, accept and decline them, their posts, and the threads of their matches."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.client.feature import Feature
from bot.features.challenges.buttons import (
    Accept,
    AcceptSeat,
    ChallengeForm,
    ChallengeOthersButton,
    Decline,
    FillInAgain,
    PlayMeButton,
    PlayMeForm,
    StandingButton,
    challenge_menu,
)
from bot.features.challenges.commands import ChallengesCog, RespondCog
from bot.features.challenges.posts import ChallengePosts

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
