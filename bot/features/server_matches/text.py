"""The list of a server's matches. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.features.match_search.text import page_of
from bot.features.results.text import result_sentence
from bot.features.time_record_text import time_record_sentence
from bot.interactions.replies import MAX_LENGTH
from bot.referee import formatting
from games.text import format_list
from games.translation import gettext as _
from games.translation import ngettext

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from bot.referee.server_matches import ListedMatch, ServerPage
    from games.contract import Game
    from storage.queries.rows import Match, Person
    from storage.queries.time_records import TimeRecord

    Games = Mapping[str, Game[Any, Any]]
    NamePerson = Callable[[Person], str]

NAME_LENGTHS = (32, 16, 8, 3)
"""Characters of a name; fewer where a page would be too long for a message."""
LONGEST_TITLE = 32


def matches_page(found: ServerPage, games: Games, *, narrowed: bool, record: TimeRecord | None = None) -> str:
    """Return a page of a server's matches; `narrowed` says that they are those of a person or of a game alone.

    `record` is how often that person moved in time, if that is known.
    """
    if not found.active_count + found.ended_count:
        if narrowed:
            return _("There are no such matches here. `/matches` alone lists all.")
        return _("Nobody has played here yet. `/challenge` begins a match: with a friend, with me, or with anyone.")
    head = f"-# {time_record_sentence(record)}\n" if record else ""
    pages = (f"{head}{_page(found, games, length)}" for length in NAME_LENGTHS)
    return next((page for page in pages if len(page) <= MAX_LENGTH), _page(found, games, NAME_LENGTHS[-1]))


def _page(found: ServerPage, games: Games, name_length: int) -> str:
    def name(person: Person) -> str:
        return f"**{formatting.plain(formatting.plain_name(person, name_length))}**"

    lines: list[str] = []
    if found.active:
        lines += [
            _("**Now** ({n}):").format(n=found.active_count),
            *(_active_line(listed, games, name) for listed in found.active),
        ]
    if found.ended:
        lines += [
            _("**Ended** ({n}):").format(n=found.ended_count),
            *(_ended_line(listed, games, name) for listed in found.ended),
        ]
    if found.last:
        lines.append(f"-# {page_of(found.page, found.last)}")
    return "\n".join(lines)


def watch_label(match: Match, title: str) -> str:
    """Return a match as an option of the menu of matches to watch, without markup."""
    people = format_list(formatting.plain_name(person, 24) for person in match.seats)
    return f"#{match.id} {title}: {people}"[:100]


def _active_line(listed: ListedMatch, games: Games, name: NamePerson) -> str:
    match, n = listed.match, listed.ply
    moves = ngettext("{n} move", "{n} moves", n).format(n=n) if n else _("no moves yet")
    mover = name(match.seats[match.to_move - 1]) if match.to_move else _("nobody")
    to_move, when = _("{name} to move").format(name=mover), formatting.ago(match.since)
    return (
        f"- {formatting.linked_number(match, listed.board)} {_names(match, games, name)}, {moves}, {to_move} · {when}"
    )


def _ended_line(listed: ListedMatch, games: Games, name: NamePerson) -> str:
    match, when = listed.match, formatting.ago(listed.match.ended_at or listed.match.since)
    if listed.snapshot is None:
        return f"- {formatting.linked_number(match, listed.board)} {_names(match, games, name)} · {when}"
    sentence = result_sentence(listed.snapshot, games[match.game], name).removesuffix(".")
    return f"- {formatting.linked_number(match, listed.board)} {sentence} · {when}"


def _names(match: Match, games: Games, name: NamePerson) -> str:
    """Return the game of a match and its players, for a match without a result."""
    title = games[match.game].info.title if match.game in games else match.game
    return f"**{formatting.plain(formatting.tidy(title)[:LONGEST_TITLE])}**: {format_list(map(name, match.seats))}"
