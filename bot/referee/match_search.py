"""Searches of matches that have ended: by person, game, opening and result."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, Any

from bot.referee import formatting
from bot.referee.challenges.issue import split_game
from bot.referee.context import run_rules
from bot.referee.errors import RequestRejected
from bot.referee.lists import load_listed_match
from games.contract import BadOption, IllegalMove
from games.translation import gettext as _, gettext_noop as N_
from games.typed_words import in_english
from storage.queries import match_search, outbox
from storage.queries.rows import OPENING_PLIES

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from bot.referee.context import Context
    from bot.referee.lists import ListedMatch
    from games.contract import Game, Info, Options
    from storage.queries.match_search import MatchFilter, SearchResult


NUMBER_OR_SEARCH = N_("Name one match by its number, or search by person, game, opening and result, but not both.")
_TWO_RESULTS = N_("Search for one result at a time: won, lost, drawn, rules, resigned, time or none.")


def unreadable_opening(info: Info, reason: str) -> str:
    """Say that a text isn't the first moves of a game, and why if the rules told."""
    sentence = _("That's not how a match of {game} begins. Give its first one to three moves.")
    return " ".join(filter(None, (sentence.format(game=info.title), reason)))


MAX_WORDS = 60
"""Words of an opening. A move of three pieces that changes half a board has fewer than twenty."""


def parse_opening(game: Game[Any, Any], typed: str) -> tuple[str, ...]:
    """Return the first moves that a text names, in canonical notation, at most three. Raises `RequestRejected`.

    The rules are asked from each start that a match can have, apart from boards drawn by lot: on these, a word or a
    part between commas stands for a move as it is.
    """
    typed = in_english(game.info, typed)
    parts = [part.split() for part in typed.replace(";", ",").split(",") if part.strip()]
    words = list(chain(*parts))
    if not words:
        return ()
    if len(words) > MAX_WORDS or len(parts) > OPENING_PLIES:
        raise RequestRejected(unreadable_opening(game.info, ""))
    for state in _starts(game):
        read = _read_parts(game, state, parts) if len(parts) > 1 else _read_words(game, state, words, OPENING_PLIES)
        if read is not None:
            return read
    plain = [" ".join(part) for part in parts] if len(parts) > 1 else words
    if len(plain) > OPENING_PLIES or not _has_random_boards(game):
        raise RequestRejected(unreadable_opening(game.info, _find_reason(game, " ".join(parts[0]))))
    return tuple(plain)


def _starts(game: Game[Any, Any]) -> Iterator[Any]:
    """Yield a first state for each value of each option with the others at their defaults, for few and many players."""
    info = game.info
    choices: list[Options] = [{}]
    choices += [{option.name: value} for option in info.options for value in option.choices if value != option.default]
    for players in sorted({info.min_players, info.max_players}):
        for options in choices:
            try:
                yield game.start(players, options, 0)
            except BadOption:
                continue


def _has_random_boards(game: Game[Any, Any]) -> bool:
    """Return whether some options make a game begin in another position with another seed."""
    starts = (
        (players, {option.name: value})
        for players in {game.info.min_players}
        for option in game.info.options
        for value in option.choices
    )
    return any(game.start(*start, 1) != game.start(*start, 2) for start in starts)


def _read_parts(game: Game[Any, Any], state: Any, parts: Sequence[Sequence[str]]) -> tuple[str, ...] | None:
    """Return moves that are parted by commas, None if the rules take one of them not."""
    found: list[str] = []
    for part in parts:
        played = _play(game, state, " ".join(part))
        if played is None:
            return None
        text, state = played
        found.append(text)
    return tuple(found)


def _read_words(game: Game[Any, Any], state: Any, words: Sequence[str], most: int) -> tuple[str, ...] | None:
    """Return the moves that words make up, each of one word or several; None if they make up none."""
    if not words:
        return ()
    if not most:
        return None
    for count in range(len(words), 0, -1):
        played = _play(game, state, " ".join(words[:count]))
        rest = None if played is None else _read_words(game, played[1], words[count:], most - 1)
        if played is not None and rest is not None:
            return played[0], *rest
    return None


def _play(game: Game[Any, Any], state: Any, text: str) -> tuple[str, Any] | None:
    """Return a move in canonical notation and the state after it, None if the rules don't take it."""
    if game.to_move(state) is None:
        return None
    try:
        move = game.parse(state, text)
    except IllegalMove:
        return None
    return game.format(state, move), game.play(state, move)


def _find_reason(game: Game[Any, Any], text: str) -> str:
    """Return why the rules don't take a text as a first move, or nothing if they do."""
    try:
        game.parse(game.start(game.info.min_players, {}, 0), text)
    except IllegalMove as illegal:
        return illegal.reason
    return ""


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
        raise RequestRejected(_(_TWO_RESULTS))
    try:
        info, moves = split_game(context, " ".join(rest))
    except RequestRejected:
        info, moves = None, rest
    if info is None and not named:
        return MatchQuery()
    if any(_NUMBER.fullmatch(word) for word in moves):
        raise RequestRejected(_(NUMBER_OR_SEARCH))
    if info is None and moves:
        raise RequestRejected(
            _("I can't read {word}. Search by person, game with first moves, and result: `@Bob won`.").format(
                word=formatting.code(moves[0], 40)
            )
        )
    return MatchQuery(info.key if info else None, " ".join(moves), named.pop() if named else None)


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
        raise RequestRejected(_("Won or lost by whom? Name a person, too."))


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
