"""The list of a person's matches."""

from __future__ import annotations

from bot.client.feature import Feature
from bot.features.my_matches.cog import MyMatchesCog
from bot.features.server_matches.cog import ServerMatchesCog, matches_menu
from bot.features.server_matches.components import MatchesPageButton

FEATURE = Feature(cogs=[MyMatchesCog, ServerMatchesCog], menus=[matches_menu], buttons=[MatchesPageButton])
