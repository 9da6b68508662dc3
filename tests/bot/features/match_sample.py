"""One match with a clock, for tests of texts about the time of a turn."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from storage.queries.rows import Match, Person

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
ANN, BOB = Person(1, "Ann"), Person(2, "B*b")
MATCH = Match(
    id=7,
    game="xero-g",
    rules=1,
    options={},
    seed=1,
    guild_id=1,
    channel_id=2,
    thread_id=3,
    seats=(ANN, BOB),
    seq=0,
    position="",
    to_move=2,
    created_at=NOON,
    since=NOON,
    ended_at=None,
    challenge_id=None,
    look={},
    gone=frozenset(),
)
THEN = NOON + timedelta(days=2)
AT, AGO = f"<t:{int(THEN.timestamp())}:f>", f"<t:{int(THEN.timestamp())}:R>"
BOLD_BOB = "**B\\*b**"
