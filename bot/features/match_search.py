"""Lists of the matches that a search found. The features `history` and `replays` open what is chosen from them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import discord
from discord import SelectOption

from bot.client.components import PersistentButton, PersistentSelect, rows
from bot.features.results import result_sentence
from bot.interactions.limits import PICTURE_COST
from bot.interactions.member_permissions import visible_channels
from bot.interactions.replies import MAX_LENGTH, guild_id_of, reply, request_of, turn_page
from bot.referee import formatting
from bot.referee.context import run_rules
from bot.referee.match_search import check_person, load_opening, read_opening, search_matches
from games.text import format_list
from games.translation import gettext as _, pgettext, pgettext_noop
from storage.queries.match_search import SEARCH_RESULTS, MatchFilter

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bot.client.client import Client
    from bot.client.components import Press
    from bot.interactions.replies import Source
    from bot.referee.match_search import FoundListed, MatchQuery, SearchPage
    from games.contract import Game
    from storage.queries.match_search import SearchResult
    from storage.queries.rows import Match, Person

    Games = Mapping[str, Game[Any, Any]]

RESULT_CLAUSES: Mapping[SearchResult, str] = {
    "won": pgettext_noop("search", "won"),
    "lost": pgettext_noop("search", "lost"),
    "drawn": pgettext_noop("search", "drawn"),
    "rules": pgettext_noop("search", "ended by the rules"),
    "resigned": pgettext_noop("search", "ended with a resignation"),
    "draw": pgettext_noop("search", "with a draw agreed"),
    "time": pgettext_noop("search", "lost on time"),
    "none": pgettext_noop("search", "without a winner"),
}
"""What the head of a list says of the result that was searched for."""

LENGTHS = ((32, 40), (16, 24), (8, 12), (3, 6))
"""Characters of a name and of a move; fewer where a page would be too long for a message."""


def search_page(page: SearchPage, wanted: MatchFilter, user_id: int | None, games: Games) -> str:
    """Return a page of what a search found; `user_id` is the person who was searched for, if any."""
    clause = _describe_filter(wanted, user_id, games)
    if not page.count:
        return _("No ended match here fits: {search}. Search with fewer words, or see all with `/matches`.").format(
            search=clause
        )
    pages = (_page(page, clause, games, *lengths) for lengths in LENGTHS)
    return next((text for text in pages if len(text) <= MAX_LENGTH), _page(page, clause, games, *LENGTHS[-1]))


def option_of_match(match: Match, title: str) -> SelectOption:
    """Return a match as an option of a menu of matches, without markup."""
    people = format_list(formatting.plain_name(person, 24) for person in match.seats)
    return SelectOption(label=f"#{match.id} {title}: {people}"[:100], value=str(match.id))


def _describe_filter(wanted: MatchFilter, user_id: int | None, games: Games) -> str:
    """Return what was searched for: "Chomp, of @Bob, won, beginning `c4`"."""
    parts = [games[wanted.game].info.title] if wanted.game and wanted.game in games else []
    if user_id is not None:
        parts.append(_("of {person}").format(person=f"<@{user_id}>"))
    if wanted.result:
        parts.append(pgettext("search", RESULT_CLAUSES[wanted.result]))
    if wanted.opening:
        parts.append(_("beginning {moves}").format(moves=_opening(wanted.opening, 40)))
    return ", ".join(parts) or pgettext("search", "all")


def _page(page: SearchPage, clause: str, games: Games, name_length: int, move_length: int) -> str:
    lines = [_line(found, games, name_length, move_length) for found in page.found]
    head = _("**Ended matches** ({n}): {search}").format(n=page.count, search=clause)
    foot = [f"-# {page_of(page.page, page.last)}"] if page.last else []
    return "\n".join([head, *lines, *foot])


def page_of(page: int, last: int) -> str:
    """Return which page of a list this is; both are counted from 0."""
    return _("page {page} of {pages}").format(page=page + 1, pages=last + 1)


def _line(found: FoundListed, games: Games, name_length: int, move_length: int) -> str:
    def name(person: Person) -> str:
        return f"**{formatting.plain(formatting.plain_name(person, name_length))}**"

    listed, match = found.listed, found.listed.match
    if listed.snapshot is not None and match.game in games:
        sentence = result_sentence(listed.snapshot, games[match.game], name).removesuffix(".")
    else:
        title = games[match.game].info.title if match.game in games else match.game
        sentence = f"**{formatting.plain(title)}**: {format_list(map(name, match.seats))}"
    began = f" · {_opening(found.opening, move_length)}" if found.opening else ""
    number = formatting.linked_number(match, listed.board)
    day = f"<t:{int((match.ended_at or match.since).timestamp())}:D>"  # each reader sees it in their own zone
    return f"- {number} {sentence} · {day}{began}"


def _opening(opening: Sequence[str], length: int) -> str:
    """Return moves in code spans."""
    return " ".join(formatting.code(move, length) for move in opening)


_MENTION = re.compile(r"<@!?(\d+)>", re.ASCII)


def split_person(source: Source, text: str) -> tuple[int | None, str]:
    """Return the person whom the words of a command mention, if any, and the words without mentions.

    Discord says whom a message mentions, but not whom the options of a slash command do.
    """
    named = [int(found) for found in _MENTION.findall(text)]
    if isinstance(source, discord.Message):
        named = [user.id for user in source.mentions if user.id in named]
    return next(iter(named), None), _MENTION.sub(" ", text).strip()


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
            await turn_page(press, text, view)


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


async def find_only_match(
    bot: Client,
    source: Source,
    user_id: int | None,
    query: MatchQuery,
    buttons: type[SearchPageButton],
    form: str = "page",
) -> Match | None:
    """Return the only match that fits, or reply with the first page of what fits and return None.

    `buttons` is the class of the buttons that turn pages. Raises `RequestRejected`.
    """
    check_person(query, named=user_id is not None)
    async with bot.cooldowns.admit(request_of(source), PICTURE_COST):
        opening = await read_opening(bot.context, query)
        terms = SearchTerms(user_id, query.game, opening, query.result, form)
        wanted = make_filter(bot, source, terms)
        found = await search_matches(bot.context, wanted, 0)
        if found.count == 1:
            return found.found[0].listed.match
        text, view = await _write_page(bot, found, wanted, terms, buttons)
        await reply(source, text, view=view)
        return None


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
    matches = [found.listed.match for found in page.found]
    options = [option_of_match(match, bot.context.title(match.game)) for match in matches]
    parts = (
        terms.user_id or NOBODY,
        terms.game or NOTHING,
        terms.result or NOTHING,
        matches[0].id,
        len(terms.opening),
        terms.form,
    )
    turns = {_("Newer"): page.page - 1, _("Older"): page.page + 1}
    turn = [buttons(label, to, *parts) for label, to in turns.items() if 0 <= to <= page.last]
    return text, rows([buttons.menu(options, _(buttons.menu.placeholder), terms.form)], turn)
