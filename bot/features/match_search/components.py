"""The pages of what a search found, with the menu that opens a match and the buttons that turn the pages."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import discord
from discord import SelectOption

from bot.client.persistent_button import PersistentButton, rows
from bot.client.persistent_select import PersistentSelect
from bot.features.match_search.text import option_of_match, search_page
from bot.interactions.member_permissions import visible_channels
from bot.interactions.replies import guild_id_of, replace_message, reply, request_of
from bot.interactions.request_limits import PICTURE_COST
from bot.referee.match_search.search import check_person, load_opening, read_opening, search_matches
from bot.referee.rules_thread import run_rules
from games.translation import gettext as _
from storage.queries.match_search import SEARCH_RESULTS, MatchFilter

if TYPE_CHECKING:
    from bot.client.client import Client
    from bot.client.persistent_button import Press
    from bot.interactions.replies import Source
    from bot.referee.match_search.query import MatchQuery
    from bot.referee.match_search.search import SearchPage
    from storage.queries.match_search import SearchResult
    from storage.queries.rows import Match

NOBODY, NOTHING = 0, "-"
"""The parts of a page's custom_id that stand for every person, and for every game and every result."""
RESULTS: dict[str, SearchResult] = {word: word for word in SEARCH_RESULTS}
PAGE_PARTS = r"(\d{1,6}):(\d{1,20}):([a-z0-9-]{1,40}):([a-z-]{1,9}):(\d{1,10}):([0-3]):([a-z]{1,8})"
"""The template of a page's parts: page, person, game, result, a match with the opening and its length, and the form."""


class FoundMatchSelect(PersistentSelect, template=r"$^"):
    """A menu of the matches that a search found. Its part: the form in which the match is opened.

    `placeholder` is translated when the menu is made.
    """

    placeholder: ClassVar[str]


class SearchPageButton(PersistentButton, template=r"$^"):
    """Turns to a page of what a search found. Its parts: `PAGE_PARTS`.

    A page names its opening by a match that began so: texts of moves can be too long for a custom_id.
    """

    menu: ClassVar[type[FoundMatchSelect]]

    async def on_press(self, bot: Client, press: Press) -> None:
        """Turn the page in a private reply; below a public one, reply with the page, privately."""
        page, user_id, game, result, sample, plies, form = self.parts
        async with bot.cooldowns.admit(request_of(press), PICTURE_COST):
            opening = await load_opening(bot.context, int(sample), int(plies))
            query = SearchTerms(
                int(user_id) or None, None if game == NOTHING else game, opening, RESULTS.get(result), form
            )
            wanted = make_filter(bot, press, query)
            found = await search_matches(bot.context, wanted, int(page))
            text, view = await _write_page(bot, found, wanted, query, type(self))
            if press.message is not None and press.message.flags.ephemeral:
                await replace_message(press, text, view)
            else:
                await reply(press, text, view=view)


@dataclass(frozen=True, slots=True)
class SearchTerms:
    """What is searched for: a person, a game, an opening in canonical notation, a result.

    `form` is how what is chosen is opened: the format of a replay, for example.
    """

    user_id: int | None
    game: str | None
    opening: tuple[str, ...]
    result: SearchResult | None
    form: str


class SearchCommand:
    """A command that searches for matches, and opens one: `buttons` is the class of its pages' buttons."""

    buttons: ClassVar[type[SearchPageButton]]

    @abstractmethod
    async def open_match(self, bot: Client, source: Source, match: Match, form: str) -> None:
        """Open the only match that fits."""

    async def search(
        self, bot: Client, source: Source, user_id: int | None, query: MatchQuery, form: str = "page"
    ) -> None:
        """Reply with the first page of what fits, or open the only match. Raises `RequestRejected`."""
        check_person(query, named=user_id is not None)
        async with bot.cooldowns.admit(request_of(source), PICTURE_COST):
            opening = await read_opening(bot.context, query)
            terms = SearchTerms(user_id, query.game, opening, query.result, form)
            wanted = make_filter(bot, source, terms)
            found = await search_matches(bot.context, wanted, 0)
            if found.count != 1:
                text, view = await _write_page(bot, found, wanted, terms, self.buttons)
                await reply(source, text, view=view)
                return
        await self.open_match(bot, source, found.found[0].listed.match, form)


def make_filter(bot: Client, source: Source, terms: SearchTerms) -> MatchFilter:
    """Return the filter for what everybody who can read the reply may see."""
    guild_id = guild_id_of(source)
    computers = bot.user is not None and terms.user_id == bot.user.id
    return MatchFilter(
        guild_id,
        visible_channels(source) if guild_id is not None else frozenset(),
        request_of(source).user_id,
        None if computers else terms.user_id,
        of_computers=computers,
        game=terms.game,
        opening=terms.opening,
        result=terms.result,
    )


async def _write_page(
    bot: Client, page: SearchPage, wanted: MatchFilter, terms: SearchTerms, buttons: type[SearchPageButton]
) -> tuple[str, discord.ui.View | None]:
    text = await run_rules(lambda: search_page(page, wanted, terms.user_id, bot.context.games))
    if not page.found:
        return text, None
    options = [
        SelectOption(
            label=option_of_match(found, bot.context.title(found.listed.match.game)), value=str(found.listed.match.id)
        )
        for found in page.found
    ]
    parts = (
        terms.user_id or NOBODY,
        terms.game or NOTHING,
        terms.result or NOTHING,
        page.found[0].listed.match.id,
        len(terms.opening),
        terms.form,
    )
    turns = {_("Newer"): page.page - 1, _("Older"): page.page + 1}
    turn = [buttons(label, to, *parts) for label, to in turns.items() if 0 <= to <= page.last]
    return text, rows([buttons.menu(options, _(buttons.menu.placeholder), terms.form)], turn)
