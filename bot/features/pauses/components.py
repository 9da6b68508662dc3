"""The button under the post of a pause."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.client.persistent_button import PersistentButton
from bot.interactions.replies import acknowledge_silently, request_of
from bot.referee.clocks.pauses import resume_clock

if TYPE_CHECKING:
    from bot.client.client import Client
    from bot.client.persistent_button import Press


class Resume(PersistentButton, template=r"resume:(\d+):([\w-]+)"):
    """Ends the pause of a match. Its parts: match, mark of its post."""

    action = "resume"

    async def on_press(self, bot: Client, press: Press) -> None:
        """End the pause; a new post says so."""
        await resume_clock(bot.context, request_of(press), int(self.parts[0]))
        await acknowledge_silently(press)
