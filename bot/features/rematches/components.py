"""Rematches, asked for by the button under a final board or by command."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.interactions.permissions import permissions_of
from bot.interactions.persistent_button import PersistentButton
from bot.interactions.replies import nothing_to_say, reply, request_of
from bot.referee.challenges import rematch as rematches
from bot.referee.results import AlreadyDone
from storage.tables.models import Match, Person

if TYPE_CHECKING:
    import discord

    from bot.client import Client
    from bot.interactions.persistent_button import Press
    from bot.interactions.replies import Source


async def rematch(bot: Client, source: Source, user: discord.User | discord.Member, number: int | None) -> None:
    """Issue or accept the rematch of a match, and say where it is to be found. Raises `RequestRejected`."""
    person = Person(user.id, user.display_name)
    done = await rematches.rematch(bot.context, request_of(source), person, number, permissions_of(source))
    if isinstance(done, AlreadyDone):
        await nothing_to_say(source)
    elif isinstance(done, Match):
        await reply(source, f"Match #{done.id} begins in <#{done.channel_id}>.")
    elif done.challenger.id == user.id:
        await reply(
            source, f"Challenge {done.id}, the rematch of #{done.rematch_of}, is posted in <#{done.channel_id}>."
        )
    else:
        await reply(source, "You are in. The match begins when everybody has accepted.")


class Rematch(PersistentButton, template=r"rematch:(\d+)"):
    """Challenges the others of a match once more, or accepts that. Its part: the match."""

    action = "rematch"

    async def on_press(self, bot: Client, press: Press) -> None:
        """Do so; the challenge itself comes through the outbox."""
        await rematch(bot, press, press.user, int(self.parts[0]))
