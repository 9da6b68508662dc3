"""What the buttons under challenges and resignations do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import ButtonStyle

from bot.features.moves.play import Pick
from bot.interactions.persistent_button import PersistentButton, Press, row, rows
from bot.interactions.picture_replies import show_rules
from bot.interactions.replies import nothing_to_say, replace, request_of
from bot.referee import resign
from bot.referee.challenges import respond
from bot.referee.challenges.naming import named_game
from bot.referee.errors import RequestRejected
from bot.referee.results import AlreadyDone
from storage.tables.models import Person

if TYPE_CHECKING:
    from discord.ui import View

    from bot.client import Client
    from games.contract import Info
    from storage.tables.models import Challenge, Match


class Accept(PersistentButton, template=r"accept:(\d+)"):
    """Takes up a challenge, or joins a table."""

    action = "accept"
    style = ButtonStyle.success

    async def pressed(self, bot: Client, press: Press) -> None:
        """Accept; the post itself changes through the outbox."""
        person = Person(press.user.id, press.user.display_name)
        await respond.accept(bot.context, int(self.parts[0]), person, press.id, guild_id=press.guild_id)
        await nothing_to_say(press)


class Choose(PersistentButton, template=r"seat:(\d+):(\d+)"):
    """Does the same with a seat of one's own choice. Its parts: challenge, seat."""

    action = "seat"
    style = ButtonStyle.success

    async def pressed(self, bot: Client, press: Press) -> None:
        """Accept, or change to that seat."""
        challenge, seat = self.parts
        person = Person(press.user.id, press.user.display_name)
        await respond.accept(bot.context, int(challenge), person, press.id, guild_id=press.guild_id, seat=seat)
        await nothing_to_say(press)


class Decline(PersistentButton, template=r"decline:(\d+)"):
    """Declines a challenge, leaves a table, or withdraws one's own."""

    action = "decline"

    async def pressed(self, bot: Client, press: Press) -> None:
        """Decline; the post itself changes through the outbox."""
        await respond.decline(bot.context, int(self.parts[0]), press.user.id, press.id, guild_id=press.guild_id)
        await nothing_to_say(press)


class Rules(PersistentButton, template=r"rules:([a-z0-9-]+)"):
    """Shows how a game is played."""

    action = "rules"

    async def pressed(self, bot: Client, press: Press) -> None:
        """Answer with the rules, privately."""
        key = named_game(bot.context, self.parts[0]).key
        await show_rules(bot, press, bot.context.games[key])


class Resign(PersistentButton, template=r"resign:(\d+):(\d+)"):
    """Confirms a resignation. Its parts: match, and who is to confirm."""

    action = "resign"
    style = ButtonStyle.danger

    async def pressed(self, bot: Client, press: Press) -> None:
        """Resign the match."""
        match_id, user_id = map(int, self.parts)
        if press.user.id != user_id:
            raise RequestRejected("Only the player who asked can confirm this.")
        done = await resign.resign(bot.context, request_of(press), match_id)
        if isinstance(done, AlreadyDone):
            await nothing_to_say(press)
        else:
            await replace(press, f"You resigned #{match_id}.")


LASTING = (Accept, Choose, Decline, Rules, Pick, Resign)


def challenge_buttons(challenge: Challenge, info: Info) -> View:
    """Return what hangs under an open challenge or table: the seats to choose from, if any, above the rest."""
    accept, decline = ("Join", "Leave") if challenge.has_room else ("Accept", "Decline")
    seats = [Choose(f"{accept} as {info.seats[seat - 1]}", challenge.id, seat) for seat in challenge.free]
    anyhow = Accept(f"{accept}, any seat" if challenge.theirs else accept, challenge.id)
    return rows(seats, [anyhow, Decline(decline, challenge.id), Rules("How it is played", challenge.game)])


def resign_button(match: Match, user_id: int) -> View:
    """Return the confirmation under a resignation."""
    return row(Resign(f"Resign #{match.id}", match.id, user_id))
