"""Events: leagues, cups and tables that people sign up for. In the record and the referee they are tournaments."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.client.feature import Feature
from bot.features.tournaments.commands import (
    LeaveEventButton,
    SignUpButton,
    TournamentPageButton,
    TournamentsCog,
    WithdrawButton,
)
from bot.features.tournaments.posts import TournamentPosts

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.client.client import Client
    from bot.outbox.worker import SendPost


def _make_posts(bot: Client) -> Mapping[str, SendPost]:
    posts = TournamentPosts(bot.sender, bot.context, bot.chart_images)
    return {
        "tournament": posts.tournament,
        "tournament_refresh": posts.refresh,
        "tournament_page": posts.page,
        "tournament_notice": posts.notice,
    }


FEATURE = Feature(
    cogs=[TournamentsCog],
    buttons=[SignUpButton, LeaveEventButton, WithdrawButton, TournamentPageButton],
    posts=_make_posts,
)
