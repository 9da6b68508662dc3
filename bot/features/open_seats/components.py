"""The buttons under the post of an open seat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import ButtonStyle

from bot.client.persistent_button import PersistentButton, row
from bot.features.open_seats import text
from bot.features.rules.components import RulesButton
from bot.features.rules.text import RULES
from bot.interactions.players import person_of
from bot.interactions.replies import acknowledge_silently, reply, request_of
from bot.referee.seats.open_seats import SeatTaken, give_open_seat, take_open_seat
from games.translation import gettext as _

if TYPE_CHECKING:
    from discord.ui import View

    from bot.client.client import Client
    from bot.client.persistent_button import Press
    from storage.queries.rows import Match, OpenSeat


class TakeSeatButton(PersistentButton, template=r"take_seat:(\d+)"):
    """Takes an open seat, or keeps your own. Its part: the open seat."""

    action = "take_seat"
    style = ButtonStyle.success

    async def on_press(self, bot: Client, press: Press) -> None:
        """Take it, and say privately where the match is; the post itself changes through the outbox."""
        newcomer = person_of(press.user)
        result = await take_open_seat(bot.context, request_of(press), int(self.parts[0]), newcomer)
        if isinstance(result, SeatTaken):
            await reply(press, text.kept(result.match) if result.kept else text.taken(result.match))
        else:
            await acknowledge_silently(press)


class GiveSeatButton(PersistentButton, template=r"give_seat:(\d+)"):
    """Lets Turnpost take an open seat. Its part: the open seat."""

    action = "give_seat"

    async def on_press(self, bot: Client, press: Press) -> None:
        """Give it to Turnpost; the board and the post say so."""
        await give_open_seat(bot.context, request_of(press), int(self.parts[0]))
        await acknowledge_silently(press)


def open_seat_buttons(open_seat: OpenSeat, match: Match) -> View:
    """Return the buttons under the post of a seat that is open."""
    take, give = TakeSeatButton(_(text.TAKE), open_seat.id), GiveSeatButton(_(text.GIVE), open_seat.id)
    return row(take, give, RulesButton(_(RULES), match.game))
