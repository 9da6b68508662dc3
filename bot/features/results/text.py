"""How a match ended, in one sentence for people who didn't follow it. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.features.match_text import leave_clause, substitutes_clause
from bot.referee import formatting
from bot.referee.deleted_channels import is_deleted
from bot.referee.history.outcome import match_result
from games.text import format_list
from games.translation import gettext as _
from games.translation import ngettext

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.referee.snapshots import Snapshot
    from games.contract import Game, Result
    from storage.queries.rows import Match, Person

    NamePerson = Callable[[Person], str]


def result_post(snapshot: Snapshot, game: Game[Any, Any]) -> str:
    """Return what becomes of a challenge's post when its match has ended."""
    match = snapshot.match
    where = "" if match.is_direct or is_deleted(match.home) else f": <#{match.home}>"
    return f"{result_sentence(snapshot, game)}\n-# #{match.id}{where}"


def result_sentence(snapshot: Snapshot, game: Game[Any, Any], name: NamePerson = formatting.name) -> str:
    """Return who beat whom at what, after how many moves: "Bob beat Ann at Chomp, 25 moves."."""
    match, title = snapshot.match, f"**{game.info.title}**"
    result = match_result(game, match, snapshot.event, snapshot.state)
    if result is None:
        outcome = _("{title} between {names} ended without a winner")
        outcome = outcome.format(title=title, names=format_list(map(name, match.seats)))
        return f"{_with_moves(outcome, snapshot.ply)}."
    clauses = [one for one in (leave_clause(snapshot, name), substitutes_clause(snapshot, name)) if one]
    clause = f" ({'; '.join(clauses)})" if clauses else ""
    return f"{_with_moves(_outcome(match, title, result, name), snapshot.ply)}{clause}."


def _with_moves(outcome: str, plies: int) -> str:
    if not plies:
        return outcome
    # Translators: {outcome} is a clause: "Bob beat Ann at Chomp".
    return ngettext("{outcome}, {n} move", "{outcome}, {n} moves", plies).format(outcome=outcome, n=plies)


def _outcome(match: Match, title: str, result: Result, name: NamePerson) -> str:
    """Return the outcome without its details: two players beat or draw, of more one or several win."""
    if result.drawn:
        return _("{names} drew at {title}").format(names=format_list(map(name, match.seats)), title=title)
    winners = [match.seats[seat - 1] for seat in result.winners]
    losers = [person for person in match.seats if person not in winners]
    if len(match.seats) == 2:
        outcome = _("{winners} beat {losers} at {title}")
    elif len(winners) == 1:
        outcome = _("{winners} won {title} against {losers}")
    else:
        outcome = _("{winners} share first place in {title}")
    return outcome.format(winners=format_list(map(name, winners)), losers=format_list(map(name, losers)), title=title)
