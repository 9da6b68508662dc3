"""What the log says of a failure that the bot goes on after."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.discord_errors import NETWORK
from storage.engine.database import StorageError

if TYPE_CHECKING:
    import logging


def report(log: logging.Logger, what: str, error: Exception) -> None:
    """Log a failure: in one line where the record or Discord was in trouble, else with its traceback."""
    if isinstance(error, (*NETWORK, StorageError)):
        log.error("%s: %s", what, error or type(error).__name__)
    else:
        log.error("%s", what, exc_info=error)
