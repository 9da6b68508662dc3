"""Challenges: commands that issue, accept and decline them, their posts, and the threads of their matches."""

from __future__ import annotations

from bot.client.feature import Feature
from bot.features.challenges import buttons, commands, posts

FEATURE = Feature(
    cogs=[commands.ChallengesCog, posts.ThreadAnnouncements],
    panel_commands=[*commands.ANSWERS, commands.LIST],
    menus=[buttons.challenge_menu],
    buttons=[
        buttons.Accept,
        buttons.AcceptSeat,
        buttons.ChallengeOthersButton,
        buttons.Decline,
        buttons.FillInAgain,
        buttons.PlayMeButton,
        buttons.StandingButton,
    ],
    forms=[buttons.ChallengeForm, buttons.PlayMeForm],
    posts={"challenge": posts.send_challenge, "refresh": posts.rewrite_challenge, "thread": posts.open_thread},
)
