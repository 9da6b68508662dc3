"""Rematches, asked for by the button under a final board or by command."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.lasting import Lasting
from bot.referee import rematches
from bot.referee.answers import Again
from bot.replies import asked_by, nothing_to_say, reply
from bot.rights import rights_of
from storage.records import Match, Person

if TYPE_CHECKING:
    import discord

    from bot.host import Host
    from bot.lasting import Press
    from bot.replies import Source


async def rematch(bot: Host, source: Source, user: discord.User | discord.Member, number: int | None) -> None:
    """Issue or accept the rematch of a match, and say where it is to be found. Raises `Refused`."""
    person = Person(user.id, user.display_name)
    done = await rematches.rematch(bot.table, asked_by(source), person, number, rights_of(source))
    if isinstance(done, Again):
        await nothing_to_say(source)
    elif isinstance(done, Match):
        await reply(source, f"Match #{done.id} begins in <#{done.channel_id}>.")
    elif done.challenger.id == user.id:
        await reply(
            source, f"Challenge {done.id}, the rematch of #{done.rematch_of}, is posted in <#{done.channel_id}>."
        )
    else:
        await reply(source, "You are in. The match begins when everybody has accepted.")


class Rematch(Lasting, template=r"rematch:(\d+)"):
    """Challenges the others of a match once more, or accepts that. Its part: the match."""

    action = "rematch"

    async def pressed(self, bot: Host, press: Press) -> None:
        """Do so; the challenge itself comes through the outbox."""
        await rematch(bot, press, press.user, int(self.parts[0]))
