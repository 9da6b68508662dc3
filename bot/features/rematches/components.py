"""Rematches: requested by the button under a final board or by command."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.client.persistent_button import PersistentButton
from bot.features.challenges.reply_text import JOINED, match_begins
from bot.features.rematches.text import rematch_posted
from bot.interactions.member_permissions import permissions_of
from bot.interactions.players import person_of
from bot.interactions.replies import acknowledge_silently, reply, request_of
from bot.referee.challenges import rematches
from bot.referee.request_results import AlreadyDone
from games.translation import gettext as _
from storage.queries.rows import Match

if TYPE_CHECKING:
    import discord

    from bot.client.client import Client
    from bot.client.persistent_button import Press
    from bot.interactions.replies import Source


async def request_rematch(bot: Client, source: Source, user: discord.User | discord.Member, number: int | None) -> None:
    """Issue or accept the rematch of a match, and say where it is. Raises `RequestRejected`."""
    person = person_of(user)
    result = await rematches.request_rematch(bot.context, request_of(source), person, number, permissions_of(source))
    if isinstance(result, AlreadyDone):
        await acknowledge_silently(source)
    elif isinstance(result, Match):
        await reply(source, match_begins(result))
    elif result.challenger.id == user.id:
        await reply(source, rematch_posted(result))
    else:
        await reply(source, _(JOINED))


class Rematch(PersistentButton, template=r"rematch:(\d+)"):
    """Challenges the other players of a match again, or accepts their challenge. Its part: the match."""

    action = "rematch"

    async def on_press(self, bot: Client, press: Press) -> None:
        """Issue or accept the challenge; its post comes through the outbox."""
        await request_rematch(bot, press, press.user, int(self.parts[0]))
