"""The list of a server's matches. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.features.results.text import result_sentence
from bot.referee import formatting
from games.text import format_list

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.referee.server_matches import ListedMatch, ServerPage
    from games.contract import Game
    from storage.tables.rows import Match

    Games = Mapping[str, Game[Any, Any]]


def matches_page(found: ServerPage, games: Games, *, narrowed: bool) -> str:
    """Return a page of a server's matches; `narrowed` says that they are those of a person or of a game alone."""
    if not found.active_count + found.ended_count:
        if narrowed:
            return "No such match is here that you can see. `/matches` alone lists all."
        return "Nobody has played here yet. `/challenge` begins a match: with a friend, with me, or with anyone."
    lines: list[str] = []
    if found.active:
        lines += [f"**Now** ({found.active_count}):", *(_active_line(listed, games) for listed in found.active)]
    if found.ended:
        lines += [f"**Ended** ({found.ended_count}):", *(_ended_line(listed, games) for listed in found.ended)]
    if found.last:
        lines.append(f"-# page {found.page + 1} of {found.last + 1}")
    return "\n".join(lines)


def watch_label(match: Match, title: str) -> str:
    """Return a match as an option of the menu of matches to watch, without markup."""
    people = format_list(formatting.tidy(person.name)[:24] or "somebody" for person in match.seats)
    return f"#{match.id} {title}: {people}"[:100]


def _active_line(listed: ListedMatch, games: Games) -> str:
    match = listed.match
    people = format_list(formatting.name(person) for person in match.seats)
    mover = formatting.name(match.seats[match.to_move - 1]) if match.to_move else "nobody"
    turn = f"{mover} to move since {formatting.ago(match.since)}"
    return f"- #{match.id} **{_title(match, games)}**: {people}, {turn}: {_where(listed)}"


def _ended_line(listed: ListedMatch, games: Games) -> str:
    match, when = listed.match, formatting.ago(listed.match.ended_at or listed.match.since)
    if listed.snapshot is None:
        people = format_list(formatting.name(person) for person in match.seats)
        return f"- #{match.id} **{_title(match, games)}**: {people}, {when}: {_where(listed)}"
    sentence = result_sentence(listed.snapshot, games[match.game]).removesuffix(".")
    return f"- #{match.id} {sentence}, {when}: {_where(listed)}"


def _title(match: Match, games: Games) -> str:
    return games[match.game].info.title if match.game in games else match.game


def _where(listed: ListedMatch) -> str:
    match, board = listed.match, listed.board
    return formatting.link(match.guild_id, board.channel_id, board.message_id) if board else formatting.home(match)
