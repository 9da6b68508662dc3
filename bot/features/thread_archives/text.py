"""The name of a thread whose match has ended. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.referee import formatting
from bot.referee.history.outcome import match_result
from games.text import format_list
from games.translation import gettext as _
from games.translation import ngettext

if TYPE_CHECKING:
    from bot.referee.snapshots import Snapshot
    from games.contract import Game
    from storage.queries.rows import Person


def ended_thread_name(snapshot: Snapshot, game: Game[Any, Any]) -> str:
    """Return the name of the thread of a match that has ended, plain text of at most 100 characters."""
    match = snapshot.match
    result = match_result(game, match, snapshot.event, snapshot.state)
    everyone = [_short_name(person) for person in match.seats]
    if result is None:
        outcome = _("{names}, no winner").format(names=format_list(everyone))
    elif result.drawn:
        outcome = _("{names} drew").format(names=format_list(everyone))
    else:
        won = format_list(everyone[seat - 1] for seat in result.winners)
        lost = format_list(name for seat, name in enumerate(everyone, 1) if seat not in result.winners)
        beat = ngettext("{winners} beat {losers}", "{winners} beat {losers}", len(result.winners))
        outcome = (beat if lost else _("{winners} share first place")).format(winners=won, losers=lost)
    return f"{game.info.title} #{match.id}: {outcome}"[:100]


def _short_name(person: Person) -> str:
    return formatting.plain_name(person, 24)
