"""The list of the matches that a search found. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.features.results.text import result_sentence
from bot.interactions.replies import MAX_LENGTH
from bot.referee import formatting
from games.text import format_list
from games.translation import gettext as _
from games.translation import pgettext, pgettext_noop

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bot.referee.match_search.search import FoundListed, SearchPage
    from games.contract import Game
    from storage.queries.match_search import MatchFilter, SearchResult
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
        return _("No match that has ended here fits: {search}. Search for less, or see all with `/matches`.").format(
            search=clause
        )
    pages = (_page(page, clause, games, *lengths) for lengths in LENGTHS)
    return next((text for text in pages if len(text) <= MAX_LENGTH), _page(page, clause, games, *LENGTHS[-1]))


def option_of_match(found: FoundListed, title: str) -> str:
    """Return a found match as an option of a menu, without markup."""
    match = found.listed.match
    return f"#{match.id} {title}: {format_list(formatting.plain_name(person, 24) for person in match.seats)}"[:100]


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
    return f"- {number} {sentence} · {_date(match)}{began}"


def _opening(opening: Sequence[str], length: int) -> str:
    """Return moves in code spans."""
    return " ".join(formatting.code(move, length) for move in opening)


def _date(match: Match) -> str:
    """Return the day on which a match ended, as each reader sees it in their own zone."""
    return f"<t:{int((match.ended_at or match.since).timestamp())}:D>"
