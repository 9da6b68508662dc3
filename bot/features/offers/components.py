"""The buttons under an offer, and what they share with the commands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import ButtonStyle

from bot.client.persistent_button import PersistentButton, row
from bot.interactions.replies import acknowledge_silently, is_in_home, reply, request_of
from bot.referee.find_match import find_single_match
from bot.referee.offers import answer, make
from bot.referee.request_results import AlreadyDone
from games.translation import gettext as _
from games.translation import pgettext

if TYPE_CHECKING:
    from discord.ui import View

    from bot.client.client import Client
    from bot.client.persistent_button import Press
    from bot.interactions.replies import Source
    from bot.referee.offers.change_match import OfferResult
    from storage.queries.rows import Offer, OfferKind


async def make_offer(
    bot: Client,
    source: Source,
    kind: OfferKind,
    number: int | None,
    *,
    for_late: bool = False,
    seat: int | None = None,
) -> None:
    """Offer a draw, ask for a takeback, a pause, a substitute or an open seat; `for_late` and `seat` as in the referee.

    Raises `RequestRejected`.
    """
    request = request_of(source)
    match = await find_single_match(bot.context, request, number, f"match {'substitute' if kind == 'seat' else kind}")
    result = await make.make_offer(bot.context, request, match.id, kind, for_late=for_late, named=seat)
    await _confirm(source, result)


async def answer_offer(
    bot: Client, source: Source, number: int | None, kind: OfferKind | None, *, agrees: bool
) -> None:
    """Agree to another player's offer, decline it, or withdraw your own. Raises `RequestRejected`."""
    request, command = request_of(source), "match agree" if agrees else "match refuse"
    match = await find_single_match(bot.context, request, number, command)
    await _confirm(source, await answer.answer_offer(bot.context, request, match.id, kind, agrees=agrees))


class Agree(PersistentButton, template=r"agree:(\d+)"):
    """Agrees to an offer. Its part: the offer."""

    action = "agree"
    style = ButtonStyle.success

    async def on_press(self, bot: Client, press: Press) -> None:
        """Agree; the post itself changes through the outbox."""
        await answer.answer_offer_by_id(bot.context, request_of(press), int(self.parts[0]), agrees=True)
        await acknowledge_silently(press)


class Refuse(PersistentButton, template=r"refuse:(\d+)"):
    """Declines an offer, or withdraws your own. Its part: the offer."""

    action = "refuse"

    async def on_press(self, bot: Client, press: Press) -> None:
        """Decline; the post itself changes through the outbox."""
        await answer.answer_offer_by_id(bot.context, request_of(press), int(self.parts[0]), agrees=False)
        await acknowledge_silently(press)


class Substitute(PersistentButton, template=r"substitute:(\d+)"):
    """Asks that Turnpost plays on for the player whose time is up. Its part: the match."""

    action = "substitute"

    async def on_press(self, bot: Client, press: Press) -> None:
        """Ask the others; the post of that comes through the outbox."""
        await make_offer(bot, press, "substitute", int(self.parts[0]), for_late=True)


class OpenSeatButton(PersistentButton, template=r"open_seat:(\d+)"):
    """Asks that the seat of the player whose time is up is opened to anybody. Its part: the match."""

    action = "open_seat"

    async def on_press(self, bot: Client, press: Press) -> None:
        """Ask the others; the post of that comes through the outbox."""
        await make_offer(bot, press, "seat", int(self.parts[0]), for_late=True)


def offer_buttons(offer: Offer) -> View:
    """Return the buttons under an open offer."""
    agree, refuse = _("Agree"), pgettext("button", "Decline")
    if offer.kind == "resignation":
        agree, refuse = _("Accept resignation"), _("Play on")
    return row(Agree(agree, offer.id), Refuse(refuse, offer.id))


async def _confirm(source: Source, result: OfferResult | AlreadyDone) -> None:
    """Confirm what was done to a person who doesn't see the post of it where they asked."""
    if isinstance(result, AlreadyDone):
        await acknowledge_silently(source)
    elif not is_in_home(source, result.match):
        await reply(source, result.sentence)
