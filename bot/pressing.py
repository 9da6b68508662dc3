"""What the buttons under challenges and resignations do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import ButtonStyle

from bot.lasting import Lasting, Press, row, rows
from bot.referee import accepting, leaving
from bot.referee.answers import Again, Refused
from bot.referee.naming import named_game
from bot.replies import asked_by, nothing_to_say, replace
from bot.showing import show_rules
from bot.taking import Pick
from storage.records import Person

if TYPE_CHECKING:
    from discord.ui import View

    from bot.host import Host
    from games.contract import Info
    from storage.records import Challenge, Match


class Accept(Lasting, template=r"accept:(\d+)"):
    """Takes up a challenge, or joins a table."""

    action = "accept"
    style = ButtonStyle.success

    async def pressed(self, bot: Host, press: Press) -> None:
        """Accept; the post itself changes through the outbox."""
        person = Person(press.user.id, press.user.display_name)
        await accepting.accept(bot.table, int(self.parts[0]), person, press.id, guild_id=press.guild_id)
        await nothing_to_say(press)


class Choose(Lasting, template=r"seat:(\d+):(\d+)"):
    """Does the same with a seat of one's own choice. Its parts: challenge, seat."""

    action = "seat"
    style = ButtonStyle.success

    async def pressed(self, bot: Host, press: Press) -> None:
        """Accept, or change to that seat."""
        challenge, seat = self.parts
        person = Person(press.user.id, press.user.display_name)
        await accepting.accept(bot.table, int(challenge), person, press.id, guild_id=press.guild_id, seat=seat)
        await nothing_to_say(press)


class Decline(Lasting, template=r"decline:(\d+)"):
    """Declines a challenge, leaves a table, or withdraws one's own."""

    action = "decline"

    async def pressed(self, bot: Host, press: Press) -> None:
        """Decline; the post itself changes through the outbox."""
        await accepting.decline(bot.table, int(self.parts[0]), press.user.id, press.id, guild_id=press.guild_id)
        await nothing_to_say(press)


class Rules(Lasting, template=r"rules:([a-z0-9-]+)"):
    """Shows how a game is played."""

    action = "rules"

    async def pressed(self, bot: Host, press: Press) -> None:
        """Answer with the rules, privately."""
        key = named_game(bot.table, self.parts[0]).key
        await show_rules(bot, press, bot.table.games[key])


class Resign(Lasting, template=r"resign:(\d+):(\d+)"):
    """Confirms a resignation. Its parts: match, and who is to confirm."""

    action = "resign"
    style = ButtonStyle.danger

    async def pressed(self, bot: Host, press: Press) -> None:
        """Resign the match."""
        match_id, user_id = map(int, self.parts)
        if press.user.id != user_id:
            raise Refused("Only the player who asked can confirm this.")
        done = await leaving.resign(bot.table, asked_by(press), match_id)
        if isinstance(done, Again):
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
