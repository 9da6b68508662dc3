"""The audit log of a server: what its managers and organizers did."""

from __future__ import annotations

from bot.client.feature import Feature
from bot.features.audit_log.cog import AuditLogCog
from bot.features.audit_log.components import LogPageButton

FEATURE = Feature(cogs=[AuditLogCog], buttons=[LogPageButton])
