"""Go on from the saved state of a long match, in place of replaying its whole log. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.referee.history.rebuild import apply_event
from bot.referee.history.state_bytes import UnreadableState, read_state

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.contract import Game
    from storage.queries.rows import Event, Match, SavedState

SAVE_EVERY = 16
"""How many events lie between two saved states of a match."""
UNDOING = frozenset({"takeback", "substitute"})
"""The kinds of events that may undo events before them, perhaps also those before the saved state."""


def can_continue(saved: SavedState, match: Match, rest: Sequence[Event]) -> bool:
    """Return whether a saved state and the events that follow it lead to the state after them."""
    return saved.rules == match.rules and not any(event.kind in UNDOING for event in rest)


def continue_from(
    game: Game[Any, Any], package: str, match: Match, saved: SavedState, rest: Sequence[Event]
) -> tuple[Any, int]:
    """Return the state after the events that follow a saved state, and how many moves count in it.

    `package` is the top-level package of the game. If the events end where the match stands, the match must have the
    position of the state. Raises `UnreadableState` if it isn't, and what the rules raise.
    """
    state = read_state(package, saved.state)
    for event in rest:
        state = apply_event(game, state, event)
    last = rest[-1].seq if rest else saved.seq
    if last == match.seq and game.position(state) != match.position:
        raise UnreadableState("it leads to another position than that of the match")
    return state, saved.plies + sum(event.kind == "move" for event in rest)
