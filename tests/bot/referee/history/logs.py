"""Logs of events for tests."""

from __future__ import annotations

from typing import TYPE_CHECKING

from storage.queries.rows import Event
from tests.bot.features.match_sample import NOON

if TYPE_CHECKING:
    from storage.queries.rows import EventKind


def log_of(*entries: tuple[EventKind, int | None]) -> list[Event]:
    return [Event(7, seq, kind, seat, 1, "", None, NOON) for seq, (kind, seat) in enumerate(entries, 1)]


LOG = log_of(
    ("move", 1), ("move", 2), ("move", 3), ("takeback", 2), ("move", 2), ("leave", 3), ("move", 1), ("takeback", 1)
)
