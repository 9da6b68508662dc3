"""Which channels and threads were deleted on Discord, so that no sentence names them: Discord shows "#unknown" there.

Sentences are written without a context, so they find the deleted channels as they find the language: in a context
variable, which the bot binds once to the set in `Context` before it starts any task.
"""

from __future__ import annotations

from contextvars import ContextVar
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection

_deleted: ContextVar[Collection[int]] = ContextVar("deleted_channels", default=frozenset())


def is_deleted(channel_id: int) -> bool:
    """Return whether a channel or thread is known to be deleted."""
    return channel_id in _deleted.get()


def bind_deleted_channels(channel_ids: Collection[int]) -> None:
    """Set which channels are deleted for this task, and for the tasks that it starts from now on."""
    _deleted.set(channel_ids)
