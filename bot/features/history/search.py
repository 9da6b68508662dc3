"""Searches of matches whose history is opened."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.features.history.components import show_history
from bot.features.match_search.components import PAGE_PARTS, FoundMatchSelect, SearchCommand, SearchPageButton
from bot.interactions.replies import request_of
from bot.referee.snapshots import get_visible_match
from games.translation import gettext_noop as N_

if TYPE_CHECKING:
    from bot.client.client import Client
    from bot.client.persistent_button import Press
    from bot.interactions.replies import Source
    from storage.queries.rows import Match


class FoundHistorySelect(FoundMatchSelect, template=r"found_history:([a-z]{1,8})"):
    """A menu of found matches that opens a history."""

    action = "found_history"
    placeholder = N_("Open a history...")

    async def on_press(self, bot: Client, press: Press) -> None:
        """Reply with the history of the match that was chosen, privately."""
        chosen = self.chosen(press)
        number = int(chosen) if chosen.isdecimal() else 0
        await show_history(bot, press, await get_visible_match(bot.context, request_of(press), number))


class FoundHistoriesButton(SearchPageButton, template=f"found_histories:{PAGE_PARTS}"):
    """Turns to a page of matches whose history can be opened."""

    action = "found_histories"
    menu = FoundHistorySelect


class HistorySearch(SearchCommand):
    """A search that opens histories."""

    buttons = FoundHistoriesButton

    async def open_match(self, bot: Client, source: Source, match: Match, form: str) -> None:
        """Show the history of the only match that fits."""
        del form
        await show_history(bot, source, match)
