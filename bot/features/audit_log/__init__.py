"""The audit log of a server: what its managers and organizers did."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.features.audit_log.cog import AuditLogCog
from bot.features.audit_log.components import LogPageButton

if TYPE_CHECKING:
    from bot.client.client import Client


async def setup(bot: Client) -> None:
    """Register the feature with the bot."""
    await bot.add_cog(AuditLogCog(bot))
    bot.add_dynamic_items(LogPageButton)
