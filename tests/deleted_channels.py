"""What the bot's tasks know of deleted channels, for tests that do their work."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from bot.referee.formatting import bind_deleted_channels

if TYPE_CHECKING:
    from collections.abc import Collection, Generator


@contextmanager
def with_deleted_channels(channel_ids: Collection[int]) -> Generator[None]:
    """Let channels be deleted for this task while the block runs."""
    bind_deleted_channels(channel_ids)
    try:
        yield
    finally:
        bind_deleted_channels(())
