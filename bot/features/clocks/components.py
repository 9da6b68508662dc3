"""The button under the post that says time is up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import ButtonStyle

from bot.client.persistent_button import PersistentButton
from bot.interactions.replies import acknowledge_silently, request_of
from bot.referee.claim import claim_match

if TYPE_CHECKING:
    from bot.client.client import Client
    from bot.client.persistent_button import Press


class Claim(PersistentButton, template=r"claim:(\d+):(\d+):([\w-]+)"):
    """Claims the time of the player to move. Its parts: match, event that began the turn, mark of its post."""

    action = "claim"
    style = ButtonStyle.danger

    async def on_press(self, bot: Client, press: Press) -> None:
        """Claim it; the board that follows says so."""
        match_id, seq = map(int, self.parts[:2])
        await claim_match(bot.context, request_of(press), match_id, seq)
        await acknowledge_silently(press)
