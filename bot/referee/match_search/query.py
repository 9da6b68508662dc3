"""What a person searches for: parsed from the words of a text command, or from the options of a slash command."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.referee.challenges.name_parser import parse_game, split_game
from bot.referee.errors import RequestRejected
from bot.referee.match_search import rejections
from games.translation import gettext as _

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.referee.context import Context
    from storage.queries.match_search import SearchResult

RESULTS: Mapping[str, SearchResult] = {
    "won": "won",
    "lost": "lost",
    "drawn": "drawn",
    "rules": "rules",
    "resigned": "resigned",
    "agreed": "draw",
    "time": "time",
    "none": "none",
}
"""The results that can be searched for, by the words that people type."""

_NUMBER = re.compile(r"#\d{1,9}", re.ASCII)


@dataclass(frozen=True, slots=True)
class MatchQuery:
    """What to search for, apart from the person: the key of a game, the opening as it was typed, and the result."""

    game: str | None = None
    opening: str = ""
    result: SearchResult | None = None

    @property
    def is_empty(self) -> bool:
        """Whether it lets every match through."""
        return self == MatchQuery()


def parse_query(context: Context, text: str) -> MatchQuery:
    """Parse `[GAME] [OPENING] [RESULT]`, an empty query if the text names neither game nor result.

    Raises `RequestRejected`.
    """
    words = text.split()
    named: set[SearchResult] = {RESULTS[word.lower()] for word in words if word.lower() in RESULTS}
    rest = [word for word in words if word.lower() not in RESULTS]
    if len(named) > 1:
        raise RequestRejected(_(rejections.TWO_RESULTS))
    try:
        info, moves = split_game(context, " ".join(rest))
    except RequestRejected:
        info, moves = None, rest
    if info is None and not named:
        return MatchQuery()
    if any(_NUMBER.fullmatch(word) for word in moves):
        raise RequestRejected(_(rejections.NUMBER_OR_SEARCH))
    if info is None and moves:
        raise RequestRejected(rejections.unreadable_search(moves[0]))
    return MatchQuery(info.key if info else None, " ".join(moves), named.pop() if named else None)


def make_query(context: Context, game: str | None, opening: str | None, result: str | None) -> MatchQuery:
    """Return what the options of a slash command search for. Raises `RequestRejected`."""
    key = parse_game(context, game).key if game else None
    word = (result or "").lower()
    if word and word not in RESULTS:
        raise RequestRejected(rejections.no_such_result(word))
    if opening and opening.strip() and key is None:
        raise RequestRejected(_(rejections.WHICH_GAME))
    return MatchQuery(key, (opening or "").strip(), RESULTS.get(word))
