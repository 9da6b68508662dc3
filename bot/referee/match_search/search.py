"""Search the matches that have ended, a page at a time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.referee.errors import RequestRejected
from bot.referee.match_search import rejections
from bot.referee.match_search.openings import parse_opening
from bot.referee.rules_thread import run_rules
from bot.referee.server_matches import load_listed_match
from games.translation import gettext as _
from storage.queries import match_search, outbox

if TYPE_CHECKING:
    from bot.referee.context import Context
    from bot.referee.match_search.query import MatchQuery
    from bot.referee.server_matches import ListedMatch
    from storage.queries.match_search import MatchFilter

PAGE_SIZE = 8


@dataclass(frozen=True, slots=True)
class FoundListed:
    """A match that was found, as a list shows it, and its opening: at most three moves."""

    listed: ListedMatch
    opening: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SearchPage:
    """A page of the `count` matches that a search found: `page` counts from 0, `last` is the last page."""

    found: tuple[FoundListed, ...]
    count: int
    page: int
    last: int


def check_person(query: MatchQuery, *, named: bool) -> None:
    """Raise `RequestRejected` for a search that says won or lost without a person."""
    if query.result in {"won", "lost"} and not named:
        raise RequestRejected(_(rejections.WHOSE_RESULT))


async def read_opening(context: Context, query: MatchQuery) -> tuple[str, ...]:
    """Return the opening of a query in canonical notation. Raises `RequestRejected`."""
    if query.game is None or not query.opening:
        return ()
    return await run_rules(parse_opening, context.rules(query.game), query.opening)


async def search_matches(context: Context, wanted: MatchFilter, page: int) -> SearchPage:
    """Return a page of the matches that a filter lets through, the last one if there are fewer."""
    async with context.database.read() as tx:
        count = await match_search.count(tx, wanted)
        last = max(0, (count - 1) // PAGE_SIZE)
        page = max(0, min(page, last))
        found = await match_search.page(tx, wanted, offset=page * PAGE_SIZE, limit=PAGE_SIZE)
        boards = await outbox.last_boards(tx, [one.match.id for one in found])
    listed = [
        FoundListed(await load_listed_match(context, one.match, boards.get(one.match.id)), one.opening) for one in found
    ]
    return SearchPage(tuple(listed), count, page, last)


async def load_opening(context: Context, match_id: int, plies: int) -> tuple[str, ...]:
    """Return the first moves of a match that has ended, at most so many."""
    async with context.database.read() as tx:
        return await match_search.get_opening(tx, match_id, plies)
