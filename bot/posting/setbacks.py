"""What becomes of a row of the outbox that could not be posted: tried again, waiting, or given up."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from bot.network import NETWORK, is_final
from bot.posting.delivery import Instead, Row
from bot.referee.answers import Gone, Refused
from storage.database import StorageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from storage.records import Post

log = logging.getLogger(__name__)
MOST_TRIES = 100
"""Tries of a row at which it is our own side that fails: about a day of them."""


def verdict(post: Post, error: Exception, waiting: set[int]) -> Sequence[Row] | None:
    """Return None for a row that is to be tried again, else the rows that are put in the place of one to be given up.

    `waiting` holds the rows of which the log says already that they wait; this one is added when it does.

    Trouble of Discord's, of the way there or of the record passes, and a match whose game is missing waits until it is
    back. What Discord refuses for good it will not take later, nor will rules come back that a game has given up. What
    fails on our side fails until somebody mends it, which may take a day, but keeps what comes after it in its lane
    waiting no longer.
    """
    name = f"Outbox row {post.id} ({post.kind})"
    if isinstance(error, Instead):
        log.warning("%s can't be posted, so it is said directly: %s", name, error)
        return error.rows
    if is_final(error) or isinstance(error, Gone):
        log.warning("%s can't be posted: %s", name, error)
        return ()
    if isinstance(error, Refused):
        if post.id not in waiting:
            log.warning("%s waits: %s", name, error)
        waiting.add(post.id)
    elif isinstance(error, (*NETWORK, StorageError)):
        log.warning("%s was not posted: %s", name, error or type(error).__name__)
    else:
        log.error("%s was not posted", name, exc_info=error)
        if post.attempts + 1 >= MOST_TRIES:
            log.error("%s is given up after %d tries", name, MOST_TRIES)
            return (Row("note"),) if post.kind == "board" else ()
    return None
