"""How a match ended: by its rules, or by agreement."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.referee.history.mainline import count_plies, mainline, mainline_moves
from games.contract import Result
from games.translation import gettext_noop as N_
from storage.queries.rows import OPENING_PLIES, MatchEnd, Outcome

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.contract import Game
    from storage.queries.rows import Ending, Event, Match


OUT_OF_TIME = "ran out of time"
"""The text of the event by which a late seat leaves."""
WITHDREW = "withdrew from the event"
"""The text of the event by which the seat of a person leaves who withdrew from the tournament of the match."""
CALLED_OFF = "called off"
"""The text of the event by which the winner calls a match off that was lost on time."""


def was_lost_on_time(match: Match, last: Event | None) -> bool:
    """Return whether a match of two ended with its event `last` because somebody's time was up."""
    return len(match.seats) == 2 and last is not None and (last.kind, last.text) == ("leave", OUT_OF_TIME)


def match_result(game: Game[Any, Any], match: Match, last: Event | None, state: Any) -> Result | None:
    """Return the result of a match after its event `last`: None while it is active, or if it ended without a result."""
    if last and last.closes:
        return draw_result(match) if last.kind == "draw" else None
    return game.result(state)


def find_match_end(game: Game[Any, Any], match: Match, log: Sequence[Event], state: Any) -> MatchEnd:
    """Return how a match ended and began, for statistics and searches, from its whole log and the state after it.

    Where somebody ran out of time that is how, also if three or more played and the others played on.
    """
    last = log[-1] if log else None
    result = match_result(game, match, last, state)
    if result is None or not result.places:
        return MatchEnd(
            Outcome("none" if last and last.closes else "unknown", None, count_plies(log)), (), find_opening(log)
        )
    winner = result.winners[0] if len(result.winners) == 1 else None
    return MatchEnd(Outcome(_find_ending(log), winner, count_plies(log)), result.winners, find_opening(log))


def find_opening(log: Sequence[Event]) -> tuple[str, ...]:
    """Return the first moves that count, in canonical notation: at most three."""
    return tuple(event.text for event in mainline_moves(log)[:OPENING_PLIES])


def _find_ending(log: Sequence[Event]) -> Ending:
    counting = mainline(log)
    if any((event.kind, event.text) == ("leave", OUT_OF_TIME) for event in counting):
        return "time"
    kind = counting[-1].kind if counting else "move"
    return "draw" if kind == "draw" else "resigned" if kind == "leave" else "rules"


def draw_result(match: Match) -> Result:
    """Return the result of a draw by agreement: players still in share first place, others come next."""
    still_in = len(match.seats) - len(match.gone)
    places = tuple(still_in + 1 if seat in match.gone else 1 for seat in range(1, len(match.seats) + 1))
    return Result(places, N_("a draw agreed on by all who were still in") if match.gone else N_("by agreement"))
