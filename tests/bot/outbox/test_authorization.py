"""What may be sent while Discord refuses the token."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from bot.outbox.worker import PROBE_DELAYS, Authorization

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


def test_an_accepted_token_leaves_all_free_slots() -> None:
    authorization = Authorization()
    assert not authorization.refused
    assert authorization.room(6, 3, NOON) == 6


def test_a_refused_token_leaves_one_probe_at_a_time_after_a_delay() -> None:
    authorization = Authorization()
    assert authorization.refuse(NOON) == 2
    assert authorization.refused
    probe_at = NOON + timedelta(seconds=2)
    assert authorization.room(6, 0, probe_at - timedelta(microseconds=1)) == 0
    assert authorization.room(6, 0, probe_at) == 1
    assert authorization.room(6, 1, probe_at) == 0


def test_probes_come_at_growing_distance_until_one_is_accepted() -> None:
    authorization, now = Authorization(), NOON
    delays: list[int | None] = []
    for _ in range(7):
        delays.append(authorization.refuse(now))
        now += timedelta(seconds=delays[-1] or 0)
    assert delays == [*PROBE_DELAYS, 300, 300]
    authorization.accept()
    assert (authorization.refused, authorization.room(6, 3, NOON)) == (False, 6)
    assert authorization.refuse(now) == 2


def test_a_refusal_of_a_request_from_before_the_last_one_says_nothing_new() -> None:
    authorization = Authorization()
    authorization.refuse(NOON)
    assert authorization.refuse(NOON + timedelta(seconds=1)) is None
    assert authorization.refuse(NOON + timedelta(seconds=2)) == 5
