"""What is kept of a person: shown as files, and deleted."""

from __future__ import annotations

from bot.client.feature import Feature
from bot.features.privacy.cog import PrivacyCog
from bot.features.privacy.components import DeletePerson

FEATURE = Feature(cogs=[PrivacyCog], buttons=[DeletePerson])
