"""Destinations: where a piece can go."""

from __future__ import annotations

from bot.client.feature import Feature
from bot.features.destinations.cog import DestinationsCog
from bot.features.destinations.components import PieceSelect, ShowDestinationsButton, WhereButton
from bot.features.destinations.menu import where_menu

FEATURE = Feature(
    cogs=[DestinationsCog], menus=[where_menu], buttons=[PieceSelect, ShowDestinationsButton, WhereButton]
)
