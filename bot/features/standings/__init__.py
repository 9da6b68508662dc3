"""The tables of the games: who is rated, the highest first."""

from __future__ import annotations

from bot.client.feature import Feature
from bot.features.standings.cog import StandingsCog
from bot.features.standings.components import StandingsPageButton

FEATURE = Feature(cogs=[StandingsCog], buttons=[StandingsPageButton])
