"""What the bot lacks on a server, for the people who manage it."""

from __future__ import annotations

from bot.client.feature import Feature
from bot.features.doctor.cog import DoctorCog

FEATURE = Feature(cogs=[DoctorCog])
