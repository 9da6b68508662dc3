"""Events: leagues, cups and tables that people sign up for. In the record and the referee they are tournaments."""

from __future__ import annotations

from bot.client.feature import Feature
from bot.features.tournaments import commands, posts

FEATURE = Feature(
    cogs=[commands.TournamentsCog],
    panel_commands=commands.COMMANDS,
    buttons=[
        commands.EventSelect,
        commands.CancelEventButton,
        commands.CancelSureButton,
        commands.SignUpButton,
        commands.LeaveEventButton,
        commands.WithdrawButton,
        commands.TournamentPageButton,
    ],
    posts={
        "tournament": posts.send_sign_up,
        "tournament_refresh": posts.rewrite_post,
        "tournament_round": posts.update_round,
        "tournament_page": posts.send_page,
        "tournament_notice": posts.send_notice,
    },
)
