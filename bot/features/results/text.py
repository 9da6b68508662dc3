"""How a match ended, in one sentence for people who didn't follow it. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.features.boards.text import leave_clause, substitutes_clause
from bot.referee import formatting
from bot.referee.history.outcome import match_result
from games.text import format_count, format_list

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.referee.views import Snapshot
    from games.contract import Game, Result
    from storage.queries.rows import Match, Person

    NamePerson = Callable[[Person], str]


def result_post(snapshot: Snapshot, game: Game[Any, Any]) -> str:
    """Return what becomes of a challenge's post when its match has ended."""
    match = snapshot.match
    where = "" if match.is_direct else f": <#{match.home}>"
    return f"{result_sentence(snapshot, game)}\n-# #{match.id}{where}"


def ended_thread_name(snapshot: Snapshot, game: Game[Any, Any]) -> str:
    """Return the name of the thread of a match that has ended, plain text of at most 100 characters."""
    match = snapshot.match
    result = match_result(game, match, snapshot.event, snapshot.state)
    everyone = [_short_name(person) for person in match.seats]
    if result is None:
        outcome = f"{format_list(everyone)}, no winner"
    elif result.drawn:
        outcome = f"{format_list(everyone)} drew"
    else:
        won = format_list(everyone[seat - 1] for seat in result.winners)
        lost = format_list(name for seat, name in enumerate(everyone, 1) if seat not in result.winners)
        outcome = f"{won} beat {lost}" if lost else f"{won} share first place"
    return f"{game.info.title} #{match.id}: {outcome}"[:100]


def _short_name(person: Person) -> str:
    return formatting.plain_name(person, 24)


def result_sentence(snapshot: Snapshot, game: Game[Any, Any], name: NamePerson = formatting.name) -> str:
    """Return who beat whom at what, after how many moves: "Bob beat Ann at Chomp, 25 moves."."""
    match, title = snapshot.match, f"**{game.info.title}**"
    result = match_result(game, match, snapshot.event, snapshot.state)
    moves = f", {format_count(snapshot.ply, 'move')}" if snapshot.ply else ""
    if result is None:
        return f"{title} between {format_list(map(name, match.seats))} ended without a winner{moves}."
    clauses = [one for one in (leave_clause(snapshot, name), substitutes_clause(snapshot, name)) if one]
    clause = f" ({'; '.join(clauses)})" if clauses else ""
    return f"{_outcome(match, title, result, name)}{moves}{clause}."


def _outcome(match: Match, title: str, result: Result, name: NamePerson) -> str:
    """Return the outcome without its details: two players beat or draw, of more one or several win."""
    everyone = format_list(map(name, match.seats))
    if result.drawn:
        return f"{everyone} drew at {title}"
    winners = [match.seats[seat - 1] for seat in result.winners]
    losers = [person for person in match.seats if person not in winners]
    won, lost = format_list(map(name, winners)), format_list(map(name, losers))
    if len(match.seats) == 2:
        return f"{won} beat {lost} at {title}"
    return f"{won} won {title} against {lost}" if len(winners) == 1 else f"{won} share first place in {title}"
