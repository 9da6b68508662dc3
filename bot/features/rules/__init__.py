"""The rules of the games, in short and whole."""

from __future__ import annotations

from bot.client.feature import Feature
from bot.features.rules.components import FullRulesButton, RulesButton

FEATURE = Feature(buttons=[FullRulesButton, RulesButton])
