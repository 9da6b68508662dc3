"""Check the entries of the audit log."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, get_args

from bot.match_files.log_checks import AHEAD
from storage.queries.audit_log import Action

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from datetime import datetime

    from storage.queries.inspection import Row

ACTIONS = frozenset(get_args(Action))
ABOUT_PEOPLE = frozenset({"block", "unblock", "event_remove"})
ABOUT_MATCHES = frozenset({"abandon", "event_correct"})
ABOUT_EVENTS = frozenset(action for action in ACTIONS if action.startswith("event_"))
DETAILS: Mapping[str, frozenset[str]] = {
    "block": frozenset({"reason"}),
    "abandon": frozenset({"reason"}),
    "event_correct": frozenset({"before", "places"}),
}
"""The names in the details of entries, by action; others have none, but for changed settings."""


def check_entry(row: Row, now: datetime) -> Iterator[str]:
    """Yield what is wrong with an entry of the audit log, as clauses."""
    action = row["action"]
    if action not in ACTIONS:
        yield "is of no known kind"
        return
    for column, actions in (
        ("subject_id", ABOUT_PEOPLE),
        ("match_id", ABOUT_MATCHES),
        ("tournament_id", ABOUT_EVENTS),
    ):
        if (row[column] is not None) != (action in actions):
            yield f"has the {column} {row[column]}, which can't be"
    if row["user_id"] < 1 or row["guild_id"] < 1:
        yield "is of no person, or on no server"
    if not _has_details(action, row["details"]):
        yield f"has the details {row['details']}, which can't be"
    if row["at"] > now + AHEAD:
        yield f"was made at {row['at']}, in the future"


def _has_details(action: str, details: Any) -> bool:
    """Return whether an entry of an action can have these details."""
    if action == "settings":
        return isinstance(details, dict) and bool(details)  # pyright: ignore[reportUnknownArgumentType]
    return isinstance(details, dict) and details.keys() == DETAILS.get(action, frozenset())
