"""Discord's ids, which tell when the thing was made."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

_EPOCH = datetime(2015, 1, 1, tzinfo=UTC)


def instant(snowflake: int) -> datetime:
    """Return the UTC time at which an id was made, to the millisecond."""
    return _EPOCH + timedelta(milliseconds=snowflake >> 22)


def first_snowflake(moment: datetime) -> int:
    """Return the smallest id that a thing made at `moment` can have."""
    return (moment - _EPOCH) // timedelta(milliseconds=1) << 22


FOUNDING = first_snowflake(datetime(2020, 1, 1, tzinfo=UTC))
"""The first id of the time at which the playground's people and guilds were made."""
