"""What Discord's responses say about its rate limits."""

from __future__ import annotations

import pytest

from bot.outbox.rate_limits import RateLimits, destination_of

EMPTY = {"X-RateLimit-Remaining": "0", "X-RateLimit-Reset-After": "4.5"}
MESSAGES = "/api/v10/channels/42/messages"


@pytest.mark.parametrize(
    ("method", "path", "expected"),
    [
        ("POST", MESSAGES, "messages:42"),
        ("GET", MESSAGES, None),
        ("PATCH", f"{MESSAGES}/7", "edits:42"),
        ("DELETE", f"{MESSAGES}/7", None),
        ("POST", f"{MESSAGES}/7/threads", "threads:42"),
        ("POST", "/api/v10/channels/42/threads", "threads:42"),
        ("PATCH", "/api/v10/channels/42", None),
        ("POST", "/api/v10/users/@me/channels", "conversations"),
        ("GET", "/api/v10/users/@me/channels", None),
        ("PUT", f"{MESSAGES}/7/reactions/x/@me", None),
    ],
)
def test_a_request_uses_up_the_limit_of_its_destination(method: str, path: str, expected: str | None) -> None:
    assert destination_of(method, path) == expected


def test_a_destination_waits_from_its_last_allowed_request_until_its_limit_is_reset() -> None:
    now = 100.0
    limits = RateLimits(lambda: now)
    limits.read("POST", MESSAGES, 200, EMPTY | {"X-RateLimit-Remaining": "1"})
    assert limits.blocked() == {}
    limits.read("POST", MESSAGES, 200, EMPTY)
    assert limits.blocked() == {"messages:42": 4.5}
    now += 4.4
    assert limits.blocked() == {"messages:42": pytest.approx(0.1)}
    now = 104.5
    assert limits.blocked() == {}


def test_a_refused_request_says_how_long_to_wait_and_an_allowed_one_that_it_is_over() -> None:
    limits = RateLimits(lambda: 0.0)
    limits.read("POST", MESSAGES, 429, {"Retry-After": "30", "X-RateLimit-Scope": "shared"})
    assert limits.blocked() == {"messages:42": 30}
    limits.read("POST", MESSAGES, 200, {"X-RateLimit-Remaining": "3"})
    assert limits.blocked() == {}


@pytest.mark.parametrize(
    ("status", "headers"),
    [
        (429, {"Retry-After": "3", "X-RateLimit-Global": "true"}),
        (429, {"Retry-After": "soon"}),
        (429, {}),
        (200, {"X-RateLimit-Remaining": "0"}),
        (500, {}),
    ],
)
def test_nothing_waits_for_the_limit_over_all_requests_or_for_a_time_that_is_not_told(
    status: int, headers: dict[str, str]
) -> None:
    limits = RateLimits(lambda: 0.0)
    limits.read("POST", MESSAGES, status, headers)
    assert limits.blocked() == {}
