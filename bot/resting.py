"""The button under the post of a pause."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.lasting import Lasting
from bot.referee import pausing
from bot.replies import asked_by, nothing_to_say

if TYPE_CHECKING:
    from bot.host import Host
    from bot.lasting import Press


class Resume(Lasting, template=r"resume:(\d+):([\w-]+)"):
    """Ends the pause of a match. Its parts: match, the post it hangs under."""

    action = "resume"

    async def pressed(self, bot: Host, press: Press) -> None:
        """End it; the post that follows says so."""
        await pausing.resume(bot.table, asked_by(press), int(self.parts[0]))
        await nothing_to_say(press)
