"""The buttons under challenges."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import ButtonStyle

from bot.client.persistent_button import PersistentButton, Press, rows
from bot.features.help.components import RulesButton
from bot.interactions.replies import acknowledge_silently, guild_id_of
from bot.referee.challenges.respond import accept_challenge, decline_challenge
from storage.tables.rows import Person

if TYPE_CHECKING:
    from discord.ui import View

    from bot.client.client import Client
    from games.contract import Info
    from storage.tables.rows import Challenge


class Accept(PersistentButton, template=r"accept:(\d+)"):
    """Accepts a challenge, or joins an open one. Its part: the challenge."""

    action = "accept"
    style = ButtonStyle.success

    async def on_press(self, bot: Client, press: Press) -> None:
        """Accept; the post itself changes through the outbox."""
        person = Person(press.user.id, press.user.display_name)
        await accept_challenge(bot.context, int(self.parts[0]), person, press.id, guild_id=guild_id_of(press))
        await acknowledge_silently(press)


class AcceptSeat(PersistentButton, template=r"seat:(\d+):(\d+)"):
    """Accepts a challenge with a seat of the player's choice. Its parts: challenge, seat."""

    action = "seat"
    style = ButtonStyle.success

    async def on_press(self, bot: Client, press: Press) -> None:
        """Accept, or change to that seat."""
        challenge, seat = self.parts
        person = Person(press.user.id, press.user.display_name)
        await accept_challenge(bot.context, int(challenge), person, press.id, guild_id=guild_id_of(press), seat=seat)
        await acknowledge_silently(press)


class Decline(PersistentButton, template=r"decline:(\d+)"):
    """Declines or leaves a challenge, or withdraws your own. Its part: the challenge."""

    action = "decline"

    async def on_press(self, bot: Client, press: Press) -> None:
        """Decline; the post itself changes through the outbox."""
        await decline_challenge(bot.context, int(self.parts[0]), press.user.id, press.id, guild_id=guild_id_of(press))
        await acknowledge_silently(press)


def challenge_buttons(challenge: Challenge, info: Info) -> View:
    """Return the buttons under a challenge that can be accepted: the seats to choose from, if any, above the others."""
    accept, decline = ("Join", "Leave") if challenge.has_room else ("Accept", "Decline")
    seats = [AcceptSeat(f"{accept} as {info.seats[seat - 1]}", challenge.id, seat) for seat in challenge.free]
    accept_any = Accept(f"{accept}, any seat" if challenge.theirs else accept, challenge.id)
    return rows(seats, [accept_any, Decline(decline, challenge.id), RulesButton("How to play", challenge.game)])
