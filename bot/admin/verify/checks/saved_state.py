"""Checks of the saved state of a match against its log and rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.referee.history.mainline import count_plies
from bot.referee.history.rebuild import rebuild_state
from bot.referee.history.state_bytes import UnreadableState, read_state

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.admin.verify.checks.stored_match import Stored
    from games.contract import Game


def check_saved_state(stored: Stored, game: Game[Any, Any] | None) -> Iterator[str]:
    """Yield what is wrong with the saved state of a match, as clauses; `game` is the version of its rules."""
    for row in stored.saved_states:
        seq, before = row["seq"], stored.log[: row["seq"]]
        if stored.match.ended_at is not None:
            yield "it has a saved state, but is over"
        if not 0 < seq <= len(stored.log):
            yield f"its saved state is that after event {seq}, of {len(stored.log)}"
        elif row["plies"] != count_plies(before):
            yield f"its saved state counts {row['plies']} moves, and the log {count_plies(before)}"
        elif row["rules"] > stored.match.rules:
            yield f"its saved state is of version {row['rules']} of the rules, and the match of {stored.match.rules}"
        elif game is not None and row["rules"] == stored.match.rules:
            try:
                saved = read_state(type(game).__module__.partition(".")[0], row["state"])
            except UnreadableState as error:
                yield f"its state after event {seq} is of no use: {error}"
                continue
            if not _leads_to(game, stored, seq, saved):
                yield f"its saved state isn't the one that the log leads to after event {seq}"


def _leads_to(game: Game[Any, Any], stored: Stored, seq: int, state: Any) -> bool:
    """Return whether the log leads to a state, also where its rules fail, of which other checks tell."""
    try:
        return rebuild_state(game, stored.match, stored.log[:seq]) == state
    except Exception:  # noqa: BLE001 - whatever the rules raise
        return True
