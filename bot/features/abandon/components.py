"""Ending a match of the server by an admin: who may, the question first, and the button that confirms it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import discord
from discord import ButtonStyle

from bot.interactions.permissions import manages_server
from bot.interactions.persistent_button import PersistentButton, row
from bot.interactions.replies import nothing_to_say, replace, reply, request_of
from bot.referee import abandon, formatting
from bot.referee.errors import RequestRejected
from bot.referee.results import AlreadyDone

if TYPE_CHECKING:
    from bot.client import Client
    from bot.interactions.persistent_button import Press
    from bot.interactions.replies import Source

_REASON = re.compile(r"^The reason: `(.+)`$", re.MULTILINE)


async def ask(bot: Client, source: Source, number: int, reason: str) -> None:
    """Ask an admin to confirm that a match is to be ended. The question holds the reason, as its button can't."""
    request = request_of(source)
    match, why = await abandon.check_abandon(bot.context, request, number, reason, admin=manages_server(source))
    people = formatting.listed(formatting.name(person) for person in match.seats)
    question = (
        f"Do you end {bot.context.title(match.game)} #{match.id} of {people}? Nobody wins; it can't be taken back."
    )
    lines = [question, f"The reason: {formatting.code(why, abandon.MAX_REASON)}"] if why else [question]
    button = Abandon(f"End #{match.id}", match.id, request.user_id)
    await reply(source, "\n".join(lines), view=row(button))


class Abandon(PersistentButton, template=r"abandon:(\d+):(\d+)"):
    """Confirms that a match is ended. Its parts: match, and who is to confirm."""

    action = "abandon"
    style = ButtonStyle.danger

    async def on_press(self, bot: Client, press: Press) -> None:
        """End the match, if whoever presses asked for it and may still do so."""
        match_id, user_id = map(int, self.parts)
        if press.user.id != user_id:
            raise RequestRejected("Only the admin who asked can confirm this.")
        why = _reason_in(press.message)
        done = await abandon.abandon_match(bot.context, request_of(press), match_id, why, admin=manages_server(press))
        if isinstance(done, AlreadyDone):
            await nothing_to_say(press)
        else:
            await replace(press, f"You ended #{match_id}.")


def _reason_in(question: discord.Message | None) -> str:
    found: re.Match[Any] | None = _REASON.search(question.content) if question else None
    return found[1] if found else ""
