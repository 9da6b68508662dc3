"""What managers read in the audit log of their server. Pure: entries go in, Discord's Markdown comes out."""

from __future__ import annotations

from textwrap import shorten
from typing import TYPE_CHECKING, Any

from bot.referee import formatting
from bot.referee.guilds.audit_log import KEPT
from games.text import format_list

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from storage.queries.audit_log import Action, AuditEntry

NEWER, OLDER = "Newer", "Older"
WHICH_PAGE = "Which page? `!log 2`, for example."
EMPTY = "Nothing yet. Here you'll see who changed settings, blocked people, ended matches or managed events."
LONGEST_ENTRY = 140
"""Characters of what an entry says, so that a page fits into a message."""


def log_page(entries: Sequence[AuditEntry], page: int, last: int, prefix: str) -> str:
    """Return a page of the log, the latest entry first, and how to see the next one as text."""
    if not entries:
        return EMPTY
    more = f" As text, `{prefix}log {page + 1}` is the next one." if page < last else ""
    return "\n".join(
        [
            f"What managers and organizers did here, page {page} of {last}:",
            *map(_line, entries),
            f"-# Kept for {KEPT.days} days.{more}",
        ]
    )


def _line(entry: AuditEntry) -> str:
    what = shorten(_describe(entry), LONGEST_ENTRY, placeholder="...")
    return f"- <t:{int(entry.at.timestamp())}:f> <@{entry.user_id}> {what}"


def _describe(entry: AuditEntry) -> str:
    """Say what a person did, as a clause without its subject."""
    details, event = entry.details or {}, f"event {entry.tournament_id}"
    if entry.tournament_name:
        event = f"{event} **{formatting.plain(entry.tournament_name)}**"
    why = f": {formatting.plain(details['reason'])}" if details.get("reason") else ""
    clauses: Mapping[Action, str] = {
        "settings": f"set {_changes(details)}" if entry.action == "settings" else "",
        "block": f"blocked <@{entry.subject_id}>{why}",
        "unblock": f"unblocked <@{entry.subject_id}>",
        "abandon": f"ended #{entry.match_id} without a winner{why}",
        "event_create": f"set up {event}",
        "event_start": f"ended the sign-up of {event}",
        "event_cancel": f"cancelled {event}",
        "event_remove": f"took <@{entry.subject_id}> out of {event}",
        "event_correct": f"corrected #{entry.match_id} of {event}: {_correction(details)}",
    }
    return clauses[entry.action]


def _changes(details: Mapping[str, Sequence[str]]) -> str:
    return format_list(f"{name} from {_value(was)} to {_value(now)}" for name, (was, now) in details.items())


def _value(written: str) -> str:
    """Return a setting as it is written; channels and roles, which no other value looks like, are shown by name."""
    return written if written.startswith("<") else formatting.code(written)


def _correction(details: Mapping[str, Any]) -> str:
    before = details.get("before")
    was = f", before {_places(before)}" if before is not None else ""
    return f"{_places(details.get('places') or [])}{was}"


def _places(places: Sequence[int]) -> str:
    """Say how a match was corrected: by places in the order of its seats."""
    if not places:
        return "it doesn't count"
    if set(places) == {1}:
        return "a draw"
    return format_list(f"seat {seat} in place {place}" for seat, place in enumerate(places, 1))
