"""The boards that one person sees: replies to the command `board` and to buttons under boards."""

from __future__ import annotations

from bot.client.feature import Feature
from bot.features.board_replies.cog import BoardsCog
from bot.features.board_replies.components import FullSizeButton, MyViewButton
from bot.features.board_replies.menu import my_view_menu

FEATURE = Feature(cogs=[BoardsCog], menus=[my_view_menu], buttons=[MyViewButton, FullSizeButton])
