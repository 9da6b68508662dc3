"""The buttons and the menu with which spectators watch a match."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.client.persistent_button import PersistentButton, row
from bot.client.persistent_select import PersistentSelect
from bot.features.watch import text
from bot.interactions.member_permissions import can_readers_see
from bot.interactions.replies import replace_message, reply, request_of
from bot.referee.watch import stop_watching, watch_match
from games.translation import gettext as _

if TYPE_CHECKING:
    from bot.client.client import Client
    from bot.client.persistent_button import Press


class WatchButton(PersistentButton, template=r"watch:(\d+)"):
    """Watches a match. Its part: the match."""

    action = "watch"

    async def on_press(self, bot: Client, press: Press) -> None:
        """Watch the match, and say so privately."""
        await _watch(bot, press, int(self.parts[0]))


class StopWatchingButton(PersistentButton, template=r"unwatch:(\d+)"):
    """Watches a match no longer. Its part: the match."""

    action = "unwatch"

    async def on_press(self, bot: Client, press: Press) -> None:
        """Stop, and say so in place of the message that was pressed."""
        number = int(self.parts[0])
        await stop_watching(bot.context, request_of(press), number)
        await replace_message(press, text.stopped_watching(number))


class WatchSelect(PersistentSelect, template=r"watch_one"):
    """A menu of matches to watch."""

    action = "watch_one"

    async def on_press(self, bot: Client, press: Press) -> None:
        """Watch the match that was chosen, and say so privately."""
        chosen = self.chosen(press)
        await _watch(bot, press, int(chosen) if chosen.isdecimal() else 0)


async def _watch(bot: Client, press: Press, number: int) -> None:
    match = await watch_match(bot.context, request_of(press), number, lambda channel: can_readers_see(press, channel))
    await reply(press, text.watching(match), view=row(StopWatchingButton(_(text.STOP), match.id)))
