"""What runs and what ended on a server, for spectators: /matches, and the user menu Matches."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.features.server_matches.cog import ServerMatchesCog, matches_menu
from bot.features.server_matches.components import MatchesPageButton

if TYPE_CHECKING:
    from bot.client.client import Client


async def setup(bot: Client) -> None:
    """Register the feature with the bot."""
    await bot.add_cog(ServerMatchesCog(bot))
    bot.tree.add_command(matches_menu(bot))
    bot.add_dynamic_items(MatchesPageButton)
