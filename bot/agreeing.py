"""Answers to what players propose to each other: the buttons under an offer, and what is said to commands."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import ButtonStyle

from bot.lasting import Lasting, row
from bot.referee import agreements
from bot.referee.answers import Again
from bot.referee.lookup import find
from bot.replies import asked_by, nothing_to_say, reply

if TYPE_CHECKING:
    from discord.ui import View

    from bot.host import Host
    from bot.lasting import Press
    from bot.referee.agreements import Done
    from bot.replies import Source
    from storage.records import Offer, OfferKind


async def propose(bot: Host, source: Source, kind: OfferKind, number: int | None) -> None:
    """Offer a draw, ask for a takeback or a pause. Raises `Refused`."""
    match = await find(bot.table, asked_by(source), number, kind)
    await _say(source, await agreements.offer(bot.table, asked_by(source), match.id, kind))


async def answer(bot: Host, source: Source, number: int | None, kind: OfferKind | None, *, agrees: bool) -> None:
    """Agree to what another player proposes, turn it down, or withdraw one's own. Raises `Refused`."""
    match = await find(bot.table, asked_by(source), number, "agree" if agrees else "refuse")
    await _say(source, await agreements.answer(bot.table, asked_by(source), match.id, kind, agrees=agrees))


class Agree(Lasting, template=r"agree:(\d+)"):
    """Agrees to an offer. Its part: the offer."""

    action = "agree"
    style = ButtonStyle.success

    async def pressed(self, bot: Host, press: Press) -> None:
        """Agree; the post itself changes through the outbox."""
        await agreements.answer_this(bot.table, asked_by(press), int(self.parts[0]), agrees=True)
        await nothing_to_say(press)


class Refuse(Lasting, template=r"refuse:(\d+)"):
    """Turns an offer down, or withdraws one's own. Its part: the offer."""

    action = "refuse"

    async def pressed(self, bot: Host, press: Press) -> None:
        """Turn it down; the post itself changes through the outbox."""
        await agreements.answer_this(bot.table, asked_by(press), int(self.parts[0]), agrees=False)
        await nothing_to_say(press)


def offer_buttons(offer: Offer) -> View:
    """Return what hangs under an offer that stands."""
    return row(Agree("Agree", offer.id), Refuse("Decline", offer.id))


async def _say(source: Source, done: Done | Again) -> None:
    """Confirm what was done to somebody who doesn't see the post of it where they are."""
    if isinstance(done, Again):
        await nothing_to_say(source)
    elif isinstance(source, discord.Interaction) or source.channel.id != done.match.home:
        await reply(source, done.sentence)
