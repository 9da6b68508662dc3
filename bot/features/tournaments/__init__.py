"""Events: leagues, cups and tables that people sign up for. In the record and the referee they are tournaments."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.features.tournaments.cog import TournamentsCog
from bot.features.tournaments.components import (
    LeaveEventButton,
    SignUpButton,
    TournamentPageButton,
    WithdrawButton,
)
from bot.features.tournaments.posts import TournamentPosts

if TYPE_CHECKING:
    from bot.client.client import Client


async def setup(bot: Client) -> None:
    """Register the feature with the bot."""
    posts = TournamentPosts(bot.sender, bot.context, bot.chart_images)
    bot.outbox.register(
        tournament=posts.tournament,
        tournament_refresh=posts.refresh,
        tournament_page=posts.page,
        tournament_notice=posts.notice,
    )
    bot.add_dynamic_items(SignUpButton, LeaveEventButton, WithdrawButton, TournamentPageButton)
    await bot.add_cog(TournamentsCog(bot))
