"""Check up to which message channels were read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord.utils import time_snowflake

from bot.match_files.log_checks import AHEAD

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    from storage.queries.inspection import Row


def check_read_marker(row: Row, now: datetime) -> Iterator[str]:
    """Yield a read marker in the future, with which no more messages would be read."""
    if row["message_id"] > time_snowflake(now + AHEAD):
        yield f"was read up to message {row['message_id']}, which is of the future"
