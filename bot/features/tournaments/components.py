"""The buttons of events: sign up, leave, and turn the pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import ButtonStyle

from bot.client.confirm_button import ConfirmButton
from bot.client.persistent_button import PersistentButton, rows
from bot.features.rules.components import RulesButton
from bot.features.rules.text import RULES
from bot.features.tournaments import text
from bot.features.tournaments.chart_text import cross_table
from bot.features.tournaments.page_text import page_text
from bot.gateway.message_queue import release_channel
from bot.interactions.picture_replies import replace_with_picture, reply_with_picture
from bot.interactions.players import person_of
from bot.interactions.replies import is_private, replace_message, reply, request_of
from bot.interactions.request_limits import PICTURE_COST
from bot.referee.people.display import page_display
from bot.referee.request_results import AlreadyDone
from bot.referee.tournaments.page import load_page
from bot.referee.tournaments.sign_up import leave_list, sign_up, withdraw_person
from games.translation import gettext as _
from games.translation import pgettext
from renderers.charts.cross_table import cross_table_text, draw_cross_table

if TYPE_CHECKING:
    from discord.ui import View

    from bot.client.client import Client
    from bot.client.persistent_button import Press
    from bot.interactions.replies import Source
    from bot.referee.tournaments.page import TournamentPage
    from storage.queries.rows import Tournament

OWN = "own"
"""The page of whoever presses."""


class SignUpButton(PersistentButton, template=r"event_join:(\d{1,9})"):
    """Signs up for an event. Its part: the event."""

    action = "event_join"
    style = ButtonStyle.success

    async def on_press(self, bot: Client, press: Press) -> None:
        """Sign the person up, and say so privately; the post changes through the outbox."""
        person = person_of(press.user)
        result = await sign_up(bot.context, request_of(press), int(self.parts[0]), person)
        await reply(press, _(text.ALREADY_IN if isinstance(result, AlreadyDone) else text.SIGNED_UP))


class LeaveEventButton(PersistentButton, template=r"event_leave:(\d{1,9})"):
    """Takes oneself off the list of an event before it begins. Its part: the event."""

    action = "event_leave"

    async def on_press(self, bot: Client, press: Press) -> None:
        """Take the person off the list, and say so privately."""
        await leave_list(bot.context, request_of(press), int(self.parts[0]))
        await reply(press, _(text.LEFT))


class WithdrawButton(ConfirmButton, template=r"event_withdraw:(\d{1,9}):(\d+)"):
    """Withdraws from an event. Its parts: the event, id of the person."""

    action = "event_withdraw"

    async def confirm(self, bot: Client, press: Press) -> str:
        """Withdraw the person."""
        number = int(self.parts[0])
        tournament = await withdraw_person(bot.context, request_of(press), number, press.user.id)
        done = text.LEFT if tournament.status == "open" else text.WITHDRAWN
        return _(done)


class TournamentPageButton(PersistentButton, template=r"event_page:(\d{1,9}):(\d{1,4}|own)"):
    """Shows a page of an event. Its parts: the event, and the page from 0 or `own`."""

    action = "event_page"

    async def on_press(self, bot: Client, press: Press) -> None:
        """Turn the page in a private reply; below a public post, reply with the page, privately."""
        number = None if self.parts[1] == OWN else int(self.parts[1])
        async with bot.cooldowns.admit(request_of(press), PICTURE_COST):
            page = await load_page(bot.context, int(self.parts[0]), number, press.user.id)
            own = press.message is not None and press.message.flags.ephemeral
            await show_page(bot, press, page, press if own else None)


async def show_page(bot: Client, source: Source, page: TournamentPage, press: Press | None = None) -> None:
    """Reply with a page of an event and its cross table; with a `press`, turn the page in the message it is under."""
    info = bot.context.rules(page.tournament.game).info
    release_channel()
    said, view = page_text(page, info, bot.context.now()), page_buttons(page)
    reader = request_of(source).user_id if is_private(source) else None
    table = cross_table(page, info.title)
    if table is None:
        await (replace_message(press, said, view) if press else reply(source, said, view=view))
        return
    display = await page_display(bot.context, reader)
    picture = await bot.chart_images.draw(draw_cross_table, cross_table_text, table, display)
    filename = f"turnpost-event-{page.tournament.id}-{page.number + 1}.png"
    if press and view:
        await replace_with_picture(press, said, picture, filename, said, view)
    else:
        await reply_with_picture(source, said, picture, filename, said, view=view)


def sign_up_buttons(tournament: Tournament) -> View | None:
    """Return the buttons under the post of an event, as far as there is something to do."""
    rules = RulesButton(_(RULES), tournament.game)
    if tournament.status == "open":
        label = pgettext("button", "Again") if tournament.previous_id else pgettext("button", "Sign up")
        leave = LeaveEventButton(pgettext("button", "Leave"), tournament.id)
        return rows([SignUpButton(label, tournament.id), leave, rules])
    if tournament.status == "cancelled":
        return None
    return rows([TournamentPageButton(pgettext("button", "Table"), tournament.id, OWN), rules])


def page_buttons(page: TournamentPage) -> View | None:
    """Return the buttons that turn the pages of an event, None if it has one page."""
    if page.pages == 1:
        return None
    turns = {pgettext("button", "Previous"): page.number - 1, pgettext("button", "Next"): page.number + 1}
    own = TournamentPageButton(pgettext("button", "Mine"), page.tournament.id, OWN)
    shown = {label: to for label, to in turns.items() if 0 <= to < page.pages}
    return rows([*(TournamentPageButton(label, page.tournament.id, to) for label, to in shown.items()), own])
