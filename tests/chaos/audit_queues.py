"""The audit of queued moves: each that was acknowledged is played, or waits, or was dropped for a reason, and once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.chaos.acts import CANCELLATION, QUEUE

if TYPE_CHECKING:
    from tests.chaos.acts import Act
    from tests.chaos.findings import Audit
    from tests.chaos.players import Players
    from tests.chaos.records import Record


def audit_queues(audit: Audit, record: Record, players: Players) -> None:
    """Look for queued moves that are lost, that are played and wait yet, and that wait though they were cancelled."""
    cancelled = {(act.match, act.user) for act in players.acts if act.kind is CANCELLATION}
    for act in players.acts:
        replies = players.replies_to(act.source)
        if act.kind is not QUEUE or not act.judged(replies):
            continue
        waiting = record.queues.get((act.match, act.user), [])
        if replies[0].content.startswith("Cancelled") and waiting:
            audit.found("acknowledged acts lost", f"#{act.match}: {act.user} cancelled {waiting}")
        if (act.match, act.user) not in cancelled:
            _audit_queue(audit, record, act, waiting)


def _audit_queue(audit: Audit, record: Record, act: Act, waiting: list[str]) -> None:
    log = record.logs[act.match]
    played = {event.text for event in log if event.kind == "move" and event.user_id == act.user}
    told = f"#{act.match}, {act.user}: {act.told}, of source {act.source}; played {played}, waiting {waiting}"
    moves = act.told.split(", ")
    if played & set(waiting):
        audit.found("acts done twice", told)
    if set(moves) - played - set(waiting) and not _was_dropped(record, act):
        audit.found("acknowledged acts lost", told)


def _was_dropped(record: Record, act: Act) -> bool:
    """Whether a queue may be gone: refused, or with the match, a seat's leaving or a takeback."""
    match = record.matches[act.match]
    refused = any(row["body"].get("refused") for row in record.posts.values() if row["match_id"] == act.match)
    undone = any(event.kind in {"takeback", "leave"} for event in record.logs[act.match])
    return refused or undone or match.ended_at is not None
