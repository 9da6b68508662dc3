"""What the bot counts for Prometheus."""

from __future__ import annotations

import time
from contextlib import contextmanager
from importlib.metadata import version
from typing import TYPE_CHECKING, Literal, TypeAlias

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    GCCollector,
    Histogram,
    PlatformCollector,
    ProcessCollector,
)

if TYPE_CHECKING:
    from collections.abc import Generator

Step: TypeAlias = Literal["store", "draw", "send", "post"]
"""A step of a turn: check and store the move, draw its board, send it; `post` is all from when it is stored."""

SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120)
"""The bounds of the buckets of all durations."""


class Metrics:
    """The metrics of one bot, in a registry of its own. Any thread may change and read them."""

    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        PlatformCollector(registry=registry)
        GCCollector(registry=registry)
        build = Gauge("turnpost_build_info", "The version that runs; always 1.", ["version"], registry=registry)
        build.labels(version("turnpost")).set(1)
        self._turns = Histogram(
            "turnpost_turn_seconds", "How long each step of a turn takes.", ["step"], registry=registry, buckets=SECONDS
        )
        self.render_seconds = Histogram(
            "turnpost_render_seconds",
            "How long a board takes to draw, once it is its turn.",
            ["game"],
            registry=registry,
            buckets=SECONDS,
        )
        self.commands = Counter(
            "turnpost_commands", "Commands, buttons and forms used.", ["kind", "name"], registry=registry
        )
        self.moves = Counter("turnpost_moves", "Moves played by people.", ["game"], registry=registry)
        self.posts = Counter("turnpost_posts", "Rows of the outbox that were sent.", ["kind"], registry=registry)
        self.retries = Counter("turnpost_post_retries", "Tries at a post that failed.", ["kind"], registry=registry)
        self.given_up = Counter("turnpost_posts_given_up", "Posts that were given up.", ["kind"], registry=registry)
        self.outbox_waiting = Gauge("turnpost_outbox_waiting", "Rows of the outbox to be sent.", registry=registry)
        self.outbox_age = Gauge(
            "turnpost_outbox_oldest_seconds", "For how long the first board in the outbox waits.", registry=registry
        )
        self.matches = Gauge("turnpost_matches", "Matches that go on.", ["game"], registry=registry)
        self.job_rounds = Counter("turnpost_job_rounds", "Rounds of due jobs that succeeded.", registry=registry)
        self.jobs_idle = Gauge("turnpost_jobs_idle_seconds", "Since the last such round.", registry=registry)
        self.jobs_set_aside = Gauge("turnpost_jobs_set_aside", "Due jobs that failed.", ["kind"], registry=registry)
        self.connected = Gauge("turnpost_gateway_connected", "1 if all connections are open.", registry=registry)
        self.latency = Gauge("turnpost_gateway_latency_seconds", "The heartbeat's round trip.", registry=registry)
        self.sessions = Counter(
            "turnpost_gateway_sessions", "Sessions that began or were resumed.", ["how"], registry=registry
        )
        self.limiter_wait = Histogram(
            "turnpost_request_wait_seconds",
            "How long requests to Discord wait for the bot's own limit.",
            registry=registry,
            buckets=SECONDS,
        )
        self.requests = Counter("turnpost_requests", "Responses by Discord, by status.", ["status"], registry=registry)
        self.lag = Gauge("turnpost_event_loop_lag_seconds", "The longest delay within a minute.", registry=registry)
        self.backup_interval = Gauge(
            "turnpost_backup_interval_seconds", "How often a backup is due; 0 if never here.", registry=registry
        )
        self.backup_last_success = Gauge(
            "turnpost_backup_last_success_timestamp_seconds", "When the last good backup was made.", registry=registry
        )
        self.backup_duration = Gauge("turnpost_backup_duration_seconds", "How long it took.", registry=registry)
        self.backup_size = Gauge("turnpost_backup_size_bytes", "The size of the last good backup.", registry=registry)
        self.backup_failures = Counter("turnpost_backup_failures", "Tries at a backup that failed.", registry=registry)
        self.database_up = Gauge("turnpost_database_up", "1 if the database is read and written.", registry=registry)

    @contextmanager
    def time_step(self, step: Step) -> Generator[None]:
        """Measure a step of a turn that ends without an error."""
        began = time.perf_counter()
        yield
        self.observe_step(step, time.perf_counter() - began)

    def observe_step(self, step: Step, seconds: float) -> None:
        """Count a step of a turn that took so long."""
        self._turns.labels(step).observe(seconds)
