"""The pages of a server's audit log, and the buttons that turn them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.client.persistent_button import PersistentButton, row
from bot.features.audit_log import text
from bot.interactions.member_permissions import can_manage_server
from bot.interactions.replies import replace_message, request_of
from bot.referee.guilds.audit_log import load_audit_log
from games.translation import gettext as _

if TYPE_CHECKING:
    from discord.ui import View

    from bot.client.client import Client
    from bot.client.persistent_button import Press
    from bot.interactions.replies import Source


class LogPageButton(PersistentButton, template=r"audit_log:(\d{1,5})"):
    """Turns to a page of the audit log. Its part: the page, from 1."""

    action = "audit_log"

    async def on_press(self, bot: Client, press: Press) -> None:
        """Show the page in place of the one before, to somebody who still manages the server."""
        await replace_message(press, *await load_page(bot, press, int(self.parts[0])))


async def load_page(bot: Client, source: Source, page: int) -> tuple[str, View | None]:
    """Return a page of the server's audit log with its buttons. Raises `RequestRejected`."""
    guild_id = request_of(source).guild_id or 0
    found, number, last = await load_audit_log(bot.context, guild_id, page, manager=can_manage_server(source))
    prefix = await bot.guild_settings.prefix(guild_id)
    turns = {_(text.NEWER): number - 1, _(text.OLDER): number + 1}
    buttons = [LogPageButton(label, to) for label, to in turns.items() if 1 <= to <= last]
    return text.log_page(found, number, last, prefix), row(*buttons) if buttons else None
