"""The button under the post that says time is up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import ButtonStyle

from bot.lasting import Lasting
from bot.referee import claiming
from bot.replies import asked_by, nothing_to_say

if TYPE_CHECKING:
    from bot.host import Host
    from bot.lasting import Press


class Claim(Lasting, template=r"claim:(\d+):(\d+):([\w-]+)"):
    """Claims the time of whoever is to move. Its parts: match, event that began the turn, the post it hangs under."""

    action = "claim"
    style = ButtonStyle.danger

    async def pressed(self, bot: Host, press: Press) -> None:
        """Claim it; the board that follows says so."""
        match_id, seq = map(int, self.parts[:2])
        await claiming.claim(bot.table, asked_by(press), match_id, seq)
        await nothing_to_say(press)
