"""The boards that one person sees: replies to the command `board` and to buttons under boards."""

from __future__ import annotations

from bot.client.feature import Feature
from bot.features.board_replies.commands import BoardsCog, FullSizeButton, MyViewButton, my_view_menu

FEATURE = Feature(cogs=[BoardsCog], menus=[my_view_menu], buttons=[MyViewButton, FullSizeButton])
