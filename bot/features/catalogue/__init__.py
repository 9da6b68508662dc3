"""The catalogue of a game's pieces, in games that have one."""

from __future__ import annotations

from bot.client.feature import Feature
from bot.features.catalogue.cog import CatalogueCog
from bot.features.catalogue.components import CatalogueButton

FEATURE = Feature(cogs=[CatalogueCog], buttons=[CatalogueButton])
