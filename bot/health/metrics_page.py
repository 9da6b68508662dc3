"""The page that Prometheus reads, filled with what only the record and the bot's condition tell."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from prometheus_client import generate_latest

if TYPE_CHECKING:
    from datetime import datetime

    from bot.health.database import Found
    from bot.health.measurements import Condition
    from bot.metrics.metrics import Metrics


def write_page(metrics: Metrics, seen: Condition, found: Found | None) -> bytes:
    """Return the page; `found` is None if the record can't be read, and its metrics stay as they were."""
    metrics.connected.set(seen.connected)
    if seen.latency_ms is not None:
        metrics.latency.set(seen.latency_ms / 1000)
    metrics.lag.set(seen.lag)
    metrics.jobs_idle.set(seen.scheduler_idle)
    if found:
        _fill_from_record(metrics, found, seen.now)
    return generate_latest(metrics.registry)


def _fill_from_record(metrics: Metrics, found: Found, now: datetime) -> None:
    metrics.outbox_waiting.set(found.waiting)
    metrics.outbox_age.set((now - found.oldest.created_at).total_seconds() if found.oldest else 0)
    metrics.matches.clear()
    for game, count in found.matches.items():
        metrics.matches.labels(game).set(count)
    metrics.jobs_set_aside.clear()
    for kind, count in Counter(job.kind for job in found.aside).items():
        metrics.jobs_set_aside.labels(kind).set(count)
