"""The boards that one person sees: replies to the command `board` and to buttons under boards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.features.board_replies.cog import BoardsCog
from bot.features.board_replies.components import FullSizeButton, MyViewButton
from bot.features.board_replies.menu import my_view_menu

if TYPE_CHECKING:
    from bot.client.client import Client


async def setup(bot: Client) -> None:
    """Register the feature with the bot."""
    await bot.add_cog(BoardsCog(bot))
    bot.tree.add_command(my_view_menu(bot))
    bot.add_dynamic_items(MyViewButton, FullSizeButton)
